local fixtures = require("support.fixtures")
local mock = require("support.mock")
local login_lacks = require("sso_login.protocol.login_lacks")
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
  it("login_lacks.missing_scopes reads " .. case[1], function()
    assert.equal(case[3], login_lacks.missing_scopes("openid offline_access email groups", case[2]))
  end)
end

it("login_lacks.lacking_scopes is what the last login lacked, of what this client still asks for, for a day", function()
  local io, world = mock.create()
  local config = fixtures.config({ scope = "openid email groups" })
  assert.same({}, login_lacks.lacking_scopes(io, config))
  login_lacks.note(io, fixtures.with(config, { scope = "openid groups roles" }), nil, { tokens = { scope = "openid" }, claims = {} }, false)
  assert.same({ "groups" }, login_lacks.lacking_scopes(io, config))
  for option, value in pairs({ issuer_url = "https://other.example", client_id = "other", scope = "openid" }) do
    assert.same({}, login_lacks.lacking_scopes(io, fixtures.with(config, { [option] = value })))
  end
  clean_up.clean(io, world.now + 3600)
  assert.same({ "groups" }, login_lacks.lacking_scopes(io, config))
  clean_up.clean(io, world.now + 24 * 3600)
  assert.same({}, login_lacks.lacking_scopes(io, config))
  login_lacks.note(io, config, nil, { tokens = { scope = "openid" }, claims = {} }, false)
  login_lacks.note(io, config, nil, { tokens = {}, claims = {} }, false)
  assert.same({}, world.in_run_dir(""))
end)

it("login_lacks.note tells what is kept: scopes, a prompt that was ignored, a refresh token that did not come", function()
  local io, world = mock.create()
  for _, case in ipairs({
    { { prompt = "login" }, {}, { auth_time = world.now - 61 }, { prompt = "ignored" } }, { { prompt = "login" }, {}, { auth_time = world.now - 60 }, {} },
    { { prompt = "login" }, {}, { auth_time = "1" }, {} }, { { prompt = "login" }, {}, {}, {} },
    { {}, {}, { auth_time = world.now - 600 }, {} }, { { session_revalidate = 300 }, {}, {}, { refresh_token = "absent" } },
    { { session_revalidate = 300 }, { refresh_token = "r" }, {}, {} }, { {}, { scope = "openid" }, {}, { not_granted = "profile email" } },
  }) do
    assert.same(case[4], login_lacks.note(io, fixtures.config(case[1]), world.now, { tokens = case[2], claims = case[3] }, false))
    assert.equal(next(case[4]) ~= nil, #world.in_run_dir("^scopes") == 1)
  end
end)

it("login_lacks.had_unmarked_email is kept in silence, until a login has the mark", function()
  local io = mock.create()
  local config = fixtures.config()
  for _, unmarked in ipairs({ true, false }) do
    assert.same({}, login_lacks.note(io, config, nil, { tokens = {}, claims = {} }, unmarked))
    assert.equal(unmarked, login_lacks.had_unmarked_email(io, config))
  end
end)
