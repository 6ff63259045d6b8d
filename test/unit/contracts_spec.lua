--- The module contracts of the specification, row by row, as an integrator calls them: every module by its own require,
-- every function by its name, with a configuration of the fields that the specification lists and no others.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local scene = require("support.scene")

local none = fixtures.none
local full = fixtures.discovery.full
local state_cookie = scene.state_cookie

local function module(name)
  return require("sso_login." .. name)
end

--- The loaded configuration as the specification describes it; `changes` of members.
local function documented_config(changes)
  return fixtures.with({
    issuer_url = fixtures.issuer, internal_issuer_url = nil, client_id = fixtures.client_id,
    client_secret = fixtures.client_secret, redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email",
    clock_tolerance = 60,
    roles = { { name = "admin", email = { "ada@example.org" }, read = { "*" }, write = { "*" } } },
  }, changes)
end

--- A Result in one of its two forms, and nothing else in it.
local function assert_result(result)
  assert.is_table(result)
  assert.is_boolean(result.ok)
  assert.is_true(module("result").is(result))
  for key in pairs(result) do
    assert.truthy(({ ok = true, data = result.ok, error = not result.ok, details = not result.ok })[key], key)
  end
  return result
end

local function assert_ok(result)
  assert_result(result)
  assert.is_nil(result.error)
  assert.is_true(result.ok)
  return result.data
end

local function assert_err(code, result)
  assert_result(result)
  assert.is_false(result.ok)
  assert.equal(code, result.error)
  assert.is_table(module("web.errors").errors[code])
  assert.is_nil(result.data)
  return result.details
end

--- Whether a number is an integer.
local function assert_integer(expected, value)
  assert.is_number(value)
  assert.equal(0, value % 1)
  assert.equal(expected, value)
end

describe("contract of Result", function()
  local result = module("result")

  it("ok(data)", function()
    for _, data in ipairs({ 0, "", false, "text", 1.5 }) do
      local made = result.ok(data)
      assert.is_true(made.ok)
      assert.equal(data, made.data)
      assert.is_nil(made.error)
    end
    local object = {}
    assert.equal(object, result.ok(object).data)
  end)

  it("err(error, details?)", function()
    local bare = result.err("CONFIG_ERROR")
    assert.is_false(bare.ok)
    assert.equal("CONFIG_ERROR", bare.error)
    assert.is_nil(bare.details)
    assert.is_nil(bare.data)
    for _, details in ipairs({ "text", { reason = "x" }, { http_status = 502 } }) do
      assert.same(details, result.err("X", details).details)
    end
  end)

  it("is(obj) is a boolean whatever it is given", function()
    assert.equal(true, result.is(result.ok(1)))
    assert.equal(true, result.is(result.ok()))
    assert.equal(true, result.is(result.err("X", {})))
    for _, other in ipairs({ {}, { ok = 1 }, { data = 1 }, { ok = false }, "ok", 0, true, function() end, io.stdout }) do
      assert.equal(false, result.is(other))
    end
    assert.equal(false, result.is())
  end)
end)

