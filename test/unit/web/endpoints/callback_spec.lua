local callback = require("sso_login.web.endpoints.callback")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local requests = require("support.requests")
local scene = require("support.scene")

local full = fixtures.discovery.full
local state = fixtures.handshake.state
local state_cookie = scene.state_cookie
local by_groups = { { name = "net", group = { "net" } } }
local nobody = { { name = "other", email = { "nobody@example.org" } } }

--- A callback in a world of these options; its request changed.
local function callback_of(options, changes)
  return fixtures.with(requests.callback({ options = options }), changes)
end

--- The UserInfo answer for a user of whom the ID Token says nothing; `claims` beside e-mail and subject, as JSON.
local function user(claims, changes)
  return fixtures.with({
    token = "no_email_no_groups", userinfo = ('{"sub":"user-1","email":"ada@example.org"%s}'):format(claims),
  }, changes)
end

local function cookies_of(sid, webui_path)
  local cookies = {
    state_cookie .. "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
    "sysauth_https=; Path=/cgi-bin/luci/; Max-Age=0; HttpOnly; Secure; SameSite=Strict",
    "sysauth_https=" .. sid .. "; Path=/; HttpOnly; Secure; SameSite=Strict",
    "sysauth=" .. sid .. "; Path=/; HttpOnly; Secure; SameSite=Strict",
  }
  if webui_path then
    table.insert(cookies, 2, (cookies[2]:gsub("/cgi%-bin/luci/", webui_path)))
  end
  return cookies
end

