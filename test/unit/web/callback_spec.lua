--- handlers: login start and callback as responses, through the router.
local cjson = require("cjson")
local callback_module = require("sso_login.web.callback")
local crypto = require("sso_login.crypto")
local expect = require("support.expect")
local fixtures = require("support.fixtures")
local output = require("sso_login.web.output")
local router = require("sso_login.web.router")
local scene = require("support.scene")

local full = fixtures.discovery.full
local state = fixtures.handshake.state
local state_cookie = scene.state_cookie

local function callback(options, query, cookie)
  local io, world = scene.create(options)
  scene.put_handshake(io, world)
  return router.handle(io, scene.callback(query, cookie)), world, io
end

describe("GET /", function()
  for _, path in ipairs({ "", "/" }) do
    it(("with path %q sends the browser to the provider with the state cookie"):format(path), function()
      local io, world = scene.create()
      local response = router.handle(io, scene.environment(path))
      assert.equal(302, response.status)
      assert.equal("", response.body)
      local location = scene.header(response, "Location")
      assert.equal(full.authorization_endpoint, location:match("^[^?]*"))
      local cookie = scene.header(response, "Set-Cookie")
      local token = cookie:match("^__Host%-webui_sso_state=([%w_-]+);")
      assert.equal(
        state_cookie .. "=" .. token .. "; Path=/; Max-Age=300; HttpOnly; Secure; SameSite=Lax", cookie
      )
      assert.truthy(location:find("[?&]state=" .. token:gsub("%p", "%%%0")))
      assert.is_string(world.text(scene.record_path(io, token)))
      assert.is_nil(world.log_text():find(token, 1, true))
    end)
  end

  for _, case in ipairs({
    { "a provider that is down", { metadata = { issuer = "https://evil.example" } }, "DISCOVERY_ISSUER_MISMATCH" },
    { "no client authentication in common", { document = "jwt_only" }, "CONFIG_ERROR" },
  }) do
    it(case[1] .. " is " .. case[3], function()
      local io, world = scene.create(case[2])
      expect.page(case[3], router.handle(io, scene.environment()), world)
    end)
  end
end)

