local fixtures = require("support.fixtures")
local handshake = require("sso_login.contracts.handshake")
local requests = require("support.requests")
local scene = require("support.scene")
local token_registry = require("sso_login.protocol.token_registry")

local none = fixtures.none
local form = "application/x-www-form-urlencoded"

local function token(name) return "logout_token=" .. fixtures.tokens[name] end

--- Six sessions, whose ids are made of one digit each.
local function add_sessions(world)
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
end

--- A posted body, in a world with these sessions; the request changed.
local function post(body, changes)
  return fixtures.with({
    path = "/backchannel-logout", method = "POST", content_type = form, body = body, setup = add_sessions,
    options = { uci = { backchannel_logout = "1" } },
  }, changes)
end

local function with_uci(uci)
  return { options = { uci = fixtures.with({ backchannel_logout = "1" }, uci) } }
end

--- First digits of the sessions that are left.
local function left(world)
  return (table.concat(fixtures.keys(world.sessions)):gsub(("%x"):rep(32), function(sid) return sid:sub(1, 1) end))
end

local refused_body = '{"error":"invalid_request"}'

--- The log of a refusal for which no session ends.
local function refused(facts)
  return { status = 400, body = refused_body, cookies = {}, sessions = 6, log = "LOGOUT_REFUSED remote=192.0.2.7 cause=" .. facts }
end

local function assert_done(status, digits, io, world, request)
  assert.equal(status, requests.send(io, world, request).status)
  assert.equal(digits, left(world))
end

