--- jose.jwk: which keys fit an algorithm, and why a key is refused; vectors_spec.lua has the keys that providers publish.
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local discovery = require("sso_login.contracts.discovery")
local jwk = require("sso_login.jose.jwk")

local rsa = { kty = "RSA" }
local ec = { kty = "EC", crv = "P-256" }
local refused = "ID_TOKEN_VERIFICATION_FAILED"

for _, case in ipairs({
  { "RSA", rsa, "RS256", true }, { "RSA", rsa, "ES256", false },
  { "P-256", ec, "ES256", true }, { "P-256", ec, "RS256", false },
  { "another curve", { kty = "EC", crv = "P-384" }, "ES256", false },
  { "a P-256 that is no EC key", { kty = "OKP", crv = "P-256" }, "ES256", false },
  { "use sig", fixtures.with(rsa, { use = "sig" }), "RS256", true },
  { "use enc", fixtures.with(rsa, { use = "enc" }), "RS256", false },
  { "key_ops verify", fixtures.with(rsa, { key_ops = { "sign", "verify" } }), "RS256", true },
  { "key_ops sign", fixtures.with(rsa, { key_ops = { "sign" } }), "RS256", false },
  { "key_ops that is a text", fixtures.with(rsa, { key_ops = "verify" }), "RS256", false },
  { "an empty use", fixtures.with(rsa, { use = "" }), "RS256", true }, { "an empty alg", fixtures.with(rsa, { alg = "" }), "RS256", true },
  { "empty key_ops", fixtures.with(rsa, { key_ops = "" }), "RS256", true }, { "another use", fixtures.with(rsa, { use = " " }), "RS256", false },
  { "its own algorithm", fixtures.with(rsa, { alg = "RS256" }), "RS256", true },
  { "P-384", { kty = "EC", crv = "P-384" }, "ES384", true }, { "P-521", { kty = "EC", crv = "P-521" }, "ES512", true },
  { "P-384", { kty = "EC", crv = "P-384" }, "ES512", false }, { "P-521", { kty = "EC", crv = "P-521" }, "ES384", false },
  { "Ed25519", { kty = "OKP", crv = "Ed25519" }, "EdDSA", true }, { "Ed448", { kty = "OKP", crv = "Ed448" }, "EdDSA", false },
  { "Ed25519 that is no OKP key", { kty = "EC", crv = "Ed25519" }, "EdDSA", false },
  { "RSA", rsa, "RS512", true }, { "RSA", rsa, "PS256", true }, { "RSA", rsa, "EdDSA", false },
  { "a curve called RSA", { kty = "EC", crv = "RSA" }, "RS256", false },
  { "another algorithm", fixtures.with(rsa, { alg = "RS512" }), "RS256", false },
}) do
  it(("jwk.matches_alg %s for %s is %s"):format(case[1], case[3], tostring(case[4])), function()
    assert.equal(case[4], jwk.matches_alg(case[2], case[3]))
  end)
end

it("jwk.candidates returns the key of that kid, or the first four that fit", function()
  local keys = { fixtures.with(rsa, { kid = "a" }), fixtures.with(ec, { kid = "a" }), rsa, rsa, rsa, rsa }
  assert.same({ keys[2] }, jwk.candidates(keys, "ES256", "a"))
  assert.same({}, jwk.candidates(keys, "ES256", "b"))
  assert.same({}, jwk.candidates(keys, "ES256", 1))
  assert.same({ keys[1], rsa, rsa, rsa }, jwk.candidates(keys, "RS256", nil))
end)

describe("discovery.find_jwk", function()
  local known = { { kid = "a" }, { kid = "b", n = 1 }, { kid = "b", n = 2 }, {} }
  it("gives the first key of that kid, or the first of all without a kid", function()
    assert.same({ ok = true, data = { kid = "b", n = 1 } }, discovery.find_jwk(known, "b"))
    assert.same({ ok = true, data = { kid = "a" } }, discovery.find_jwk(known, nil))
  end)

  it("refuses a kid that no key has", function()
    local none = { ok = false, error = refused, details = { reason = "no key for the token's kid" } }
    for _, kid in ipairs({ "c", "", "A", "a ", "../a" }) do
      assert.same(none, discovery.find_jwk(known, kid))
    end
    assert.same(none, discovery.find_jwk({}, nil))
  end)
end)

describe("jwk.jwk_to_pem", function()
  local unusable = { ok = false, error = refused, details = { reason = "unusable key" } }
  after_each(function() hash.set_native(nil) end)

  for _, case in ipairs({
    { "both", 1, "rsa" }, { "both", 2, "ec" }, { "rsa_4096", 1, "rsa_4096" }, { "more", 2, "ec_p384" }, { "more", 3, "ec_p521" },
  }) do
    it("gives the same key as OpenSSL for " .. case[3], function()
      local pem = jwk.jwk_to_pem(fixtures.jwks[case[1]].keys[case[2]])
      assert.equal((fixtures.pem[case[3]]:gsub("%s", "")), (pem.data:gsub("%s", "")))
    end)
  end

  it("refuses a key without its numbers before the backend sees it", function()
    hash.set_native({
      jwk_rsa_to_pem = function() return "PEM" end,
      jwk_ec_p256_to_pem = function() return "PEM of P-256" end,
      jwk_to_pem = function() return "PEM" end,
    })
    for _, value in ipairs({ "", "=", 1 }) do
      assert.same(unusable, jwk.jwk_to_pem({ kty = "RSA", n = value, e = "AQAB" }))
      assert.same(unusable, jwk.jwk_to_pem({ kty = "RSA", n = "AQAB", e = value }))
      assert.same(unusable, jwk.jwk_to_pem({ kty = "EC", crv = "P-256", x = value, y = "AQAB" }))
      assert.same(unusable, jwk.jwk_to_pem({ kty = "EC", crv = "P-256", x = "AQAB", y = value }))
    end
    assert.same({ ok = true, data = "PEM" }, jwk.jwk_to_pem({ kty = "RSA", n = "AQAB", e = "AQAB" }))
    assert.equal("PEM of P-256", jwk.jwk_to_pem({ kty = "EC", crv = "P-256", x = "AQAB", y = "AQAB" }).data)
    assert.same({ ok = true, data = "PEM" }, jwk.jwk_to_pem({ kty = "EC", crv = "P-384", x = "AQAB", y = "AQAB" }))
    assert.same({ ok = true, data = "PEM" }, jwk.jwk_to_pem({ kty = "OKP", crv = "Ed25519", x = "AQAB" }))
  end)

  it("refuses a key whose type and curve do not agree, or of another curve", function()
    local asked = {}
    hash.set_native({ jwk_to_pem = function(...) asked[#asked + 1] = { ... } end })
    for _, pair in ipairs({ { "OKP", "P-384" }, { "EC", "Ed25519" }, { "EC", "RSA" }, { "oct", "P-384" }, { "OKP", "X25519" } }) do
      assert.is_false(jwk.jwk_to_pem({ kty = pair[1], crv = pair[2], x = "AQAB", y = "AQAB" }).ok)
    end
    assert.is_false(jwk.jwk_to_pem({ kty = "EC", crv = "secp256k1", x = "AQAB", y = "AQAB" }).ok)
    -- Neither is a name of the backend's for what the type says.
    for _, call in ipairs(asked) do assert.is_truthy(call[1] == "" or call[1] == "secp256k1", call[1]) end
  end)
end)
