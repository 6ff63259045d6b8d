--- The facades, called as the specification's table of contracts has them: every argument in its place, a configuration of
-- the fields that the specification lists and no others, Results of the one form, one success and the codes of each. What
-- comes of every other argument say the modules' specs.
local config = require("sso_login.contracts.config")
local crypto = require("sso_login.contracts.crypto")
local discovery = require("sso_login.contracts.discovery")
local bytes = require("sso_login.io.bytes")
local errors = require("sso_login.web.errors").errors
local fixtures = require("support.fixtures")
local handshake = require("sso_login.contracts.handshake")
local mock = require("support.mock")
local oidc = require("sso_login.contracts.oidc")
local result = require("sso_login.result")
local scene = require("support.scene")

local none, tokens = fixtures.none, fixtures.tokens
local full = fixtures.discovery.full

--- The loaded configuration as the specification describes it; `changes` of members.
local function documented_config(changes)
  return fixtures.with({
    issuer_url = fixtures.issuer, internal_issuer_url = nil, client_id = fixtures.client_id,
    client_secret = fixtures.client_secret, redirect_uri = fixtures.options.redirect_uri, scope = "openid profile email",
    clock_tolerance = 60,
    roles = { { name = "admin", email = { "ada@example.org" }, read = { "*" }, write = { "*" } } },
  }, changes)
end

local function assert_result(answer)
  assert.is_true(result.is(answer))
  for key in pairs(answer) do
    assert.truthy(({ ok = true, data = answer.ok, error = not answer.ok, details = not answer.ok })[key], key)
  end
end

local function assert_ok(answer)
  assert_result(answer)
  assert.is_true(answer.ok)
  return answer.data
end

local function assert_err(code, answer)
  assert_result(answer)
  assert.equal(code, answer.error)
  assert.is_table(errors[code])
  return answer.details
end

describe("contract of handshake", function()
  it("initiate(io, config) gives url and token, and stores the record", function()
    local io, world = scene.create()
    local started = assert_ok(handshake.initiate(io, documented_config()))
    assert.equal(full.authorization_endpoint .. "?", started.url:match("^[^?]*%?"))
    assert.truthy(started.url:find("state=" .. started.token, 1, true))
    assert.truthy(world.files[scene.record_path(io, started.token)])
    -- The configuration's time-out is none of the documented fields.
    assert.is_number(world.settings.timeout)
    assert_ok(handshake.initiate(io, assert_ok(config.load(io))))
  end)

  it("authenticate(io, config, request) gives sid and email of what initiate started", function()
    local io, world = scene.create()
    local started = assert_ok(handshake.initiate(io, documented_config()))
    local path = scene.record_path(io, started.token)
    world.put(path, (world.text(path):gsub('("nonce":)"[^"]*"', '%1"' .. fixtures.nonce .. '"')))
    local request = scene.request({ state = started.token }, { [scene.state_cookie] = started.token })
    local login = assert_ok(handshake.authenticate(io, documented_config(), request))
    assert.equal("ada@example.org", login.email)
    assert.equal("admin", world.sessions[login.sid].data.username)
    assert_err("STATE_NOT_FOUND", handshake.authenticate(io, documented_config(), request))
  end)

  local function authenticate(token, policy)
    local io, world = scene.create({ response = { id_token = token } })
    scene.put_handshake(io, world)
    return handshake.authenticate(io, documented_config(), scene.request(), policy)
  end

  it("authenticate(io, config, request, policy) takes RS256 and ES256, or only what policy.allowed_algs names", function()
    for _, policy in ipairs({ false, {}, { allowed_algs = { "RS256", "ES256" } } }) do
      assert_ok(authenticate(tokens.rs256, policy or nil))
      assert_ok(authenticate(tokens.es256, policy or nil))
    end
    assert_ok(authenticate(tokens.es256, { allowed_algs = { "ES256" } }))
    for _, algs in ipairs({ { "ES256" }, {} }) do
      assert_err("UNSUPPORTED_ALGORITHM", authenticate(tokens.rs256, { allowed_algs = algs }))
    end
  end)
end)

