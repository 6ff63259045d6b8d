local fixtures = require("support.fixtures")
local mock = require("support.mock")
local test_outcome = require("sso_login.login.test.outcome")

local function outcome_of(claims, notes)
  local io = mock.create()
  return test_outcome.of_claims(io, fixtures.config(), claims, { roles = {}, issuer_url = fixtures.issuer }, notes or {}).outcome
end

it("test_outcome.refused shows the facts, cut at 800 bytes", function()
  local details = {}
  for at = 1, 9 do
    details["fact" .. at] = ("x"):rep(100)
  end
  local shown = test_outcome.refused({ ok = false, error = "IDP_ERROR", details = details })
  assert.same({ "IDP_ERROR", 803, "x..." }, { shown.code, #shown.why, shown.why:sub(-4) })
end)

it("test_outcome.of_claims shows no claim that binds the token to the login", function()
  local outcome = outcome_of({ sub = "s", at_hash = "a", c_hash = "c", nonce = "n" })
  assert.same({ { name = "sub", value = "s" } }, outcome.claims)
  assert.same({}, { outcome.groups, outcome.notes })
end)

it("test_outcome.of_claims shows groups and notes", function()
  local outcome = outcome_of({ sub = "s", groups = { "g" } }, { scope = "groups missing" })
  assert.same({ "g" }, outcome.groups)
  assert.equal('scope="groups missing"', outcome.notes)
end)
