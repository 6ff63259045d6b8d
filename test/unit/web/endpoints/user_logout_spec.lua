local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hand_over = require("sso_login.logout.hand_over")
local rate_limit = require("sso_login.web.rate_limit")
local requests = require("support.requests")
local scene = require("support.scene")

local none = fixtures.none
local endpoint = fixtures.discovery.full.end_session_endpoint
local stoken = ("ab"):rep(16)
local own, over, gone = ("5"):rep(32), ("e"):rep(32), ("f"):rep(32)
local everybody = ("0"):rep(32)
local cookie = "sysauth_https=" .. own
local to_provider = endpoint .. "?id_token_hint=h.p.s&client_id=" .. fixtures.client_id
local cleared = {
  "sysauth_https=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
  "sysauth=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
  "__Host-webui_sso_login=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
}

--- A logout with the session's token and cookie, changed, in a world with that session; values of it changed.
local function logout(changes, values)
  return fixtures.with({ path = "/logout", query = "stoken=" .. stoken, cookie = cookie, setup = function(world)
    world.add_session(fixtures.with({
      username = "admin", token = stoken, sso_email = "ada@example.org", sso_sub = "user-1", sso_issuer = fixtures.issuer,
      sso_id_token = "h.p.s",
    }, values), own)
  end }, changes)
end

local function ended(changes)
  return fixtures.with({ sessions = 0, cookies = cleared, location = to_provider }, changes)
end

local left_over = cjson.encode({ token = "abc", values = { sso_id_token = "h.p.s", sso_issuer = fixtures.issuer } })

local function refused(code) return { code = code, sessions = 1, asked = 0 } end

--- Asserts that a browser without a session gets no error, and that no other's session ends.
local function nothing(has_cookie)
  return { location = "/", cookies = has_cookie and cleared or {}, sessions = 1, log = "", asked = 0 }
end

