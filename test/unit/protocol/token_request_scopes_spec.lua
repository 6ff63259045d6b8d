local fixtures = require("support.fixtures")
local mock = require("support.mock")
local token_request = require("sso_login.protocol.token_request")
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
  it("token.missing_scopes reads " .. case[1], function()
    assert.equal(case[3], token_request.missing_scopes("openid offline_access email groups", case[2]))
  end)
end

it("token.lacking_scopes is what the last login lacked, of what this client still asks for, for a day", function()
  local io, world = mock.create()
  local config = fixtures.config({ scope = "openid email groups" })
  assert.same({}, token_request.lacking_scopes(io, config))
  token_request.remember_lacks(io, config, "groups roles", false, false)
  assert.same({ "groups" }, token_request.lacking_scopes(io, config))
  for option, value in pairs({ issuer_url = "https://other.example", client_id = "other", scope = "openid" }) do
    assert.same({}, token_request.lacking_scopes(io, fixtures.with(config, { [option] = value })))
  end
  clean_up.clean(io, world.now + 3600)
  assert.same({ "groups" }, token_request.lacking_scopes(io, config))
  clean_up.clean(io, world.now + 24 * 3600)
  assert.same({}, token_request.lacking_scopes(io, config))
  token_request.remember_lacks(io, config, "groups", true, false)
  token_request.remember_lacks(io, config, "", false, false)
  assert.same({}, world.in_run_dir(""))
end)
