--- check.keys: which keys and algorithms a login could use, and what is said of the others.
local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")

local rsa, ec = fixtures.jwks.rsa.keys[1], fixtures.jwks.ec.keys[1]
local small, p384 = fixtures.jwks.small.keys[1], fixtures.jwks.p384.keys[1]
local uri = fixtures.discovery.full.jwks_uri
local refused = ", of a size or form that is refused"

local other = ", a good key for an algorithm that is not allowed"

local function kind(text)
  return ("None of the provider's signing keys can be used: %s. Option id_token_algs allows RS256, ES256."):format(text)
end

local function usable(list)
  return { keys_ok = ("The provider's signing keys can be used: %s."):format(list), keys_partly = false, keys_missing = false }
end

local function partly(list, others)
  return { keys_partly = ("Some of the provider's signing keys can be used, %s, others not: %s."):format(list, others), keys_ok = false }
end

local missing = {
  keys_missing = "The provider has no signing key: there are no keys in the JWK Set of " .. uri .. ".", keys_unusable = false,
}

describe("check.keys", function()
  for _, case in ipairs({
    { "two usable ones", { ec, rsa }, usable("ES256, RS256") },
    { "the same kind twice", { rsa, fixtures.with(rsa, { kid = "again" }) }, usable("RS256") },
    { "one that does not say what it is for", { fixtures.with(rsa, { use = fixtures.none }) }, usable("RS256") },
    { "one for encryption beside it", { fixtures.with(ec, { use = "enc" }), rsa }, usable("RS256") },
    { "some for encryption alone", { fixtures.with(rsa, { use = "enc" }), fixtures.with(ec, { use = 7 }) }, missing },
    { "some of both kinds", { p384, rsa, small, ec, p384 }, partly("RS256, ES256", "ES384 (EC P-384" .. other .. "), RS256 (RSA" .. refused .. ")") },
  }) do
    it("finds " .. case[1], function() checkup.expect({ jwks = { keys = case[2] } }, case[3]) end)
  end

  for _, case in ipairs({
    { { kty = "EC", crv = "P-384" }, "ES384 (EC P-384" .. refused .. ")" },
    { { kty = "EC", crv = "P-521" }, "ES512 (EC P-521" .. refused .. ")" },
    { { kty = "EC", crv = "secp256k1" }, "ES256K (EC secp256k1)" },
    { { kty = "OKP", crv = "Ed25519" }, "EdDSA (OKP Ed25519" .. refused .. ")" },
    { { kty = "OKP", crv = "Ed448" }, "EdDSA (OKP Ed448)" },
    { { kty = "EC", crv = "P-256", x = "AA", y = "AA" }, "ES256 (EC P-256" .. refused .. ")" },
    { { kty = "OKP", crv = "X" }, "OKP (OKP X)" },
    { { kty = "oct" }, "oct (oct)" },
    { { kty = "oct", alg = 7, crv = 7 }, "oct (oct)" },
    { { kty = "RSA", alg = "PS256" }, "PS256 (RSA" .. refused .. ")" },
    { fixtures.with(rsa, { alg = "RS512" }), "RS512 (RSA" .. other .. ")" },
    { fixtures.with(ec, { alg = "ES384" }), "ES384 (EC P-256" .. other .. ")" },
    { fixtures.with(small, { alg = "RS512" }), "RS512 (RSA" .. refused .. ")" },
    { { kty = "RSA", key_ops = { "sign" } }, "RS256 (RSA)" },
    { small, "RS256 (RSA" .. refused .. ")" },
  }) do
    it("describes " .. cjson.encode(case[1]):sub(1, 60) .. " as " .. case[2], function()
      checkup.expect({ jwks = { keys = { case[1] } } }, { keys_unusable = kind(case[2]) })
    end)
  end

  it("names keys that differ in algorithm, type or reason, and others once", function()
    local keys = {
      { kty = "RSA", alg = "PS256" }, { kty = "RSA", alg = "PS512" }, { kty = "RSA", key_ops = {} }, small,
      { kty = "EC", alg = "PS256" }, { kty = "RSA", alg = "PS256", kid = "again" }, { kty = "oct", alg = "PS256" },
    }
    checkup.expect({ jwks = { keys = keys } }, {
      keys_unusable = kind(("PS256 (RSA%s), PS512 (RSA%s), RS256 (RSA), RS256 (RSA%s), PS256 (EC), PS256 (oct)"):gsub("%%s", refused)),
    })
  end)

  it("finds a usable key behind many that are not", function()
    local keys = {}
    for i = 1, 17 do
      keys[i] = { kty = "X" .. i }
    end
    keys[18] = rsa
    local finding = checkup.run({ jwks = { keys = keys } }).keys_partly
    assert.equal("RS256", finding.params.usable)
    assert.equal(16, #finding.params.keys)
  end)

  for name, case in pairs({
    ["an empty list"] = { '{"keys":[]}', "ID_TOKEN_VERIFICATION_FAILED" }, ["no list"] = { '{"keys":7}', "JWKS_FETCH_FAILED" },
    ["a list of encryption keys"] = { '{"keys":[{"kty":"RSA","use":"enc"}]}', "ID_TOKEN_VERIFICATION_FAILED" },
  }) do
    it("names the code of a login for " .. name, function()
      local finding = checkup.run({ setup = function(world) world.on(uri, case[1]) end }).keys_missing
      assert.equal(case[2], finding.code)
      assert.same({ url = uri, usable = "", keys = {}, allowed = "RS256, ES256" }, finding.params)
    end)
  end

  for _, case in ipairs({
    { { "HS256", "none" }, "The provider signs ID Tokens with HS256, none; option id_token_algs allows RS256, ES256." },
    { { "HS256", "ES256" }, false }, { { "RS256" }, false }, { {}, false }, { fixtures.none, false },
  }) do
    it("judges the algorithms " .. (case[1] == fixtures.none and "none" or table.concat(case[1], " ")), function()
      checkup.expect({ document = { id_token_signing_alg_values_supported = case[1] } }, { algorithm_unsupported = case[2] })
    end)
  end

  for _, case in ipairs({
    { { "none", "RS256", "ES256" }, "The provider can sign UserInfo answers, by RS256, ES256; option id_token_algs allows RS256, ES256." },
    { { "none" }, false }, { {}, false }, { fixtures.none, false },
  }) do
    it("tells how UserInfo is signed: " .. (case[1] == fixtures.none and "unknown" or table.concat(case[1], " ")), function()
      checkup.expect({ document = { userinfo_signing_alg_values_supported = case[1] } }, { userinfo_signing = case[2] })
    end)
  end

  it("says that mbedtls has no EdDSA where it is allowed", function()
    local hash = require("sso_login.jose.hash")
    local real = require("sso_login.native_crypto")
    for backend, algs in pairs({ mbedtls = "RS256 EdDSA", openssl = "EdDSA" }) do
      hash.set_native(setmetatable({ backend = backend }, { __index = real }))
      local missing_here = checkup.run({ uci = { id_token_algs = algs } }).algorithm_missing ~= nil
      hash.set_native(nil)
      assert.equal(backend == "mbedtls", missing_here)
    end
    assert.is_nil(checkup.run({}).algorithm_missing)
  end)

  it("takes the keys and algorithms that the option allows", function()
    local run = { uci = { id_token_algs = "ES384 PS512" }, jwks = { keys = { p384, rsa } },
      document = { id_token_signing_alg_values_supported = { "PS512" } } }
    run.jwks.keys[2] = fixtures.with(rsa, { alg = fixtures.none })
    checkup.expect(run, { keys_ok = usable("ES384, PS512").keys_ok, algorithm_unsupported = false })
  end)
end)