describe("contract of handshake", function()
  local handshake = module("handshake")

  it("initiate(io, config) gives url and token", function()
    local io, world = scene.create()
    local started = assert_ok(handshake.initiate(io, documented_config()))
    assert.is_string(started.token)
    assert.equal(full.authorization_endpoint .. "?", started.url:sub(1, #full.authorization_endpoint + 1))
    assert.truthy(started.url:find("state=" .. started.token, 1, true))
    assert.truthy(world.files[scene.record_path(io, started.token)])
    -- The configuration's time-out is none of the documented fields.
    assert.is_number(world.settings.timeout)
  end)

  it("initiate(io, config) takes what config.load gives", function()
    local io = scene.create()
    assert_ok(handshake.initiate(io, assert_ok(module("config").load(io))))
  end)

  it("initiate(io, config) fails as discovery does, with http_status", function()
    local io, world = scene.create()
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", { status = 503, body = "" })
    local details = assert_err("OIDC_DISCOVERY_FAILED", handshake.initiate(io, documented_config()))
    assert_integer(503, details.http_status)
  end)

  --- Takes a login back that was started before.
  local function authenticate(options, policy, request)
    local io, world = scene.create(options)
    scene.put_handshake(io, world)
    return handshake.authenticate(io, documented_config(), request or {
      params = { code = "the-code", state = fixtures.handshake.state },
      cookies = { [state_cookie] = fixtures.handshake.state },
    }, policy), world
  end

  it("authenticate(io, config, request) gives sid and email", function()
    local result, world = authenticate()
    local login = assert_ok(result)
    assert.equal("ada@example.org", login.email)
    assert.is_table(world.sessions[login.sid])
    assert.equal("admin", world.sessions[login.sid].data.username)
    assert.equal(3600, world.sessions[login.sid].timeout)
  end)

  it("initiate and authenticate together", function()
    local io, world = scene.create()
    local config = documented_config()
    local started = assert_ok(handshake.initiate(io, config))
    world.put(scene.record_path(io, started.token), (world.text(scene.record_path(io, started.token))
      :gsub('("nonce":)"[^"]*"', '%1"' .. fixtures.nonce .. '"')))
    assert_ok(handshake.authenticate(io, config, {
      params = { code = "the-code", state = started.token }, cookies = { [state_cookie] = started.token },
    }))
  end)

  it("authenticate takes RS256 and ES256 without a policy, and with one that leaves allowed_algs out", function()
    assert_ok((authenticate({ token = "rs256" })))
    assert_ok((authenticate({ token = "es256" })))
    assert_ok((authenticate({ token = "rs256" }, {})))
    assert_ok((authenticate({ token = "es256" }, {})))
  end)

  it("authenticate takes what policy.allowed_algs names alone", function()
    assert_ok((authenticate({ token = "es256" }, { allowed_algs = { "ES256" } })))
    assert_ok((authenticate({ token = "rs256" }, { allowed_algs = { "RS256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "rs256" }, { allowed_algs = { "ES256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "es256" }, { allowed_algs = { "RS256" } })))
    assert_err("UNSUPPORTED_ALGORITHM", (authenticate({ token = "rs256" }, { allowed_algs = {} })))
  end)

  it("no policy makes none or an HMAC verify", function()
    for _, name in ipairs({ "alg_none", "alg_hs256_public_key", "alg_hs256_client_secret" }) do
      local io, world = scene.create()
      scene.put_handshake(io, world)
      world.on(full.token_endpoint, fixtures.token_response(nil, { id_token = fixtures.hostile[name].token or fixtures.hostile[name] }))
      local result = handshake.authenticate(io, documented_config(), scene.request(), { allowed_algs = { "none", "HS256", "RS256" } })
      assert_err("ID_TOKEN_VERIFICATION_FAILED", result)
      assert.same({}, world.sessions)
    end
  end)

  it("authenticate holds the ID Token to at_hash", function()
    assert_err("AT_HASH_MISMATCH", (authenticate({ token = "no_at_hash" })))
  end)

  for _, case in ipairs({
    { "INVALID_REQUEST", {}, {} },
    { "INVALID_REQUEST", { state = fixtures.handshake.state }, { [state_cookie] = fixtures.handshake.state } },
    { "MISSING_HANDSHAKE_COOKIE", { code = "c", state = "s" }, {} },
    { "STATE_PARAMETER_MISMATCH", { code = "c", state = "s" }, { [state_cookie] = "t" } },
    { "STATE_NOT_FOUND", { code = "c", state = "s" }, { [state_cookie] = "s" } },
  }) do
    it("authenticate fails with " .. case[1], function()
      local result, world = authenticate(nil, nil, { params = case[2], cookies = case[3] })
      assert_err(case[1], result)
      assert.same({}, world.sessions)
    end)
  end
end)

describe("contract of crypto", function()
  local crypto = module("crypto")
  local encoding = module("base.encoding")

  it("constant_time_eq(a, b) is a boolean", function()
    assert.equal(true, crypto.constant_time_eq("abc", "abc"))
    assert.equal(true, crypto.constant_time_eq("", ""))
    assert.equal(false, crypto.constant_time_eq("abc", "abd"))
    assert.equal(false, crypto.constant_time_eq("abc", "ab"))
    assert.equal(false, crypto.constant_time_eq("", "\0"))
  end)

  it("jws_sign(payload, secret) is an HS256 JWS in compact form", function()
    local token = crypto.jws_sign({ sub = "ada", n = 7, list = { "a" }, deep = { b = true } }, "secret")
    local header, payload, signature = token:match("^([%w_-]+)%.([%w_-]+)%.([%w_-]+)$")
    assert.equal("HS256", cjson.decode(encoding.base64url_decode(header)).alg)
    assert.same({ sub = "ada", n = 7, list = { "a" }, deep = { b = true } }, cjson.decode(encoding.base64url_decode(payload)))
    assert.equal(43, #signature)
  end)

  it("jws_verify(token, secret) gives the payload of one's own token, and refuses any other", function()
    local token = crypto.jws_sign({ sub = "ada" }, "secret")
    assert.same({ sub = "ada" }, assert_ok(crypto.jws_verify(token, "secret")))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jws_verify(token, "Secret"))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jws_verify(token .. "A", "secret"))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jws_verify("", "secret"))
    assert_err("UNSUPPORTED_ALGORITHM", crypto.jws_verify(fixtures.tokens.rs256, "secret"))
  end)

  it("jws_verify takes the example of RFC 7515, appendix A.1", function()
    local key = encoding.base64url_decode("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
    local token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
      .. ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
      .. ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    assert.equal("joe", assert_ok(crypto.jws_verify(token, key)).iss)
  end)

  it("jwt_verify(token, pem) gives the claims for an RSA and for an EC key", function()
    assert.same(fixtures.claims, assert_ok(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa)))
    assert.same(fixtures.claims, assert_ok(crypto.jwt_verify(fixtures.tokens.es256, fixtures.pem.ec)))
    for _, name in ipairs({ "rsa_other", "ec", "rsa_1024", "ec_p384" }) do
      assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem[name]))
    end
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jwt_verify(fixtures.tokens.es256, fixtures.pem.ec_other))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jwt_verify(fixtures.tokens.rs256, ""))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jwt_verify("a.b", fixtures.pem.rsa))
  end)

  it("jwt_verify(token, pem, options) is restricted by options.alg", function()
    assert_ok(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, {}))
    assert_ok(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = "RS256" }))
    assert_ok(crypto.jwt_verify(fixtures.tokens.es256, fixtures.pem.ec, { alg = "ES256" }))
    for _, alg in ipairs({ "ES256", "HS256", "none", "rs256", "" }) do
      assert_err("UNSUPPORTED_ALGORITHM", crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = alg }))
    end
  end)

  it("jwt_verify never takes none or an HMAC, whatever options.alg says", function()
    local hmac = crypto.jws_sign(fixtures.claims, fixtures.pem.rsa)
    assert_err("UNSUPPORTED_ALGORITHM", crypto.jwt_verify(hmac, fixtures.pem.rsa))
    assert_err("UNSUPPORTED_ALGORITHM", crypto.jwt_verify(hmac, fixtures.pem.rsa, { alg = "HS256" }))
    local unsigned = encoding.base64url_encode('{"alg":"none"}') .. "." .. encoding.base64url_encode("{}") .. "."
    assert_err("UNSUPPORTED_ALGORITHM", crypto.jwt_verify(unsigned, fixtures.pem.rsa, { alg = "none" }))
  end)

  it("random(len) gives len bytes that are never the same", function()
    for _, length in ipairs({ 1, 16, 32, 64, 4096 }) do
      assert.equal(length, #crypto.random(length))
    end
    assert.not_equal(crypto.random(32), crypto.random(32))
  end)

  it("hash_sha256 is 32 raw bytes, hash_sha256_hex their 64 lower-case digits", function()
    local expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert.equal(expected, crypto.hash_sha256_hex("abc"))
    local raw = crypto.hash_sha256("abc")
    assert.equal(32, #raw)
    assert.equal(expected, (raw:gsub(".", function(char) return ("%02x"):format(char:byte()) end)))
  end)

  it("pkce_pair(len) gives a verifier of len characters and its S256 challenge", function()
    for _, length in ipairs({ 43, 44, 45, 46, 64, 127, 128 }) do
      local pair = crypto.pkce_pair(length)
      assert.equal(length, #pair.verifier)
      assert.truthy(pair.verifier:find("^[%w_-]+$"))
      assert.equal(encoding.base64url_encode(crypto.hash_sha256(pair.verifier)), pair.challenge)
      assert.equal(43, #pair.challenge)
      assert.not_equal(pair.verifier, crypto.pkce_pair(length).verifier)
    end
  end)

  it("pkce_pair never leaves the bounds 43 and 128", function()
    for length, expected in pairs({ [0] = 43, [42] = 43, [129] = 128, [1000] = 128, [-1] = 43 }) do
      assert.equal(expected, #crypto.pkce_pair(length).verifier)
    end
  end)

  it("jwk_to_pem(jwk) gives the PEM of an RSA and of a P-256 key", function()
    for _, jwk in ipairs(fixtures.jwks.both.keys) do
      local name = jwk.kty == "RSA" and "rsa" or "ec"
      assert.equal(fixtures.pem[name], assert_ok(crypto.jwk_to_pem(jwk)))
    end
    for _, jwk in ipairs({
      {}, { kty = "oct", k = "AAAA" }, { kty = "RSA" }, { kty = "RSA", n = "AQAB", e = "AQAB" },
      { kty = "EC", crv = "P-384", x = ("A"):rep(64), y = ("A"):rep(64) },
      { kty = "EC", crv = "P-256", x = ("A"):rep(42), y = ("A"):rep(43) },
      { kty = "EC", crv = "P-256", x = ("A"):rep(43), y = ("A"):rep(43) },
    }) do
      assert_err("ID_TOKEN_VERIFICATION_FAILED", crypto.jwk_to_pem(jwk))
    end
  end)

  it("safe_id(token) is the first 8 hexadecimal characters of its SHA-256", function()
    assert.equal("ba7816bf", crypto.safe_id("abc"))
  end)

  describe("set_native(backend)", function()
    local installed = require("sso_login.native_crypto")
    after_each(function() crypto.set_native(nil) end)

    --- A backend that notes its calls and answers as told.
    local function backend(answers)
      local calls = {}
      local made = {}
      for name in pairs(installed) do
        made[name] = function(...)
          calls[#calls + 1] = { name, ... }
          local answer = answers[name]
          if answer == nil then
            return installed[name](...)
          end
          return answer
        end
      end
      return made, calls
    end

    it("is what every function calls from then on", function()
      local made, calls = backend({
        sha256 = ("A"):rep(32), hmac_sha256 = ("B"):rep(32), random = ("C"):rep(16), constant_time_eq = true,
        verify_rs256 = true, verify_es256 = true, jwk_rsa_to_pem = "rsa pem", jwk_ec_p256_to_pem = "ec pem",
      })
      crypto.set_native(made)
      assert.equal(("A"):rep(32), crypto.hash_sha256("x"))
      assert.equal(("41"):rep(32), crypto.hash_sha256_hex("x"))
      assert.equal("41414141", crypto.safe_id("x"))
      assert.equal(("C"):rep(16), crypto.random(16))
      assert.equal(true, crypto.constant_time_eq("a", "b"))
      local token = crypto.jws_sign({ a = 1 }, "k")
      assert.equal(encoding.base64url_encode(("B"):rep(32)), token:match("[^.]*$"))
      assert_ok(crypto.jws_verify(token, "k"))
      assert.same(fixtures.claims, assert_ok(crypto.jwt_verify(fixtures.tokens.rs256, "no key")))
      assert.same(fixtures.claims, assert_ok(crypto.jwt_verify(fixtures.tokens.es256, "no key")))
      assert.equal("rsa pem", assert_ok(crypto.jwk_to_pem({ kty = "RSA", n = "AQAB", e = "AQAB" })))
      assert.equal("ec pem", assert_ok(crypto.jwk_to_pem({ kty = "EC", crv = "P-256", x = "AQAB", y = "AQAB" })))
      local called = {}
      for _, call in ipairs(calls) do
        called[call[1]] = (called[call[1]] or 0) + 1
      end
      for _, name in ipairs({
        "sha256", "hmac_sha256", "random", "constant_time_eq", "verify_rs256", "verify_es256", "jwk_rsa_to_pem",
        "jwk_ec_p256_to_pem",
      }) do
        assert.is_true((called[name] or 0) > 0, name)
      end
    end)

    it("is what the other modules call, too", function()
      local made, calls = backend({})
      crypto.set_native(made)
      local io = scene.create()
      assert_ok(module("handshake").initiate(io, documented_config()))
      assert.is_true(#calls > 0)
    end)

    it("with nil the installed one is back", function()
      crypto.set_native((backend({ sha256 = ("A"):rep(32) })))
      crypto.set_native(nil)
      assert.equal("ba7816bf", crypto.safe_id("abc"))
    end)

    it("a backend that fails ends the request: no predictable value is made up", function()
      local failing = backend({ random = false, sha256 = false, hmac_sha256 = false })
      for _, name in ipairs({ "random", "sha256", "hmac_sha256" }) do
        failing[name] = function() return nil end
      end
      crypto.set_native(failing)
      assert.has_error(function() crypto.random(16) end)
      assert.has_error(function() crypto.pkce_pair(43) end)
      assert.has_error(function() crypto.hash_sha256("x") end)
      assert.has_error(function() crypto.jws_sign({}, "k") end)
      -- A random source that gives fewer bytes than asked for has failed as well.
      failing.random = function() return "short" end
      assert.has_error(function() crypto.random(16) end)
    end)
  end)
end)

describe("contract of oidc", function()
  local oidc = module("oidc")

  it("get_auth_url(io, config, discovery, handshake) gives the authorization URL", function()
    local io, world = mock.create()
    local url = assert_ok(oidc.get_auth_url(io, documented_config(), full, fixtures.handshake))
    assert.equal(full.authorization_endpoint .. "?", url:match("^[^?]*%?"))
    for _, part in ipairs({
      "client_id=router", "redirect_uri=https%3A%2F%2Frouter.example%2Fcgi-bin%2Fsso-login%2Fcallback", "response_type=code",
      "scope=openid%20profile%20email", "state=" .. fixtures.handshake.state, "nonce=" .. fixtures.handshake.nonce,
      "code_challenge_method=S256",
    }) do
      assert.truthy((url .. "&"):find("[?&]" .. part:gsub("%p", "%%%0") .. "&"), part)
    end
    assert.same({}, world.requests)
  end)

  local function exchange(answer, changes, metadata)
    local io, world = mock.create()
    world.on(full.token_endpoint, answer)
    return oidc.exchange_code(io, documented_config(changes), metadata or full, "the-code", ("v"):rep(64), "attempt-1"), world
  end

  it("exchange_code(io, config, discovery, code, verifier, session_id) gives the tokens and every other field", function()
    local result, world = exchange(fixtures.token_response(nil, { refresh_token = "r", expires_in = 300, scope = "openid" }))
    local tokens = assert_ok(result)
    assert.equal(fixtures.tokens.rs256, tokens.id_token)
    assert.equal(fixtures.access_token, tokens.access_token)
    assert.equal("r", tokens.refresh_token)
    assert.equal(300, tokens.expires_in)
    assert.equal("openid", tokens.scope)
    local request = world.requests[1]
    assert.equal("POST", request.method)
    assert.truthy(request.body:find("code=the-code", 1, true))
    assert.truthy(request.body:find("code_verifier=" .. ("v"):rep(64), 1, true))
  end)

  it("exchange_code chooses the authentication that the provider offers, without the option for it", function()
    local _, world = exchange(fixtures.token_response(), { client_secret = "plain" })
    assert.truthy(table.concat(world.requests[1].headers, "\n"):find("Authorization: Basic ", 1, true))
    _, world = exchange(fixtures.token_response(), nil, fixtures.discovery.post_only)
    assert.is_nil(table.concat(world.requests[1].headers, "\n"):find("Authorization", 1, true))
    assert.truthy(world.requests[1].body:find("client_secret=", 1, true))
    assert_err("CONFIG_ERROR", (exchange(fixtures.token_response(), nil, fixtures.discovery.jwt_only)))
  end)

  it("exchange_code fails with http_status, an integer, and the session_id", function()
    for _, case in ipairs({
      { 400, '{"error":"invalid_grant"}', "OIDC_INVALID_GRANT" }, { 401, '{"error":"invalid_client"}', "TOKEN_EXCHANGE_FAILED" },
      { 500, "<html>", "TOKEN_EXCHANGE_FAILED" }, { 200, "{}", "TOKEN_EXCHANGE_FAILED" }, { 302, "", "TOKEN_EXCHANGE_FAILED" },
    }) do
      local details = assert_err(case[3], (exchange({ status = case[1], body = case[2], content_type = "application/json" })))
      assert_integer(case[1], details.http_status)
      assert.equal("attempt-1", details.session)
    end
    assert_err("TOKEN_ENDPOINT_NETWORK_ERROR", (exchange({ failure = "connect" })))
  end)

  --- Arguments of verify_id_token as documented; `changes` by their names.
  local function verify(changes)
    local io, world = scene.create()
    local given = fixtures.with({
      tokens = { id_token = fixtures.tokens.rs256, access_token = fixtures.access_token }, keys = fixtures.jwks.both.keys,
      config = documented_config(), handshake = fixtures.handshake, discovery = full, now = fixtures.now,
    }, changes)
    return oidc.verify_id_token(
      io, given.tokens, given.keys, given.config, given.handshake, given.discovery, given.now, given.policy
    ), world
  end

  it("verify_id_token(io, tokens, keys, config, handshake, discovery, now, policy) gives the claims", function()
    assert.same(fixtures.claims, assert_ok((verify())))
    assert.same(fixtures.claims, assert_ok((verify({ policy = { allowed_algs = { "RS256" } } }))))
    assert.same(fixtures.claims, assert_ok((verify({ policy = {} }))))
    assert_err("UNSUPPORTED_ALGORITHM", (verify({ policy = { allowed_algs = { "ES256" } } })))
  end)

  it("verify_id_token judges by each of its arguments", function()
    local late = fixtures.claims.exp + 60
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ now = late })))
    assert_ok((verify({ now = late - 1 })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ now = fixtures.claims.exp, config = documented_config({ clock_tolerance = 0 }) })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ config = documented_config({ client_id = "other" }) })))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", (verify({ config = documented_config({ issuer_url = "https://other" }) })))
    assert_err("NONCE_MISMATCH", (verify({ handshake = fixtures.with(fixtures.handshake, { nonce = "other" }) })))
    assert_err("AT_HASH_MISMATCH", (verify({ tokens = { id_token = fixtures.tokens.rs256, access_token = "other" } })))
    assert_err("AT_HASH_MISMATCH", (verify({ tokens = { id_token = fixtures.tokens.no_at_hash, access_token = fixtures.access_token } })))
  end)

  it("verify_id_token refreshes the JWK Set once when no key given verifies", function()
    local result, world = verify({ keys = {} })
    assert_ok(result)
    assert.equal(1, world.requests_to(full.jwks_uri))
    local _, unasked = verify()
    assert.equal(0, unasked.requests_to(full.jwks_uri))
    local refused, asked = verify({ tokens = { id_token = fixtures.tokens.rs256_other_key, access_token = fixtures.access_token } })
    assert_err("ID_TOKEN_VERIFICATION_FAILED", refused)
    assert.equal(1, asked.requests_to(full.jwks_uri))
  end)

  it("fetch_userinfo(io, endpoint, access_token) gives the claims", function()
    local io, world = mock.create()
    world.on("https://idp.example/me", '{"sub":"user-1","email":"ada@example.org","groups":["a"]}')
    assert.same({ sub = "user-1", email = "ada@example.org", groups = { "a" } },
      assert_ok(oidc.fetch_userinfo(io, "https://idp.example/me", "the-token")))
    assert.truthy(table.concat(world.requests[1].headers, "\n"):find("Authorization: Bearer the-token", 1, true))
    world.on("https://idp.example/me", { status = 401, body = "" })
    assert_integer(401, assert_err("USERINFO_NETWORK_ERROR", oidc.fetch_userinfo(io, "https://idp.example/me", "t")).http_status)
  end)
