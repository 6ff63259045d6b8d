--- protocol.id_token: an ID Token verified as a whole. vectors_spec.lua has the forms, headers, keys and claims that providers send;
-- the bounds of the claims are in jose/token_claims_spec.lua.
local cjson = require("cjson")
local bytes = require("sso_login.io.bytes")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local id_token = require("sso_login.protocol.id_token")
local jwk_set = require("sso_login.protocol.jwk_set")
local mock = require("support.mock")
local native = require("sso_login.native_crypto")

local tokens, hostile = fixtures.tokens, fixtures.hostile
local jwks_uri = fixtures.discovery.full.jwks_uri

--- Verifies a token with everything else right. `options`: `now`, `jwks` name of the keys at hand, `refreshed` name or
-- answer of the JWK Set that is fetched, `age` of the metadata, `access_token`, `nonce`, `config` changes, `algs`.
local function verify(token, options)
  options = options or {}
  local io, world = mock.create()
  world.now = options.now or fixtures.now
  local parsed = id_token.parse_id_token(token, options.algs)
  if not parsed.ok then
    return parsed, world
  end
  local config = fixtures.config(options.config)
  world.on(jwks_uri, cjson.encode(fixtures.jwks[options.jwks or "both"]))
  world.now = world.now - 1
  jwk_set.load_jwks(io, config, jwks_uri)
  world.now = world.now + 1
  world.requests[1] = nil
  local refreshed = options.refreshed or "both"
  world.on(jwks_uri, type(refreshed) == "string" and cjson.encode(fixtures.jwks[refreshed]) or refreshed)
  world.on(fixtures.issuer .. "/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
  local metadata = fixtures.metadata("full", { fetched_at = world.now - 10, renewed_at = world.now - (options.age or 10) })
  local expected = id_token.expectations(config, options.nonce or fixtures.nonce,
    options.access_token or fixtures.access_token, world.now)
  return id_token.verify(io, config, metadata, parsed.data, expected), world
end

local function refused(code, details) return { ok = false, error = code, details = details } end

describe("id_token.verify", function()
  for _, case in ipairs({
    { "RS256", "rs256" }, { "ES256 without kid", "es256_no_kid" }, { "a key of 60 without kid, by type", "rs256_no_kid", "sixty" },
    { "foreign keys in its header, unread", "ignored_headers" }, { "16 384 bytes", "length_16384" },
  }) do
    it("takes " .. case[1], function()
      local claims, world = verify(tokens[case[2]], { jwks = case[3] })
      assert.is_nil(claims.error)
      assert.same({ "user-1", fixtures.issuer }, { claims.data.claims.sub, claims.data.claims.iss })
      assert.equal(0, #world.requests)
    end)
  end

  for what, case in pairs({
    ["too long a token"] = { hostile.length_16385, "ID_TOKEN_VERIFICATION_FAILED",
      { reason = "over 16 384 bytes", bytes = 16385, hint = { id = "shorter_token" } } },
    ["another key"] = { tokens.rs256_other_key, "ID_TOKEN_VERIFICATION_FAILED",
      { reason = "no key of the provider has the token's kid", kid = "rsa-2", alg = "RS256", hint = { id = "own_keys" } } },
    ["no at_hash"] = { tokens.no_at_hash, "AT_HASH_MISMATCH", { reason = "absent", hint = { id = "see_at_hash" } } },
    ["another access token"] = { tokens.rs256, "AT_HASH_MISMATCH", nil, { access_token = "other" } },
    ["no nonce"] = { hostile.nonce_missing, "NONCE_MISMATCH", { reason = "absent" } },
    ["another handshake's nonce"] = { tokens.rs256, "NONCE_MISMATCH", { reason = "different" }, { nonce = "other" } },
    ["an algorithm, of 32 bytes at most"] = { bytes.base64url_encode(cjson.encode({ alg = ("x"):rep(31) .. "yz" }))
      .. tokens.rs256:match("%..*"), "UNSUPPORTED_ALGORITHM", { alg = ("x"):rep(31) .. "y" } },
    ["a set that cannot be fetched"] = { tokens.rs256_other_key, "JWKS_FETCH_FAILED",
      { cause = "timeout", url = jwks_uri, reason = "why" }, { refreshed = { failure = "timeout", text = "why" } } },
    ["a set at a server with an untrusted certificate"] = { tokens.rs256_other_key, "SSL_INIT_FAILED",
      { cause = "certificate", certificate = "early", router_time = "2025-06-15 15:06:40 UTC", url = jwks_uri, reason = "why" },
      { refreshed = { failure = "certificate", text = "why" } } },
  }) do
    it("gives the reason to refuse " .. what, function()
      assert.same(refused(case[2], case[3]), (verify(case[1], case[4])))
    end)
  end

  it("uses the configured tolerance and the given time", function()
    local exp = fixtures.claims.exp
    for _, case in ipairs({ { exp + 59, 60, true }, { exp + 60, 60, false } }) do
      assert.equal(case[3], verify(tokens.rs256, { now = case[1], config = { clock_tolerance = case[2] } }).ok)
    end
  end)

  it("demands the public issuer, also with an internal one set", function()
    assert.is_true(verify(tokens.rs256, { config = { internal_issuer_url = "https://10.0.0.2" } }).ok)
    local config = { issuer_url = "https://10.0.0.2", internal_issuer_url = fixtures.issuer }
    assert.equal("ID_TOKEN_VERIFICATION_FAILED", verify(tokens.rs256, { config = config }).error)
  end)
end)

describe("id_token.verify and the algorithms", function()
  for alg, token in pairs(fixtures.by_alg) do
    it("takes " .. alg .. " where it is allowed, with the at_hash of its own hash", function()
      local function verify_as(access_token)
        return (verify(token, {
          jwks = "more", refreshed = "more", algs = { alg }, access_token = access_token,
        }))
      end
      local here = alg ~= "EdDSA" or native.backend == "openssl"
      assert.equal(here, verify_as().ok)
      assert.equal(here and "AT_HASH_MISMATCH" or "ID_TOKEN_VERIFICATION_FAILED", verify_as("other").error)
      assert.same(refused("UNSUPPORTED_ALGORITHM", { alg = alg, hint = { id = "see_algs", params = { allowed = "RS256 ES256" } } }),
        (verify(token, { jwks = "more" })))
    end)
  end

  it("cannot be made to verify none or HMAC", function()
    local algs = { "none", "None", "HS256", "RS256" }
    for _, name in ipairs({ "alg_none", "alg_none_signed", "alg_hs256_public_key", "alg_hs256_client_secret" }) do
      assert.is_false(verify(hostile[name], { algs = algs }).ok)
    end
  end)
end)

it("id_token.verify and at_hash is none where the backend lacks the hash", function()
  hash.set_native(setmetatable({ alg_hash = function() return nil end }, { __index = native }))
  local answer = verify(hostile.at_hash_empty)
  hash.set_native(nil)
  assert.equal("AT_HASH_MISMATCH", answer.error)
end)

describe("id_token.verify where no key verifies", function()
  local key = fixtures.jwks.rsa.keys[1]
  local function of(changes) return fixtures.with(key, changes) end
  local six = {}
  for i = 1, 6 do
    six[i] = of({ kid = fixtures.none })
  end

  --- { kid of the token, keys, reason, hint, number of keys that fit }
  local none = "no key of the provider has the token's kid"
  for what, case in pairs({
    ["a kid that is a number"] = { 7, { key }, "the token's kid is not a text", "kid_as_text" },
    ["a kid that keys have as a number"] = { "7", { of({ kid = 7 }) }, none, "kid_as_text" },
    ["a kid of keys without names"] = { "7", six, none, "name_keys" },
    ["a kid of other keys, some with a number"] = { ("x"):rep(65), { of({ kid = 7 }), key }, none, "own_keys" },
    ["a key of another algorithm"] = { key.kid, { of({ alg = "PS256" }) }, "the key of this kid is not for this algorithm", "signing_key" },
    ["keys of another algorithm"] = { nil, { of({ alg = "PS256", kid = fixtures.none }) }, "no key of the provider fits the algorithm", "signing_key" },
    ["a damaged key"] = { key.kid, { of({ n = "AQAB" }) }, "the key cannot be used", "usable_key" },
    ["more keys than are tried"] = { nil, six, "no key of the first 4 that fit verifies the signature", "name_keys", 6 },
    ["a key that does not verify"] = { key.kid, { key }, "the key of this kid does not verify the signature", "own_keys" },
    ["a key without a name that does not verify"] = { nil, { key }, "no key that fits verifies the signature", "own_keys" },
  }) do
    it("says of " .. what .. ": " .. case[3], function()
      local header = bytes.base64url_encode(cjson.encode({ alg = "RS256", kid = case[1] }))
      local parsed = id_token.parse_id_token(header .. tokens.rs256:match("%..*")).data
      assert.same(refused("ID_TOKEN_VERIFICATION_FAILED", { reason = case[3], alg = "RS256", hint = { id = case[4] }, keys = case[5],
        kid = type(case[1]) == "string" and case[1]:sub(1, 64) or nil }),
        id_token.check_signature(case[2], parsed))
    end)
  end
end)

describe("id_token.verify and the refresh of the JWK Set", function()
  for what, case in pairs({
    ["a new key by its kid"] = { "rs256_other_key", "both", "rotated" },
    ["a key exchanged under the same kid"] = { "rs256", "key_alg", "both" },
    ["a new key for a token without kid"] = { "rs256_other_no_kid", "rsa", "rotated" },
  }) do
    it("finds " .. what .. ", once, and keeps it", function()
      local claims, world = verify(tokens[case[1]], { jwks = case[2], refreshed = case[3] })
      assert.is_true(claims.ok)
      assert.same({ 2, 1 }, { #world.requests, #world.in_run_dir("^jwks_") })
    end)
  end

  it("happens once, and not at all when the metadata were just fetched", function()
    for age, asked in pairs({ [10] = 2, [9] = 0 }) do
      local answer, world = verify(tokens.rs256_other_key, { age = age })
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", answer.error)
      assert.equal(asked, #world.requests)
    end
  end)
end)
