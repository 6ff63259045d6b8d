--- session: ubus sessions made, read and ended.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local crypto = require("sso_login.crypto")
local session = require("sso_login.session.session")

local user = { email = "ada@example.org", sub = "user-1", id_token = "the.id.token" }

local function match_of(config)
  return { role_name = "admin", read = { "*" }, write = { "*" }, roles = config.roles, groups = {} }
end

local function create(prepare, changes)
  local io, world = mock.create()
  world.put(io.paths.acl_dir .. "/base.json", '{"base":{"read":{"ubus":{"system":["board"]}}}}')
  if prepare ~= nil then
    prepare(world, io)
  end
  local config = fixtures.config(changes)
  return session.create_session(io, config, match_of(config), user), world, io
end

local function called(world)
  local list = {}
  for _, call in ipairs(world.ubus_calls) do
    if call.method ~= list[#list] then
      list[#list + 1] = call.method
    end
  end
  return list
end

describe("session.create_session", function()
  it("creates, names, grants, then sets the values", function()
    local sid, world = create(nil, { session_timeout = 7200 })
    assert.is_true(sid.ok)
    local made = world.sessions[sid.data]
    assert.equal(7200, made.timeout)
    assert.same({ { timeout = 7200 } }, world.calls_of("create"))
    assert.equal("admin", made.data.username)
    assert.truthy(made.data.token:find("^" .. ("%x"):rep(32) .. "$"))
    assert.equal("ada@example.org", made.data.sso_email)
    assert.equal("user-1", made.data.sso_sub)
    assert.equal(fixtures.issuer, made.data.sso_issuer)
    assert.equal("the.id.token", made.data.sso_id_token)
    assert.same({ "create", "set", "grant", "set" }, called(world))
    assert.same({ username = "admin" }, world.calls_of("set")[1].values)
    assert.same({ "admin" }, made.data.sso_roles)
    assert.is_nil(made.data.sso_groups)
  end)

  it("keeps the groups that a role lists", function()
    local io, world = mock.create()
    local match = fixtures.with(match_of(fixtures.config()), { groups = { "g", "h" } })
    local sid = session.create_session(io, fixtures.config(), match, user)
    assert.same({ "g", "h" }, world.sessions[sid.data].data.sso_groups)
  end)

  it("keeps neither access token nor refresh token", function()
    local sid, world = create()
    local names = {}
    for name, value in pairs(world.sessions[sid.data].data) do
      assert.are_not.equal(fixtures.access_token, value)
      names[#names + 1] = name
    end
    table.sort(names)
    assert.same(
      { "sso_email", "sso_id_token", "sso_issuer", "sso_login_time", "sso_roles", "sso_sub", "token", "username" }, names
    )
  end)

  it("makes another token for every session", function()
    local first, world1 = create()
    local second, world2 = create()
    assert.are_not.equal(world1.sessions[first.data].data.token, world2.sessions[second.data].data.token)
  end)

  for _, method in ipairs({ "create", "grant", "set" }) do
    for _, status in ipairs({ 6, 7, false }) do
      it(("%s failing with %s is UBUS_LOGIN_FAILED, names it and leaves nothing"):format(method, tostring(status)), function()
        local sid, world = create(function(world) world.ubus_fail(method, status) end)
        if sid.ok then
          assert.equal("grant", method)
          assert.is_nil(table.concat(called(world), " "):find("grant"))
          return
        end
        assert.equal("UBUS_LOGIN_FAILED", sid.error)
        assert.equal(method, sid.details.method)
        assert.equal(status or nil, sid.details.status)
        assert.equal(not status and "cannot connect to ubus" or nil, sid.details.reason)
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
    it("create with " .. what .. " is UBUS_LOGIN_FAILED", function()
      local sid = create(function(_, io)
        io.ubus_call = function() return answer end
      end)
      local details = { method = "create", reason = "no session id in the answer" }
      assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = details }, sid)
    end)
  end

  it("no random numbers: no session is left behind", function()
    local real = require("sso_login.native_crypto")
    crypto.set_native(setmetatable({ random = function() return nil end }, { __index = real }))
    local io, world = mock.create()
    local config = fixtures.config()
    local done = pcall(session.create_session, io, config, match_of(config), user)
    crypto.set_native(nil)
    assert.is_false(done)
    assert.same({}, world.sessions)
  end)
end)

describe("session.is_session_id", function()
  for _, case in ipairs({
    { ("0"):rep(32), false }, { ("a"):rep(32), true }, { ("0123456789abcdef"):rep(2), true }, { ("0"):rep(31), false }, { ("0"):rep(33), false },
    { ("A"):rep(32), false }, { ("g"):rep(32), false }, { "", false }, { ("0"):rep(31) .. "\0", false },
  }) do
    it(("%q is %s"):format(case[1], tostring(case[2])), function()
      assert.equal(case[2], session.is_session_id(case[1]))
    end)
  end
end)

describe("session.session_values", function()
  it("gives the values of a live session", function()
    local io, world = mock.create()
    local sid = world.add_session({ token = "t" })
    assert.same({ token = "t" }, session.session_values(io, sid))
  end)

  it("gives nothing for a reply without values", function()
    local io = mock.create()
    for _, reply in ipairs({ { ok = true }, { ok = true, data = {} }, { ok = true, data = { values = 7 } } }) do
      io.ubus_call = function() return reply end
      assert.is_nil(session.session_values(io, ("a"):rep(32)))
    end
  end)

  it("gives nothing for an unknown one, and does not ask ubus for what is no id", function()
    local io, world = mock.create()
    assert.is_nil(session.session_values(io, ("a"):rep(32)))
    assert.equal(1, #world.ubus_calls)
    -- rpcd's own session of everybody has the id of 32 zeros.
    for _, sid in ipairs({ "", "x", ("0"):rep(32), ("0"):rep(33), "'; drop" }) do
      assert.is_nil(session.session_values(io, sid))
    end
    assert.equal(1, #world.ubus_calls)
  end)
end)

describe("session.destroy_session", function()
  it("ends a session", function()
    local io, world = mock.create()
    local sid = world.add_session({})
    assert.is_true(session.destroy_session(io, sid))
    assert.same({}, world.sessions)
  end)

  it("one that is gone already counts as ended", function()
    local io = mock.create()
    assert.is_true(session.destroy_session(io, ("a"):rep(32)))
  end)

  for _, status in ipairs({ 6, 7, false }) do
    it("says so when it fails with " .. tostring(status), function()
      local io, world = mock.create()
      local sid = world.add_session({})
      world.ubus_fail("destroy", status)
      assert.is_false(session.destroy_session(io, sid))
    end)
  end
end)

describe("session.list_sso_sessions", function()
  it("lists the sessions this service made, with their times", function()
    local io, world = mock.create()
    world.add_session({ username = "root", token = "t" })
    local sid = world.add_session({
      username = "admin", sso_email = "e", sso_sub = "s", sso_issuer = fixtures.issuer, sso_login_time = 1749999990,
      sso_roles = { "admin", "b" }, sso_groups = { "g" },
    })
    local list = session.list_sso_sessions(io)
    assert.same({ {
      sid = sid, email = "e", sub = "s", issuer = fixtures.issuer, provider_sid = "", role = "admin", roles = { "admin", "b" }, groups = { "g" },
      since = 1749999990, ["until"] = world.now + 3600,
    } }, list.data)
  end)

  it("passes over entries that are not whole", function()
    local io = mock.create()
    local sso = { sso_issuer = fixtures.issuer }
    io.ubus_call_all = function()
      return { ok = true, data = {
        {}, { ubus_rpc_session = "a" }, { ubus_rpc_session = 7, data = sso }, { data = sso }, { ubus_rpc_session = "b", data = { 1 } },
        { ubus_rpc_session = "c", data = { sso_issuer = 7 } }, { ubus_rpc_session = "d", data = sso },
      } }
    end
    local list = session.list_sso_sessions(io)
    assert.same({ {
      sid = "d", email = "", sub = "", issuer = fixtures.issuer, provider_sid = "", role = "", roles = {}, groups = {}, ["until"] = 1750000000,
    } }, list.data)
  end)

  it("fails with UBUS_LOGIN_FAILED when rpcd does not answer", function()
    local io, world = mock.create()
    world.ubus_fail("list")
    assert.equal("UBUS_LOGIN_FAILED", session.list_sso_sessions(io).error)
  end)
end)