end)

describe("contract of config", function()
  local config = module("config")

  it("is_enabled(io) is a Result with a boolean, true for '1' alone", function()
    for value, expected in pairs({ ["1"] = true, ["0"] = false, [""] = false, ["true"] = false, ["01"] = false, yes = false }) do
      local io = scene.create({ uci = { enabled = value } })
      assert.equal(expected, assert_ok(config.is_enabled(io)))
    end
    assert.equal(false, assert_ok(config.is_enabled((scene.create({ uci = { enabled = none } })))))
    assert.equal(false, assert_ok(config.is_enabled((mock.create()))))
  end)

  it("load(io) gives the documented fields", function()
    local io = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2", clock_tolerance = "30" } })
    local loaded = assert_ok(config.load(io))
    for name, value in pairs(documented_config({ internal_issuer_url = "https://10.0.0.2", clock_tolerance = 30, roles = none })) do
      assert.same(value, loaded[name], name)
    end
    assert.equal("admin", loaded.roles[1].name)
    assert.same({ "ada@example.org" }, loaded.roles[1].email)
    assert.same({ "/net/admins" }, loaded.roles[1].group)
    assert.is_nil(assert_ok(config.load((scene.create()))).internal_issuer_url)
  end)

  it("load(io) fails with CONFIG_ERROR for every required option that is missing", function()
    for _, option in ipairs({ "issuer_url", "client_id", "client_secret", "redirect_uri", "scope" }) do
      local details = assert_err("CONFIG_ERROR", config.load((scene.create({ uci = { [option] = none } }))))
      assert.equal(option, details.option)
    end
    assert_err("CONFIG_ERROR", config.load((mock.create())))
  end)

  it("find_roles_for_user(config, claims) gives role_name, read and write", function()
    local given = documented_config({ roles = {
      { name = "other", email = { "bob@example.org" }, read = { "z" } },
      { name = "viewer", group = { "staff" }, read = { "a", "b" } },
      { name = "admin", email = { "ada@example.org" }, read = { "b", "c" }, write = { "w" } },
    } })
    local match = assert_ok(config.find_roles_for_user(given, { email = "ada@example.org", groups = { "staff" } }))
    assert.equal("viewer", match.role_name)
    assert.same({ "a", "b", "c" }, match.read)
    assert.same({ "w" }, match.write)
    assert.equal("matched no roles", assert_err("USER_NOT_AUTHORIZED", config.find_roles_for_user(given, {})).reason)
  end)
end)