describe("POST /backchannel-logout", function()
  -- The third session is of a login before the option was on.
  for name, rest in pairs({ logout = "2456", logout_sub = "456", logout_sid = "23456" }) do
    it("ends the sessions of " .. name, function()
      local response, world = requests.run(post(token(name)))
      assert.same({ status = 200, headers = {}, body = "" }, response)
      assert.equal(rest, left(world))
      assert.equal(6 - #rest, #world.logs)
      for _, entry in ipairs(world.logs) do
        assert.matches("^LOGOUT by=provider email=\"\" sub=user%-1 role=%l+ session=%x+$", entry.line)
      end
      assert.equal(1, #world.calls_of("list"))
    end)
  end

  requests.rows({ { "is content where there is no session", post(token("logout"), { setup = none }), { status = 200, log = "" } } })

  for _, content_type in ipairs({ form .. ";charset=UTF-8", form .. " ; charset=UTF-8", form:upper() }) do
    requests.rows({ { "takes other fields, and the type " .. content_type,
      post("a=b&" .. token("logout") .. "&a=c&%zz", { content_type = content_type }), { status = 200, sessions = 4 } } })
  end

  for _, case in ipairs({
    { "", "INVALID_REQUEST reason=\"no logout_token\"" }, { "token=x", "INVALID_REQUEST reason=\"no logout_token\"" },
    { token("logout") .. "&" .. token("logout"), "INVALID_REQUEST parameter=logout_token reason=\"given twice\"" },
    { "logout_token=x", "ID_TOKEN_VERIFICATION_FAILED reason=\"not three parts\"" },
    { token("rs256"), "ID_TOKEN_VERIFICATION_FAILED claim=events reason=\"is not of a log-out\"" },
    { token("logout"), "INVALID_REQUEST reason=\"not a form\"", "application/json" },
  }) do
    requests.rows({ { ("refuses %.40q, %s"):format(case[1], case[2]), post(case[1], { content_type = case[3] }), refused(case[2]) } })
  end

  --- The first calls of a function that writes are those of the caches and the rate. Sessions end where only the token cannot be kept.
  for name, facts in pairs({
    list = "UBUS_LOGIN_FAILED method=list", destroy = "UBUS_LOGIN_FAILED method=destroy",
    write_file = "INTERNAL_ERROR path=/var/run/sso-login", make_dir = "INTERNAL_ERROR",
  }) do
    it("logs the cause of a failure: " .. name, function()
      local _, world, io = requests.run(post(""))
      world.logs = {}
      if facts:find("INTERNAL") then
        world.fail(name, nil, name == "make_dir" and 4 or 2)
      else
        world.ubus_fail(name)
      end
      assert_done(400, facts:find("INTERNAL") and "2456" or "123456", io, world, post(token("logout")))
      assert.truthy(world.log_text():find("LOGOUT_REFUSED remote=192.0.2.7 cause=" .. facts, 1, true), world.log_text())
    end)
  end

  for code, changes in pairs({
    HTTPS_REQUIRED = { https = false }, SSO_DISABLED = with_uci({ enabled = "0" }), CONFIG_ERROR = with_uci({ scope = "x" }),
    INPUT_TOO_LARGE = { cookie = ("x"):rep(16385) },
  }) do
    requests.rows({ { "is refused as anything else with " .. code, post(token("logout"), changes), { code = code, sessions = 6 } } })
  end

  for _, path in ipairs({ "/", "/callback", "/logout", "backchannel-logout" }) do
    requests.rows({ { "is the one thing that may be posted, not " .. path, post(token("logout"), { path = path }),
      { code = "METHOD_NOT_ALLOWED" } } })
  end
  requests.rows({
    { "is not put", post(token("logout"), { method = "PUT" }), { code = "METHOD_NOT_ALLOWED" } },
    { "is not got", post(token("logout"), { method = "GET" }), { code = "METHOD_NOT_ALLOWED" } },
  })
  for _, value in ipairs({ "0", none, "yes", "" }) do
    local off = with_uci({ backchannel_logout = value })
    requests.rows({
      { "is not there while the option is " .. tostring(value), post(token("logout"), off),
        { code = "METHOD_NOT_ALLOWED", sessions = 6, log = "METHOD_NOT_ALLOWED remote=192.0.2.7 method=POST "
          .. 'reason="backchannel_logout is off"' } },
      { "is not got while the option is " .. tostring(value), post("", fixtures.with(off, { method = "GET" })), { code = "NOT_FOUND" } },
    })
  end
end)

describe("a logout token", function()
  it("is accepted once", function()
    local _, world, io = requests.run(post(token("logout")))
    world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", sso_sid = "session-1" }, ("7"):rep(32))
    world.logs = {}
    assert_done(400, "24567", io, world, post(token("logout")))
    assert.equal("LOGOUT_REFUSED remote=192.0.2.7 cause=TOKEN_REPLAYED", world.log_text())
  end)

  it("is distinguished from ID Tokens and from another provider's tokens", function()
    local io, world = scene.create(post("").options)
    for _, other in ipairs({ fixtures.issuer .. " logout-1", "logout " .. fixtures.issuer .. "logout-1", "logout logout-1" }) do
      assert.is_true(token_registry.register(io, other).ok)
    end
    assert.equal(200, requests.send(io, world, post(token("logout"))).status)
    assert.equal("TOKEN_REPLAYED", token_registry.register(io, "logout " .. fixtures.issuer .. " logout-1").error)
  end)

  describe("after too many requests without proof", function()
    --- A world in which other posts have filled the window, behind one with a token where that is named.
    local function crowded(first)
      local io, world = scene.create(with_uci({ client_limit = "50" }).options)
      add_sessions(world)
      if first then
        requests.send(io, world, post(token(first)))
      end
      for i = 1, 60 do
        assert.equal(i <= 50 and 400 or 429, requests.send(io, world, post("x=" .. i)).status)
      end
      return io, world
    end

    it("ends sessions by cached keys, and is no proof once used", function()
      local io, world = crowded("logout_sid")
      assert_done(429, "23456", io, world, post(token("logout_sid")))
      assert_done(200, "2456", io, world, post(token("logout")))
      assert.equal(2, #world.requests)
    end)

    it("requests no keys, and does not delay logins", function()
      local io, world = crowded()
      local response = requests.send(io, world, post(token("logout")))
      assert.same({ 429, tostring(60 - world.now % 60) }, { response.status, scene.header(response, "Retry-After") })
      assert.equal(0, #world.requests)
      assert.equal(302, requests.send(io, world, { path = "/logout", remote_addr = "198.51.100.8" }).status)
      world.now = world.now + 60
      assert_done(200, "2456", io, world, post(token("logout")))
    end)
  end)
end)

describe("a login", function()
  for name, case in pairs({
    ["the id that the ID Token has"] = { "with_sid", "1", "session-1" }, ["none while the option is off"] = { "with_sid", "0" },
    ["an empty one where the token has none"] = { "rs256", "1", "" }, ["an empty one for a NUL"] = { "sid_nul", "1", "" },
  }) do
    it("stores the provider's session " .. name, function()
      local _, world = scene.authenticate({ token = case[1], uci = { backchannel_logout = case[2] } })
      assert.equal(case[3], select(2, next(world.sessions)).data.sso_sid)
    end)
  end

  --- A login during whose token request a logout token comes, `age` seconds after the login began.
  local function interrupted(name, value, age)
    local io, world = scene.create({ token = "with_sid", uci = { backchannel_logout = "1" } })
    local config = scene.loaded(io)
    config.backchannel_logout = value
    scene.put_handshake(io, world, age)
    world.on(fixtures.discovery.full.token_endpoint, function()
      assert.equal(200, requests.send(io, world, post(token(name))).status)
      return fixtures.token_response("with_sid")
    end)
    return handshake.authenticate(io, config, scene.request()), world
  end

  for _, name in ipairs({ "logout", "logout_sub", "logout_sid" }) do
    it("in progress is refused after a logout of its session or of the user: " .. name, function()
      local result, world = interrupted(name, true, 0)
      scene.assert_refused("IDP_ERROR", result, world)
      assert.equal("the provider ended its session during the login", result.details.reason)
    end)
  end

  it("is not ended by a logout token from before it began, nor if the option is off", function()
    assert.is_true(interrupted("logout", true, -1).ok)
    assert.is_true(interrupted("logout", false, 0).ok)
  end)
end)