describe("GET /callback", function()
  it("leads to the landing page with its cookies in order, and logs the login once without a secret", function()
    local response, world = requests.run(callback_of())
    local sid = next(world.sessions)
    requests.judge({
      location = "/cgi-bin/webui/", cookies = cookies_of(sid),
      log = "LOGIN_GRANTED remote=192.0.2.7 email=ada@example.org sub=user-1 role=admin session=" .. crypto.safe_id(sid),
    }, response, world)
    assert.equal("notice", world.logs[1].level)
    assert.is_nil(scene.leak(world.log_text()))
  end)

  it("loads nothing that only refusals, revalidation or passwords that are off need", function()
    local late = {
      "base.failures", "explain.missing_role", "explain.refused_response", "explain.short_reason", "login.login_again",
      "passwords.password_events", "rpcd.refresh_tokens", "web.failed_callback", "web.late_callback", "web.refusal",
    }
    for _, name in ipairs(late) do
      package.loaded["sso_login." .. name] = nil
    end
    requests.expect(callback_of(), { sessions = 1 })
    for _, name in ipairs(late) do
      assert.is_nil(package.loaded["sso_login." .. name], name)
    end
  end)

  -- LuCI keeps its own at the same path, whatever page the browser is sent to.
  it("deletes LuCI's own cookie at webui_path, too", function()
    local response, world = requests.run(callback_of({ uci = { webui_path = "/ui/" } }))
    assert.same(cookies_of(next(world.sessions), "/ui/"), scene.header_values(response, "Set-Cookie"))
  end)

  for to, record in pairs({
    ["/cgi-bin/webui/?to=/cgi-bin/luci/admin/x"] = { return_to = "/cgi-bin/luci/admin/x" }, ["/cgi-bin/webui/"] = { return_to = 7 },
  }) do
    requests.rows({ { "leads to " .. to, callback_of({}, { handshake = record }), { location = to } } })
  end

  it("sets a cookie with the page at which the login ends", function()
    local response = requests.run(callback_of({}, { handshake = { return_to = "/cgi-bin/luci/admin/x" } }))
    local cookies = scene.header_values(response, "Set-Cookie")
    assert.equal(5, #cookies)
    assert.equal("__Host-webui_sso_to_" .. crypto.safe_id(state) .. "=" .. crypto.safe_id("/cgi-bin/luci/admin/x") ..
      "; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax", cookies[5])
  end)

  it("clears the cookie of this login, and no other login's", function()
    local own, other = "__Host-webui_sso_" .. crypto.safe_id(state), "; __Host-webui_sso_01234567=x"
    local response = requests.run(callback_of({}, { cookie = state_cookie .. "=" .. state .. "; " .. own .. "=x" .. other }))
    local cookies = scene.header_values(response, "Set-Cookie")
    local proof = "__Host-webui_sso_login=" .. crypto.safe_id(state) .. "x; Path=/; HttpOnly; Secure; SameSite=Lax"
    assert.same({ 6, own .. "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax", proof }, { #cookies, cookies[5], cookies[6] })
  end)

  local own_value = "cookie-of-the-login"
  local page = "/cgi-bin/luci/admin/x"
  local own = "__Host-webui_sso_" .. crypto.safe_id(state) .. "=" .. own_value
  local kept = "__Host-webui_sso_login=" .. crypto.safe_id(state) .. own_value
  local function login_of_browser()
    return callback_of({}, { handshake = { cookie_hash = crypto.hash_sha256_hex(own_value), return_to = page }, cookie = own })
  end

  it("leads a browser that loads it again to the same session and page, within a minute and without a line", function()
    local first, world, io = requests.run(login_of_browser())
    for _, cookie in ipairs({ own, kept }) do
      for _, age in ipairs({ 0, 59 }) do
        world.now = fixtures.now + age
        local again = requests.send(io, world, callback_of({}, { cookie = cookie }))
        requests.judge({ location = "/cgi-bin/webui/?to=" .. page, sessions = 1, asked = 3 }, again, world)
        assert.equal(scene.header_values(first, "Set-Cookie")[4], scene.header_values(again, "Set-Cookie")[4])
      end
    end
    assert.equal(1, #world.logs)
  end)

  for title, change in pairs({
    ["after a minute"] = function(world) world.now = fixtures.now + 60 end,
    ["once the session has ended"] = function(world) world.sessions = {} end,
    ["with the cookie of another browser"] = { cookie = own .. "x" },
    ["with the proof of another login"] = { cookie = "__Host-webui_sso_login=01234567" .. own_value },
    ["with an empty cookie"] = { cookie = "__Host-webui_sso_" .. crypto.safe_id(state) .. "=; __Host-webui_sso_login=" },
  }) do
    it("is refused as ever " .. title, function()
      local _, world, io = requests.run(login_of_browser())
      world.logs = {}
      if type(change) == "function" then change(world) end
      local again = requests.send(io, world, callback_of({}, type(change) == "table" and change or { cookie = own }))
      requests.judge({ code = "MISSING_HANDSHAKE_COOKIE", asked = 3 }, again, world)
    end)
  end

  it("ends no session for a login that another site began", function()
    for _, own_site in ipairs({ false, "1" }) do
      local _, world, io = requests.run(login_of_browser())
      local former = next(world.sessions)
      scene.forget_tokens(world, io)
      scene.put_handshake(io, world, nil, { own_site = own_site })
      local cookie = ("%s=%s; %s; sysauth_https=%s; sysauth=%s"):format(state_cookie, state, kept, former, former)
      requests.send(io, world, callback_of({}, { cookie = cookie }))
      assert.is_table(world.sessions[former])
      assert.equal(2, #fixtures.keys(world.sessions))
    end
  end)

  it("ends the session of the browser's former login, and no other", function()
    local _, world, io = requests.run(login_of_browser())
    local former = next(world.sessions)
    local stranger = world.add_session({ sso_issuer = fixtures.issuer, sso_cookie_hash = crypto.hash_sha256_hex("other") })
    scene.forget_tokens(world, io)
    scene.put_handshake(io, world, nil, { own_site = true })
    local second = requests.send(io, world, callback_of({}, { cookie = state_cookie .. "=" .. state .. "; " .. kept }))
    requests.judge({ location = "/cgi-bin/webui/", sessions = 2 }, second, world)
    assert.same({ false, true }, { world.sessions[former] ~= nil, world.sessions[stranger] ~= nil })
    assert.matches("LOGOUT by=login email=ada@example.org", world.log_text())
  end)

  it("links a refused user to a login for the same page", function()
    local request = { handshake = { return_to = "/cgi-bin/luci/admin/x" }, accept = "text/html" }
    local refused, world, io = requests.run(callback_of({ roles = nobody }, request))
    world.on(full.token_endpoint, { failure = "timeout" })
    local bodies = { refused.body }
    -- The second one is refused before its record is consumed.
    for _ = 1, 2 do
      scene.put_handshake(io, world, 0, request.handshake)
      table.insert(bodies, requests.send(io, world, callback_of({}, request)).body)
    end
    for _, body in ipairs(bodies) do
      assert.truthy(body:find('<a href="/cgi-bin/sso-login/?return_to=%2Fcgi-bin%2Fluci%2Fadmin%2Fx">Try again</a>', 1, true), body)
    end
  end)

  -- Of the same account, or of a login as old as before, although the user wanted another one: the provider did not ask.
  local mine = crypto.safe_id("user-1")
  local too_old = { uci = { max_age = "60" } }
  for what, case in pairs({
    ["the refused account came back"] = { true, { roles = nobody }, { anew = true, refused = mine } },
    ["its role opens no page"] = { true, { roles = { { name = "net", group = { "staff" }, read = { "luci-app-none" } } } }, { anew = true, refused = mine } },
    ["another account is refused"] = { false, { roles = nobody }, { anew = true, refused = crypto.safe_id("user-2") } },
    ["no account was refused"] = { false, { roles = nobody }, { anew = true } },
    ["the refusal is no text"] = { false, { roles = nobody }, { refused = 7 } },
    ["a login anew is too old"] = { true, too_old, { anew = true } },
    ["a login is too old"] = { false, too_old, { refused = mine } },
    ["a wish that is no truth is too old"] = { false, too_old, { anew = "1" } },
    ["a login anew fails"] = { false, { token = "no_at_hash" }, { anew = true, refused = mine } },
  }) do
    it(("%s the page of a provider that did not ask where %s"):format(case[1] and "offers" or "hides", what), function()
      local function one_page(world, io)
        world.put(io.paths.menu_dir .. "/a.json", '{"admin/x":{"title":"X","action":{"type":"view"},"depends":{"acl":["luci-app-x"]}}}')
      end
      local body = requests.run(callback_of(case[2], { handshake = case[3], accept = "text/html", setup = one_page })).body
      assert.equal(case[1], body:find('<li><a href="https://idp.example/">Open the provider</a></li>', 1, true) ~= nil, body)
      assert.equal(case[1], body:find("without asking you", 1, true) ~= nil)
      local account = '<a href="/cgi-bin/sso-login/?prompt=select_account&amp;refused=' .. mine .. '">'
      assert.equal(case[2].roles ~= nil, body:find(account, 1, true) ~= nil, body)
    end)
  end

  it("keeps a login that must wait for the provider, and sends Retry-After", function()
    local wanted = { code = "RATE_LIMITED", headers = { ["Retry-After"] = "10" }, asked = 0 }
    local _, world, io = requests.expect(callback_of({}, { setup = function(world) world.fail("lock") end }), wanted)
    assert.equal(1, #world.in_run_dir("^handshake_"))
    world.fail("lock", 0)
    assert.equal(302, requests.send(io, world, callback_of()).status)
  end)

  it("keeps a login where the token endpoint has just failed and was not called", function()
    local io, world = scene.create()
    world.on(full.token_endpoint, { failure = "timeout" })
    for asked, age in ipairs({ 0, 9, 10 }) do
      scene.put_handshake(io, world)
      world.now = fixtures.now + age
      world.logs = {}
      requests.judge({ code = "TOKEN_ENDPOINT_NETWORK_ERROR" }, requests.send(io, world, callback_of()), world)
      assert.equal(asked == 2 and 1 or 0, #world.in_run_dir("^handshake_"))
    end
    assert.equal(2, world.requests_to(full.token_endpoint))
  end)

  it("releases the lock on provider calls before it calls rpcd", function()
    local io, world = scene.create()
    local found, lock = {}, io.paths.run_dir .. "/provider_lock"
    for _, name in ipairs({ "https", "ubus_call" }) do
      world.before(name, function() found[name .. tostring(world.locked[lock])] = true end)
    end
    scene.put_handshake(io, world)
    assert.equal(302, requests.send(io, world, callback_of()).status)
    assert.same({ httpstrue = true, ubus_callnil = true }, found)
  end)

  it("stores for the check alone that a role came by an e-mail without email_verified", function()
    for claims, left in pairs({ [""] = 1, [',"email_verified":null'] = 1, [',"email_verified":true'] = 0 }) do
      local _, world = requests.run(callback_of(user(claims, { response = { scope = "openid profile email" } })))
      assert.equal(left, #world.in_run_dir("^scopes"), claims)
      assert.is_nil(world.log_text():find("verified", 1, true))
    end
  end)

  requests.rows({
    { "logs all roles of a user", callback_of({ roles = {
      { name = "admin", email = { "ada@example.org" } }, { name = "staff", group = { "/net/admins" }, read = { "*" } },
    } }), { log = "^LOGIN_GRANTED .* role=admin,staff session=" } },
    { "logs these of a user without a role as well", callback_of({ response = { scope = "openid" }, roles = {} }),
      { status = 401, log = "^USER_NOT_AUTHORIZED .* not_granted=\"profile email\"" } },
    { "logs hashes of e-mail and subject where log_identity is off", callback_of({ uci = { log_identity = "0" } }),
      { log = ("^LOGIN_GRANTED remote=%%S+ email_id=%s sub_id=%s role=admin "):format(
        crypto.safe_id("ada@example.org"), crypto.safe_id("user-1")) } },
  })

  it("logs which scopes the provider did not grant, and stores them for the check", function()
    for scope, left in pairs({ openid = { "scopes.json" }, ["openid profile email"] = {} }) do
      local _, world = requests.run(callback_of({ response = { scope = scope }, roles = { { name = "net", group = { "/net/admins" } } } }))
      assert.same(left, world.in_run_dir("^scopes"))
      assert.equal(#left > 0, world.log_text():find('^LOGIN_GRANTED .* not_granted="profile email"') ~= nil)
    end
  end)

  it("creates a new session, and ends the session of the presented id", function()
    local planted = ("a"):rep(32)
    local response, world = requests.expect(callback_of({}, {
      cookie = ("%s=%s; sysauth_https=%s"):format(state_cookie, state, planted), handshake = { own_site = true },
      setup = function(world) world.add_session({ token = "t" }, planted) end,
    }), { sessions = 1 })
    assert.is_nil(table.concat(scene.header_values(response, "Set-Cookie")):find(planted, 1, true))
    assert.is_nil(world.sessions[planted])
  end)
end)

describe("GET /callback refuses", function()
  local function unauthorized(facts, sub)
    return ("USER_NOT_AUTHORIZED remote=192.0.2.7 %s reason=\"matched no roles\" reference=%s %s"):format(
      facts, crypto.safe_id(state), sub or "sub=user-1")
  end

  local function rows(list)
    for _, case in ipairs(list) do
      local what, code, options, changes, log = unpack(case, 1, 5)
      requests.rows({ { what .. " with " .. code, callback_of(options, changes), { code = code, sessions = 0, log = log } } })
    end
  end

  rows({
    { "nothing", "INVALID_REQUEST", {}, { query = "" } },
    { "no cookie", "MISSING_HANDSHAKE_COOKIE", {}, { cookie = "" } },
    { "another cookie", "STATE_PARAMETER_MISMATCH", {}, { cookie = state_cookie .. "=other" } },
    { "an unknown state", "STATE_NOT_FOUND", {}, { query = "code=c&state=other", cookie = state_cookie .. "=other" } },
    { "the provider's error", "IDP_ERROR", {}, { query = "error=access_denied&error_description=No%0Ayou&state=" .. state } },
    { "a token without at_hash", "AT_HASH_MISMATCH", { token = "no_at_hash" } },
    { "a login that is too weak", "AUTHENTICATION_TOO_WEAK", { uci = { acr_values = "mfa" } } },
    { "a login that is too old", "AUTHENTICATION_TOO_OLD", { uci = { max_age = "60" } } },
    { "a user without a role", "USER_NOT_AUTHORIZED", { roles = nobody }, {},
      unauthorized("email=ada@example.org first_groups=staff,/net/admins groups=2") },
    { "a user whose name is not logged", "USER_NOT_AUTHORIZED", { roles = nobody, uci = { log_identity = "0" } }, {},
      unauthorized("email_id=cfe00dde first_groups=staff,/net/admins groups=2", "sub_id=c6c289e4") },
    { "a user without the claim", "USER_NOT_AUTHORIZED", user("", { roles = nobody }), {},
      unauthorized("absent_claims=groups email=ada@example.org groups=absent") },
    { "a user without the claim that a role lists", "USER_NOT_AUTHORIZED", user("", { roles = by_groups }), {},
      unauthorized('absent_claims=groups email=ada@example.org groups=absent '
        .. 'hint="no groups came: the provider must send them, which may need a scope, a claim mapper, or option groups_claim"') },
    { "a user with too many groups", "USER_NOT_AUTHORIZED", user(',"_claim_names":{"groups":"src1"}', { roles = by_groups }), {},
      unauthorized('absent_claims=groups email=ada@example.org groups=absent '
        .. 'hint="too many groups for the token (_claim_names): let the provider send only assigned groups, or roles (option groups_claim)"') },
    { "a user without two claims", "USER_NOT_AUTHORIZED", user("", { roles = nobody, uci = { email_claim = "upn" } }), {},
      unauthorized("absent_claims=upn,groups email=\"\" groups=absent") },
    { "a user with an empty list of groups", "USER_NOT_AUTHORIZED", user(',"groups":[]', { roles = nobody }), {},
      unauthorized("email=ada@example.org groups=0") },
    { "a user of one group", "USER_NOT_AUTHORIZED", user(',"groups":["a"]', { roles = nobody }), {},
      unauthorized("email=ada@example.org first_groups=a groups=1") },
    { "a user of many groups, of which five are logged", "USER_NOT_AUTHORIZED",
      user((',"groups":["%s","a\\nb","c","d","e","f"]'):format(("x"):rep(65)), { roles = nobody }), {},
      unauthorized(('email=ada@example.org first_groups="%s,a\\x0ab,c,d,e" groups=6'):format(("x"):rep(64))) },
  })

  it("an address that was cut, and says so", function()
    local long = "code=" .. ("x"):rep(3000)
    for query, code in pairs({
      [long] = "INVALID_REQUEST", [long .. "&state=" .. state:sub(1, 20)] = "STATE_PARAMETER_MISMATCH",
      [long .. "&state=" .. state:sub(1, 42)] = "STATE_PARAMETER_MISMATCH",
      ["scope=" .. ("y"):rep(2900) .. "&" .. long:sub(1, 200)] = "INVALID_REQUEST",
    }) do
      requests.expect(callback_of({}, { query = query, cookie = state_cookie .. "=" .. state }), {
        status = 400, log = "^" .. code .. '.* hint="the address was cut',
      })
    end
    local promised = { iss_expected = true }
    for query, code in pairs({
      [long .. "&state=" .. state .. "&iss=https%3A%2F%2Fidp.ex"] = "IDP_ERROR", [long .. "&state=" .. state .. "&is"] = "IDP_ERROR",
      [long .. "&state=" .. state .. "&iss=https%3A%2"] = "INVALID_REQUEST", ["state=" .. state .. "&" .. long] = "OIDC_INVALID_GRANT",
    }) do
      local grant = code == "OIDC_INVALID_GRANT"
      local request = callback_of({}, { query = query, handshake = not grant and promised or {}, setup = function(world)
        world.on(full.token_endpoint, { status = 400, body = '{"error":"invalid_grant"}' })
      end })
      local _, world = requests.run(request)
      assert.matches("^" .. code .. ' .*hint="the address was cut', world.log_text())
    end
    for length, is_cut in pairs({ [3000] = false, [3001] = true }) do
      local _, world = requests.run(callback_of({}, { query = "code=" .. ("x"):rep(length - #"code") }))
      assert.equal(is_cut, world.log_text():find("was cut", 1, true) ~= nil)
    end
    local elsewhere = long .. "&state=" .. state .. "&iss=https%3A%2F%2Fidp.example%2Frealms%2Fhome"
    local _, of_other = requests.run(callback_of({}, { query = elsewhere, handshake = { issuer = "https://other.example" } }))
    assert.matches("^IDP_ERROR ", of_other.log_text())
    assert.is_nil(of_other.log_text():find("was cut", 1, true))
    for _, query in ipairs({
      long .. "&state=" .. ("s"):rep(43), "code=c&state=" .. state:sub(1, 20), "code=c", long .. "&state=" .. state .. "&iss=https%3A%2F%2Fother.example",
      "code=c&state=" .. state .. "&iss=https%3A%2F%2Fidp.ex", "error=access_denied&error_description=" .. ("x"):rep(3000) .. "&state=" .. state,
    }) do
      local _, world = requests.run(callback_of({}, { query = query }))
      assert.is_nil(world.log_text():find("was cut", 1, true))
    end
  end)

  describe("a callback that its browser loads again", function()
    local value = ("v"):rep(43)
    local own = "__Host-webui_sso_" .. crypto.safe_id(state) .. "="

    --- The first refusal, and what a second request after so many seconds gets.
    local function again(options, age, changes, first)
      local request = callback_of(options, fixtures.with({
        cookie = state_cookie .. "=" .. state .. "; " .. own .. value, accept = "text/html",
        handshake = fixtures.with({ cookie_hash = crypto.hash_sha256_hex(value), return_to = "/cgi-bin/luci/admin/x" }, {}),
      }, first or {}))
      local response, world, io = requests.run(request)
      world.logs = {}
      world.now = world.now + age
      local request_again = { path = "/callback", query = request.query, cookie = request.cookie, accept = "text/html" }
      local second = requests.send(io, world, fixtures.with(request_again, changes or {}))
      return response, second, world
    end

    for what, case in pairs({
      ["without a role"] = { { roles = nobody }, "USER_NOT_AUTHORIZED" },
      ["by a clock that differs"] = { {}, "ID_TOKEN_VERIFICATION_FAILED", { setup = function(world, io)
        world.now = world.now + 86400
        scene.put_handshake(io, world, 0, { cookie_hash = crypto.hash_sha256_hex(value), return_to = "/cgi-bin/luci/admin/x" })
      end } },
      ["by the provider"] = { {}, "IDP_ERROR", { query = "error=access_denied&state=" .. state } },
    }) do
      it("with the same page where it was refused " .. what, function()
        local first, second, world = again(case[1], 59, {}, case[3])
        assert.matches("^" .. case[2] .. " .*remembered=true", world.log_text())
        assert.equal(first.status, second.status)
        assert.equal(1, #world.in_run_dir("^refusal_"))
        local function without_reference(body) return (body:gsub("<code>%x+</code>", "")) end
        assert.equal(without_reference(first.body), without_reference(second.body))
      end)
    end

    it("with the page of a login that is over: of another browser, by a cookie of another value, or a minute later", function()
      for _, case in ipairs({
        { 0, { cookie = "" } }, { 0, { cookie = state_cookie .. "=" .. state } },
        { 0, { cookie = state_cookie .. "=" .. state .. "; " .. own .. ("w"):rep(43) } },
        { 60, {} },
      }) do
        local _, second = again({ roles = nobody }, case[1], case[2])
        assert.truthy(second.body:find("<h1>This login is no longer valid</h1>", 1, true))
      end
    end)

    it("with its session where it was not refused, and keeps nothing of a request that lacks its login", function()
      local _, second = again({}, 1)
      assert.equal("/cgi-bin/webui/?to=/cgi-bin/luci/admin/x", scene.header(second, "Location"))
      local _, without_page = again({}, 1, {}, { handshake = { cookie_hash = crypto.hash_sha256_hex(value) } })
      assert.equal("/cgi-bin/webui/", scene.header(without_page, "Location"))
      local _, without_code = again({}, 1, { query = "state=" .. state })
      assert.equal(400, without_code.status)
      for _, query in ipairs({ "code=c&state=%zz", "code=c", "code=c&state=other" }) do
        local cookie = own .. value
        for _, id in ipairs({ "other", "" }) do
          cookie = cookie .. "; __Host-webui_sso_" .. crypto.safe_id(id) .. "=" .. value
        end
        local _, world = requests.run(callback_of({}, { query = query, cookie = cookie }))
        assert.same({}, world.in_run_dir("^refusal_"))
      end
    end)

    it("with the page of a login that is over where the login has no cookie of its own", function()
      local specified = { cookie = state_cookie .. "=" .. state, handshake = { return_to = "/cgi-bin/luci/admin/x" } }
      local _, second, world = again({ roles = nobody }, 1, { cookie = specified.cookie }, specified)
      assert.truthy(second.body:find("<h1>This login is no longer valid</h1>", 1, true))
      assert.same({}, world.in_run_dir("^refusal_"))
    end)

    it("with the login itself where that had to wait for the provider", function()
      local request = callback_of({}, { cookie = own .. value, handshake = { cookie_hash = crypto.hash_sha256_hex(value) } })
      request.setup = function(world) world.fail("lock") end
      local _, world, io = requests.run(request)
      assert.same({}, world.in_run_dir("^refusal_"))
      world.fail("lock", 0)
      assert.equal(302, requests.send(io, world, request).status)
    end)
  end)

  it("a login whose record has ended, and logs the provider's words", function()
    for cookie, code in pairs({ [""] = "MISSING_HANDSHAKE_COOKIE", [state_cookie .. "=other"] = "STATE_NOT_FOUND" }) do
      requests.expect(callback_of({}, { query = "error=access_denied&error_description=No&state=other", cookie = cookie }), {
        status = 400, log = "^" .. code .. " .*error=access_denied error_description=No",
      })
    end
  end)

  it("the provider's error, without its words where log_identity is off", function()
    for setting, said in pairs({ ["0"] = "", ["1"] = ' error_description="No, Ada"' }) do
      local request = callback_of({ uci = { log_identity = setting } }, { query = "error=access_denied&error_description=No,%20Ada&state=" .. state })
      local _, world = requests.run(request)
      assert.matches("^IDP_ERROR .*error=access_denied" .. said .. "$", world.log_text())
    end
  end)

  it("a user without a role, and logs ignored roles first", function()
    requests.expect(callback_of({ roles = { { name = "root", email = { "ada@example.org" } } } }), {
      status = 401, log = "^RPCD_LOGIN_CONFLICT role=root section=cfg01\nUSER_NOT_AUTHORIZED ",
    })
  end)

  it("the same callback, and the same access token, twice", function()
    local _, world, io = requests.run(callback_of())
    for _, code in ipairs({ "STATE_NOT_FOUND", "TOKEN_REPLAYED" }) do
      world.logs = {}
      requests.judge({ code = code, sessions = 1 }, requests.send(io, world, callback_of()), world)
      scene.put_handshake(io, world)
    end
  end)

  it("without ending the browser's earlier session", function()
    for _, query in ipairs({ "", "code=c", "error=x&state=" .. state, "code=c&state=other" }) do
      local sid = ("b"):rep(32)
      requests.expect(callback_of({}, {
        query = query, cookie = ("%s=%s; sysauth_https=%s; sysauth=%s"):format(state_cookie, state, sid, sid),
        setup = function(world) world.add_session({ token = "t" }, sid) end,
      }), { status = query:find("^error") and 401 or 400, cookies = {}, sessions = 1 })
    end
  end)
end)

describe("GET /callback without its cookie", function()
  local at_8443 = { redirect_uri = "https://Router.example:8443/cgi-bin/sso-login/callback" }

  --- The facts of the refusal, for a callback that comes to `host`; `query` changed.
  local function facts(io, uci, host, query)
    local request = fixtures.with(scene.callback_request(query, ""), { host = host })
    local refused = callback.finish_login(io, fixtures.config(uci), request)
    assert.equal("MISSING_HANDSHAKE_COOKIE", refused.error)
    return refused.details
  end

  it("names no host without a usable redirect_uri", function()
    local io = scene.create()
    assert.same({ host = "router.example", redirect_host = "" }, facts(io, { redirect_uri = "nowhere" }, "router.example"))
  end)

  it("names the host under which the login began, and redirect_uri's, each with its port", function()
    local io, world = scene.create({ uci = at_8443 })
    local start = require("sso_login.web.endpoints.start").admit(io, scene.web_request("/", "", "", { host = "192.168.1.1:8443" })).respond()
    local query = "code=c&state=" .. start.data.headers[1][2]:match("[?&]state=([^&]+)")
    assert.same({ host = "192.168.1.1:8443", redirect_host = "router.example:8443" }, facts(io, at_8443, "router.example:8443", query))
    assert.equal(1, #world.in_run_dir("^handshake_"))
    local standard = { redirect_uri = "https://router.example:443/cgi-bin/sso-login/callback" }
    assert.equal("router.example", facts(io, standard, "x", query).redirect_host)
  end)

  it("shows the registered address where the login began at another, and never one of the request", function()
    for _, case in ipairs({
      { "192.168.1.1", " Log in at https://router.example/." }, { "evil.example", " Log in at https://router.example/." },
      { "router.example:8443", "" },
    }) do
      local io, world = scene.create()
      local began = requests.send(io, world, { host = case[1] })
      local query = "code=c&state=" .. scene.header(began, "Location"):match("[?&]state=([^&]+)")
      local body = "Error: Your session has expired or is invalid. Please log in again." .. case[2] .. "\n"
      requests.judge({ status = 400, body = body, log = "^MISSING_HANDSHAKE_COOKIE .* host=" .. case[1] },
        requests.send(io, world, { path = "/callback", query = query }), world)
    end
  end)

  it("reports another browser where the hosts are equal regardless of ports", function()
    assert.same({ id = "other_browser" }, facts((scene.create()), at_8443, "ROUTER.example").hint)
  end)
end)

describe("GET /callback of a user who has a role by a group", function()
  local by_group = { { name = "net", group = { "net" } }, { name = "mail", email = { "ada@example.org" } } }

  --- The e-mail in the session, the line of a login whose `email_verified` is this JSON, and the address that is nobody's identity.
  local function login(verified, uci)
    local request = callback_of(user(',"groups":["net"],"email_verified":' .. verified, { roles = by_group, uci = uci }))
    local _, world = requests.expect(request, { sessions = 1 })
    local values = select(2, next(world.sessions)).data
    return values.sso_email, world.log_text(), values.sso_unverified
  end

  it("stores an unverified e-mail apart, where the log may name users, and logs that it costs a role", function()
    for _, verified in ipairs({ "false", '"FALSE"', "0", "[]" }) do
      local kept, line, apart = login(verified)
      assert.same({ "", "ada@example.org" }, { kept, apart })
      local _, anonymous, hidden = login(verified, { log_identity = "0" })
      assert.same({}, { hidden, anonymous:match("ada") })
      assert.matches(" email_unverified_id=", anonymous)
      assert.matches("^LOGIN_GRANTED %S+ email_unverified=ada@example.org sub=user%-1 role=net .*unverified_email=ignored", line)
    end
  end)

  it("stores an e-mail that is verified or that the option accepts", function()
    for _, case in ipairs({ { "true" }, { "null" }, { "false", { allow_unverified_email = "1" } } }) do
      local kept, line, apart = login(case[1], case[2])
      assert.same({ "ada@example.org" }, { kept, apart })
      assert.matches(" email=ada@example.org ", line)
      assert.is_nil(line:find("unverified", 1, true))
    end
  end)

end)
