--- handshake: a whole login in its two requests, as an integrator would call it.
local cjson = require("cjson")
local config = require("sso_login.config")
local crypto = require("sso_login.crypto")
local encoding = require("sso_login.encoding")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.handshake")
local log = require("sso_login.log")
local scene = require("support.scene")

local none = fixtures.none
local full = fixtures.discovery.full
local state_cookie = scene.state_cookie

local function loaded(io)
  local result = config.load(io)
  assert(result.ok, result.error)
  return result.data
end

local function initiate(options)
  local io, world = scene.create(options)
  return handshake.initiate(io, loaded(io)), world, io
end

describe("handshake.initiate", function()
  -- rule: spec.contracts.handshake-initiate spec.service.initiation spec.handshake-record.path
  -- rule: spec.handshake-record.content spec.handshake-record.lifetime spec.handshake-record.cookie
  -- rule: dec.login.state-token dec.login.state-is-cookie dec.login.handle dec.login.record-mode
  -- rule: dec.login.folder-mode dec.login.record-version dec.login.record-members dec.login.nonce dec.login.verifier
  -- rule: spec.initiate.verifier spec.limits.handshake spec.limits.verifier spec.initiate.url-client-id
  -- rule: spec.initiate.url-redirect-uri spec.initiate.url-scope spec.initiate.url-state spec.initiate.url-nonce
  -- rule: spec.initiate.url-challenge spec.service.phases
  it("gives url and token, and stores the record under the token's hash", function()
    local started, world, io = initiate()
    assert.is_true(started.ok)
    local token = started.data.token
    assert.truthy(token:find("^[%w_-]+$"))
    assert.equal(32, #encoding.base64url_decode(token))
    local record = cjson.decode(world.text(scene.record_path(io, token)))
    assert.equal(1, record.version)
    assert.equal(token, record.state)
    assert.equal(32, #encoding.base64url_decode(record.nonce))
    assert.truthy(record.code_verifier:find("^[%w_-]+$"))
    assert.equal(64, #record.code_verifier)
    assert.equal(world.now, record.created_at)
    assert.equal(world.now + 300, record.expires_at)
    assert.equal(384, world.files[scene.record_path(io, token)].mode)
    assert.equal(448, world.files[io.paths.run_dir].mode)
    local url = started.data.url
    assert.equal(full.authorization_endpoint .. "?", url:match("^[^?]*%?"))
    for _, parameter in ipairs({
      "response_type=code", "client_id=" .. fixtures.client_id, "state=" .. token, "nonce=" .. record.nonce,
      "code_challenge=" .. encoding.base64url_encode(crypto.hash_sha256(record.code_verifier)), "code_challenge_method=S256",
      "scope=openid%20profile%20email", "redirect_uri=https%3A%2F%2Frouter.example%2Fcgi-bin%2Fsso-login%2Fcallback",
    }) do
      assert.truthy((url .. "&"):find("[?&]" .. parameter:gsub("%p", "%%%0") .. "&"), parameter)
    end
    assert.is_nil(url:find(record.code_verifier, 1, true))
  end)

  -- rule: spec.auth.fresh-values
  it("makes new values every time", function()
    local io, world = scene.create()
    local seen = {}
    for _ = 1, 20 do
      local started = handshake.initiate(io, loaded(io))
      local record = cjson.decode(world.text(scene.record_path(io, started.data.token)))
      for _, value in ipairs({ record.state, record.nonce, record.code_verifier }) do
        assert.is_nil(seen[value])
        seen[value] = true
      end
    end
  end)

  -- rule: dec.configuration.ca-file dec.configuration.http-timeout
  it("asks the provider with the configured time-out and trust store", function()
    local _, world = initiate({ uci = { http_timeout = "7", ca_file = "/etc/ca.pem" } })
    assert.same({ timeout = 7, ca_file = "/etc/ca.pem" }, world.settings)
  end)

  -- rule: spec.auth.split-authorization
  it("keeps the authorization address public with an internal issuer", function()
    local io, world = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2" } })
    world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration", cjson.encode(full))
    local started = handshake.initiate(io, loaded(io))
    assert.equal(full.authorization_endpoint, started.data.url:match("^[^?]*"))
  end)

  for _, case in ipairs({
    { "another issuer", { metadata = { issuer = "https://evil.example" } }, "DISCOVERY_ISSUER_MISMATCH" },
    -- rule: dec.back-channel.missing-at-start
    { "no token endpoint", { metadata = { token_endpoint = none } }, "OIDC_DISCOVERY_FAILED" },
    -- rule: dec.back-channel.missing-at-start
    { "no key address", { metadata = { jwks_uri = none } }, "OIDC_DISCOVERY_FAILED" },
    -- rule: dec.back-channel.endpoint-authorization
    { "an http authorization endpoint", { metadata = { authorization_endpoint = "http://idp.example/" } }, "OIDC_DISCOVERY_FAILED" },
    -- rule: dec.back-channel.missing-at-start dec.login.auth-none
    { "no usable client authentication", { document = "jwt_only" }, "CONFIG_ERROR" },
  }) do
    it(case[1] .. " is " .. case[3] .. ", and nothing is stored", function()
      local started, world = initiate(case[2])
      assert.equal(case[3], started.error)
      assert.same({}, world.in_run_dir("^handshake"))
    end)
  end

  it("is INTERNAL_ERROR when the record cannot be stored", function()
    local io, world = scene.create()
    world.fail("write_file")
    assert.equal("INTERNAL_ERROR", handshake.initiate(io, loaded(io)).error)
  end)
end)

--- A callback with a stored handshake; `request` as scene.request gives it.
local function authenticate(options, request, policy)
  local io, world = scene.create(options)
  scene.put_handshake(io, world)
  return handshake.authenticate(io, loaded(io), request or scene.request(), policy), world, io
end

--- A failure leaves no session, and nothing secret in its details.
local function assert_refused(code, result, world)
  assert.is_false(result.ok)
  assert.equal(code, result.error)
  assert.same({}, world.sessions)
  assert.is_nil(scene.leak(log.format_details(result.details)))
end

describe("handshake.authenticate", function()
  -- rule: spec.contracts.handshake-authenticate spec.tokens.result spec.roles.result-role-name dec.session.username
  -- rule: spec.states.registry-registered
  it("gives sid and email of a session with the role's name", function()
    local login, world = authenticate()
    assert.is_nil(login.error)
    assert.equal("ada@example.org", login.data.email)
    local session = world.sessions[login.data.sid]
    assert.equal("admin", session.data.username)
    assert.equal(3600, session.timeout)
  end)

  -- rule: spec.auth.default-algorithms spec.auth.ec-p256
  it("works with ES256 as well", function()
    assert.is_true(authenticate({ token = "es256" }).ok)
  end)

  -- rule: spec.callback.order-token spec.callback.code spec.discovery-document.token-endpoint
  it("sends the code and the verifier of the record", function()
    local _, world = authenticate()
    local body
    for _, request in ipairs(world.requests) do
      body = request.method == "POST" and request.body or body
    end
    assert.truthy(("&" .. body .. "&"):find("&code=the%-code&"))
    assert.truthy(("&" .. body .. "&"):find("&code_verifier=" .. fixtures.handshake.code_verifier .. "&"))
  end)

  -- rule: spec.contracts.handshake-policy spec.auth.default-algorithms
  it("allows RS256 and ES256 by default and what a policy says instead", function()
    assert.is_true(authenticate({}, nil, { allowed_algs = { "RS256" } }).ok)
    local refused, world = authenticate({}, nil, { allowed_algs = { "ES256" } })
    assert_refused("UNSUPPORTED_ALGORITHM", refused, world)
  end)

  -- rule: spec.auth.fresh-values
  it("finishes what initiate started", function()
    local io, world = scene.create()
    local started = handshake.initiate(io, loaded(io))
    local record = cjson.decode(world.text(scene.record_path(io, started.data.token)))
    -- The tokens of the fixtures have a nonce of their own: a login with the record's own fails there and not before.
    assert.are_not.equal(fixtures.nonce, record.nonce)
    local request = scene.request({ state = started.data.token }, { [state_cookie] = started.data.token })
    assert.equal("NONCE_MISMATCH", handshake.authenticate(io, loaded(io), request).error)
  end)

  -- rule: spec.callback.order-state spec.callback.state
  describe("state and cookie", function()
    for _, case in ipairs({
      { "no state", { state = none }, {}, "INVALID_REQUEST" }, { "empty state", { state = "" }, {}, "INVALID_REQUEST" },
      { "neither code nor error", { code = none }, {}, "INVALID_REQUEST" }, { "empty code", { code = "" }, {}, "INVALID_REQUEST" },
      -- rule: spec.codes.missing-handshake-cookie
      { "no cookie", {}, { [state_cookie] = none }, "MISSING_HANDSHAKE_COOKIE" },
      { "empty cookie", {}, { [state_cookie] = "" }, "MISSING_HANDSHAKE_COOKIE" },
      -- rule: spec.codes.state-parameter-mismatch
      { "another cookie", {}, { [state_cookie] = "other" }, "STATE_PARAMETER_MISMATCH" },
      -- rule: spec.codes.state-parameter-mismatch
      { "another state", { state = "other" }, {}, "STATE_PARAMETER_MISMATCH" },
      { "a state in other case", { state = fixtures.handshake.state:upper() }, {}, "STATE_PARAMETER_MISMATCH" },
      { "a state cut", { state = fixtures.handshake.state:sub(1, -2) }, {}, "STATE_PARAMETER_MISMATCH" },
      -- rule: spec.codes.state-not-found
      { "an unknown state", { state = "unknown" }, { [state_cookie] = "unknown" }, "STATE_NOT_FOUND" },
      { "a path as state", { state = "../../x" }, { [state_cookie] = "../../x" }, "STATE_NOT_FOUND" },
      { "a state with NUL", { state = "a\0b" }, { [state_cookie] = "a\0b" }, "STATE_NOT_FOUND" },
      { "a state of 16 000 bytes", { state = ("s"):rep(16000) }, { [state_cookie] = ("s"):rep(16000) }, "STATE_NOT_FOUND" },
    }) do
      it(case[1] .. " is " .. case[4] .. ", the record stays and the provider is not asked", function()
        local refused, world, io = authenticate({}, scene.request(case[2], case[3]))
        assert_refused(case[4], refused, world)
        assert.is_string(world.text(scene.record_path(io)))
        assert.equal(0, #world.requests)
      end)
    end
  end)

  describe("the record", function()
    -- rule: spec.states.handshake-rename-first spec.states.handshake-created-consumed dec.login.record-consumed
    -- rule: spec.callback.order-state
    it("is consumed before anything is asked, and only once", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local https = io.https
      io.https = function(request)
        assert.same({}, world.in_run_dir("^handshake"))
        return https(request)
      end
      assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
      assert.is_true(#world.requests > 0)
      assert.equal("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()).error)
    end)

    it("is consumed by a login that fails as well", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.on(full.token_endpoint, { failure = "timeout" })
      assert.equal("TOKEN_ENDPOINT_NETWORK_ERROR", handshake.authenticate(io, loaded(io), scene.request()).error)
      assert.same({}, world.in_run_dir("^handshake"))
      assert.equal("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()).error)
    end)

    -- rule: spec.states.handshake-once dec.login.record-consumed
    it("cannot be consumed by a second request at the same instant", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local rename, second = io.rename, nil
      io.rename = function(from, to)
        local renamed = rename(from, to)
        if second == nil then
          second = false
          second = handshake.authenticate(io, loaded(io), scene.request())
        end
        return renamed
      end
      local first = handshake.authenticate(io, loaded(io), scene.request())
      assert.is_true(first.ok)
      assert.equal("STATE_NOT_FOUND", second.error)
    end)

    -- rule: spec.handshake-record.lifetime spec.states.handshake-expired dec.login.record-expired
    -- rule: spec.limits.handshake
    for _, case in ipairs({ { 0, true }, { 299, true }, { 300, false }, { 301, false }, { 86400, false }, { -86400, false } }) do
      it(("at %d s %s"):format(case[1], case[2] and "counts" or "is STATE_NOT_FOUND"), function()
        local io, world = scene.create()
        scene.put_handshake(io, world, case[1])
        local login = handshake.authenticate(io, loaded(io), scene.request())
        assert.equal(case[2], login.ok)
        if not case[2] then
          assert_refused("STATE_NOT_FOUND", login, world)
          assert.equal(0, #world.requests)
          assert.same({}, world.in_run_dir("^handshake"))
        end
      end)
    end

    -- rule: dec.login.record-version dec.login.record-members
    for what, changes in pairs({
      ["another version"] = { version = 2 }, ["no version"] = { version = none }, ["another state"] = { state = "other" },
      ["no state"] = { state = none }, ["no nonce"] = { nonce = none }, ["a nonce that is no text"] = { nonce = 7 },
      ["no verifier"] = { code_verifier = none }, ["no time"] = { created_at = none }, ["a time as text"] = { created_at = "1" },
    }) do
      it("with " .. what .. " is STATE_NOT_FOUND", function()
        local io, world = scene.create()
        scene.put_handshake(io, world, 0, changes)
        assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
      end)
    end

    it("cut at any place, or replaced by rubbish, is STATE_NOT_FOUND", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      local whole = world.text(scene.record_path(io))
      local contents = { "null", "[]", "[1]", "\0\0", ("x"):rep(100000), whole .. "x", whole .. "\0" }
      for length = 0, #whole - 1, 11 do
        contents[#contents + 1] = whole:sub(1, length)
      end
      for _, content in ipairs(contents) do
        world.put(scene.record_path(io), content)
        assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
      end
    end)

    it("that cannot be read is STATE_NOT_FOUND", function()
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.fail("read_file", 1)
      assert_refused("STATE_NOT_FOUND", handshake.authenticate(io, loaded(io), scene.request()), world)
    end)
  end)

  describe("an error of the provider", function()
    -- rule: dec.login.idp-error-cut dec.login.idp-error-log dec.login.idp-error-control
    -- rule: dec.login.idp-error-state-first spec.codes.idp-error
    it("is IDP_ERROR with its text cut at 200 characters, after the record is consumed", function()
      local text = "x\nLOGIN_GRANTED " .. ("y"):rep(300)
      local refused, world = authenticate({}, scene.request({
        code = none, error = ("e"):rep(201), error_description = text,
      }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal(("e"):rep(200), refused.details.error)
      assert.equal(200, #refused.details.error_description)
      assert.same({}, world.in_run_dir("^handshake"))
      assert.is_nil(log.format_details(refused.details):find("[%c]"))
      assert.equal(0, world.requests_to(full.token_endpoint))
    end)

    -- rule: spec.codes.idp-error
    it("counts also beside a code", function()
      local refused, world = authenticate({}, scene.request({ error = "access_denied" }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal(0, world.requests_to(full.token_endpoint))
    end)

    -- rule: dec.login.idp-error-state-first
    it("is not believed before the state is right", function()
      local refused, world, io = authenticate({}, scene.request({ error = "x", state = "other" }))
      assert_refused("STATE_PARAMETER_MISMATCH", refused, world)
      assert.is_string(world.text(scene.record_path(io)))
    end)
  end)

  describe("iss of the answer", function()
    it("is judged before an error of the provider is believed", function()
      local refused, world = authenticate({}, scene.request({ error = "access_denied", iss = "https://evil.example" }))
      assert_refused("IDP_ERROR", refused, world)
      assert.equal("https://evil.example", refused.details.iss)
    end)
    -- rule: dec.login.iss-present dec.login.iss-announced
    for _, case in ipairs({
      { "absent and not promised", "full", none, true }, { "right and not promised", "full", fixtures.issuer, true },
      -- rule: dec.login.iss-announced
      { "right and promised", "promises_iss", fixtures.issuer, true }, { "absent though promised", "promises_iss", none, false },
      -- rule: dec.login.iss-present dec.login.iss-announced
      { "another", "full", "https://evil.example", false }, { "another, promised", "promises_iss", "https://evil.example", false },
      { "with a slash more", "full", fixtures.issuer .. "/", false }, { "empty", "full", "", false },
    }) do
      it(case[1] .. (case[4] and " is taken" or " is IDP_ERROR before the code is sent"), function()
        local login, world = authenticate({ document = case[2] }, scene.request({ iss = case[3] }))
        assert.equal(case[4], login.ok)
        if not case[4] then
          assert_refused("IDP_ERROR", login, world)
          assert.equal(0, world.requests_to(full.token_endpoint))
        end
      end)
    end
  end)

  describe("what goes wrong at the provider", function()
    for _, case in ipairs({
      -- rule: spec.codes.oidc-discovery-failed
      { "discovery", full.issuer .. "/.well-known/openid-configuration", { failure = "timeout" }, "OIDC_DISCOVERY_FAILED" },
      -- rule: dec.back-channel.certificate-other spec.codes.ssl-init-failed
      { "discovery's certificate", full.issuer .. "/.well-known/openid-configuration", { failure = "certificate" }, "SSL_INIT_FAILED" },
      -- rule: spec.codes.token-endpoint-unreachable
      { "the token endpoint", full.token_endpoint, { failure = "connect" }, "TOKEN_ENDPOINT_NETWORK_ERROR" },
      -- rule: spec.codes.token-endpoint-untrusted dec.back-channel.certificate-token spec.auth.split-certificate
      { "the token endpoint's certificate", full.token_endpoint, { failure = "certificate" }, "TOKEN_ENDPOINT_NETWORK_ERROR" },
      -- rule: dec.login.invalid-grant
      { "the grant", full.token_endpoint, { status = 400, body = '{"error":"invalid_grant"}' }, "OIDC_INVALID_GRANT" },
      -- rule: spec.service.public-client
      { "the client", full.token_endpoint, { status = 401, body = '{"error":"invalid_client"}' }, "TOKEN_EXCHANGE_FAILED" },
      -- rule: spec.codes.jwks-size
      { "the JWK Set", full.jwks_uri, { failure = "too_large" }, "JWKS_FETCH_FAILED" },
      -- rule: dec.login.jwks-without-keys
      { "the JWK Set's content", full.jwks_uri, "{}", "JWKS_FETCH_FAILED" },
      { "the JWK Set's numbers", full.jwks_uri, '{"keys":[{"n":1e999}]}', "JWKS_FETCH_FAILED" },
      { "the JWK Set's keys", full.jwks_uri, '{"keys":[]}', "ID_TOKEN_VERIFICATION_FAILED" },
    }) do
      it(case[1] .. " is " .. case[4], function()
        local io, world = scene.create()
        scene.put_handshake(io, world)
        world.on(case[2], case[3])
        assert_refused(case[4], handshake.authenticate(io, loaded(io), scene.request()), world)
      end)
    end

    -- rule: spec.auth.unsupported-algorithm spec.auth.nonce spec.auth.at-hash spec.auth.id-token-size
    -- rule: spec.codes.id-token-size dec.login.refresh-once
    for name, code in pairs({
      alg_none = "UNSUPPORTED_ALGORITHM", alg_hs256_public_key = "UNSUPPORTED_ALGORITHM", key_other = "ID_TOKEN_VERIFICATION_FAILED",
      nonce_other = "NONCE_MISMATCH", at_hash_other = "AT_HASH_MISMATCH", at_hash_missing = "AT_HASH_MISMATCH",
      exp_passed = "ID_TOKEN_VERIFICATION_FAILED", length_16385 = "ID_TOKEN_VERIFICATION_FAILED",
    }) do
      it("an ID Token with " .. fixtures.hostile[name].about .. " is " .. code, function()
        local io, world = scene.create()
        scene.put_handshake(io, world)
        world.on(full.token_endpoint, fixtures.token_response(nil, { id_token = fixtures.hostile[name].token }))
        assert_refused(code, handshake.authenticate(io, loaded(io), scene.request()), world)
        -- Asked once, never twice in one login, and not at all for a token that no key could save.
        local hopeless = name:match("^alg_") or name == "length_16385"
        assert.equal(hopeless and 0 or 1, world.requests_to(full.jwks_uri))
      end)
    end
  end)

  -- rule: dec.login.refresh-unknown-kid spec.contracts.oidc-verify-refresh
  it("uses cached keys, and refreshes them once when they do not fit", function()
    local io, world = scene.create({ jwks = "ec" })
    require("sso_login.discovery").fetch_jwks(io, full.jwks_uri)
    world.on(full.jwks_uri, cjson.encode(fixtures.jwks.both))
    scene.put_handshake(io, world)
    assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
    assert.equal(2, world.requests_to(full.jwks_uri))
  end)

  -- rule: spec.auth.split-discovery spec.auth.split-token spec.auth.split-jwks spec.auth.split-userinfo
  -- rule: dec.back-channel.split-internal-path spec.configuration.internal-issuer-url-origin
  it("asks every back-channel address at the internal origin and none else", function()
    local io, world = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2:8443/x" }, token = "no_email" })
    for url, answer in pairs({
      ["/realms/home/.well-known/openid-configuration"] = cjson.encode(full), ["/realms/home/certs"] = cjson.encode(fixtures.jwks.both),
      ["/realms/home/token"] = fixtures.token_response("no_email"),
      ["/realms/home/userinfo"] = '{"sub":"user-1","email":"ada@example.org"}',
    }) do
      world.on("https://10.0.0.2:8443" .. url, answer)
    end
    scene.put_handshake(io, world)
    assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
    assert.equal(4, #world.requests)
    for _, request in ipairs(world.requests) do
      assert.equal("https://10.0.0.2:8443/", request.url:sub(1, 22))
    end
  end)

  describe("UserInfo", function()
    local endpoint = full.userinfo_endpoint
    local by_group = { { name = "net", group = { "net" }, read = { "*" } } }
    local by_email = { { name = "mail", email = { "ada@example.org" }, read = { "*" } } }

    --- { what, token, roles, answer, asked how often, code or role }
    for _, case in ipairs({
      -- rule: spec.service.userinfo
      { "is not asked when the ID Token has an e-mail that matches", "rs256", by_email, nil, 0, "mail" },
      { "is not asked when the ID Token's groups do not match", "unknown_user", by_group, nil, 0, "USER_NOT_AUTHORIZED" },
      -- rule: spec.service.userinfo spec.callback.order-userinfo spec.discovery-document.userinfo-endpoint
      { "gives the missing e-mail", "no_email", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for an empty one", "email_empty", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for null", "email_null", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for a number", "email_number", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      -- rule: spec.service.groups-claim
      { "gives groups with the e-mail", "no_email_no_groups", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      -- rule: dec.login.userinfo-precedence
      { "does not overrule the ID Token's groups", "no_email", by_group, '{"sub":"user-1","groups":["net"]}', 1, "USER_NOT_AUTHORIZED" },
      -- rule: dec.configuration.unverified-email-source
      { "with an unverified e-mail matches nothing", "no_email", by_email,
        '{"sub":"user-1","email":"ada@example.org","email_verified":false}', 1, "USER_NOT_AUTHORIZED" },
      { "without an e-mail matches nothing", "no_email_no_groups", by_email, '{"sub":"user-1"}', 1, "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-sub
      { "of another subject is refused", "no_email", by_email, '{"sub":"user-2","email":"ada@example.org"}', 1,
        "ID_TOKEN_VERIFICATION_FAILED" },
      -- rule: dec.login.userinfo-sub
      { "without subject is refused", "no_email", by_email, '{"email":"ada@example.org"}', 1, "ID_TOKEN_VERIFICATION_FAILED" },
      { "with a number as subject is refused", "no_email", by_email, '{"sub":1,"email":"ada@example.org"}', 1,
        "ID_TOKEN_VERIFICATION_FAILED" },
      -- rule: spec.codes.userinfo-network-error
      { "that fails is refused", "no_email", by_email, { failure = "timeout" }, 1, "USERINFO_NETWORK_ERROR" },
      { "with a status is refused", "no_email", by_email, { status = 403 }, 1, "USERINFO_NETWORK_ERROR" },
      -- rule: dec.login.userinfo-jwt
      { "signed is refused", "no_email", by_email, { content_type = "application/jwt", body = fixtures.tokens.rs256 }, 1,
        "USERINFO_NETWORK_ERROR" },
      -- rule: dec.login.userinfo-not-object
      { "that is a list is refused", "no_email", by_email, "[]", 1, "USERINFO_NETWORK_ERROR" },
      -- rule: dec.back-channel.certificate-other
      { "with an untrusted certificate is refused", "no_email", by_email, { failure = "certificate" }, 1, "SSL_INIT_FAILED" },
      -- rule: dec.login.userinfo-no-groups
      { "is the second chance for groups", "no_groups_unknown_email", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      -- rule: dec.login.userinfo-no-groups
      { "second chance without effect", "no_groups_unknown_email", by_group, '{"sub":"user-1","groups":["x"]}', 1,
        "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-precedence
      { "second chance does not exchange the e-mail", "no_groups_unknown_email", by_email,
        '{"sub":"user-1","email":"ada@example.org"}', 1, "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-second-case
      { "second chance of another subject", "no_groups_unknown_email", by_group, '{"sub":"user-2","groups":["net"]}', 1,
        "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-second-case
      { "second chance that fails", "no_groups_unknown_email", by_group, { failure = "connect" }, 1, "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-second-case
      { "second chance with an untrusted certificate", "no_groups_unknown_email", by_group, { failure = "certificate" }, 1,
        "USER_NOT_AUTHORIZED" },
      { "second chance after an unverified e-mail", "unverified_no_groups", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      { "second chance does not verify the e-mail", "unverified_no_groups", by_email, '{"sub":"user-1","email_verified":true}', 1,
        "USER_NOT_AUTHORIZED" },
      -- rule: dec.login.userinfo-no-groups
      { "is not asked with empty groups in the ID Token", "unverified", by_group, '{"sub":"user-1","groups":["net"]}', 0,
        "USER_NOT_AUTHORIZED" },
    }) do
      it(case[1], function()
        local login, world = authenticate({ token = case[2], roles = case[3], userinfo = case[4] })
        assert.equal(case[5], world.requests_to(endpoint))
        if case[6]:find("^%u") then
          assert_refused(case[6], login, world)
        else
          assert.is_nil(login.error)
          assert.equal(case[6], world.sessions[login.data.sid].data.username)
        end
      end)
    end

    -- rule: dec.login.email-empty dec.login.userinfo-no-endpoint
    it("absent: a user without e-mail may match by group, and e-mail is then empty", function()
      local login, world = authenticate({ token = "no_email", document = "minimal" })
      assert.is_nil(login.error)
      assert.equal("", login.data.email)
      assert.equal("", world.sessions[login.data.sid].data.sso_email)
    end)

    -- rule: dec.login.userinfo-no-endpoint
    it("absent: a user without e-mail and role is USER_NOT_AUTHORIZED", function()
      local refused, world = authenticate({ token = "no_email_no_groups", document = "minimal" })
      assert_refused("USER_NOT_AUTHORIZED", refused, world)
    end)

    it("with an e-mail of 200 KB ends in one of the codes and never in a half-made login", function()
      local huge = ("a"):rep(200000)
      for _, identity in ipairs({ "0", "1" }) do
        local io, world = scene.create({
          uci = { log_identity = identity }, token = "no_email", userinfo = cjson.encode({ sub = "user-1", email = huge }),
        })
        scene.put_handshake(io, world)
        local response = require("sso_login.router").handle(io, scene.callback())
        assert.equal(302, response.status)
      end
    end)
  end)

  -- rule: spec.callback.order-roles spec.roles.no-match spec.roles.no-match-log spec.auth.no-role
  -- rule: spec.states.registry-registered
  it("a user without a role is USER_NOT_AUTHORIZED, 'matched no roles', and no token is registered", function()
    local refused, world = authenticate({ token = "unknown_user" })
    assert_refused("USER_NOT_AUTHORIZED", refused, world)
    assert.truthy(log.format_details(refused.details):find("matched no roles", 1, true))
    assert.same({}, world.in_run_dir("^tokens$"))
  end)

  -- rule: dec.configuration.unverified-email-log dec.configuration.unverified-email-allowed
  it("an unverified e-mail is refused and the option named", function()
    local refused, world = authenticate({ token = "unverified" })
    assert_refused("USER_NOT_AUTHORIZED", refused, world)
    assert.truthy(log.format_details(refused.details):find("allow_unverified_email", 1, true))
    assert.is_true(authenticate({ token = "unverified", uci = { allow_unverified_email = "1" } }).ok)
  end)

  -- rule: spec.auth.replay spec.states.registry-rejected
  it("the same access token a second time is TOKEN_REPLAYED", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local first = handshake.authenticate(io, loaded(io), scene.request())
    assert.is_true(first.ok)
    scene.put_handshake(io, world)
    local second = handshake.authenticate(io, loaded(io), scene.request())
    assert.equal("TOKEN_REPLAYED", second.error)
    assert.is_table(world.sessions[first.data.sid])
    assert.is_nil(scene.leak(log.format_details(second.details)))
  end)

  -- rule: dec.session.failure-destroys spec.codes.ubus-login-failed
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

  -- rule: spec.callback.order-register
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
        -- LuCI takes no session without a token: it is set last, with everything else.
        assert.equal(session.data.token ~= nil, session.data.username == "admin")
        assert.is_true(session.data.token == nil or next(session.grants) ~= nil)
      end
      for _, name in ipairs(io.list_dir(io.paths.run_dir .. "/tokens") or {}) do
        io.remove(io.paths.run_dir .. "/tokens/" .. name) -- the next login has another access token
      end
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
    local errors = require("sso_login.errors").errors
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