it("the contracts of crypto and config have the functions of the modules that their specs prove", function()
  for contract, modules in pairs({
    [crypto] = {
      ["jose.hash"] = { "constant_time_eq", "random", "hash_sha256", "hash_sha256_hex", "pkce_pair", "safe_id", "set_native" },
      ["jose.jwk"] = { "jwk_to_pem" }, ["contracts.jwt"] = { "jws_sign", "jws_verify", "jwt_verify" },
    },
    [config] = {
      ["settings.enabled"] = { "is_enabled" }, ["rights.role_matching"] = { "find_roles_for_user" },
    },
  }) do
    for module, names in pairs(modules) do
      for _, name in ipairs(names) do assert.equal(require("sso_login." .. module)[name], contract[name], name) end
    end
  end
end)

describe("contract of crypto", function()
  after_each(function() crypto.set_native(nil) end)

  it("set_native(backend) replaces the backend for every function, and nil returns to the installed one", function()
    crypto.set_native({
      sha256 = function() return ("h"):rep(32) end, hmac_sha256 = function() return ("m"):rep(32) end,
      random = function() return "rrrr" end, constant_time_eq = function() return true end,
      jwk_rsa_to_pem = function() return "pem" end, verify_rs256 = function(_, _, key) return key == "any" end,
    })
    assert.equal("68686868", crypto.safe_id("x"))
    assert.equal("rrrr", crypto.random(4))
    assert.is_true(crypto.constant_time_eq("a", "b"))
    assert.equal(bytes.base64url_encode(("m"):rep(32)), crypto.jws_sign({ a = 1 }, "k"):match("[^.]*$"))
    assert.equal("pem", crypto.jwk_to_pem(fixtures.jwks.rsa.keys[1]).data)
    assert_ok(crypto.jwt_verify(fixtures.hostile.signature_damaged, "any"))
    crypto.set_native(nil)
    assert.equal("ba7816bf", crypto.safe_id("abc"))
  end)
end)

describe("contract of oidc", function()
  it("get_auth_url(io, config, discovery, handshake) gives the authorization URL", function()
    local io, world = mock.create()
    local url = assert_ok(oidc.get_auth_url(io, documented_config(), full, fixtures.handshake))
    assert.equal(full.authorization_endpoint .. "?", url:match("^[^?]*%?"))
    assert.truthy(url:find("&nonce=" .. fixtures.handshake.nonce .. "&", 1, true))
    assert.same({}, world.requests)
    assert_err("CONFIG_ERROR", oidc.get_auth_url(io, documented_config({ scope = ("x"):rep(4000) }), full, fixtures.handshake))
  end)

  local function exchange(answer, changes, metadata)
    local io, world = mock.create()
    world.on(full.token_endpoint, answer)
    return oidc.exchange_code(io, documented_config(changes), metadata or full, "the-code", ("v"):rep(64), "attempt-1"), world
  end

  it("exchange_code(io, config, discovery, code, verifier, session_id) gives the tokens and every other field", function()
    local answer, world = exchange(fixtures.token_response(nil, { scope = "openid" }))
    local given = assert_ok(answer)
    assert.same({ tokens.rs256, fixtures.access_token, "openid" }, { given.id_token, given.access_token, given.scope })
    assert.truthy(world.requests[1].body:find("code=the-code", 1, true))
    assert.truthy(world.requests[1].body:find("code_verifier=" .. ("v"):rep(64), 1, true))
    assert.equal("attempt-1", assert_err("TOKEN_EXCHANGE_FAILED", (exchange({ status = 400 }))).session)
    assert_err("OIDC_INVALID_GRANT", (exchange({ status = 400, body = '{"error":"invalid_grant"}' })))
    assert_err("TOKEN_ENDPOINT_NETWORK_ERROR", (exchange({ failure = "connect" })))
  end)

  local function verify(changes)
    local io, world = scene.create()
    local given = fixtures.with({
      tokens = { id_token = tokens.rs256, access_token = fixtures.access_token }, keys = fixtures.jwks.both.keys,
      config = documented_config(), handshake = fixtures.handshake, discovery = full, now = fixtures.now,
    }, changes)
    return oidc.verify_id_token(
      io, given.tokens, given.keys, given.config, given.handshake, given.discovery, given.now, given.policy
    ), world.requests_to(full.jwks_uri)
  end

  local function with_access(id_token, access_token)
    return { id_token = id_token, access_token = access_token or fixtures.access_token }
  end

  --- { what, changes of arguments, code or nil for the claims, requests for the JWK Set }
  for _, case in ipairs({
    { "what is right", {} }, { "another policy", { policy = { allowed_algs = { "ES256" } } }, "UNSUPPORTED_ALGORITHM" },
    { "a late time", { now = fixtures.claims.exp + 60 }, "ID_TOKEN_VERIFICATION_FAILED" },
    { "another client", { config = documented_config({ client_id = "other" }) }, "ID_TOKEN_VERIFICATION_FAILED" },
    { "another issuer", { config = documented_config({ issuer_url = "https://other" }) }, "ID_TOKEN_VERIFICATION_FAILED" },
    { "another nonce", { handshake = fixtures.with(fixtures.handshake, { nonce = "other" }) }, "NONCE_MISMATCH" },
    { "another access token", { tokens = with_access(tokens.rs256, "other") }, "AT_HASH_MISMATCH" },
    { "no key, and refreshes the JWK Set", { keys = {} }, nil, 1 },
    { "another key, and refreshes the JWK Set", { tokens = with_access(tokens.rs256_other_key) },
      "ID_TOKEN_VERIFICATION_FAILED", 1 },
  }) do
    it(("verify_id_token(io, tokens, keys, config, handshake, discovery, now, policy) judges %s"):format(case[1]), function()
      local verified, asked = verify(case[2])
      if case[3] == nil then
        assert.same(fixtures.claims, assert_ok(verified))
      else
        assert_err(case[3], verified)
      end
      assert.equal(case[4] or 0, asked)
    end)
  end

  it("fetch_userinfo(io, endpoint, access_token) gives the claims", function()
    local io, world = mock.create()
    world.queue('{"sub":"user-1"}')
    assert.same({ sub = "user-1" }, assert_ok(oidc.fetch_userinfo(io, full.userinfo_endpoint, "access")))
    assert.same({ "Accept: application/json", "Authorization: Bearer access" }, world.requests[1].headers)
    world.queue({ failure = "too_large" })
    assert_err("USERINFO_NETWORK_ERROR", oidc.fetch_userinfo(io, full.userinfo_endpoint, "access"))
    world.on(full.jwks_uri, { failure = "certificate" })
    assert_err("SSL_INIT_FAILED", oidc.fetch_userinfo(io, full.jwks_uri, "access"))
  end)
end)