describe("GET /logout", function()
  requests.rows({
    { "ends the session, clears both cookies and leads to the provider", logout(),
      ended({ log = "LOGOUT remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin session=" .. require("sso_login.jose.hash").safe_id(own) }) },
    { "takes the cookie sysauth as well", logout({ cookie = "sysauth=" .. own }), ended() },
    { "takes the session of the other cookie where one is over",
      logout({ cookie = ("sysauth_https=%s; sysauth=%s"):format(over, own) }), ended() },
    { "counts a session that vanished meanwhile as ended",
      logout({ setup = function(world)
        world.add_session({ token = stoken, sso_id_token = "h.p.s", sso_issuer = fixtures.issuer }, own)
        world.ubus_fail("destroy", 4)
      end }), { location = to_provider, cookies = cleared } },
    { "says when the session cannot be ended", logout({ setup = function(world)
      world.add_session({ token = stoken }, own)
      world.ubus_fail("destroy", 6)
    end }), {
      code = "INTERNAL_ERROR", sessions = 1, log = 'INTERNAL_ERROR remote=192.0.2.7 reason="the session could not be ended"',
    } },
    { "says when rpcd does not tell of the session", logout({ setup = function(world)
      world.add_session({ token = stoken }, own)
      world.ubus_fail("get", 7)
      world.ubus_fail("list", 7)
    end }), {
      code = "INTERNAL_ERROR", sessions = 1, cookies = {}, log = 'INTERNAL_ERROR remote=192.0.2.7 reason="the session could not be ended"',
    } },
  })

  it("prefers the session of sysauth_https", function()
    local io, world = scene.create()
    logout().setup(world)
    local other = world.add_session({ token = "other" })
    requests.judge(ended({ sessions = 1 }), requests.send(io, world, logout({ cookie = cookie .. "; sysauth=" .. other })), world)
    assert.is_table(world.sessions[other])
  end)

  it("reads the configuration once, and starts nothing", function()
    local io, world = scene.create()
    logout().setup(world)
    -- Not the first of its minute, which ends overdue sessions.
    rate_limit.count_request(io, rate_limit.window_of("logouts"))
    requests.send(io, world, logout())
    assert.same({ 1, {} }, { world.calls.uci_sections, world.started })
  end)

  it("asks rpcd for the sessions that old cookies name, and never for a list", function()
    for _, query in ipairs({ "", "stoken=" .. stoken }) do
      local io, world = scene.create()
      -- Not the first of its minute, which ends overdue sessions.
      rate_limit.count_request(io, rate_limit.window_of("requests"))
      world.add_session({ token = stoken }, own)
      requests.send(io, world, logout({ query = query, cookie = "sysauth_https=" .. over }))
      assert.same({ { ubus_rpc_session = over } }, world.calls_of("get"))
      assert.same({}, world.calls_of("list"))
    end
  end)

  for _, status in ipairs({ 7, false }) do
    it(("does not clear a cookie of which rpcd says nothing (%s)"):format(tostring(status)), function()
      local io, world = scene.create()
      world.before("ubus_call", function(_, method, args)
        local is_own = args.ubus_rpc_session == own
        world.ubus_fail(method, is_own and status or not is_own and 4)
      end)
      for cookies, code in pairs({ ["sysauth_https=" .. own .. "; sysauth=" .. over] = 500, ["sysauth_https=" .. over] = 302 }) do
        assert.equal(code, requests.send(io, world, logout({ cookie = cookies })).status)
      end
    end)
  end

  it("calls rpcd once for a session that both cookies name", function()
    local _, world = requests.run(logout({ cookie = ("sysauth_https=%s; sysauth=%s"):format(over, over) }))
    assert.equal(1, #world.calls_of("get"))
  end)

  for _, query in ipairs({
    "", "stoken", "stoken=", "x=" .. stoken, "stoken=" .. stoken .. "%20", "stoken=" .. ("cd"):rep(16), "stoken=" .. stoken:upper(),
    "stoken=" .. stoken:sub(3), "stoken=" .. stoken .. "ab",
  }) do
    requests.rows({ { ("with %q is CSRF_TOKEN_INVALID"):format(query), logout({ query = query }), refused("CSRF_TOKEN_INVALID") } })
  end
  for _, query in ipairs({ "stoken=" .. stoken .. "&stoken=" .. stoken, "stoken=%zz", "stoken=" .. stoken .. "%00" }) do
    requests.rows({ { ("with %q is INVALID_REQUEST"):format(query), logout({ query = query }), refused("INVALID_REQUEST") } })
  end
  for what, token in pairs({ ["no token"] = none, ["an empty token"] = "", ["a token that is no text"] = 7 }) do
    for _, query in ipairs({ "stoken=", "stoken=7", "stoken=nil" }) do
      requests.rows({ { ("of a session with %s cannot be by %s"):format(what, query), logout({ query = query }, { token = token }),
        refused("CSRF_TOKEN_INVALID") } })
    end
  end

  -- Another site's link brings no cookie, and cannot clear the user's.
  for _, query in ipairs({ "", "stoken=" .. stoken, "stoken=x" }) do
    for _, cookies in ipairs({
      "", "a=b", "sysauth=x", "sysauth_https=x; y; sysauth=", "sysauth_https=" .. over,
      ("sysauth_https=%s; sysauth=%s"):format(over, gone),
    }) do
      requests.rows({ { ("with %q and without a session (%s) leads to /"):format(query, cookies),
        logout({ query = query, cookie = cookies }), nothing(cookies:find("sysauth") ~= nil) } })
    end
  end

  requests.rows({ { "never ends rpcd's own session of everybody", logout({
    cookie = ("sysauth_https=%s; sysauth=%s"):format(everybody, everybody),
    setup = function(world) world.add_session({ token = stoken }, everybody) end,
  }), nothing(true) } })

  it("needs a configuration", function()
    for code, uci in pairs({ CONFIG_ERROR = { scope = "x" }, SSO_DISABLED = { enabled = "0" } }) do
      requests.expect(logout({ options = { uci = uci } }), refused(code))
    end
  end)

  it("logs and ends the session before it calls the provider", function()
    requests.expect(logout({ setup = function(world)
      logout().setup(world)
      world.on(fixtures.issuer .. "/.well-known/openid-configuration", function()
        assert.same({}, world.sessions)
        assert.matches("^LOGOUT ", world.log_text())
        return { failure = "timeout" }
      end)
    end }), ended({ location = "/", asked = 1 }))
  end)

  it("logs out once at the provider for a session that LuCI has ended", function()
    local io, world = scene.create()
    -- Nothing is asked of rpcd.
    world.ubus_fail("list", 7)
    local function out(token, cookies)
      return requests.send(io, world, { path = "/logout", query = "handover=" .. token, cookie = cookies })
    end
    for _, cookies in ipairs({ cookie, "other=1" }) do
      assert.is_true(hand_over.receive(io, left_over).ok)
      assert.equal("/", scene.header(out("abd"), "Location"))
      requests.judge(ended(), out("abc", cookies), world)
    end
    assert.equal("/", scene.header(out("abc"), "Location"))
    logout().setup(world)
    assert.equal(403, out("abc", cookie).status)
  end)
end)

describe("GET /logout leads", function()
  for what, metadata in pairs({
    ["the provider has no endpoint"] = { end_session_endpoint = none },
    ["the endpoint is not HTTPS"] = { end_session_endpoint = "http://idp.example/logout" },
    ["the endpoint would inject a header"] = { end_session_endpoint = "https://idp.example/\r\nX: y" },
    ["discovery fails"] = { issuer = "https://evil.example" },
  }) do
    requests.rows({ { "to / where " .. what, logout({ options = { metadata = metadata } }), ended({ location = "/" }) } })
  end

  requests.rows({
    { "to the provider without a hint for a session without ID Token", logout({}, { sso_id_token = none }),
      ended({ location = endpoint .. "?client_id=" .. fixtures.client_id }) },
    { "to the provider without a hint for a session of another issuer", logout({}, { sso_issuer = "https://before.example" }),
      ended({ location = endpoint .. "?client_id=" .. fixtures.client_id }) },
    { "back to post_logout_redirect_uri",
      logout({ options = { uci = { post_logout_redirect_uri = "https://router.example/?a=b&c" } } }),
      ended({ location = "^" .. (to_provider .. "&post_logout_redirect_uri=https%3A%2F%2Frouter.example%2F%3Fa%3Db%26c")
        :gsub("%p", "%%%0") .. "&state=[%w_-]+$" }) },
    { "to an endpoint with a query", logout({ options = { metadata = { end_session_endpoint = endpoint .. "?p=1" } } }),
      ended({ location = endpoint .. "?p=1&id_token_hint=h.p.s&client_id=" .. fixtures.client_id }) },
    { "to the public address with an internal issuer", logout({
      options = { uci = { internal_issuer_url = "https://10.0.0.2" } }, setup = function(world)
        logout().setup(world)
        world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
      end,
    }), ended() },
  })
end)

describe("the windows of GET /logout", function()
  it("do not refuse a proven logout because of others or of the client's own requests", function()
    local io, world = scene.create({ uci = { client_limit = "5" } })
    logout().setup(world)
    hand_over.receive(io, left_over)
    local function ask(query, changes)
      return requests.send(io, world, logout(fixtures.with({ query = query }, changes)))
    end
    for i = 1, 70 do
      assert.equal(i <= 5 and 403 or 429, ask("stoken=wrong").status)
      requests.send(io, world, { path = "/callback", remote_addr = "192.0.2." .. i + 10 })
    end
    assert.equal(429, ask("stoken=wrong", { remote_addr = "192.0.2.99" }).status)
    assert.equal(to_provider, scene.header(ask("handover=abc", { cookie = "" }), "Location"))
    assert.equal(429, ask("handover=abc", { cookie = "" }).status)
    assert.equal(to_provider, scene.header(ask("stoken=" .. stoken), "Location"))
    assert.same({}, world.sessions)
    assert.equal("..", world.text(io.paths.run_dir .. "/" .. world.in_run_dir("^rate_logouts_")[1]))
  end)

  it("limit proven logouts, too", function()
    local io, world = scene.create()
    logout().setup(world)
    for _ = 1, 200 do
      assert.is_true(rate_limit.count_request(io, rate_limit.window_of("logouts")).ok)
    end
    assert.equal(429, requests.send(io, world, logout()).status)
    assert.equal(302, requests.send(io, world, {}).status)
  end)
end)
