local cjson = require("cjson")
local fixtures = require("support.fixtures")
local requests = require("support.requests")
local scene = require("support.scene")

local none = fixtures.none
local form = "application/x-www-form-urlencoded"
local audience = "https://router.example/"

local api_roles = {
  { name = "people", email = { "ada@example.org" }, group = { "/net/admins" }, read = { "*" }, write = { "*" } },
  { name = "helper", group = { "/net/admins" }, access = { "web", "api" }, read = { "luci-base" } },
  { name = "robot", client = { "robot", "home" }, access = { "api" }, read = { "luci-base" } },
}

local function options(uci, roles)
  return { uci = fixtures.with({ api_audience = audience }, uci), roles = roles or api_roles }
end

--- A form with fields changed; an array is sent as it is.
local function body(changes)
  local fields = fixtures.with({
    grant_type = "urn:ietf:params:oauth:grant-type:token-exchange", subject_token = fixtures.tokens.access,
    subject_token_type = "urn:ietf:params:oauth:token-type:access_token",
  }, changes)
  local parts = {}
  for name, value in pairs(fields) do
    parts[#parts + 1] = name .. "=" .. value
  end
  return table.concat(parts, "&")
end

local function post(fields, changes)
  return fixtures.with({
    path = "/token", method = "POST", content_type = form, options = options(),
    body = type(fields) == "string" and fields or body(fields),
  }, changes)
end

local function session_of(world) return select(2, next(world.sessions)) end

--- Asserts OAuth's error, with headers; the line, or what it begins with.
local function assert_refused(status, name, line, request, description)
  local response, world = requests.run(request)
  local told = description and ',"error_description":"' .. description .. '"' or ""
  assert.same({ status, '{"error":"' .. name .. '"' .. told .. "}", "application/json" }, { response.status, response.body, response.content_type })
  assert.equal("no-cache", scene.header(response, "Pragma"))
  assert.equal(status == 401, scene.header(response, "WWW-Authenticate") ~= nil)
  assert.same({}, world.sessions)
  assert.equal(1, #world.logs)
  assert.equal(line, world.log_text():sub(1, #line))
  assert.is_nil(scene.leak(world.log_text()))
  assert.is_nil(world.log_text():find(fixtures.tokens.access, 1, true))
  return response, world
end

describe("POST /token", function()
  it("gives a session with the rights of the roles for programs", function()
    local response, world = requests.run(post())
    local sid, session = next(world.sessions)
    assert.same({ 200, "application/json", { { "Pragma", "no-cache" } } }, { response.status, response.content_type, response.headers })
    assert.same({
      access_token = sid, issued_token_type = "urn:sso-login:token-type:ubus-session", token_type = "N_A", expires_in = 300,
    }, cjson.decode(response.body))
    assert.same({ 300, "helper", { "helper" }, "user-1", "home", audience, fixtures.now + 600 }, { session.timeout, session.data.username,
      session.data.sso_roles, session.data.sso_sub, session.data.sso_client, session.data.sso_audience, session.data.sso_end })
    assert.is_nil(session.data.token, "LuCI takes no session without")
    assert.is_nil(session.data.sso_id_token)
    assert.equal("TOKEN_EXCHANGED remote=192.0.2.7 client=home email=\"\" sub=user-1 role=helper session=",
      world.log_text():gsub("%x+$", "", 1))
    assert.same({ "service", "set" }, { world.ubus_calls[#world.ubus_calls].object, world.ubus_calls[#world.ubus_calls].method })
  end)

  it("stores the token's end in the session, and names all its roles", function()
    local roles = fixtures.copy(api_roles)
    roles[4] = { name = "second", group = { "/net/admins" }, access = { "api" }, read = { "luci-base" } }
    local request = post({ subject_token = fixtures.tokens.access_sid }, {
      options = options({ backchannel_logout = "1", api_session_timeout = "120" }, roles),
    })
    local _, world = requests.run(request)
    local session = session_of(world)
    assert.equal(120, session.timeout)
    assert.same({
      username = "helper", sso_roles = { "helper", "second" }, sso_sub = "user-1", sso_email = "", sso_groups = { "/net/admins" }, sso_sid = "session-1",
      sso_client = "home", sso_audience = audience, sso_end = fixtures.now + 600, sso_client_id = fixtures.client_id, sso_provider = "default",
      sso_issuer = fixtures.issuer, sso_remote = "192.0.2.7", sso_login_time = fixtures.now, sso_login_uptime = 100,
    }, session.data)
    assert.matches(" role=helper,second session=", world.log_text())
    request.options.uci.backchannel_logout = "0"
    assert.is_nil(session_of(select(2, requests.run(request))).data.sso_sid)
  end)

  it("releases the lock on provider calls before it calls rpcd", function()
    local found = {}
    requests.run(post({}, { setup = function(world, io)
      world.before("ubus_call", function() found[#found + 1] = tostring(world.locked[io.paths.run_dir .. "/provider_lock"]) end)
    end }))
    assert.equal("nil", found[1])
  end)

  it("logs the only provider with api_audience where the token names none", function()
    local refused = post({ subject_token = "x.y" }, { options = options({ api_audience = none }), setup = function(world)
      fixtures.add_provider(world, "office", { issuer_url = "https://office.example", api_audience = audience })
    end })
    assert_refused(400, "invalid_request", "EXCHANGE_REFUSED provider=office ", refused)
  end)

  it("needs no page of LuCI", function()
    local menu = '{"p":{"title":"P","action":{"type":"view"},"depends":{"acl":["x"]}}}'
    local response = requests.run(post({}, { setup = function(world, io) world.put(io.paths.menu_dir .. "/a.json", menu) end }))
    assert.equal(200, response.status)
  end)

  it("waits two seconds for the form", function()
    local waited
    requests.run(post({}, { setup = function(_, io)
      local read = io.read_posted
      io.read_posted = function(bytes, seconds)
        waited = seconds
        return read(bytes, seconds)
      end
    end }))
    assert.equal(2, waited)
  end)

  it("waits one second once only a proof is answered: the window or the share of the address is used up", function()
    local function waited_after(times, addresses)
      local io, world = scene.create(options())
      local waited
      io.read_posted = function(_, seconds)
        waited = seconds
        return { ok = false, error = "INVALID_REQUEST", details = { reason = "slow" } }
      end
      for i = 1, times + 1 do
        requests.send(io, world, post({}, { remote_addr = ("192.0.%d.1"):format(i % addresses) }))
      end
      return waited
    end
    assert.same({ 2, 1, 2, 1 }, { waited_after(9, 1), waited_after(10, 1), waited_after(49, 50), waited_after(50, 50) })
  end)

  it("takes the same token again, and lists the sessions once for that", function()
    local _, world, io = requests.run(post())
    local lists = #world.calls_of("list")
    world.now = world.now + 60
    assert.equal(200, requests.send(io, world, post()).status)
    assert.equal(lists + 1, #world.calls_of("list"))
  end)

  it("limits the session to the token's lifetime", function()
    local response, world = requests.run(post({ subject_token = fixtures.tokens.access_short }))
    assert.same({ 30, 30 }, { cjson.decode(response.body).expires_in, session_of(world).timeout })
    local last = post({ subject_token = fixtures.tokens.access_short }, { setup = function(given) given.now = given.now + 29 end })
    assert.equal(1, cjson.decode(requests.run(last).body).expires_in)
  end)

  for name, changes in pairs({
    ["client_id of the token"] = { client_id = "home" }, ["this audience"] = { audience = audience }, ["this resource"] = { resource = audience },
    ["the type of session"] = { requested_token_type = "urn:sso-login:token-type:ubus-session" }, ["what it does not know"] = { other = "1&other=2&%zz" },
  }) do
    it("takes " .. name, function() assert.equal(200, requests.run(post(changes)).status) end)
  end

  it("ends a subject's oldest sessions by tokens, and no others", function()
    local request = post({}, { options = options({ api_sessions = "2" }) })
    local _, world, io = requests.run(request)
    local person = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "user-1", username = "people", sso_login_time = 1 })
    local first = next(world.sessions) == person and next(world.sessions, person) or next(world.sessions)
    for _ = 1, 2 do
      world.now = world.now + 1
      requests.send(io, world, request)
    end
    assert.is_nil(world.sessions[first])
    assert.is_table(world.sessions[person])
    assert.matches("LOGOUT by=limit", world.log_text())
  end)

  --- OAuth's error, what is sent, parameter and reason; or the rest of the line
  for _, case in ipairs({
    { "invalid_request", { grant_type = none }, "grant_type", "is missing" },
    { "unsupported_grant_type", { grant_type = "client_credentials" }, "grant_type", "is not a token exchange" },
    { "invalid_request", { subject_token = none }, "subject_token", "is missing" },
    { "invalid_request", { subject_token = "" }, "subject_token", "is missing" },
    { "invalid_request", { subject_token_type = none }, "subject_token_type", "is not an access token's" },
    { "invalid_request", { subject_token_type = "urn:ietf:params:oauth:token-type:id_token" }, "subject_token_type", "is not an access token's" },
    { "invalid_request", { actor_token = "x" }, "actor_token", "is not taken here" },
    { "invalid_request", { actor_token_type = "" }, "actor_token_type", "is not taken here" },
    { "invalid_request", { requested_token_type = "urn:ietf:params:oauth:token-type:access_token" }, "requested_token_type",
      "is not urn:sso-login:token-type:ubus-session" },
    { "invalid_target", { audience = "x" }, "audience", "is not api_audience" },
    { "invalid_target", { resource = "https://x.example/" }, "resource", "is not api_audience" },
    { "invalid_target", { resource = "" }, "resource", "is not api_audience" },
    { "invalid_scope", { scope = "router" }, "scope", "is not taken here: roles say what is allowed" },
    { "invalid_request", { client_id = "other" }, "client_id", "is not the token's" },
    { "invalid_request", { client_id = "" }, "client_id", "is not the token's" },
    { "invalid_request", body({ client_id = "%zz" }), "cause=INVALID_REQUEST parameter=client_id reason=percent-encoding" },
    { "invalid_request", body({ subject_token = "%00" }), 'cause=INVALID_REQUEST parameter=subject_token reason="control character"' },
    { "invalid_request", "\255\254=\255", "grant_type", "is missing" }, { "invalid_request", "", "grant_type", "is missing" },
    { "invalid_request", ("x"):rep(16385), 'cause=INPUT_TOO_LARGE reason="over 16384 bytes"' },
    { "invalid_request", { subject_token = fixtures.tokens.rs256 }, "cause=ID_TOKEN_VERIFICATION_FAILED claim=typ" },
    { "invalid_request", { subject_token = fixtures.tokens.access_none }, "alg=none cause=UNSUPPORTED_ALGORITHM" },
  }) do
    it(("refuses %.60s: %s"):format(type(case[2]) == "string" and case[2] or cjson.encode(case[2]), case[1]), function()
      local rest = case[4] and ('answer=%s parameter=%s reason="%s"'):format(case[1], case[3], case[4]) or case[3]
      assert_refused(400, case[1], "EXCHANGE_REFUSED remote=192.0.2.7 " .. rest, post(case[2]))
    end)
  end

  local function known_keys(_, io)
    local access_token = require("sso_login.protocol.access_token")
    local config = fixtures.with(scene.loaded(io), { acr_values = none })
    assert.is_true(access_token.verify_opened(io, config, access_token.open(io, config, fixtures.tokens.access).data).ok)
  end

  --- Of a token that the provider has signed, once the keys are known: token, roles, what its sender is told, code
  for _, case in ipairs({
    { "access_other_audience", {}, "aud: is not api_audience" },
    { "access_short", {}, "exp: has passed: get a new token", later = 200 }, { "access_short", {}, "exp: has passed: get a new token", later = 31 },
    { "access_no_role", {}, "matched no roles: a role lists this client, which counts only for its own tokens: sub is the client, and email, "
      .. "preferred_username, auth_time, amr, acr and sid are absent; list this sub in the role", "USER_NOT_AUTHORIZED" },
    { "access_no_role", { { name = "other", group = { "nobody" } } }, "matched no roles: role other would match, and lacks list access 'api'",
      "USER_NOT_AUTHORIZED" },
    { "access_no_role", { { name = "other", access = { "api" } } }, "matched no roles", "USER_NOT_AUTHORIZED" },
    { "access", { { name = "bare", group = { "/net/admins" }, access = { "api" } } }, "matched roles without access groups", "USER_NOT_AUTHORIZED" },
    { "access", {}, "acr: absent", "AUTHENTICATION_TOO_WEAK", uci = { acr_values = "mfa" } },
    { "access_hs256", {}, nil, "UNSUPPORTED_ALGORITHM" }, { "access_withdrawn_key", {}, nil },
  }) do
    it(("tells the sender of %s: %s"):format(case[1], case[3] or "nothing"), function()
      local _, world = assert_refused(400, "invalid_request", "EXCHANGE_REFUSED remote=192.0.2.7 ",
        post({ subject_token = fixtures.tokens[case[1]] }, { options = options(case.uci, case[2][1] and case[2]), setup = function(world, io)
          known_keys(world, io)
          world.now = world.now + (case.later or 0)
        end }), case[3])
      assert.matches("cause=" .. (case[4] or "ID_TOKEN_VERIFICATION_FAILED"), world.log_text())
      assert.is_nil(world.log_text():find("is_signed", 1, true))
    end)
  end

  it("tells nothing of a token whose signature is another's", function()
    local token = fixtures.tokens.access_other_audience
    assert_refused(400, "invalid_request", "EXCHANGE_REFUSED", post({ subject_token = token:sub(1, -9) .. "AAAAAAAA" }, { setup = known_keys }))
  end)

  it("is 503 with Retry-After while the provider does not answer, and within ten seconds after a renewal of keys that lack the token's", function()
    local answers = { ["/.well-known/openid-configuration"] = "OIDC_DISCOVERY_FAILED", ["/jwks"] = "JWKS_FETCH_FAILED" }
    for path, code in pairs(answers) do
      local response = assert_refused(503, "temporarily_unavailable", code .. " remote=192.0.2.7 ", post({}, { setup = function(world)
        world.on(path == "/jwks" and fixtures.discovery.full.jwks_uri or fixtures.issuer .. path, { failure = "timeout" })
      end }))
      assert.equal("10", scene.header(response, "Retry-After"))
    end
    local gone = { subject_token = fixtures.tokens.access_withdrawn_key }
    for age, wait in pairs({ [0] = "10", [9] = "1", [10] = none }) do
      local response = requests.run(post(gone, { setup = function(world, io)
        known_keys(world, io)
        require("sso_login.protocol.metadata_call").fetch(io, scene.loaded(io), true)
        world.now = world.now + age
      end }))
      assert.same({ wait == none and 400 or 503, wait ~= none and wait or nil }, { response.status, scene.header(response, "Retry-After") })
    end
  end)

  it("refuses each parameter of the standards that is given twice", function()
    for name in ([[grant_type resource audience scope requested_token_type subject_token subject_token_type actor_token actor_token_type
      client_id client_secret client_assertion client_assertion_type]]):gmatch("%S+") do
      assert_refused(400, "invalid_request", "EXCHANGE_REFUSED remote=192.0.2.7 cause=INVALID_REQUEST parameter=" .. name .. ' reason="given twice"',
        post(name .. "=a&" .. name .. "=b"))
    end
  end)

  it("refuses a token of a user who was not authenticated as the options demand", function()
    for rest, uci in pairs({ ['acr="" cause=AUTHENTICATION_TOO_WEAK'] = { acr_values = "mfa" }, ["cause=AUTHENTICATION_TOO_OLD"] = { max_age = "600" } }) do
      assert_refused(400, "invalid_request", "EXCHANGE_REFUSED remote=192.0.2.7 " .. rest, post({}, { options = options(uci) }))
    end
  end)

  for _, content_type in ipairs({ "application/json", "multipart/form-data", "", form .. "x" }) do
    it("refuses a body of type " .. content_type, function()
      assert_refused(400, "invalid_request", "EXCHANGE_REFUSED remote=192.0.2.7 cause=INVALID_REQUEST reason=\"not a form\"",
        post({}, { content_type = content_type }))
    end)
  end

  it("refuses a client secret", function()
    local no_clients = 'CLIENT_AUTHENTICATION remote=192.0.2.7 reason="client authentication is not taken here: send the token alone"'
    for scheme, changes in pairs({
      Basic = { authorization = "Basic eDp5" }, Bearer = { authorization = "Bearer " .. fixtures.tokens.access, body = body({ subject_token = none }) },
    }) do
      local response = assert_refused(401, "invalid_client", no_clients, post({}, changes))
      assert.equal(scheme .. ' realm="sso-login"', scene.header(response, "WWW-Authenticate"))
    end
    assert_refused(401, "invalid_client", "CLIENT_AUTHENTICATION", post({ client_secret = "hidden" }))
    assert_refused(401, "invalid_client", "CLIENT_AUTHENTICATION", post({ client_assertion = "x" }))
  end)

  it("answers every error in JSON", function()
    for _, method in ipairs({ "GET", "PUT", "OPTIONS", "HEAD" }) do
      local response = assert_refused(405, "invalid_request", "METHOD_NOT_ALLOWED", post({}, { method = method, accept = "text/html" }))
      assert.equal("POST", scene.header(response, "Allow"))
    end
    local no_folder = { setup = function(world) world.fail("make_dir") end }
    assert.same({}, select(2, assert_refused(500, "server_error", "INTERNAL_ERROR", post({}, no_folder))).requests)
    assert_refused(403, "invalid_request", "HTTPS_REQUIRED", post({}, { https = false }))
    assert_refused(503, "temporarily_unavailable", "SSO_DISABLED", post({}, { options = options({ enabled = "0" }) }))
    assert_refused(503, "temporarily_unavailable", "CONFIG_ERROR", post({}, { options = options({ scope = "x" }) }))
    local _, world, io = requests.run(post({}, { setup = function(world) world.ubus_fail("create") end }))
    assert.equal("UBUS_LOGIN_FAILED remote=192.0.2.7 method=create", world.log_text():sub(1, 48))
    assert.equal('{"error":"server_error"}', requests.send(io, world, post()).body)
  end)

  it("reports a missing module", function()
    local function missing() error("module 'uci' not found") end
    local io, world = scene.create(options())
    io.uci_get = missing
    local response = require("sso_login.web.refusal").refuse(io, scene.web_request("/token", "", "", { method = "POST" }),
      { ok = false, error = "CONFIG_ERROR", details = "x" }, true)
    assert.same({ 503, '{"error":"temporarily_unavailable"}' }, { response.status, response.body })
    assert.equal(1, #world.logs)
  end)

  it("is 404 while the option is off", function()
    for _, value in ipairs({ none, "" }) do
      local off = options({ api_audience = value })
      assert_refused(405, "invalid_request", 'METHOD_NOT_ALLOWED remote=192.0.2.7 method=POST reason="api_audience is not set"',
        post({}, { options = off, accept = "text/html" }))
      requests.expect(post({}, { options = off, method = "GET" }), { code = "NOT_FOUND" })
      for given, type in pairs({ [off] = "text/html; charset=utf-8", [options()] = "application/json" }) do
        assert.equal(type, requests.run(post({}, { options = given, method = "PUT", accept = "text/html" })).content_type)
      end
    end
  end)

  it("reads no claims of a token that no known key has signed before it is counted", function()
    local jws = require("sso_login.jose.jws")
    local _, world, io = requests.run(post({}, { setup = known_keys }))
    for _ = 1, 10 do
      requests.send(io, world, post({ subject_token = fixtures.tokens.access_withdrawn_key }))
    end
    local count, read = 0, jws.read_claims
    jws.read_claims = function(opened)
      count = count + 1
      return read(opened)
    end
    local refused = requests.send(io, world, post({ subject_token = fixtures.tokens.access_withdrawn_key })).status
    assert.same({ 429, 0 }, { refused, count })
    assert.equal(200, requests.send(io, world, post()).status)
    jws.read_claims = read
    assert.equal(1, count)
  end)

  it("counts an exchange whose key was unknown in the windows of its subject, too", function()
    local io, world = scene.create(options())
    local hash = require("sso_login.jose.hash")
    local owner = hash.hash_sha256_hex(fixtures.issuer .. "\0home\0user-1"):sub(1, 16)
    local minute = require("sso_login.web.rate_limit").minute_of(world.now)
    world.put(("%s/rate_program_%s_%d"):format(io.paths.run_dir, owner, minute), ("."):rep(60))
    assert.equal(429, requests.send(io, world, post()).status)
    assert.same({}, world.sessions)
  end)

  it("has separate windows: ten requests of an address without proof, and 60 exchanges of a subject", function()
    local _, world, io = requests.run(post({ subject_token = "x" }, { setup = known_keys }))
    for _ = 2, 10 do
      assert.equal(400, requests.send(io, world, post({ subject_token = "x" })).status)
    end
    local limited = requests.send(io, world, post({ subject_token = "x" }))
    assert.same({ 429, '{"error":"temporarily_unavailable"}' }, { limited.status, limited.body })
    assert.is_string(scene.header(limited, "Retry-After"))
    assert.matches('RATE_LIMITED remote=192%.0%.2%.7 cause=ID_TOKEN_VERIFICATION_FAILED hint="let the provider .-" option=client_limit '
      .. 'reason="is opaque, not a JWT" retry_after=%d+ share="10 a minute of one address"', world.logs[#world.logs].line)
    for _ = 1, 60 do
      assert.equal(200, requests.send(io, world, post()).status)
    end
    assert.equal(429, requests.send(io, world, post()).status)
    assert.equal(200, requests.send(io, world, post({ subject_token = fixtures.tokens.access_machine })).status)
    assert.equal(302, requests.send(io, world, {}).status, "logins go on")
  end)

  it("counts a subject apart from the client's others and from those of another provider, and a client to 240", function()
    local office = "https://office.example"
    local request = post({}, { setup = function(world)
      fixtures.add_provider(world, "office", { issuer_url = office, api_audience = audience })
      world.uci["sso-login"][3].options.provider = { "default", "office" }
      world.on(office .. "/.well-known/openid-configuration", cjson.encode(fixtures.with(fixtures.discovery.full, { issuer = office })))
    end })
    local _, world, io = requests.run(request)
    local function exchange(token, times)
      local status
      for _ = 1, times do
        status = requests.send(io, world, post({ subject_token = fixtures.tokens[token] })).status
      end
      return status
    end
    assert.same({ 200, 429 }, { exchange("access", 59), exchange("access", 1) })
    assert.same({ 200, 429 }, { exchange("access_user_2", 60), exchange("access_user_2", 1) })
    assert.equal(200, exchange("access_office", 1))
    -- 120 exchanges of the client at the first provider; the windows of its subjects are emptied.
    for name, file in pairs(fixtures.copy(world.files)) do
      local is_of_client = name:find("/rate_programs_", 1, true) and #file.content == 120
      if name:find("/rate_program", 1, true) then
        world.files[name] = nil
      end
      if is_of_client then
        world.put(name, ("."):rep(239))
      end
    end
    assert.same({ 200, 429, 200 }, { exchange("access", 1), exchange("access_user_2", 1), exchange("access_office", 1) })
  end)

  it("is refused after a logout at the provider since the token was issued", function()
    local provider_logout = require("sso_login.logout.provider_logout")
    for _, case in ipairs({ { "1", 0, 400 }, { "1", -6, 200 }, { "0", 0, 200 } }) do
      local io, world = scene.create(options({ backchannel_logout = case[1] }))
      world.now = fixtures.now + case[2]
      provider_logout.mark(io, fixtures.issuer, "session-1", "user-1")
      world.now = fixtures.now
      assert.equal(case[3], requests.send(io, world, post({ subject_token = fixtures.tokens.access_sid })).status)
      local reason = world.log_text():match('cause=IDP_ERROR reason="(.-)"')
      assert.equal(case[3] == 400 and "the provider ended its session since the token was issued" or nil, reason)
    end
  end)
end)
