--- handshake: the end of a callback: roles, registration, session, and what a crash leaves.
local cjson = require("cjson")
local handshake = require("sso_login.handshake")
local log = require("sso_login.base.log")
local attempt = require("support.login")
local scene = require("support.scene")
local assert_refused, authenticate, loaded = attempt.assert_refused, attempt.authenticate, attempt.loaded

describe("handshake.authenticate at its end", function()
  it("an unverified e-mail is refused with a hint at the option, which takes it", function()
    local refused, world = authenticate({ token = "unverified" })
    assert_refused("USER_NOT_AUTHORIZED", refused, world)
    assert.same({ id = "unverified_email" }, refused.details.hint)
    assert.is_true(authenticate({ token = "unverified", uci = { allow_unverified_email = "1" } }).ok)
  end)

  it("a user without a role is USER_NOT_AUTHORIZED, 'matched no roles', and no token is registered", function()
    local refused, world = authenticate({ token = "unknown_user" })
    assert_refused("USER_NOT_AUTHORIZED", refused, world)
    assert.truthy(log.format_details(refused.details):find("matched no roles", 1, true))
    assert.same({}, world.in_run_dir("^tokens$"))
  end)

  for _, method in ipairs({ "create", "grant", "set" }) do
    it("session " .. method .. " failing is UBUS_LOGIN_FAILED and leaves no session", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.ubus_fail(method)
      world.put(io.paths.acl_dir .. "/x.json", '{"x":{"read":{"ubus":{"system":["board"]}}}}')
      local refused = handshake.authenticate(io, loaded(io), scene.request())
      if refused.ok and method == "grant" then
        assert.same({}, world.calls_of("grant"))
      else
        assert_refused("UBUS_LOGIN_FAILED", refused, world)
        assert.equal(method, refused.details.method)
      end
    end)
  end

  it("a registry that cannot be written is INTERNAL_ERROR and leaves no session", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local make_dir = io.make_dir
    io.make_dir = function(path)
      return path:find("/tokens") and "failed" or make_dir(path)
    end
    assert_refused("INTERNAL_ERROR", handshake.authenticate(io, loaded(io), scene.request()), world)
  end)

  it("ended at any call leaves nothing half-made in sight, and the next login works", function()
    local call, finished = 0, false
    while not finished do
      local io, world = scene.create()
      world.put(io.paths.acl_dir .. "/x.json", '{"x":{"read":{"ubus":{"system":["board"]}}}}')
      scene.put_handshake(io, world)
      local settings = loaded(io)
      world.crash_after = call
      finished = pcall(handshake.authenticate, io, settings, scene.request())
      world.crash_after = nil
      for _, session in pairs(world.sessions) do
        -- LuCI takes no session without a token: it is set last, with everything but the name.
        assert.is_true(session.data.token == nil or session.data.username == "admin")
        assert.is_true(session.data.token == nil or next(session.grants) ~= nil)
      end
      scene.forget_tokens(world, io)
      scene.put_handshake(io, world)
      assert.is_true(handshake.authenticate(io, settings, scene.request()).ok)
      call = call + 1
    end
    assert.is_true(call > 15)
  end)

  it("its start ended at any call leaves no record without its whole content, and the next start works", function()
    local call, finished = 0, false
    while not finished do
      local io, world = scene.create()
      local settings = loaded(io)
      world.crash_after = call
      finished = pcall(handshake.initiate, io, settings)
      world.crash_after = nil
      for _, name in ipairs(world.in_run_dir("^handshake_")) do
        assert.equal(1, cjson.decode(world.text(io.paths.run_dir .. "/" .. name)).version)
      end
      assert.is_true(handshake.initiate(io, settings).ok)
      call = call + 1
    end
    assert.is_true(call > 8)
  end)

  it("with any function of the world failing ends in a Result with a code of the table", function()
    local errors = require("sso_login.web.errors").errors
    for _, name in ipairs({
      "read_file", "write_file", "rename", "remove", "make_dir", "list_dir", "file_info", "ubus_call", "https",
    }) do
      for skip = 0, 6 do
        local io, world = scene.create()
        scene.put_handshake(io, world)
        local settings = loaded(io)
        world.fail(name, 1, skip)
        local login = handshake.authenticate(io, settings, scene.request())
        assert.is_true(login.ok or errors[login.error] ~= nil, name)
        assert.is_nil(not login.ok and next(world.sessions) or nil, name .. " " .. skip)
      end
    end
  end)
end)
