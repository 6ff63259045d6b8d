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
  local unread = unknown_groups.mark({ looks, gives }, { { name = "big.json" } })
  assert.same({ { "big.json" }, { "big.json" } }, fixtures.pluck(unread, "unknown_in"))
end)
