local program_session = require("sso_login.login.program_session")
local fixtures = require("support.fixtures")
local scene = require("support.scene")

local roles = { { name = "helper", email = { "ada@example.org" }, access = { "api" }, read = { "luci-base" } } }
local claims = { sub = "user-1", email = "ada@example.org", email_verified = true }

local function token(changes)
  return fixtures.with({ claims = claims, sub = "user-1", client = "home", sid = "", issued_at = fixtures.now, ["end"] = fixtures.now + 9000 }, changes)
end

it("program_session.who names a user's e-mail, and none for a client's own token", function()
  local config = fixtures.config()
  assert.same({ { "client", "home" }, { "email", "ada@example.org" }, { "sub", "user-1" } }, program_session.who(config, token()))
  local own = token({ client = "user-1", claims = { sub = "user-1" } })
  assert.same({ { "client", "user-1" }, { "email", "" }, { "sub", "user-1" } }, program_session.who(config, own))
  assert.same({ "email", "ada@example.org" }, program_session.who(config, token({ client = "user-1" }))[2], "a user whose sub is the client")
  local by_upn = fixtures.config({ email_claim = "upn", email_claim_trusted = true })
  assert.same({ "email", "" }, program_session.who(by_upn, token({ client = "user-1", claims = { sub = "user-1", upn = "ada@example.org" } }))[2])
end)

--- The end of the token from now on, the option, seconds of inactivity
for _, case in ipairs({ { 9000, nil, 300 }, { 9000, 120, 120 }, { 100, nil, 100 }, { 0, nil, 1 }, { -30, nil, 1 } }) do
  it(("exchange.open_session lasts %d seconds for a token of %d"):format(case[3], case[1]), function()
    local io, world = scene.create({ roles = roles, uci = { api_audience = "https://router.example/" } })
    local config = scene.loaded(io)
    config.api_session_timeout = case[2]
    local given = token({ ["end"] = fixtures.now + case[1] })
    local match = program_session.find_roles(io, config, given).data
    local opened = program_session.open_session(io, config, given, match, "r")
    assert.equal(case[3], opened.data.timeout)
    local session = world.sessions[opened.data.sid]
    -- A token whose end is past counts by clock_tolerance, and its session has ended already.
    assert.equal(case[1] > 0, session ~= nil)
    if session then
      assert.equal(case[3], session.timeout)
      assert.same({ "ada@example.org", nil, "r" }, { session.data.sso_email, session.data.sso_id_token, session.data.sso_remote })
    end
  end)
end

it("program_session.open_session marks a user whose sub is the client, who keeps the role by the e-mail, and no other", function()
  local reconcile = require("sso_login.rpcd.reconcile")
  for client, marked in pairs({ ["user-1"] = true, home = false }) do
    local io, world = scene.create({ roles = roles, uci = { api_audience = "https://router.example/" } })
    local config = scene.loaded(io)
    local given = token({ client = client })
    local sid = program_session.open_session(io, config, given, program_session.find_roles(io, config, given).data, "r").data.sid
    assert.equal(marked or nil, world.sessions[sid].data.sso_person)
    assert.is_true(reconcile.reconcile(io).ok)
    assert.is_table(world.sessions[sid])
  end
end)
