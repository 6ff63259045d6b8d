local fixtures = require("support.fixtures")
local mock = require("support.mock")
local crypto = require("sso_login.crypto")
local acl = require("sso_login.session.acl")
local session = require("sso_login.session.session")

local user = { email = "ada@example.org", sub = "user-1", id_token = "the.id.token" }
local some_id = ("a"):rep(32)

--- Makes a session in a world that `prepare` changes; options and the match changed.
local function create(prepare, changes, match_changes)
  local io, world = mock.create()
  world.put(io.paths.acl_dir .. "/base.json", '{"base":{"read":{"ubus":{"system":["board"]}}}}')
  if prepare ~= nil then
    prepare(world, io)
  end
  local config = fixtures.config(changes)
  local match = { role_name = "admin", read = { "*" }, write = { "*" }, roles = config.roles, groups = {} }
  local grants = acl.grants_for(io, acl.load_groups(io), match.roles)
  return session.create_session(io, config, fixtures.with(match, match_changes), user, grants), world, io
end

--- The methods that were called, each once for calls in a row.
local function called(world)
  local list = {}
  for _, call in ipairs(world.ubus_calls) do
    if call.method ~= list[#list] then
      list[#list + 1] = call.method
    end
  end
  return table.concat(list, " ")
end

describe("session.create_session", function()
  it("creates, names, grants, then sets the values, of which no token of the provider's is one", function()
    local sid, world = create(nil, { session_timeout = 7200 }, { groups = { "g", "h" } })
    assert.is_true(sid.ok)
    local made = world.sessions[sid.data]
    assert.equal(7200, made.timeout)
    assert.same({ { timeout = 7200 } }, world.calls_of("create"))
    assert.equal("create set grant set", called(world))
    assert.same({ username = "admin" }, world.calls_of("set")[1].values)
    assert.matches("^" .. ("%x"):rep(32) .. "$", made.data.token)
    assert.same({
      username = "admin", token = made.data.token, sso_email = "ada@example.org", sso_sub = "user-1", sso_issuer = fixtures.issuer,
      sso_provider = "default", sso_client_id = fixtures.client_id,
      sso_id_token = "the.id.token", sso_roles = { "admin" }, sso_groups = { "g", "h" }, sso_login_time = world.now,
    }, made.data)
  end)

  it("makes another token for every session, and keeps no groups where no role lists any", function()
    local _, first = create()
    local _, second = create()
    local values = select(2, next(first.sessions)).data
    assert.are_not.equal(values.token, select(2, next(second.sessions)).data.token)
    assert.is_nil(values.sso_groups)
  end)

  for _, method in ipairs({ "create", "grant", "set" }) do
    for _, status in ipairs({ 6, 7, false }) do
      it(("is UBUS_LOGIN_FAILED where %s fails with %s, and leaves nothing"):format(method, tostring(status)), function()
        local sid, world = create(function(world) world.ubus_fail(method, status) end)
        assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = {
          method = method, status = status or nil, reason = not status and "cannot connect to ubus" or nil,
        } }, sid)
        assert.same({}, world.sessions)
      end)
    end
  end

  for what, answer in pairs({
    ["no reply"] = { ok = true }, ["an empty reply"] = { ok = true, data = {} },
    ["a number as id"] = { ok = true, data = { ubus_rpc_session = 7 } },
    ["a short id"] = { ok = true, data = { ubus_rpc_session = "abc" } },
    ["an id with a line feed"] = { ok = true, data = { ubus_rpc_session = ("a"):rep(31) .. "\n" } },
    ["an id with a semicolon"] = { ok = true, data = { ubus_rpc_session = ("a"):rep(31) .. ";" } },
  }) do
    it("is UBUS_LOGIN_FAILED for " .. what, function()
      local details = { method = "create", reason = "no session id in the answer" }
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = details }, (create(function(_, io)
        io.ubus_call = function() return answer end
      end)))
    end)
  end

  it("leaves no session without random numbers", function()
    local real = require("sso_login.native_crypto")
    crypto.set_native(setmetatable({ random = function() return nil end }, { __index = real }))
    local world
    local done = pcall(create, function(made) world = made end)
    crypto.set_native(nil)
    assert.is_false(done)
    assert.same({}, world.sessions)
  end)
end)

describe("session.is_session_id", function()
  for _, case in ipairs({
    { ("0"):rep(32), false }, { some_id, true }, { ("0123456789abcdef"):rep(2), true }, { ("0"):rep(31), false }, { ("0"):rep(33), false },
    { ("A"):rep(32), false }, { ("g"):rep(32), false }, { "", false }, { ("0"):rep(31) .. "\0", false },
  }) do
    it(("of %q is %s"):format(case[1], tostring(case[2])), function() assert.equal(case[2], session.is_session_id(case[1])) end)
  end
end)

describe("session.session_values", function()
  it("gives the values of a live session", function()
    local io, world = mock.create()
    assert.same({ token = "t" }, session.session_values(io, world.add_session({ token = "t" })))
  end)

  it("gives nothing for a reply without values", function()
    local io = mock.create()
    for _, reply in ipairs({ { ok = true }, { ok = true, data = {} }, { ok = true, data = { values = 7 } } }) do
      io.ubus_call = function() return reply end
      assert.is_nil(session.session_values(io, some_id))
    end
  end)

  it("gives nothing for an unknown one, and does not ask ubus for what is no id", function()
    local io, world = mock.create()
    -- rpcd's own session of everybody has the id of 32 zeros.
    for _, sid in ipairs({ some_id, "", "x", ("0"):rep(32), ("0"):rep(33), "'; drop" }) do
      assert.is_nil(session.session_values(io, sid))
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
    assert.equal(case[2], session.destroy_session(io, sid))
    assert.equal(case[1] == nil, world.sessions[sid] == nil)
  end)
end

describe("session.list_sso_sessions", function()
  it("lists the sessions this service made, with their times", function()
    local io, world = mock.create()
    world.add_session({ username = "root", token = "t" })
    local sid = world.add_session({
      username = "admin", sso_email = "e", sso_sub = "s", sso_issuer = fixtures.issuer, sso_login_time = 1749999990,
      sso_roles = { "admin", "b" }, sso_groups = { "g" }, sso_remote = "192.0.2.7",
    })
    assert.same({ {
      sid = sid, email = "e", sub = "s", issuer = fixtures.issuer, provider = "default", client_id = "",
      provider_sid = "", role = "admin", roles = { "admin", "b" },
      groups = { "g" }, client = "", audience = "", remote = "192.0.2.7", since = 1749999990, ["until"] = world.now + 3600,
    } }, session.list_sso_sessions(io).data)
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
    assert.same({ {
      sid = "d", email = "", sub = "", issuer = fixtures.issuer, provider = "default", client_id = "", provider_sid = "", role = "", roles = {}, groups = {},
      client = "", audience = "", remote = "", ["until"] = world.now,
    } }, session.list_sso_sessions(io).data)
  end)
end)