describe("contract of discovery", function()
  local discovery = module("discovery")
  local address = fixtures.issuer .. "/.well-known/openid-configuration"
  local day = 24 * 3600

  it("discover(io, issuer) gives the document, cached 24 h", function()
    for _, options in ipairs({ none, {} }) do
      local io, world = scene.create()
      local document = assert_ok(discovery.discover(io, fixtures.issuer, options ~= none and options or nil))
      for _, field in ipairs({
        "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint",
      }) do
        assert.equal(full[field], document[field])
      end
      world.now = world.now + day - 1
      assert_ok(discovery.discover(io, fixtures.issuer))
      assert.equal(1, world.requests_to(address))
      world.now = world.now + 1
      assert_ok(discovery.discover(io, fixtures.issuer))
      assert.equal(2, world.requests_to(address))
    end
  end)

  it("discover(io, issuer, options) asks options.internal_issuer_url, and the issuer stays the public one", function()
    local io, world = scene.create()
    world.on("https://10.0.0.2:8443/realms/home/.well-known/openid-configuration", cjson.encode(full))
    local document = assert_ok(discovery.discover(io, fixtures.issuer, { internal_issuer_url = "https://10.0.0.2:8443" }))
    assert.equal(fixtures.issuer, document.issuer)
    assert.equal(full.authorization_endpoint, document.authorization_endpoint)
    for _, field in ipairs({ "token_endpoint", "jwks_uri", "userinfo_endpoint" }) do
      assert.equal("https://10.0.0.2:8443/", document[field]:match("^https://[^/]*/"), field)
    end
    assert.equal(0, world.requests_to(address))
    assert_err("CONFIG_ERROR", discovery.discover(io, fixtures.issuer, { internal_issuer_url = "http://10.0.0.2" }))
  end)

  it("discover fails with its codes, and http_status", function()
    assert_err("DISCOVERY_ISSUER_MISMATCH",
      discovery.discover((scene.create({ metadata = { issuer = "https://other" } })), fixtures.issuer))
    local io, world = scene.create()
    world.on(address, { status = 404, body = "" })
    assert_integer(404, assert_err("OIDC_DISCOVERY_FAILED", discovery.discover(io, fixtures.issuer)).http_status)
    io, world = scene.create()
    world.on(address, { failure = "certificate" })
    assert_err("SSL_INIT_FAILED", discovery.discover(io, fixtures.issuer))
  end)

  it("fetch_jwks(io, jwks_uri, options) gives the keys, cached 24 h unless options.force", function()
    local io, world = scene.create()
    assert.same(fixtures.jwks.both.keys, assert_ok(discovery.fetch_jwks(io, full.jwks_uri)))
    assert_ok(discovery.fetch_jwks(io, full.jwks_uri))
    assert_ok(discovery.fetch_jwks(io, full.jwks_uri, {}))
    assert_ok(discovery.fetch_jwks(io, full.jwks_uri, { force = false }))
    assert.equal(1, world.requests_to(full.jwks_uri))
    world.on(full.jwks_uri, cjson.encode(fixtures.jwks.ec))
    assert.same(fixtures.jwks.ec.keys, assert_ok(discovery.fetch_jwks(io, full.jwks_uri, { force = true })))
    assert.equal(2, world.requests_to(full.jwks_uri))
    assert.same(fixtures.jwks.ec.keys, assert_ok(discovery.fetch_jwks(io, full.jwks_uri)))
    world.now = world.now + day
    assert_ok(discovery.fetch_jwks(io, full.jwks_uri))
    assert.equal(3, world.requests_to(full.jwks_uri))
    world.on(full.jwks_uri, { status = 500, body = "" })
    local details = assert_err("JWKS_FETCH_FAILED", discovery.fetch_jwks(io, full.jwks_uri, { force = true }))
    assert_integer(500, details.http_status)
  end)

  it("find_jwk(keys, kid) gives the key of that kid, or the first without kid", function()
    local keys = { { kid = "a", kty = "RSA" }, { kid = "b", kty = "EC" }, { kty = "EC" } }
    assert.equal(keys[2], assert_ok(discovery.find_jwk(keys, "b")))
    assert.equal(keys[1], assert_ok(discovery.find_jwk(keys)))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", discovery.find_jwk(keys, "c"))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", discovery.find_jwk({}))
    assert_err("ID_TOKEN_VERIFICATION_FAILED", discovery.find_jwk({}, "a"))
  end)
