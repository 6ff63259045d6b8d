local fixtures = require("support.fixtures")
local unknown_groups = require("sso_login.rights.unknown_groups")

it("unknown_groups.mark raises the groups that a file may define which is ignored, and names the files", function()
  local looks = { name = "a", description = "A", read = "look" }
  local gives = { name = "b", write = "restart", gives = { "c" } }
  local files = { { name = "one.json", text = '{"b":{}}}' }, { name = "two.json", text = "{'b':" }, { name = "three.json", text = "{" } }
  assert.same({ looks, gives }, unknown_groups.mark({ looks, gives }, {}))
  assert.same({
    looks, { name = "b", read = "everything", write = "everything", gives = { "c" }, unknown_in = { "one.json", "two.json" } },
  }, unknown_groups.mark({ looks, gives }, files))
  local base = { name = "luci-base", read = "look" }
  assert.is_truthy(unknown_groups.mark({ base }, { { name = "x", text = '"sso-login-base"' } })[1].unknown_in)
  local public = { name = "unauthenticated", read = "everything", write = "everything", unknown_in = { "x" } }
  assert.same({ looks, public }, unknown_groups.mark({ looks }, { { name = "x", text = "'unauthenticated'" } }))
  assert.same({ public }, unknown_groups.mark({ { name = "unauthenticated" } }, { { name = "x", text = "'unauthenticated'" } }))
  assert.same({ { name = "unauthenticated" } }, unknown_groups.mark({ { name = "unauthenticated" } }, files))
  local unread = unknown_groups.mark({ looks, gives }, { { name = "big.json" } })
  assert.same({ { "big.json" }, { "big.json" }, { "big.json" } }, fixtures.pluck(unread, "unknown_in"))
end)