it("contract of config load(io) gives the documented fields", function()
  local io = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2", clock_tolerance = "30" } })
  local loaded = assert_ok(config.load(io))
  for name, value in pairs(documented_config({ internal_issuer_url = "https://10.0.0.2", clock_tolerance = 30, roles = none })) do
    assert.same(value, loaded[name], name)
  end
  assert.same({ "admin", { "ada@example.org" } }, { loaded.roles[1].name, loaded.roles[1].email })
  assert_err("CONFIG_ERROR", config.load((mock.create())))
end)

describe("contract of discovery", function()
  it("discover(io, issuer, options) gives the document, and fails with http_status", function()
    local io, world = scene.create()
    assert.equal(full.token_endpoint, assert_ok(discovery.discover(io, fixtures.issuer)).token_endpoint)
    world.on("https://10.0.0.2/realms/home/.well-known/openid-configuration", { status = 404, body = "" })
    local inside = { internal_issuer_url = "https://10.0.0.2" }
    assert.equal(404, assert_err("OIDC_DISCOVERY_FAILED", discovery.discover(io, fixtures.issuer, inside)).http_status)
    io = scene.create({ metadata = { issuer = "https://other" } })
    assert_err("DISCOVERY_ISSUER_MISMATCH", discovery.discover(io, fixtures.issuer, {}))
  end)

  it("fetch_jwks(io, jwks_uri, options) gives the keys, past the cache with force, and fails with http_status", function()
    local io, world = scene.create()
    assert.same(fixtures.jwks.both.keys, assert_ok(discovery.fetch_jwks(io, full.jwks_uri)))
    world.on(full.jwks_uri, { status = 500, body = "" })
    assert_ok(discovery.fetch_jwks(io, full.jwks_uri, { force = false }))
    assert.equal(500, assert_err("JWKS_FETCH_FAILED", discovery.fetch_jwks(io, full.jwks_uri, { force = true })).http_status)
  end)
end)
