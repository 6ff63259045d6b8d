--- backchannel_logout: POST /backchannel-logout through the router, and what it means for a login under way.
local fixtures = require("support.fixtures")
local login = require("support.login")
local router = require("sso_login.web.router")
local scene = require("support.scene")

local form = "application/x-www-form-urlencoded"

local function open(uci)
  local io, world = scene.create({ uci = fixtures.with({ backchannel_logout = "1" }, uci) })
  for i, values in ipairs({
    { sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_sid = "session-1", username = "admin" },
    { sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_sid = "session-2", username = "admin" },
    { sso_issuer = fixtures.issuer, sso_sub = "user-1", username = "old" },
    { sso_issuer = fixtures.issuer, sso_sub = "user-2", sso_sid = "session-3", username = "admin" },
    { sso_issuer = "https://other.example", sso_sub = "user-1", sso_sid = "session-1", username = "admin" },
    { username = "root" },
  }) do
    world.add_session(values, tostring(i):rep(32))
  end
  return io, world
end

local function post(io, world, body, changes)
  world.input = body
  return router.handle(io, scene.environment("/backchannel-logout", "", "",
    fixtures.with({ method = "POST", content_type = form }, changes)))
end

--- First digits of the sessions that are left.
local function left(world)
  local found = {}
  for sid in pairs(world.sessions) do
    found[#found + 1] = sid:sub(1, 1)
  end
  table.sort(found)
  return table.concat(found)
end

local function token(name)
  return "logout_token=" .. fixtures.tokens[name]
end

local function assert_refused(response, world, line)
  assert.equal(400, response.status)
  assert.equal("application/json", response.content_type)
  assert.equal('{"error":"invalid_request"}', response.body)
  assert.equal("LOGOUT_REFUSED remote=192.0.2.7 " .. line, world.log_text())
  assert.equal("123456", left(world))
  assert.is_nil(world.log_text():find(fixtures.tokens.logout, 1, true))
end

describe("POST /backchannel-logout", function()
  for name, rest in pairs({
    -- The third session is of a login before the option was on.
    logout = "2456", logout_sub = "456", logout_sid = "23456",
  }) do
    it("ends the sessions that are meant by " .. name, function()
      local io, world = open()
      local response = post(io, world, token(name))
      assert.same({ status = 200, headers = {}, body = "" }, response)
      assert.equal(rest, left(world))
      local ended = 6 - #rest
      assert.equal(ended, #world.logs)
      for _, entry in ipairs(world.logs) do
        assert.truthy(entry.line:find("^LOGOUT by=provider email=\"\" sub=user%-1 role=%l+ session=%x+$"))
      end
      assert.equal(1, #world.calls_of("list"))
    end)
  end

  it("is content where there is no session", function()
    local io, world = open()
    world.sessions = {}
    assert.equal(200, post(io, world, token("logout")).status)
    assert.same({}, world.logs)
  end)

  it("takes parameters of the type, and other fields", function()
    for _, content_type in ipairs({ form .. ";charset=UTF-8", form .. " ; charset=UTF-8", form:upper() }) do
      local io, world = open()
      assert.equal(200, post(io, world, "a=b&" .. token("logout") .. "&a=c&%zz", { content_type = content_type }).status)
    end
  end)

  it("takes a token once", function()
    local io, world = open()
    assert.equal(200, post(io, world, token("logout")).status)
    world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_sid = "session-1" }, ("7"):rep(32))
    world.logs = {}
    assert.equal(400, post(io, world, token("logout")).status)
    assert.equal("LOGOUT_REFUSED remote=192.0.2.7 cause=TOKEN_REPLAYED", world.log_text())
    assert.equal("24567", left(world))
  end)

  it("tells its tokens from ID Tokens and from another provider's", function()
    local io, world = open()
    local registry = require("sso_login.login.token_registry")
    assert.is_true(registry.register(io, fixtures.issuer .. " logout-1").ok)
    assert.is_true(registry.register(io, "logout " .. fixtures.issuer .. "logout-1").ok)
    assert.is_true(registry.register(io, "logout logout-1").ok)
    assert.equal(200, post(io, world, token("logout")).status)
    assert.equal("TOKEN_REPLAYED", registry.register(io, "logout " .. fixtures.issuer .. " logout-1").error)
  end)

  for _, case in ipairs({
    { "", "cause=INVALID_REQUEST reason=\"no logout_token\"" },
    { "token=x", "cause=INVALID_REQUEST reason=\"no logout_token\"" },
    { token("logout") .. "&" .. token("logout"), "cause=INVALID_REQUEST parameter=logout_token reason=\"given twice\"" },
    { "logout_token=%zz", "cause=INVALID_REQUEST parameter=logout_token reason=percent-encoding" },
    { "logout_token=%00", "cause=INVALID_REQUEST parameter=logout_token reason=\"control character\"" },
    { ("x"):rep(16385), "cause=INPUT_TOO_LARGE" },
    { ("x"):rep(16384), "cause=INVALID_REQUEST reason=\"no logout_token\"" },
    { "logout_token=x", "cause=ID_TOKEN_VERIFICATION_FAILED reason=\"not three parts\"" },
    { token("rs256"), "cause=ID_TOKEN_VERIFICATION_FAILED claim=events reason=\"is not of a log-out\"" },
    { token("logout"), "cause=INVALID_REQUEST reason=\"not a form\"", "application/json" },
    { token("logout"), "cause=INVALID_REQUEST reason=\"not a form\"", "" },
    { token("logout"), "cause=INVALID_REQUEST reason=\"not a form\"", form .. "x" },
  }) do
    it(("refuses %.40q, %s"):format(case[1], case[2]), function()
      local io, world = open()
      assert_refused(post(io, world, case[1], { content_type = case[3] }), world, case[2])
    end)
  end

  it("names the cause where it cannot do its part", function()
    for name, line in pairs({
      list = "cause=UBUS_LOGIN_FAILED method=list", destroy = "cause=UBUS_LOGIN_FAILED method=destroy",
      write_file = "cause=INTERNAL_ERROR path=/var/run/sso-login", make_dir = "cause=INTERNAL_ERROR",
    }) do
      local io, world = open()
      post(io, world, "")
      world.logs = {}
      if name == "write_file" or name == "make_dir" then
        -- The first call is the rate's own.
        world.fail(name, nil, 2)
      else
        world.ubus_fail(name)
      end
      local response = post(io, world, token("logout"))
      assert.equal(400, response.status, name)
      assert.truthy(world.log_text():find("LOGOUT_REFUSED remote=192.0.2.7 " .. line, 1, true), world.log_text())
      assert.equal("123456", left(world))
    end
  end)

  describe("a token whose sessions could not be ended", function()
    local function failed_once()
      local io, world = open()
      world.sessions[("1"):rep(32)].data.sso_login_time = world.now
      -- rpcd is asked for the list, and to end two sessions.
      world.fail("ubus_call_all", 2, 1)
      assert.equal(400, post(io, world, token("logout")).status)
      assert.equal("123456", left(world))
      return io, world
    end

    local function later(world)
      world.now = world.now + 5
      world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_sid = "session-1",
        sso_login_time = world.now }, ("7"):rep(32))
    end

    it("may come again, and ends those of its first time alone", function()
      local io, world = failed_once()
      later(world)
      assert.equal(200, post(io, world, token("logout")).status)
      assert.equal("24567", left(world))
      assert.equal(400, post(io, world, token("logout")).status)
      local provider_logout = require("sso_login.login.provider_logout")
      assert.is_false(provider_logout.has_come(io, "session-1", "user-1", world.now), "a login since then is not meant")
    end)

    it("ends them at the third time, too", function()
      local io, world = failed_once()
      later(world)
      world.fail("ubus_call_all", 1)
      assert.equal(400, post(io, world, token("logout")).status)
      assert.equal(200, post(io, world, token("logout")).status)
      assert.equal("24567", left(world))
    end)

    it("is taken from one of several that come at once", function()
      local io, world = failed_once()
      post(io, world, "")
      world.fail("remove")
      assert.equal(400, post(io, world, token("logout")).status)
      assert.equal("123456", left(world))
    end)
  end)

  it("is refused like everything else before its turn", function()
    for code, case in pairs({
      HTTPS_REQUIRED = { {}, { https = false } }, SSO_DISABLED = { { enabled = "0" } }, CONFIG_ERROR = { { scope = "x" } },
      INPUT_TOO_LARGE = { {}, { cookie = ("x"):rep(16385) } },
    }) do
      local io, world = open(case[1])
      local response = post(io, world, token("logout"), case[2])
      assert.equal(code, world.log_text():match("^%S+"))
      assert.equal("text/plain", response.content_type)
      assert.equal("123456", left(world))
    end
    local io, world = open()
    for _ = 1, 50 do
      post(io, world, "")
    end
    assert.equal(429, post(io, world, token("logout")).status)
  end)

  it("writes 20 lines a minute of what anybody can send", function()
    local io, world = open()
    for _ = 1, 40 do
      post(io, world, token("logout_other_key"))
    end
    assert.equal(21, #world.logs)
  end)

  it("is the one thing that may be posted, and that not got", function()
    local io, world = open()
    for _, path in ipairs({ "/", "/callback", "/logout", "/backchannel-logout/", "backchannel-logout" }) do
      assert.equal(405, post(io, world, token("logout"), { path_info = path }).status)
    end
    assert.equal(405, post(io, world, token("logout"), { method = "PUT" }).status)
    assert.equal(404, post(io, world, token("logout"), { method = "GET" }).status)
  end)

  it("is not there while the option is off", function()
    for _, value in ipairs({ "0", fixtures.none, "yes", "" }) do
      local io, world = open({ backchannel_logout = value })
      local response = post(io, world, token("logout"))
      assert.equal(405, response.status)
      assert.equal("METHOD_NOT_ALLOWED remote=192.0.2.7 method=POST", world.log_text())
      assert.equal("123456", left(world))
      assert.equal(404, post(io, world, "", { method = "GET" }).status)
    end
  end)
end)

