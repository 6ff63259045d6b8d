--- crypto: the contracts on the real backend that LUA_CPATH names; test/native has both backends at every bound.
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")

local function hex(bytes)
  return (bytes:gsub(".", function(char) return ("%02x"):format(char:byte()) end))
end

local crypto = require("sso_login.crypto")

describe("crypto on the backend in use", function()
  it("is a real one", function()
    assert.truthy(("mbedtls openssl"):find(require("sso_login.native_crypto").backend, 1, true))
  end)

  describe("constant_time_eq", function()
    for _, case in ipairs({
      { "", "", true }, { "a", "a", true }, { "a", "b", false }, { "a", "", false }, { "a", "aa", false }, { "ab", "ac", false },
      { "a\0b", "a\0b", true }, { "a\0b", "a\0c", false }, { ("x"):rep(20000), ("x"):rep(20000), true },
      { ("x"):rep(20000), ("x"):rep(19999) .. "y", false },
    }) do
      it(("of %d and %d bytes is %s"):format(#case[1], #case[2], tostring(case[3])), function()
        assert.equal(case[3], crypto.constant_time_eq(case[1], case[2]))
      end)
    end
  end)

  describe("random", function()
    for _, length in ipairs({ 1, 16, 32, 16384 }) do
      it("gives " .. length .. " bytes", function() assert.equal(length, #crypto.random(length)) end)
    end

    it("never gives the same twice", function()
      local seen = {}
      for _ = 1, 1000 do
        local bytes = crypto.random(16)
        assert.is_nil(seen[bytes])
        seen[bytes] = true
      end
    end)

    for _, length in ipairs({ 0, -1, 16385, 1.5 }) do
      it("raises for " .. length, function() assert.has_error(function() crypto.random(length) end) end)
    end
  end)

  describe("hash_sha256", function()
    -- FIPS 180-4 examples.
    for input, expected in pairs({
      [""] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"] =
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    }) do
      it(("of %q"):format(input), function()
        assert.equal(expected, hex(crypto.hash_sha256(input)))
        assert.equal(expected, crypto.hash_sha256_hex(input))
        assert.equal(expected:sub(1, 8), crypto.safe_id(input))
        assert.equal(32, #crypto.hash_sha256(input))
      end)
    end

    it("takes 16 384 bytes and raises for one more", function()
      assert.equal(32, #crypto.hash_sha256(("a"):rep(16384)))
      assert.has_error(function() crypto.hash_sha256(("a"):rep(16385)) end)
    end)
  end)

  describe("pkce_pair", function()
    for _, case in ipairs({ { 43, 43 }, { 44, 44 }, { 64, 64 }, { 127, 127 }, { 128, 128 }, { 42, 43 }, { 129, 128 }, { 0, 43 } }) do
      it(("of %d gives a verifier of %d characters"):format(case[1], case[2]), function()
        local pair = crypto.pkce_pair(case[1])
        assert.equal(case[2], #pair.verifier)
        assert.truthy(pair.verifier:find("^[%w_-]+$"))
        assert.equal(encoding.base64url_encode(crypto.hash_sha256(pair.verifier)), pair.challenge)
        assert.equal(43, #pair.challenge)
      end)
    end

    it("never gives the same twice", function()
      assert.are_not.equal(crypto.pkce_pair(64).verifier, crypto.pkce_pair(64).verifier)
    end)
  end)

  describe("jws_sign and jws_verify", function()
    it("carry a payload", function()
      local token = crypto.jws_sign({ a = "b", n = 7 }, "secret")
      assert.truthy(token:find("^[%w_-]+%.[%w_-]+%.[%w_-]+$"))
      assert.same({ ok = true, data = { a = "b", n = 7 } }, crypto.jws_verify(token, "secret"))
    end)

    it("accept a token of another implementation, and refuse it with another secret", function()
      local token = fixtures.hostile.alg_hs256_client_secret.token
      assert.same(fixtures.claims, crypto.jws_verify(token, fixtures.client_secret).data)
      assert.is_false(crypto.jws_verify(token, fixtures.client_secret .. "x").ok)
      assert.is_false(crypto.jws_verify(token, "").ok)
    end)

    it("refuse any other algorithm with UNSUPPORTED_ALGORITHM", function()
      for _, token in ipairs({ fixtures.tokens.rs256, fixtures.tokens.es256, fixtures.hostile.alg_none_signed.token }) do
        assert.equal("UNSUPPORTED_ALGORITHM", crypto.jws_verify(token, fixtures.pem.rsa).error)
      end
    end)

    it("refuse what is damaged", function()
      local token = crypto.jws_sign({ a = "b" }, "secret")
      local head, body, mac = token:match("^(.*)%.(.*)%.(.*)$")
      for _, bad in ipairs({
        "", ".", "..", head .. "." .. body, head .. "." .. body .. ".", token .. ".", token .. "=", token .. "\n", " " .. token,
        head .. "." .. body .. "x." .. mac, head .. "." .. body .. "." .. mac:sub(1, -5), "." .. body .. "." .. mac,
      }) do
        assert.is_false(crypto.jws_verify(bad, "secret").ok)
      end
    end)

    it("refuse crit", function()
      local header = encoding.base64url_encode('{"alg":"HS256","crit":["x"],"x":1}')
      local token = crypto.jws_sign({ a = "b" }, "secret")
      local changed = header .. token:match("^[^.]*(%..*)$")
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", crypto.jws_verify(changed, "secret").error)
    end)
  end)

  describe("jwt_verify", function()
    for _, case in ipairs({
      { "rs256", "rsa" }, { "rs256_4096", "rsa_4096" }, { "es256", "ec" }, { "ignored_headers", "rsa" }, { "depth_31", "rsa" },
    }) do
      it("verifies " .. case[1], function()
        local verified = crypto.jwt_verify(fixtures.tokens[case[1]], fixtures.pem[case[2]])
        assert.is_true(verified.ok)
        assert.equal("user-1", verified.data.sub)
      end)
    end

    it("options.alg restricts the algorithm", function()
      assert.is_true(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = "RS256" }).ok)
      assert.is_true(crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, {}).ok)
      for _, alg in ipairs({ "ES256", "HS256", "none", "" }) do
        local refused = crypto.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa, { alg = alg })
        assert.equal("UNSUPPORTED_ALGORITHM", refused.error)
      end
    end)

    it("none and HMAC never verify, whatever the options say", function()
      for _, name in ipairs({ "alg_none_signed", "alg_hs256_public_key", "alg_None" }) do
        for _, alg in ipairs({ "none", "HS256", "None" }) do
          local refused = crypto.jwt_verify(fixtures.hostile[name].token, fixtures.pem.rsa, { alg = alg })
          assert.equal("UNSUPPORTED_ALGORITHM", refused.error)
        end
      end
    end)

    it("does not judge the claims", function()
      assert.is_true(crypto.jwt_verify(fixtures.hostile.exp_passed.token, fixtures.pem.rsa).ok)
    end)

    for _, case in ipairs({
      { "another key", "rs256", "rsa_other" }, { "a key of another type", "rs256", "ec" }, { "another curve", "es256", "ec_p384" },
      { "another EC key", "es256", "ec_other" }, { "RSA for ES256", "es256", "rsa" },
    }) do
      it("refuses " .. case[1], function()
        local refused = crypto.jwt_verify(fixtures.tokens[case[2]], fixtures.pem[case[3]])
        assert.equal("ID_TOKEN_VERIFICATION_FAILED", refused.error)
      end)
    end

    it("refuses a key of 1024 bits, and what is no key", function()
      assert.is_false(crypto.jwt_verify(fixtures.hostile.key_1024.token, fixtures.pem.rsa_1024).ok)
      for _, pem in ipairs({ "", "x", fixtures.pem.rsa:sub(1, -30), fixtures.pem.rsa .. "x" }) do
        assert.is_false(crypto.jwt_verify(fixtures.tokens.rs256, pem).ok)
      end
    end)

    for _, name in ipairs({
      "signature_damaged", "signature_cut", "signature_empty", "signature_padding", "signature_not_canonical", "es256_zero",
      "payload_exchanged", "parts_two", "parts_four", "parts_five", "standard_base64", "white_space", "header_array",
      "header_not_json", "payload_array", "payload_string", "payload_empty", "payload_cut", "payload_trailing", "payload_nul",
      "payload_depth_32", "crit", "crit_b64", "crit_empty", "es256_der", "es256_damaged",
    }) do
      it("refuses " .. name, function()
        local key = name:find("^es256") and fixtures.pem.ec or fixtures.pem.rsa
        assert.equal("ID_TOKEN_VERIFICATION_FAILED", crypto.jwt_verify(fixtures.hostile[name].token, key).error)
      end)
    end
  end)

  describe("jwk_to_pem", function()
    for _, case in ipairs({
      { "both", 1, "rsa" }, { "both", 2, "ec" }, { "rsa_4096", 1, "rsa_4096" },
      { "more", 2, "ec_p384" }, { "more", 3, "ec_p521" },
    }) do
      it("of " .. case[3] .. " gives the same key as OpenSSL", function()
        local pem = crypto.jwk_to_pem(fixtures.jwks[case[1]].keys[case[2]])
        assert.is_true(pem.ok)
        assert.equal((fixtures.pem[case[3]]:gsub("%s", "")), (pem.data:gsub("%s", "")))
      end)
    end

    for _, name in ipairs({
      "small", "p384_as_p256", "off_curve", "even_exponent", "exponent_1", "no_n", "n_number", "unknown_kty", "oct",
    }) do
      it("refuses " .. name, function()
        local pem = crypto.jwk_to_pem(fixtures.jwks[name].keys[1])
        assert.is_false(pem.ok)
        assert.equal("ID_TOKEN_VERIFICATION_FAILED", pem.error)
      end)
    end

    for _, changes in ipairs({
      { kty = "XYZ" }, { kty = "RSA" }, { kty = "OKP" }, { kty = 7 }, { crv = "P-384" }, { crv = "P-521" },
      { crv = "secp256k1" }, { crv = "p-256" }, { crv = "RSA" },
      { crv = fixtures.none }, { kty = fixtures.none },
    }) do
      it("refuses a good point called " .. tostring(changes.kty) .. " " .. tostring(changes.crv), function()
        assert.is_false(crypto.jwk_to_pem(fixtures.with(fixtures.jwks.ec.keys[1], changes)).ok)
      end)
    end

    for _, member in ipairs({ "n", "e" }) do
      for _, value in ipairs({ "", "A", "AQAB=", "A+/B", "AAAA" }) do
        it(("refuses %s of %q"):format(member, value), function()
          assert.is_false(crypto.jwk_to_pem(fixtures.with(fixtures.jwks.rsa.keys[1], { [member] = value })).ok)
        end)
      end
    end
  end)
end)

describe("crypto.set_native", function()
  local real = require("sso_login.native_crypto")

  --- A backend that says yes and counts; `changes` replace some functions.
  local function fake(changes)
    local calls = {}
    local backend = setmetatable({}, {
      __index = function(_, name)
        return (changes or {})[name] or function(...)
          calls[#calls + 1] = { name, ... }
          if name:find("^verify") then
            return true
          end
          return real[name](...)
        end
      end,
    })
    return backend, calls
  end

  after_each(function() crypto.set_native(nil) end)

  it("replaces the backend for every function", function()
    local answers = {
      sha256 = ("h"):rep(32), hmac_sha256 = ("m"):rep(32), random = "rrrr", constant_time_eq = true, jwk_rsa_to_pem = "pem",
    }
    local given = {}
    for name, answer in pairs(answers) do
      given[name] = function() return answer end
    end
    local backend, calls = fake(given)
    crypto.set_native(backend)
    assert.equal(("h"):rep(32), crypto.hash_sha256("x"))
    assert.equal("68686868", crypto.safe_id("x"))
    assert.equal("rrrr", crypto.random(4))
    assert.is_true(crypto.constant_time_eq("a", "b"))
    assert.equal(encoding.base64url_encode(("m"):rep(32)), crypto.jws_sign({ a = 1 }, "k"):match("[^.]*$"))
    assert.equal("pem", crypto.jwk_to_pem(fixtures.jwks.rsa.keys[1]).data)
    assert.is_true(crypto.jwt_verify(fixtures.hostile.signature_damaged.token, "any").ok)
    assert.equal("any", calls[1][#calls[1]])
    assert.is_true(crypto.jwt_verify(fixtures.tokens.es256, "any").ok)
    assert.equal(2, #calls)
  end)

  it("a backend that says yes still verifies neither none nor HMAC", function()
    crypto.set_native((fake()))
    for _, name in ipairs({ "alg_none", "alg_none_signed", "alg_hs256_public_key", "alg_rs384", "alg_missing" }) do
      assert.is_false(crypto.jwt_verify(fixtures.hostile[name].token, "any").ok)
    end
  end)

  it("without random numbers or hashes nothing goes on", function()
    for _, bad in ipairs({ function() return nil end, function() return "short" end }) do
      crypto.set_native((fake({ random = bad, sha256 = bad })))
      assert.has_error(function() crypto.random(32) end)
      assert.has_error(function() crypto.pkce_pair(64) end)
      assert.has_error(function() crypto.hash_sha256("x") end)
      assert.has_error(function() crypto.safe_id("x") end)
    end
    crypto.set_native((fake({ hmac_sha256 = function() return nil end })))
    assert.has_error(function() crypto.jws_sign({}, "k") end)
  end)

  it("nil returns to the installed one", function()
    crypto.set_native((fake({ sha256 = function() return ("h"):rep(32) end })))
    crypto.set_native(nil)
    assert.equal("ba7816bf", crypto.safe_id("abc"))
  end)
end)
