local fixtures = require("support.fixtures")
local mock = require("support.mock")
local crypto = require("sso_login.contracts.crypto")
local acl = require("sso_login.rights.acl")
local session_creation = require("sso_login.rpcd.session_creation")

local user = { email = "ada@example.org", sub = "user-1", id_token = "the.id.token", cookie_hash = "c00c1e", is_own_site = true }

--- Makes a session known in a world that `prepare` changes; options, the match and the user changed.
local function create(prepare, changes, match_changes, user_changes)
  local io, world = mock.create()
  world.put(io.paths.acl_dir .. "/base.json", '{"base":{"read":{"ubus":{"system":["board"]}}}}')
  if prepare ~= nil then
    prepare(world, io)
  end
  local config = fixtures.config(changes)
  local match = { role_name = "admin", read = { "*" }, write = { "*" }, roles = config.roles, groups = {} }
  local grants = acl.grants_of_lists(io, acl.load_groups(io).groups, match.roles)
  local wanted = { match = fixtures.with(match, match_changes), user = fixtures.with(user, user_changes), grants = grants }
  local created = session_creation.create(io, config, wanted)
  if not created.ok then
    return created, world
  end
  local unknown = fixtures.copy(world.sessions[created.data.sid].data)
  local known = session_creation.make_known(io, created.data)
  return known.ok and { ok = true, data = created.data.sid } or known, world, unknown
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

describe("session_creation.create", function()
  it("creates the session, sets values, grants and then LuCI's token, and stores no token of the provider", function()
    local sid, world = create(nil, { session_timeout = 7200 }, { groups = { "g", "h" } })
    assert.is_true(sid.ok)
    local made = world.sessions[sid.data]
    assert.equal(7200, made.timeout)
    assert.same({ { timeout = 7200 } }, world.calls_of("create"))
    local _, usual = create(function(new) new.uci.luci = { { name = "sauth", type = "internal", options = { sessiontime = "1234" } } } end)
    assert.same({ { timeout = 1234 } }, usual.calls_of("create"))
    assert.equal("create set grant set", called(world))
    assert.same({ token = made.data.token, sso_cookie_hash = "c00c1e" }, world.calls_of("set")[2].values)
    assert.matches("^" .. ("%x"):rep(32) .. "$", made.data.token)
    assert.same({
      username = "admin", token = made.data.token, sso_email = "ada@example.org", sso_sub = "user-1", sso_issuer = fixtures.issuer,
      sso_provider = "default", sso_client_id = fixtures.client_id,
      sso_id_token = "the.id.token", sso_roles = { "admin" }, sso_groups = { "g", "h" }, sso_login_time = world.now, sso_login_uptime = 100,
      sso_cookie_hash = "c00c1e", sso_own_site = true,
    }, made.data)
  end)

  it("generates a new token for every session, and stores no groups where no role lists any", function()
    local _, first = create()
    local _, second = create()
    local values = select(2, next(first.sessions)).data
    assert.are_not.equal(values.token, select(2, next(second.sessions)).data.token)
    assert.is_nil(values.sso_groups)
  end)

  it("tells LuCI nothing of a session before it is made known", function()
    local sid, world, unknown = create()
    assert.same({ "admin", "user-1" }, { unknown.username, unknown.sso_sub })
    assert.same({}, { unknown.token, unknown.sso_cookie_hash })
    assert.is_string(world.sessions[sid.data].data.token)
  end)

  it("makes a program's session known to nobody", function()
    local program = { client = "robot", is_of_person = false, audience = "router", timeout = 60 }
    local sid, world = create(nil, nil, nil, { program = program, cookie_hash = fixtures.none })
    assert.same({ "create set grant", 60 }, { called(world), world.sessions[sid.data].timeout })
    assert.is_nil(world.sessions[sid.data].data.token)
  end)

  for method, calls in pairs({ create = "create", set = "create set destroy", grant = "create set grant destroy" }) do
    for _, status in ipairs({ 6, 7, false }) do
      it(("is UBUS_LOGIN_FAILED where %s fails with %s, and leaves nothing"):format(method, tostring(status)), function()
        local sid, world = create(function(world) world.ubus_fail(method, status) end)
        assert.same({ ok = false, error = "UBUS_LOGIN_FAILED", details = {
          method = method, status = status or nil, reason = not status and "cannot connect to ubus" or nil,
        }, meaning = status == 6 and "denied" or nil }, sid)
        assert.same({ {}, calls }, { world.sessions, called(world) })
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
