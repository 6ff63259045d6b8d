local fixtures = require("support.fixtures")
local mock = require("support.mock")
local scopes = require("sso_login.protocol.scopes")
local clean_up = require("sso_login.web.clean_up")

for _, case in ipairs({
  { "an answer without scope", nil, "" },
  { "an answer with another type", { "email" }, "" },
  { "all of them in another order", "groups email openid", "" },
  { "less", "openid email", "groups" },
  { "nothing", "", "email groups" },
  { "Google's names", "https://www.googleapis.com/auth/userinfo.email groups", "" },
  { "a name that only ends like it", "webmail subgroups email", "groups" },
}) do
  it("scopes.missing reads " .. case[1], function()
    assert.equal(case[3], scopes.missing("openid offline_access email groups", case[2]))
  end)
end

it("scopes.remembered returns for a day the requested scopes that the last login lacked", function()
  local io, world = mock.create()
  local config = fixtures.config({ scope = "openid email groups" })
  assert.same({}, scopes.remembered(io, config))
  scopes.remember(io, config, "groups roles", false)
  assert.same({ "groups" }, scopes.remembered(io, config))
  for option, value in pairs({ issuer_url = "https://other.example", client_id = "other", scope = "openid" }) do
    assert.same({}, scopes.remembered(io, fixtures.with(config, { [option] = value })))
  end
  clean_up.clean(io, world.now + 3600)
  assert.same({ "groups" }, scopes.remembered(io, config))
  clean_up.clean(io, world.now + 24 * 3600)
  assert.same({}, scopes.remembered(io, config))
  scopes.remember(io, config, "groups", true)
  scopes.remember(io, config, "", false)
  assert.same({}, world.in_run_dir(""))
end)
