local fixtures = require("support.fixtures")
local mock = require("support.mock")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")

local some_id = ("a"):rep(32)

for _, case in ipairs({
  { ("0"):rep(32), false }, { some_id, true }, { ("0123456789abcdef"):rep(2), true }, { ("0"):rep(31), false }, { ("0"):rep(33), false },
  { ("A"):rep(32), false }, { ("g"):rep(32), false }, { "", false }, { ("0"):rep(31) .. "\0", false },
}) do
  it(("session.is_session_id of %q is %s"):format(case[1], tostring(case[2])), function() assert.equal(case[2], rpcd_sessions.is_session_id(case[1])) end)
end

describe("session.session_values", function()
  it("gives the values of a live session, and nothing for a reply without values", function()
    local io, world = mock.create()
    assert.same({ token = "t" }, rpcd_sessions.session_values(io, world.add_session({ token = "t" })))
    for _, reply in ipairs({ { ok = true }, { ok = true, data = {} }, { ok = true, data = { values = 7 } } }) do
      io.ubus_call = function() return reply end
      assert.is_nil(rpcd_sessions.session_values(io, some_id))
    end
  end)

  it("returns nothing for an unknown id, and does not call ubus for an invalid one", function()
    local io, world = mock.create()
    -- rpcd's own session of everybody has the id of 32 zeros.
    for _, sid in ipairs({ some_id, "", "x", ("0"):rep(32), ("0"):rep(33), "'; drop" }) do
      assert.is_nil(rpcd_sessions.session_values(io, sid))
    end
    assert.equal(1, #world.ubus_calls)
  end)
end)

for _, case in ipairs({ { nil, true }, { 4, true }, { 6, false }, { 7, false }, { false, false } }) do
  it(("session.destroy_session answers %s where rpcd says %s"):format(tostring(case[2]), tostring(case[1])), function()
    local io, world = mock.create()
    local sid = world.add_session({})
    if case[1] ~= nil then
      world.ubus_fail("destroy", case[1])
    end
    assert.equal(case[2], rpcd_sessions.destroy_session(io, sid))
    assert.equal(case[1] == nil, world.sessions[sid] == nil)
  end)
end

describe("session.list_sso_sessions", function()
  it("lists the sessions this service made, with their times", function()
    local io, world = mock.create()
    world.add_session({ username = "root", token = "t" })
    local sid = world.add_session({
      username = "admin", sso_email = "e", sso_sub = "s", sso_issuer = fixtures.issuer, sso_login_time = 1749999990,
      sso_roles = { "admin", "b" }, sso_groups = { "g" }, sso_remote = "192.0.2.7", sso_login_uptime = 7, sso_proof = "p",
    })
    world.sessions[sid].grants = { uci = { a = { "read" } } }
    assert.same({ {
      sid = sid, email = "e", unverified = "", sub = "s", issuer = fixtures.issuer, provider = "default", id_token = "", client_id = "",
      provider_sid = "", role = "admin", roles = { "admin", "b" },
      groups = { "g" }, client = "", is_of_person = false, audience = "", cookie_hash = "", page = "", is_own_site = false, remote = "192.0.2.7",
      since = 1749999990, uptime = 7, settings_hash = "p", ["until"] = world.now + 3600, acls = { uci = { a = { "read" } } },
    } }, rpcd_sessions.list_sso_sessions(io).data)
  end)

  it("skips incomplete entries", function()
    local io, world = mock.create()
    local sso = { sso_issuer = fixtures.issuer }
    io.ubus_call_all = function()
      return { ok = true, data = {
        {}, { ubus_rpc_session = "a" }, { ubus_rpc_session = 7, data = sso }, { data = sso }, { ubus_rpc_session = "b", data = { 1 } },
        { ubus_rpc_session = "c", data = { sso_issuer = 7 } }, { ubus_rpc_session = "d", data = sso },
      } }
    end
    local found = rpcd_sessions.list_sso_sessions(io).data
    assert.same({ 1, "d", "", {}, world.now }, { #found, found[1].sid, found[1].email, found[1].roles, found[1]["until"] })
  end)
end)

it("session.role_names are the roles, or the user name where there are none", function()
  for names, roles in pairs({ name = {}, a = { "a" }, ["a,b"] = { "a", "b" } }) do
    assert.equal(names, rpcd_sessions.role_names({ role = "name", roles = roles }))
  end
end)