describe("GET /callback", function()
  it("sends the browser to the landing page with its cookies in order", function()
    local response, world = callback()
    assert.equal(302, response.status)
    assert.equal("/cgi-bin/webui/", scene.header(response, "Location"))
    local sid = next(world.sessions)
    assert.same({
      state_cookie .. "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
      "sysauth_https=; Path=/cgi-bin/luci/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
      "sysauth_https=" .. sid .. "; Path=/; HttpOnly; Secure; SameSite=Strict",
      "sysauth=" .. sid .. "; Path=/; HttpOnly; Secure; SameSite=Strict",
    }, scene.header_values(response, "Set-Cookie"))
  end)

  it("logs which scopes the provider did not grant, and leaves word for the check", function()
    for roles, line in pairs({
      [false] = "^LOGIN_GRANTED .* not_granted=\"profile email\"", [{}] = "^USER_NOT_AUTHORIZED .* not_granted=\"profile email\"",
    }) do
      local _, world = callback({ response = { scope = "openid" }, roles = roles or nil })
      assert.matches(line, world.log_text())
      assert.same({ "scopes.json" }, world.in_run_dir("^scopes"))
    end
    local _, world = callback({ response = { scope = "openid profile email" } })
    assert.is_nil(world.log_text():find("not_granted", 1, true))
    assert.same({}, world.in_run_dir("^scopes"))
  end)

  it("ends the oldest of the user's eleven sessions", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    for age = 1, 10 do
      world.add_session({
        username = "admin", sso_roles = { "admin" }, sso_issuer = fixtures.issuer, sso_email = "ada@example.org", sso_sub = "user-1",
        sso_login_time = world.now - age,
      })
    end
    assert.equal(302, router.handle(io, scene.callback()).status)
    assert.is_nil(world.sessions[("%032x"):format(10)])
    assert.is_table(world.sessions[("%032x"):format(9)])
  end)

  it("deletes LuCI's own cookie at webui_path", function()
    local response = callback({ uci = { webui_path = "/ui/" } })
    local cookies = scene.header_values(response, "Set-Cookie")
    assert.equal("sysauth_https=; Path=/ui/; Max-Age=0; HttpOnly; Secure; SameSite=Strict", cookies[2])
    -- and where LuCI keeps it, which is the same path whatever page the browser is sent to
    assert.equal("sysauth_https=; Path=/cgi-bin/luci/; Max-Age=0; HttpOnly; Secure; SameSite=Strict", cookies[3])
    assert.equal(5, #cookies)
  end)

  it("logs the login once, with address, role and identity, and no secret", function()
    local _, world = callback()
    assert.equal(1, #world.logs)
    assert.equal("notice", world.logs[1].level)
    local line = world.logs[1].line
    local sid = crypto.safe_id(next(world.sessions))
    assert.equal("LOGIN_GRANTED remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin session=" .. sid, line)
    assert.is_nil(scene.leak(line))
    assert.is_nil(line:find(next(world.sessions), 1, true))
  end)

  it("names no host where the configuration has none to name", function()
    local io = scene.create()
    local config = fixtures.config({ redirect_uri = "nowhere" })
    local refused = callback_module.handle(io, config, scene.callback(nil, ""))
    assert.same(
      { ok = false, error = "MISSING_HANDSHAKE_COOKIE", details = { host = "router.example", redirect_host = "" } }, refused
    )
  end)

  it("names the host under which the login began, and redirect_uri's, each with its port", function()
    local io, world = scene.create()
    local config = fixtures.config({ redirect_uri = "https://Router.example:8443/cgi-bin/sso-login/callback" })
    local start = scene.callback(nil, "")
    start.host = "192.168.1.1:8443"
    local started = require("sso_login.web.start").handle(io, config, start)
    assert.is_true(started.ok)
    local sent = started.data.headers[1][2]:match("[?&]state=([^&]+)")
    local back = scene.callback("code=c&state=" .. sent, "")
    back.host = "router.example:8443"
    assert.same(
      { host = "192.168.1.1:8443", redirect_host = "router.example:8443" }, callback_module.handle(io, config, back).details
    )
    assert.equal(1, #world.in_run_dir("^handshake_"))
    local standard = fixtures.config({ redirect_uri = "https://router.example:443/cgi-bin/sso-login/callback" })
    assert.equal("router.example", callback_module.handle(io, standard, back).details.redirect_host)
  end)

  it("says that it was another browser where the hosts do not differ, whatever their ports", function()
    local io = scene.create()
    local config = fixtures.config({ redirect_uri = "https://Router.example:8443/cgi-bin/sso-login/callback" })
    local back = scene.callback(nil, "")
    back.host = "ROUTER.example"
    assert.same({ id = "other_browser" }, callback_module.handle(io, config, back).details.hint)
  end)

  it("log_identity 0 logs only safe ids", function()
    local _, world = callback({ uci = { log_identity = "0" } })
    local line = world.log_text()
    assert.is_nil(line:find("ada", 1, true))
    assert.is_nil(line:find("user-1", 1, true))
    assert.truthy(line:find(" email_id=" .. crypto.safe_id("ada@example.org"), 1, true))
    assert.truthy(line:find(" sub_id=" .. crypto.safe_id("user-1"), 1, true))
  end)

  for what, text in pairs({
    ["line feeds"] = "x\nLOGIN_GRANTED email=root", ["quotes"] = 'x" role=root "', ["escapes"] = "\27[2J", ["8 bit"] = "\195\164",
  }) do
    it("no e-mail with " .. what .. " can forge a log line", function()
      local _, world = callback({ token = "no_email", userinfo = cjson.encode({ sub = "user-1", email = text }) })
      assert.equal(1, #world.logs)
      assert.is_nil(world.log_text():find("[%c\127-\255]"))
      assert.is_nil(world.log_text():find(" role=root", 1, true) and not world.log_text():find('\\" role=root', 1, true) or nil)
    end)
  end

  --- { what, options, query, cookie, code }
  for _, case in ipairs({
    { "nothing", {}, "", nil, "INVALID_REQUEST" },
    { "no state", {}, "code=c", nil, "INVALID_REQUEST" },
    { "no code", {}, "state=" .. state, nil, "INVALID_REQUEST" },
    { "two codes", {}, "code=c&code=d&state=" .. state, nil, "INVALID_REQUEST" },
    { "no cookie", {}, nil, "", "MISSING_HANDSHAKE_COOKIE" },
    { "a cookie of another name", {}, nil, "webui_sso_state=" .. state, "MISSING_HANDSHAKE_COOKIE" },
    { "two different state cookies", {}, nil, ("%s=%s; %s=other"):format(state_cookie, state, state_cookie), "MISSING_HANDSHAKE_COOKIE" },
    { "another cookie", {}, nil, state_cookie .. "=other", "STATE_PARAMETER_MISMATCH" },
    { "an unknown state", {}, "code=c&state=other", state_cookie .. "=other", "STATE_NOT_FOUND" },
    { "the provider's error", {}, "error=access_denied&error_description=No%0Ayou&state=" .. state, nil, "IDP_ERROR" },
    { "another issuer", {}, "code=c&iss=https%3A%2F%2Fevil.example&state=" .. state, nil, "IDP_ERROR" },
    { "a user without a role", { token = "unknown_user" }, nil, nil, "USER_NOT_AUTHORIZED" },
    { "an unverified e-mail", { token = "unverified" }, nil, nil, "USER_NOT_AUTHORIZED" },
    { "a token without at_hash", { token = "no_at_hash" }, nil, nil, "AT_HASH_MISMATCH" },
  }) do
    it(case[1] .. " is " .. case[5] .. ", an error page that sets no cookie and a log line", function()
      local response, world = callback(case[2], case[3], case[4])
      expect.page(case[5], response, world)
      assert.same({}, world.sessions)
    end)
  end

  it("a hostile error text of the token endpoint cannot forge a line", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    world.on(full.token_endpoint, { status = 400, body = cjson.encode({ error = "x\r\nLOGIN_GRANTED " .. ("y"):rep(9999) }) })
    local response = router.handle(io, scene.callback())
    expect.page("TOKEN_EXCHANGE_FAILED", response, world)
    assert.is_true(#world.log_text() < 1200)
    assert.truthy(world.log_text():find("http_status=400", 1, true))
  end)

  it("a second callback with the same access token is TOKEN_REPLAYED", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    router.handle(io, scene.callback())
    scene.put_handshake(io, world)
    world.logs = {}
    expect.page("TOKEN_REPLAYED", router.handle(io, scene.callback()), world)
  end)

  it("a callback opened twice is STATE_NOT_FOUND and leaves the first session", function()
    local response, world, io = callback()
    assert.equal(302, response.status)
    world.logs = {}
    expect.page("STATE_NOT_FOUND", router.handle(io, scene.callback()), world)
    assert.is_table(next(world.sessions) and world.sessions[next(world.sessions)])
  end)

  it("never costs the session the browser already had", function()
    for _, query in ipairs({ "", "code=c", "error=x&state=" .. state, "code=c&state=other" }) do
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local sid = world.add_session({ token = "t" })
      local cookie = ("%s=%s; sysauth_https=%s; sysauth=%s"):format(state_cookie, state, sid, sid)
      local response = router.handle(io, scene.callback(query, cookie))
      assert.is_true(response.status >= 400)
      assert.same({}, scene.header_values(response, "Set-Cookie"))
      assert.is_table(world.sessions[sid])
    end
  end)

  it("makes a new session and never takes a presented id", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local planted = world.add_session({ token = "t" }, ("a"):rep(32))
    local cookie = ("%s=%s; sysauth_https=%s"):format(state_cookie, state, planted)
    local response = router.handle(io, scene.callback(nil, cookie))
    assert.is_nil(table.concat(scene.header_values(response, "Set-Cookie")):find(planted, 1, true))
    assert.is_nil(world.sessions[planted])
  end)
end)

describe("GET /callback with a NUL in the e-mail", function()
  -- ubus takes C strings: cut at the NUL, the session would name another user.
  it("keeps no e-mail in the session", function()
    local response, world = callback({
      token = "no_email", roles = { { name = "other", group = { "/net/admins" } } },
      userinfo = '{"sub":"user-1","email":"ada@example.org\\u0000x","groups":["/net/admins"]}',
    })
    assert.equal(302, response.status)
    local _, session = next(world.sessions)
    assert.equal("", session.data.sso_email)
  end)
end)

describe("GET /callback of a user whose e-mail is not verified", function()
  it("logs that it cost a role, and nothing of the kind otherwise", function()
    for verified, expected in pairs({ ["false"] = true, ["true"] = false }) do
      local response, world = callback({
        token = "no_email_no_groups",
        roles = { { name = "net", group = { "net" } }, { name = "mail", email = { "ada@example.org" } } },
        userinfo = ('{"sub":"user-1","email":"ada@example.org","email_verified":%s,"groups":["net"]}'):format(verified),
      })
      assert.equal(302, response.status)
      assert.equal(expected, world.log_text():find(" unverified_email=ignored", 1, true) ~= nil)
    end
  end)
end)

describe("GET /callback of a user whose e-mail is not verified, and who has a role by a group", function()
  local by_group = { { name = "net", group = { "net" } }, { name = "mail", email = { "ada@example.org" } } }

  local function login(verified, uci)
    local response, world = callback({
      token = "no_email_no_groups", roles = by_group, uci = uci,
      userinfo = ('{"sub":"user-1","email":"ada@example.org","email_verified":%s,"groups":["net"]}'):format(verified),
    })
    assert.equal(302, response.status)
    local _, session = next(world.sessions)
    return session.data.sso_email, world.log_text():match("LOGIN_GRANTED[^\n]*")
  end

  it("keeps no e-mail in the session, and the log calls it unverified", function()
    for _, verified in ipairs({ "false", "null", '"FALSE"', "0", "[]", '""' }) do
      local kept, line = login(verified)
      assert.equal("", kept)
      assert.truthy(line:find(" email_unverified=ada@example.org sub=user-1 role=net ", 1, true), line)
      assert.is_nil(line:find(" email=", 1, true))
    end
  end)

  it("is somebody where it is verified, or the option says so", function()
    for _, case in ipairs({ { "true" }, { "false", { allow_unverified_email = "1" } } }) do
      local kept, line = login(case[1], case[2])
      assert.equal("ada@example.org", kept)
      assert.truthy(line:find(" email=ada@example.org ", 1, true), line)
    end
  end)

  it("is not named where log_identity is off", function()
    local _, line = login("false", { log_identity = "0" })
    assert.is_nil(line:find("ada", 1, true))
    assert.truthy(line:find(" email_unverified_id=", 1, true))
  end)
end)

describe("GET /callback of a user without a role", function()
  local roles = { { name = "other", email = { "nobody@example.org" } } }
  it("logs first which roles are left out", function()
    local _, world = callback({ roles = { { name = "root", email = { "ada@example.org" } } } })
    assert.matches("^RPCD_LOGIN_CONFLICT role=root\nUSER_NOT_AUTHORIZED ", world.log_text())
  end)

  it("logs who it was and how many groups came", function()
    local response, world = callback({ roles = roles })
    expect.page("USER_NOT_AUTHORIZED", response, world)
    local line = world.log_text()
    assert.truthy(line:find("email=ada@example.org", 1, true))
    assert.truthy(line:find(" first_groups=staff,/net/admins groups=2 ", 1, true))
    assert.is_nil(line:find("absent_claims", 1, true))
    assert.truthy(line:find('reason="matched no roles"', 1, true))
  end)
  for _, case in ipairs({
    { "absent ones", "", " absent_claims=groups " }, { "two absent ones", "", " absent_claims=upn,groups ", { email_claim = "upn" } },
    { "them twice", "", " groups=absent " }, { "an empty list", ',"groups":[]', " groups=0 " },
    { "one", ',"groups":["a"]', " first_groups=a groups=1 " },
    { "five of many, cut and escaped", (',"groups":["%s","a\\nb","c","d","e","f"]'):format(("x"):rep(65)),
      (' first_groups="%s,a\\x0ab,c,d,e" groups=6 '):format(("x"):rep(64)) },
  }) do
    it("tells of " .. case[1], function()
      local _, world = callback({
        token = "no_email_no_groups", roles = roles, uci = case[4], userinfo = '{"sub":"user-1","email":"ada@example.org"' .. case[2] .. "}",
      })
      assert.truthy(world.log_text():find(case[3], 1, true), world.log_text())
      assert.equal(case[3]:find("first", 1, true) ~= nil, world.log_text():find("first_groups", 1, true) ~= nil)
    end)
  end
  it("names nobody with log_identity 0", function()
    local response, world = callback({ roles = roles, uci = { log_identity = "0" } })
    expect.page("USER_NOT_AUTHORIZED", response, world)
    assert.is_nil(world.log_text():find("ada", 1, true))
    assert.truthy(world.log_text():find("email_id=%x%x%x%x%x%x%x%x "))
  end)
end)

describe("the login after one without a role", function()
  local function next_start(changes, name)
    local refused = callback({ roles = {} })
    local cookie = scene.header(refused, "Set-Cookie")
    local io = scene.create({ metadata = changes, document = name })
    local response = router.handle(io, scene.environment("/", "", cookie:match("^[^;]+")))
    return scene.header(response, "Location"):match("&prompt=([^&]*)"), scene.header_values(response, "Set-Cookie")[2]
  end

  it("asks the provider for the account, once", function()
    local prompt, cookie = next_start()
    assert.equal("select_account", prompt)
    assert.equal("__Host-webui_sso_account=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax", cookie)
    local others = router.handle((scene.create()), scene.environment())
    assert.is_nil(scene.header(others, "Location"):find("prompt", 1, true))
    assert.is_string(scene.header(others, "Set-Cookie"))
  end)

  it("asks in the way that the provider lists", function()
    assert.equal("login", (next_start({ prompt_values_supported = { "none", "login" } })))
    assert.equal("select_account", (next_start({ prompt_values_supported = { "login", "select_account" } })))
    assert.equal("select_account", (next_start({ prompt_values_supported = {} })))
  end)
end)

describe("every response", function()
  it("has no header that the web server would stall on", function()
    for _, path in ipairs({ "/", "/callback", "/logout" }) do
      local io, world = scene.create({ uci = { scope = "openid " .. ("x"):rep(3300) } })
      scene.put_handshake(io, world)
      local text = output.serialize(router.handle(io, scene.environment(path, scene.callback().query_string,
        scene.callback().cookie)))
      for line in text:gmatch("[^\r\n]+") do
        assert.is_true(#line <= 4000)
      end
    end
  end)
end)