end)

describe("contract of the native backend, as its Lua binding shows it", function()
  local native = require("sso_login.native_crypto")
  local encoding = module("base.encoding")

  local function jwk(kind)
    for _, key in ipairs(fixtures.jwks.both.keys) do
      if key.kty == kind then
        return key
      end
    end
  end

  local function bytes(text)
    return encoding.base64url_decode(text)
  end

  --- Signing input and signature of a token.
  local function parts(token)
    local input, signature = token:match("^(.*)%.([^.]*)$")
    return input, bytes(signature)
  end

  it("is ready once it is loaded, and another load is the same module", function()
    assert.equal(native, require("sso_login.native_crypto"))
    assert.equal(32, #native.sha256(""))
  end)

  it("verify_rs256 is a boolean, false for keys under 2048 bits and for everything wrong", function()
    local input, signature = parts(fixtures.tokens.rs256)
    assert.equal(true, native.verify_rs256(input, signature, fixtures.pem.rsa))
    assert.equal(false, native.verify_rs256(input .. "x", signature, fixtures.pem.rsa))
    assert.equal(false, native.verify_rs256(input, signature:sub(2), fixtures.pem.rsa))
    assert.equal(false, native.verify_rs256(input, signature, fixtures.pem.rsa_other))
    assert.equal(false, native.verify_rs256(input, signature, fixtures.pem.ec))
    assert.equal(false, native.verify_rs256(input, signature, ""))
    local hostile = fixtures.hostile.key_1024
    local small_input, small_signature = parts(type(hostile) == "table" and hostile.token or hostile)
    assert.equal(128, #small_signature)
    assert.equal(false, native.verify_rs256(small_input, small_signature, fixtures.pem.rsa_1024))
  end)

  it("verify_es256 is a boolean, false for another curve and for everything wrong", function()
    local input, signature = parts(fixtures.tokens.es256)
    assert.equal(true, native.verify_es256(input, signature, fixtures.pem.ec))
    assert.equal(false, native.verify_es256(input .. "x", signature, fixtures.pem.ec))
    assert.equal(false, native.verify_es256(input, signature .. "x", fixtures.pem.ec))
    assert.equal(false, native.verify_es256(input, ("\0"):rep(64), fixtures.pem.ec))
    for _, name in ipairs({ "ec_other", "ec_p384", "rsa" }) do
      assert.equal(false, native.verify_es256(input, signature, fixtures.pem[name]))
    end
  end)

  it("sha256 gives 32 bytes", function()
    assert.equal(32, #native.sha256("abc"))
    assert.equal("\186\120\22\191", native.sha256("abc"):sub(1, 4))
  end)

  it("hmac_sha256(key, message) gives 32 bytes: RFC 4231, test case 2", function()
    local mac = native.hmac_sha256("Jefe", "what do ya want for nothing?")
    assert.equal("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      (mac:gsub(".", function(char) return ("%02x"):format(char:byte()) end)))
  end)

  it("random gives as many bytes as asked for, never the same", function()
    assert.equal(16384, #native.random(16384))
    assert.not_equal(native.random(16), native.random(16))
  end)

  it("jwk_rsa_to_pem(n, e) gives the PEM, or nothing", function()
    local key = jwk("RSA")
    assert.equal(fixtures.pem.rsa, native.jwk_rsa_to_pem(bytes(key.n), bytes(key.e)))
    assert.is_nil(native.jwk_rsa_to_pem(bytes(key.n):sub(1, 128), bytes(key.e)))
    assert.is_nil(native.jwk_rsa_to_pem("", ""))
  end)

  it("jwk_ec_p256_to_pem(x, y) gives the PEM, or nothing unless both have 32 bytes", function()
    local key = jwk("EC")
    local x, y = bytes(key.x), bytes(key.y)
    assert.equal(fixtures.pem.ec, native.jwk_ec_p256_to_pem(x, y))
    for _, pair in ipairs({ { x:sub(2), y }, { x, y:sub(2) }, { "\0" .. x, y }, { x, "\0" .. y }, { "", "" }, { y, x } }) do
      assert.is_nil(native.jwk_ec_p256_to_pem(pair[1], pair[2]))
    end
  end)

  it("takes 16 384 bytes of input and not one more", function()
    local most, more = ("x"):rep(16384), ("x"):rep(16385)
    assert.equal(32, #native.sha256(most))
    assert.is_nil(native.sha256(more))
    assert.equal(32, #native.hmac_sha256(most, most))
    assert.is_nil(native.hmac_sha256("k", more))
    assert.is_nil(native.hmac_sha256(more, "m"))
    assert.is_nil(native.random(16385))
    assert.equal(false, native.verify_rs256(more, "s", fixtures.pem.rsa))
    assert.equal(false, native.verify_es256("m", more, fixtures.pem.ec))
  end)
end)

describe("contract of the test support", function()
  it("has a runner with test, assert and assert_eq", function()
    local runner = require("support.runner")
    for _, name in ipairs({ "test", "assert", "assert_eq" }) do
      assert.is_function(runner[name])
    end
  end)

  it("has mock.create(), a provider that every contract takes", function()
    local io = mock.create()
    assert.is_function(io.time)
    assert_result(module("config").load(io))
    assert_result(module("discovery").discover(io, fixtures.issuer))
  end)

  it("has fixtures of valid JWTs, JWK Sets and discovery documents", function()
    assert_ok(module("crypto").jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa))
    assert.is_true(#fixtures.jwks.both.keys >= 2)
    assert.equal(fixtures.issuer, full.issuer)
  end)

  it("lives outside the packages", function()
    for _, name in ipairs({ "mock", "fixtures", "runner" }) do
      assert.has_error(function() return require("sso_login." .. name) end)
    end
  end)
end)
