--- oidc: the ID Token verified, good and bad ones.
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local id_token = require("sso_login.protocol.id_token")
local mock = require("support.mock")
local oidc = require("sso_login.oidc")

local now = fixtures.now
local jwks_uri = fixtures.discovery.full.jwks_uri

--- Verifies a token with everything else right.
local function verify(token, options)
  options = options or {}
  local io, world = mock.create()
  world.now = options.now or now
  if options.refreshed ~= nil then
    world.on(jwks_uri, options.refreshed)
  end
  local tokens = { id_token = token, access_token = options.access_token or fixtures.access_token }
  local keys = {}
  for _, key in ipairs(fixtures.jwks[options.jwks or "both"].keys) do
    keys[#keys + 1] = type(key) == "table" and key or nil
  end
  local config = fixtures.config(options.config)
  local result = oidc.verify_id_token(
    io, tokens, keys, config, fixtures.with(fixtures.handshake, options.handshake), fixtures.metadata(), options.now or now,
    options.policy
  )
  return result, world
end

--- A token whose header names an algorithm.
local function with_alg(alg)
  local header = encoding.base64url_encode(cjson.encode({ alg = alg }))
  return (fixtures.tokens.rs256:gsub("^[^.]*", header))
end

describe("oidc.verify_id_token", function()
  for _, case in ipairs({
    { "RS256", "rs256" }, { "ES256", "es256" }, { "RSA of 4096 bits", "rs256_4096", "rsa_4096" },
    { "RS256 without kid and one key", "rs256_no_kid", "rsa_bare" }, { "RS256 without kid and two types", "rs256_no_kid", "both" },
    { "ES256 without kid", "es256_no_kid", "both" }, { "the fourth fitting key without kid", "rs256_no_kid", "fourth" },
    { "a key among unknown kinds", "rs256", "crowd" }, { "a key among 60", "rs256", "sixty" },
    { "a key of 60 without kid, by type", "rs256_no_kid", "sixty" },
    { "the fitting one of several keys with one kid", "rs256", "same_kid" }, { "key_ops with verify", "rs256", "key_ops_verify" },
    { "one audience in a list", "aud_array" }, { "several audiences and azp", "aud_array_azp" }, { "azp", "azp" }, { "nbf", "nbf" },
    { "fractions of seconds", "fraction" }, { "duplicate keys, the last right", "duplicate_keys_last_right" },
    { "jku, x5u, x5c and jwk headers, unread", "ignored_headers" }, { "31 levels", "depth_31" },
    { "16 384 bytes", "length_16384" }, { "no e-mail", "no_email" },
  }) do
    it("takes " .. case[1], function()
      local claims, world = verify(fixtures.tokens[case[2]], { jwks = case[3] })
      assert.is_nil(claims.error)
      assert.equal("user-1", claims.data.sub)
      assert.equal(fixtures.issuer, claims.data.iss)
      assert.equal(0, #world.requests)
    end)
  end

  for alg, token in pairs(fixtures.by_alg) do
    it(alg .. " counts where the policy allows it, with the at_hash of its own hash", function()
      local function verify_as(options)
        return (verify(token, fixtures.with({ jwks = "more", policy = { allowed_algs = { alg } } }, options)))
      end
      local here = alg ~= "EdDSA" or require("sso_login.native_crypto").backend == "openssl"
      local refreshed = cjson.encode(fixtures.jwks.more)
      assert.equal(here, verify_as({ refreshed = refreshed }).ok)
      assert.equal(here and "AT_HASH_MISMATCH" or "ID_TOKEN_VERIFICATION_FAILED",
        verify_as({ refreshed = refreshed, access_token = "other" }).error)
      assert.same({ ok = false, error = "UNSUPPORTED_ALGORITHM", details = { alg = alg, hint = { id = "see_algs" } } },
        (verify(token, { jwks = "more" })))
    end)
  end

  it("no at_hash is that of a hash that the backend lacks", function()
    local hash = require("sso_login.jose.hash")
    hash.set_native(setmetatable({ alg_hash = function() return nil end }, { __index = require("sso_login.native_crypto") }))
    local refused = verify(fixtures.hostile.at_hash_empty.token)
    hash.set_native(nil)
    assert.equal("AT_HASH_MISMATCH", refused.error)
  end)

  it("the policy is a list of its own: what it leaves out is refused", function()
    assert.equal("UNSUPPORTED_ALGORITHM", verify(fixtures.tokens.rs256, { policy = { allowed_algs = { "RS512" } } }).error)
  end)

  for name, variant in pairs(fixtures.hostile) do
    it(("refuses %s (%s) with %s"):format(name, variant.about, variant.code), function()
      local refreshed = cjson.encode(fixtures.jwks[variant.jwks or "both"])
      local claims, world = verify(variant.token, { jwks = variant.jwks, refreshed = refreshed })
      assert.is_false(claims.ok)
      assert.equal(variant.code, claims.error)
      for _, request in ipairs(world.requests) do
        assert.equal(jwks_uri, request.url)
      end
      assert.is_true(#world.requests <= 1)
    end)
  end

  describe("at the bounds of time", function()
    local claims = fixtures.claims
    for _, case in ipairs({
      { "exp + 59", claims.exp + 59, 60, true }, { "exp + 60", claims.exp + 60, 60, false }, { "exp - 1", claims.exp - 1, 0, true },
      { "exp", claims.exp, 0, false }, { "iat - 60", claims.iat - 60, 60, true }, { "iat - 61", claims.iat - 61, 60, false },
      { "1970", 10, 60, false },
    }) do
      it(("now at %s with tolerance %d: %s"):format(case[1], case[3], tostring(case[4])), function()
        assert.equal(case[4], verify(fixtures.tokens.rs256, { now = case[2], config = { clock_tolerance = case[3] } }).ok)
      end)
    end
  end)

  it("the issuer is the public one, also with an internal one set", function()
    local config = { internal_issuer_url = "https://10.0.0.2" }
    assert.is_true(verify(fixtures.tokens.rs256, { config = config }).ok)
    config = { issuer_url = "https://10.0.0.2", internal_issuer_url = fixtures.issuer }
    assert.equal("ID_TOKEN_VERIFICATION_FAILED", verify(fixtures.tokens.rs256, { config = config }).error)
  end)

  it("another handshake's nonce is NONCE_MISMATCH", function()
    local other = verify(fixtures.tokens.rs256, { handshake = { nonce = "other" } })
    assert.same({ "NONCE_MISMATCH", "different" }, { other.error, other.details.reason })
    assert.equal("absent", verify(fixtures.hostile.nonce_missing.token).details.reason)
  end)

  it("another access token is AT_HASH_MISMATCH", function()
    assert.equal("AT_HASH_MISMATCH", verify(fixtures.tokens.rs256, { access_token = "other" }).error)
  end)

  describe("says why:", function()
    local cut = ("x"):rep(31) .. "yz"
    for _, case in ipairs({
      { "too long", fixtures.hostile.length_16385.token, "ID_TOKEN_VERIFICATION_FAILED", { reason = "over 16 384 bytes" } },
      { "no key", fixtures.tokens.rs256_other_key, "ID_TOKEN_VERIFICATION_FAILED",
        { reason = "no key of the provider verifies the signature" } },
      { "no at_hash", fixtures.tokens.no_at_hash, "AT_HASH_MISMATCH", { reason = "absent", hint = { id = "see_at_hash" } } },
      { "an algorithm, of 32 bytes at most", with_alg(cut), "UNSUPPORTED_ALGORITHM", { alg = cut:sub(1, 32) } },
    }) do
      it(case[1], function()
        local refused = verify(case[2], { refreshed = cjson.encode(fixtures.jwks.both) })
        assert.same({ ok = false, error = case[3], details = case[4] }, refused)
      end)
    end
  end)

  describe("at_hash absent", function()
    it("is AT_HASH_MISMATCH by default, and the details name the option", function()
      local refused = verify(fixtures.tokens.no_at_hash)
      assert.equal("AT_HASH_MISMATCH", refused.error)
      assert.truthy(require("sso_login.base.log").format_details(refused.details):find("at_hash", 1, true))
    end)
    it("is taken with at_hash optional", function()
      assert.is_true(verify(fixtures.tokens.no_at_hash, { config = { at_hash_required = false } }).ok)
    end)
    it("optional does not forgive a wrong one", function()
      for _, name in ipairs({ "at_hash_other", "at_hash_whole", "at_hash_padded", "at_hash_number", "at_hash_empty" }) do
        local refused = verify(fixtures.hostile[name].token, { config = { at_hash_required = false } })
        assert.equal("AT_HASH_MISMATCH", refused.error)
      end
    end)
  end)

  describe("policy", function()
    it("restricts the algorithms", function()
      local policy = { allowed_algs = { "ES256" } }
      assert.equal("UNSUPPORTED_ALGORITHM", verify(fixtures.tokens.rs256, { policy = policy }).error)
      assert.is_true(verify(fixtures.tokens.es256, { policy = policy }).ok)
    end)
    it("cannot make none or HMAC verify", function()
      local policy = { allowed_algs = { "none", "None", "HS256", "RS256" } }
      for _, name in ipairs({ "alg_none", "alg_none_signed", "alg_None", "alg_hs256_public_key", "alg_hs256_client_secret", "key_oct" }) do
        for _, jwks in ipairs({ "both", "oct" }) do
          local refreshed = cjson.encode(fixtures.jwks[jwks])
          assert.is_false(verify(fixtures.hostile[name].token, { policy = policy, jwks = jwks, refreshed = refreshed }).ok)
        end
      end
    end)
  end)

  describe("the refresh of the JWK Set", function()
    it("finds a new key by its kid, once, and keeps it", function()
      local claims, world = verify(fixtures.tokens.rs256_other_key, { refreshed = cjson.encode(fixtures.jwks.rotated) })
      assert.is_true(claims.ok)
      assert.equal(1, #world.requests)
      assert.equal(1, #world.in_run_dir("^jwks_"))
    end)
    it("finds a key exchanged under the same kid", function()
      local claims, world = verify(fixtures.tokens.rs256, { jwks = "key_alg", refreshed = cjson.encode(fixtures.jwks.both) })
      assert.is_true(claims.ok)
      assert.equal(1, #world.requests)
    end)
    it("finds a new key for a token without kid", function()
      local refreshed = cjson.encode(fixtures.jwks.rotated)
      assert.is_true(verify(fixtures.tokens.rs256_other_no_kid, { jwks = "rsa", refreshed = refreshed }).ok)
    end)
    it("happens once and then the token is refused", function()
      local refused, world = verify(fixtures.tokens.rs256_other_key, { refreshed = cjson.encode(fixtures.jwks.both) })
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", refused.error)
      assert.equal(1, #world.requests)
    end)
    it("does not happen when the keys were just fetched", function()
      local io, world = mock.create()
      local parsed = id_token.parse_id_token(fixtures.tokens.rs256_other_key).data
      local set = { uri = jwks_uri, keys = fixtures.jwks.both.keys, fresh = true }
      local expected = id_token.expected_by(fixtures.config(), fixtures.nonce, fixtures.access_token, now)
      local refused = id_token.verify(io, parsed, set, expected)
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", refused.error)
      assert.equal(0, #world.requests)
    end)
    it("that fails is JWKS_FETCH_FAILED, or SSL_INIT_FAILED for a certificate", function()
      local refused = verify(fixtures.tokens.rs256_other_key, { refreshed = { failure = "timeout" } })
      assert.equal("JWKS_FETCH_FAILED", refused.error)
      refused = verify(fixtures.tokens.rs256_other_key, { refreshed = { failure = "certificate" } })
      assert.equal("SSL_INIT_FAILED", refused.error)
    end)
    it("does not happen for a token refused before its signature counts", function()
      for _, name in ipairs({ "alg_none_signed", "crit", "length_16385", "parts_two", "header_array" }) do
        local _, world = verify(fixtures.hostile[name].token)
        assert.equal(0, #world.requests)
      end
    end)
  end)
end)