describe("a login", function()
  it("keeps the provider's session where the provider may end it", function()
    local function kept(name, value)
      local _, world = login.authenticate({ token = name, uci = { backchannel_logout = value } })
      local _, made = next(world.sessions)
      return made.data.sso_sid
    end
    assert.equal("session-1", kept("with_sid", "1"))
    assert.is_nil(kept("with_sid", "0"))
    assert.equal("", kept("rs256", "1"))
    assert.equal("", kept("sid_nul", "1"))
  end)

  --- A login during whose token request a logout token comes, `age` seconds after the login began.
  local function interrupted(name, value, age)
    local io, world = scene.create({ token = "with_sid", uci = { backchannel_logout = "1" } })
    local config = login.loaded(io)
    config.backchannel_logout = value
    scene.put_handshake(io, world, age)
    world.on(fixtures.discovery.full.token_endpoint, function()
      assert.equal(200, post(io, world, token(name)).status)
      return fixtures.token_response("with_sid")
    end)
    return require("sso_login.handshake").authenticate(io, config, scene.request()), world
  end

  it("under way ends when the provider ends its session, or all of the user's", function()
    for _, name in ipairs({ "logout", "logout_sub", "logout_sid" }) do
      local result, world = interrupted(name, true, 0)
      login.assert_refused("IDP_ERROR", result, world)
      assert.equal("the provider ended its session during the login", result.details.reason)
    end
  end)

  it("is left alone by what came before it began", function() assert.is_true(interrupted("logout", true, -1).ok) end)

  it("does not look for that where the option is off", function()
    assert.is_true(interrupted("logout", false, 0).ok)
  end)
end)
