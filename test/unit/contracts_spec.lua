--- The module contracts, one by one and by name, called as an integrator calls them.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local result = require("sso_login.result")
local scene = require("support.scene")

local full = fixtures.discovery.full

--- The module of a contract's name.
local function module_of(name)
  return require("sso_login." .. name)
end

--- A success: a Result with ok and data alone; returns the data.
local function data_of(answer)
  assert.is_true(result.is(answer))
  assert.is_true(answer.ok)
  assert.is_nil(answer.error)
  assert.is_nil(answer.details)
  return answer.data
end

--- A failure: a Result with ok false and a code of the table, data nil; returns code and details.
local function failure_of(answer)
  assert.is_true(result.is(answer))
  assert.is_false(answer.ok)
  assert.is_nil(answer.data)
  assert.is_table(module_of("errors").errors[answer.error])
  return answer.error, answer.details
end

local function loaded(io)
  return data_of(module_of("config").load(io))
end

describe("contract of Result", function()
  -- rule: spec.contracts.result-constructors spec.contracts.result-ok spec.contracts.result-data
  it("ok(data)", function()
    assert.same({ a = 1 }, data_of(result.ok({ a = 1 })))
  end)

  -- rule: spec.contracts.result-constructors spec.contracts.result-error spec.contracts.result-details
  it("err(error, details?): details absent, a string, an object, an object with http_status", function()
    for _, details in ipairs({ false, "why", { option = "x" }, { http_status = 502 } }) do
      local code, got = failure_of(result.err("IDP_ERROR", details or nil))
      assert.equal("IDP_ERROR", code)
      assert.same(details or nil, got)
    end
  end)

  -- rule: spec.contracts.result-details
  it("http_status is an integer wherever an answer of the provider was refused", function()
    local io, world = scene.create()
    local config, document = loaded(io), fixtures.metadata()
    world.on(full.token_endpoint, { status = 502 })
    local _, details = failure_of(module_of("oidc").exchange_code(io, config, document, "code", "verifier", "id"))
    assert.equal(502, details.http_status)
    world.on(full.userinfo_endpoint, { status = 401 })
    _, details = failure_of(module_of("oidc").fetch_userinfo(io, full.userinfo_endpoint, "at"))
    assert.equal(401, details.http_status)
    world.on(full.jwks_uri, { status = 404 })
    _, details = failure_of(module_of("discovery").fetch_jwks(io, full.jwks_uri))
    assert.equal(404, details.http_status)
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", { status = 500 })
    _, details = failure_of(module_of("discovery").discover(io, fixtures.issuer))
    assert.equal(500, details.http_status)
  end)
end)

describe("contract of handshake", function()
  -- rule: spec.contracts.handshake-initiate
  it("initiate(io, config): url and token", function()
    local io = scene.create()
    local started = data_of(module_of("handshake").initiate(io, loaded(io)))
    assert.truthy(started.url:find(full.authorization_endpoint, 1, true))
    assert.truthy(started.url:find("state=" .. started.token, 1, true))
  end)

  -- rule: spec.contracts.handshake-authenticate
  it("authenticate(io, config, request): sid and email", function()
    local io, world = scene.create()
    scene.put_handshake(io, world)
    local login = data_of(module_of("handshake").authenticate(io, loaded(io), scene.request()))
    assert.is_table(world.sessions[login.sid])
    assert.equal("ada@example.org", login.email)
  end)

  -- rule: spec.contracts.handshake-policy
  it("authenticate(io, config, request, policy): allowed_algs, by default RS256 and ES256", function()
    for _, case in ipairs({
      { "rs256", nil, true }, { "es256", nil, true }, { "rs256", { "RS256" }, true }, { "rs256", { "ES256" }, false },
      { "es256", { "RS256" }, false }, { "es256", { "RS256", "ES256" }, true },
    }) do
      local io, world = scene.create({ token = case[1] })
      scene.put_handshake(io, world)
      local policy = case[2] and { allowed_algs = case[2] }
      local login = module_of("handshake").authenticate(io, loaded(io), scene.request(), policy)
      assert.equal(case[3], login.ok)
      assert.equal(not case[3] and "UNSUPPORTED_ALGORITHM" or nil, login.error)
    end
  end)
end)

