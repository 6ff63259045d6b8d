local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")

local none = fixtures.none
local rsa, ec = fixtures.jwks.rsa.keys[1], fixtures.jwks.ec.keys[1]
local small, p384 = fixtures.jwks.small.keys[1], fixtures.jwks.p384.keys[1]
local uri = fixtures.discovery.full.jwks_uri
local refused = ", of a size or form that is refused"
local other = ", a good key for an algorithm that is not allowed"

local function usable(list)
  return { keys_ok = ("The provider's signing keys can be used: %s."):format(list) }
end

local function unusable(text)
  text = text:gsub("%+", refused):gsub("%?", other):gsub("&", ", not with this crypto library")
  local words = "None of the provider's signing keys can be used: %s. Option id_token_algs allows RS256, ES256."
  return { keys_unusable = words:format(text), keys_ok = false }
end

describe("check.key_check", function()
  after_each(function() hash.set_native(nil) end)

  local missing = {
    keys_missing = "The provider has no signing key: there are no keys in the JWK Set of " .. uri .. ".", keys_ok = false,
  }
  local no_id = "Signing keys of the provider have no key id (kid), or one that is not a text: %d."
  for _, case in ipairs({
    { "two usable ones", { ec, rsa }, usable("ES256, RS256") },
    { "the same kind twice", { rsa, fixtures.with(rsa, { kid = "again" }) }, usable("RS256") },
    { "one key id twice", { rsa, fixtures.with(ec, { kid = rsa.kid }), fixtures.with(rsa, { use = "enc" }) }, fixtures.with(usable("RS256, ES256"), {
      keys_doubled = "Several of the provider's signing keys have the same key id (kid): " .. rsa.kid .. ".",
    }) },
    { "keys without a key id", { fixtures.with(rsa, { kid = none }), ec, p384 }, {
      keys_without_id = no_id:format(1), keys_partly = checkup.any, keys_ok = false,
    } },
    { "key ids that are no texts", { fixtures.with(rsa, { kid = 1 }), fixtures.with(ec, { kid = 1 }) }, {
      keys_without_id = no_id:format(2),
    } },
    { "one that does not say what it is for", { fixtures.with(rsa, { use = none }) }, usable("RS256") },
    { "one for encryption beside it", { fixtures.with(ec, { use = "enc" }), rsa }, usable("RS256") },
    { "some only for encryption", { fixtures.with(rsa, { use = "enc" }), fixtures.with(ec, { use = 7 }) }, missing },
    { "some of both kinds", { p384, rsa, small, ec, p384 }, {
      keys_partly = "Some of the provider's signing keys can be used, RS256, ES256, others not: ES384 (EC P-384" .. other
        .. "), RS256 (RSA" .. refused .. ").",
      keys_ok = false,
    } },
    { "one of each kind", { rsa, p384 }, {
      keys_partly = "Some of the provider's signing keys can be used, RS256, others not: ES384 (EC P-384" .. other .. ").",
      keys_ok = false,
    } },
  }) do
    it("finds " .. case[1], function() checkup.expect({ jwks = { keys = case[2] } }, case[3]) end)
  end

  -- "+" is a refused size or form, "?" an algorithm that is not allowed, "&" one that the library lacks.
  for _, case in ipairs({
    { { kty = "EC", crv = "P-384" }, "ES384 (EC P-384+)" },
    { { kty = "EC", crv = "P-521" }, "ES512 (EC P-521+)" },
    { { kty = "EC", crv = "secp256k1" }, "EC (EC secp256k1)" },
    { { kty = "OKP", crv = "Ed25519" }, "EdDSA (OKP Ed25519&)" },
    { { kty = "OKP", crv = "Ed448" }, "OKP (OKP Ed448)" },
    { { kty = "EC", crv = "P-256", x = "AA", y = "AA" }, "ES256 (EC P-256+)" },
    { { kty = "OKP", crv = "X" }, "OKP (OKP X)" },
    { { kty = "oct" }, "oct (oct)" },
    { { kty = "oct", alg = 7, crv = 7 }, "oct (oct)" },
    { { kty = "RSA", alg = "PS256" }, "PS256 (RSA+)" },
    { fixtures.with(rsa, { alg = "RS512" }), "RS512 (RSA?)" },
    { fixtures.with(ec, { alg = "ES384" }), "ES384 (EC P-256?)" },
    { fixtures.with(small, { alg = "RS512" }), "RS512 (RSA+)" },
    { { kty = "RSA", key_ops = { "sign" } }, "RS256 (RSA)" },
    { small, "RS256 (RSA+)" },
  }) do
    it("describes " .. cjson.encode(case[1]):sub(1, 60) .. " as " .. case[2], function()
      checkup.expect({ jwks = { keys = { case[1] } } }, unusable(case[2]))
    end)
  end

  it("names keys that differ in algorithm, type or reason, and others once", function()
    checkup.expect({ jwks = { keys = {
      { kty = "RSA", alg = "PS256" }, { kty = "RSA", alg = "PS512" }, { kty = "RSA", key_ops = {} }, small,
      { kty = "EC", alg = "PS256" }, { kty = "RSA", alg = "PS256", kid = "again" }, { kty = "oct", alg = "PS256" },
    } } }, unusable("PS256 (RSA+), PS512 (RSA+), RS256 (RSA), RS256 (RSA+), PS256 (EC), PS256 (oct)"))
  end)

  it("shows key properties cut, escaped and without the secret", function()
    local key = { kty = "X\27[2J", alg = fixtures.client_secret, crv = ("y"):rep(100) }
    checkup.expect({ jwks = { keys = { key } } }, unusable("*** (X\\x1b[2J " .. ("y"):rep(74) .. "...)"))
  end)

  it("names 16 keys, and finds a usable one after them", function()
    local keys, names = {}, {}
    for i = 1, 17 do
      keys[i] = { kty = "X" .. i }
      names[i] = ("X%d (X%d)"):format(i, i)
    end
    checkup.expect({ jwks = { keys = keys } }, unusable(table.concat(names, ", ", 1, 16)))
    keys[18] = rsa
    local finding = checkup.run({ jwks = { keys = keys } }).keys_partly
    assert.same({ "RS256", 16 }, { finding.params.usable, #finding.params.keys })
  end)

  checkup.rows({ { "takes a set that says the type of a key for a set", { jwks = { kty = "RSA", keys = { rsa } } }, usable("RS256") } })
  checkup.rows({ { "finds one key in the place of the set", { jwks = rsa }, {
    keys_absent = "The answer of " .. uri .. " is no JWK Set (RFC 7517): it has no list keys.", keys_ok = false,
  } } })

  for name, case in pairs({
    ["an empty list"] = { '{"keys":[]}', "ID_TOKEN_VERIFICATION_FAILED" }, ["nothing"] = { "{}", "JWKS_FETCH_FAILED" },
    ["a list of encryption keys"] = { '{"keys":[{"kty":"RSA","use":"enc"}]}', "ID_TOKEN_VERIFICATION_FAILED" },
  }) do
    it("names the code that a login fails with for " .. name, function()
      local finding = checkup.expect({ setup = function(world) world.on(uri, case[1]) end }, missing).keys_missing
      assert.equal(case[2], finding.code)
      assert.same({ url = uri, usable = "", keys = {}, allowed = "RS256, ES256" }, finding.params)
    end)
  end

  for title, set in pairs({ ["certificates by name (RFC 7468)"] = '{"a1":"-----BEGIN CERTIFICATE-----"}', ["an error page in JSON"] = '{"ok":true}',
    ["keys as an object"] = '{"keys":{"kty":"RSA","kid":"rsa-1"}}', ["keys as a number"] = '{"keys":7}' }) do
    it("tells from an empty set " .. title, function()
      checkup.expect({ setup = function(world) world.on(uri, set) end }, {
        keys_absent = "The answer of " .. uri .. " is no JWK Set (RFC 7517): it has no list keys.", keys_missing = false,
      })
    end)
  end

  local unsupported = "The provider signs ID Tokens with %s; option id_token_algs allows RS256, ES256."
  local signing = "The provider can sign UserInfo answers, by %s; option id_token_algs allows RS256, ES256."
  for _, case in ipairs({
    { "id_token", { "HS256", "none" }, { algorithm_unsupported = unsupported:format("HS256, none") } },
    { "id_token", { "HS256" }, { algorithm_unsupported = unsupported:format("HS256") } },
    { "id_token", { "HS256", "ES256" }, {} }, { "id_token", { "RS256" }, {} }, { "id_token", {}, {} }, { "id_token", none, {} },
    { "userinfo", { "none", "RS256", "ES256" }, { userinfo_signing = signing:format("RS256, ES256") } },
    { "userinfo", { "ES256" }, { userinfo_signing = signing:format("ES256") } },
    { "userinfo", { "none" }, {} }, { "userinfo", {}, {} }, { "userinfo", none, {} },
  }) do
    local list = case[2] == none and "absent" or table.concat(case[2], " ")
    it(("judges %s_signing_alg_values_supported: %s"):format(case[1], list), function()
      checkup.expect({ document = { [case[1] .. "_signing_alg_values_supported"] = case[2] } }, case[3])
    end)
  end

  it("says that mbedtls has no EdDSA where it is allowed", function()
    local real = require("sso_login.native_crypto")
    local text = "Option id_token_algs allows EdDSA, and mbedtls, with which sso-login-native is built, does not have it."
    for backend, case in pairs({ mbedtls = { "RS256 ES256 EdDSA", { algorithm_missing = text } }, openssl = { "RS256 EdDSA", {} } }) do
      hash.set_native(setmetatable({ backend = backend }, { __index = real }))
      checkup.expect({ uci = { id_token_algs = case[1] }, jwks = "rsa" }, case[2])
    end
  end)

  it("does not blame a library that has Ed25519", function()
    hash.set_native(setmetatable({ backend = "openssl" }, { __index = require("sso_login.native_crypto") }))
    checkup.expect({ jwks = { keys = { { kty = "OKP", crv = "Ed25519" } } } }, unusable("EdDSA (OKP Ed25519+)"))
  end)

  it("takes the keys and algorithms that the option allows", function()
    checkup.expect({
      uci = { id_token_algs = "ES384 PS512" }, jwks = { keys = { p384, fixtures.with(rsa, { alg = none }) } },
      document = { id_token_signing_alg_values_supported = { "PS512" } },
    }, usable("ES384, PS512"))
  end)

  checkup.covers("key_check")
end)
