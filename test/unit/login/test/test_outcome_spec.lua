local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local test_outcome = require("sso_login.login.test.test_outcome")

local function outcome_of(claims, notes)
  local io = mock.create()
  return test_outcome.of_claims(io, fixtures.config(), claims, { roles = {}, issuer_url = fixtures.issuer }, notes or {}).outcome
end

it("test_outcome.refused keeps the facts, with texts cut at 400 bytes", function()
  local facts = { text = ("x"):rep(401), number = 5, told = { id = "future" } }
  assert.same({ code = "IDP_ERROR", facts = { text = ("x"):rep(400) .. "...", number = 5, told = { id = "future" } } },
    test_outcome.refused({ ok = false, error = "IDP_ERROR", details = facts }))
end)

it("test_outcome.of_claims shows groups and notes, and no claim that binds the token to the login", function()
  local outcome = outcome_of({ sub = "s", at_hash = "a", c_hash = "c", nonce = "n" })
  assert.same({ { { name = "sub", value = "s" } }, nil, {} }, { outcome.claims, outcome.groups, outcome.notes })
  outcome = outcome_of({ sub = "s", groups = { "g" } }, { scope = "groups missing" })
  assert.same({ { "g" }, { scope = "groups missing" } }, { outcome.groups, outcome.notes })
end)

it("test_outcome.of_claims refuses a user whose roles open no page, and names the roles", function()
  local io, world = mock.create()
  world.put(io.paths.menu_dir .. "/a.json", cjson.encode({
    ["admin/x"] = { title = "X", action = { type = "view" }, depends = { acl = { "other" } } },
  }))
  local function role(name) return { name = name, group = { "g" }, read = { "luci-base" }, write = {} } end
  local function of_page(path)
    local rules = { issuer_url = fixtures.issuer, roles = { role("kid"), role("guest") } }
    return test_outcome.of_claims(io, fixtures.config({ webui_path = path }), { sub = "s", groups = { "g" } }, rules, {}).outcome
  end
  local outcome = of_page(nil)
  assert.same({ "ROLE_WITHOUT_PAGE", { role = "kid,guest" }, { "kid", "guest" } }, { outcome.code, outcome.facts, outcome.roles })
  assert.is_nil(of_page("/other").code, "pages that are not LuCI's")
end)