describe("contract of crypto", function()
  local crypto = module_of("crypto")

  -- rule: spec.contracts.crypto-constant-time-eq
  it("constant_time_eq(a, b): boolean", function()
    assert.is_true(crypto.constant_time_eq("a", "a"))
    assert.is_false(crypto.constant_time_eq("a", "b"))
  end)

  -- rule: spec.contracts.crypto-jws-sign spec.contracts.crypto-jws-verify
  it("jws_sign(payload, secret) and jws_verify(token, secret): HS256, compact, and the payload again", function()
    local token = crypto.jws_sign({ sub = "x" }, "secret")
    local header = token:match("^([%w_-]+)%.[%w_-]+%.[%w_-]+$")
    assert.equal("HS256", cjson.decode(module_of("encoding").base64url_decode(header)).alg)
    assert.same({ sub = "x" }, data_of(crypto.jws_verify(token, "secret")))
    failure_of(crypto.jws_verify(token, "another"))
  end)

  -- rule: spec.contracts.crypto-jwt-verify spec.contracts.crypto-jwt-verify-alg
  it("jwt_verify(token, pem, options): claims; options.alg restricts", function()
    assert.equal("user-1", data_of(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = "RS256" })).sub)
    assert.equal("user-1", data_of(crypto.jwt_verify(fixtures.tokens.es256, fixtures.pem.ec, { alg = "ES256" })).sub)
    assert.equal("UNSUPPORTED_ALGORITHM", (failure_of(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = "ES256" }))))
    failure_of(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa_other, { alg = "RS256" }))
  end)

  -- rule: spec.contracts.crypto-random
  it("random(len): len bytes", function()
    assert.equal(7, #crypto.random(7))
  end)

  -- rule: spec.contracts.crypto-hash-sha256 spec.contracts.crypto-hash-sha256-hex spec.contracts.crypto-safe-id
  it("hash_sha256, hash_sha256_hex, safe_id: 32 bytes, 64 lowercase characters, the first 8 of them", function()
    assert.equal(32, #crypto.hash_sha256("abc"))
    assert.truthy(crypto.hash_sha256_hex("abc"):find("^" .. ("[0-9a-f]"):rep(64) .. "$"))
    assert.equal(crypto.hash_sha256_hex("abc"):sub(1, 8), crypto.safe_id("abc"))
  end)

  -- rule: spec.contracts.crypto-pkce-pair spec.limits.verifier
  it("pkce_pair(len), 43 to 128: verifier and challenge in Base64URL", function()
    for _, length in ipairs({ 43, 128 }) do
      local pair = crypto.pkce_pair(length)
      assert.truthy(pair.verifier:find("^[%w_-]+$"))
      assert.equal(length, #pair.verifier)
      assert.equal(module_of("encoding").base64url_encode(crypto.hash_sha256(pair.verifier)), pair.challenge)
    end
  end)

  -- rule: spec.contracts.crypto-jwk-to-pem
  it("jwk_to_pem(jwk): PEM of RSA and EC P-256", function()
    for _, jwk in ipairs(fixtures.jwks.both.keys) do
      assert.truthy(data_of(crypto.jwk_to_pem(jwk)):find("^%-%-%-%-%-BEGIN PUBLIC KEY%-%-%-%-%-\n"))
    end
    failure_of(crypto.jwk_to_pem({ kty = "oct", k = "AAAA" }))
  end)

  -- rule: spec.contracts.crypto-set-native
  it("set_native(backend): replaces the backend, until it is put back", function()
    local real = crypto.random(4)
    crypto.set_native({ random = function(len) return ("x"):rep(len) end })
    local replaced = crypto.random(4)
    crypto.set_native(nil)
    assert.equal("xxxx", replaced)
    assert.equal(4, #real)
    assert.are_not.equal("xxxx", crypto.random(4))
  end)
end)

describe("contract of oidc", function()
  local oidc = module_of("oidc")

  -- rule: spec.contracts.oidc-get-auth-url
  it("get_auth_url(io, config, discovery, handshake): the authorization URL", function()
    local io = scene.create()
    local url = data_of(oidc.get_auth_url(io, loaded(io), fixtures.metadata(), fixtures.handshake))
    assert.truthy(url:find("^https://idp%.example/.*[?&]nonce=" .. fixtures.nonce:gsub("%p", "%%%0")))
  end)

  -- rule: spec.contracts.oidc-exchange-code spec.contracts.oidc-exchange-session-id
  it("exchange_code(io, config, discovery, code, verifier, session_id): tokens, or details with the session_id", function()
    local io, world = scene.create()
    local config = loaded(io)
    local tokens = data_of(oidc.exchange_code(io, config, fixtures.metadata(), "code", "verifier", "abcd1234"))
    assert.equal(fixtures.tokens.rs256, tokens.id_token)
    assert.equal(fixtures.access_token, tokens.access_token)
    assert.equal("Bearer", tokens.token_type)
    world.on(full.token_endpoint, { status = 400, body = '{"error":"invalid_grant"}' })
    local _, details = failure_of(oidc.exchange_code(io, config, fixtures.metadata(), "code", "verifier", "abcd1234"))
    assert.truthy(module_of("log").format_details(details):find("abcd1234", 1, true))
  end)

  -- rule: spec.contracts.oidc-verify-id-token spec.contracts.oidc-verify-refresh
  it("verify_id_token(io, tokens, keys, config, handshake, discovery, now, policy): claims; refreshes the JWK Set", function()
    local io, world = scene.create()
    local tokens = { id_token = fixtures.tokens.rs256, access_token = fixtures.access_token }
    local policy = { allowed_algs = { "RS256", "ES256" } }
    for _, case in ipairs({ { fixtures.jwks.both.keys, 0 }, { fixtures.jwks.ec.keys, 1 } }) do
      local claims = data_of(oidc.verify_id_token(
        io, tokens, case[1], loaded(io), fixtures.handshake, fixtures.metadata(), fixtures.now, policy
      ))
      assert.equal("user-1", claims.sub)
      assert.equal(case[2], world.requests_to(full.jwks_uri))
    end
  end)

  -- rule: spec.contracts.oidc-fetch-userinfo
  it("fetch_userinfo(io, endpoint, access_token): claims", function()
    local io, world = scene.create()
    world.on(full.userinfo_endpoint, '{"sub":"user-1"}')
    assert.same({ sub = "user-1" }, data_of(oidc.fetch_userinfo(io, full.userinfo_endpoint, "at")))
  end)
end)

describe("contract of config", function()
  local config = module_of("config")

  -- rule: spec.contracts.config-is-enabled
  it("is_enabled(io): boolean", function()
    assert.is_true(data_of(config.is_enabled((scene.create()))))
    assert.is_false(data_of(config.is_enabled((scene.create({ uci = { enabled = "0" } })))))
  end)

  -- rule: spec.contracts.config-load spec.configuration.loaded-fields spec.configuration.internal-issuer-url
  it("load(io): the config object, or CONFIG_ERROR", function()
    local data = data_of(config.load((scene.create({ uci = { clock_tolerance = "30" } }))))
    assert.same(
      { fixtures.issuer, fixtures.client_id, fixtures.client_secret, fixtures.options.redirect_uri, fixtures.options.scope, 30 },
      { data.issuer_url, data.client_id, data.client_secret, data.redirect_uri, data.scope, data.clock_tolerance }
    )
    assert.is_nil(data.internal_issuer_url)
    assert.equal("admin", data.roles[1].name)
    assert.equal("CONFIG_ERROR", (failure_of(config.load((mock.create())))))
  end)

  -- rule: spec.contracts.config-find-roles
  it("find_roles_for_user(config, claims): role_name, read, write", function()
    local io = scene.create()
    local found = data_of(config.find_roles_for_user(loaded(io), { email = "ada@example.org" }))
    assert.same({ "admin", { "*" }, { "*" } }, { found.role_name, found.read, found.write })
    assert.equal("USER_NOT_AUTHORIZED", (failure_of(config.find_roles_for_user(loaded(io), {}))))
  end)
end)

describe("contract of discovery", function()
  local discovery = module_of("discovery")

  -- rule: spec.contracts.discovery-discover
  it("discover(io, issuer, options.internal_issuer_url): the document, cached", function()
    local io, world = scene.create()
    for _ = 1, 2 do
      assert.equal(full.token_endpoint, data_of(discovery.discover(io, fixtures.issuer)).token_endpoint)
    end
    assert.equal(1, #world.requests)
    world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration", cjson.encode(full))
    local inside = data_of(discovery.discover(io, fixtures.issuer, { internal_issuer_url = "https://10.0.0.2" }))
    assert.equal("https://10.0.0.2/realms/home/token", inside.token_endpoint)
  end)

  -- rule: spec.contracts.discovery-fetch-jwks
  it("fetch_jwks(io, jwks_uri, options.force): the keys, cached", function()
    local io, world = scene.create()
    for _, case in ipairs({ { nil, 1 }, { nil, 1 }, { { force = true }, 2 } }) do
      assert.same(fixtures.jwks.both.keys, data_of(discovery.fetch_jwks(io, full.jwks_uri, case[1])))
      assert.equal(case[2], #world.requests)
    end
  end)

  -- rule: spec.contracts.discovery-find-jwk spec.contracts.discovery-find-jwk-first
  it("find_jwk(keys, kid): the key of that kid, the first without one", function()
    local keys = fixtures.jwks.both.keys
    assert.same(keys[2], data_of(discovery.find_jwk(keys, keys[2].kid)))
    assert.same(keys[1], data_of(discovery.find_jwk(keys, nil)))
    failure_of(discovery.find_jwk(keys, "unknown"))
  end)
end)
