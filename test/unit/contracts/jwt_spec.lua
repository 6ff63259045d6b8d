local bytes = require("sso_login.io.bytes")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local jwt = require("sso_login.contracts.jwt")

local tokens, hostile, pem = fixtures.tokens, fixtures.hostile, fixtures.pem

local function refused(reason)
  return { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { reason = reason } }
end
local unsupported = { ok = false, error = "UNSUPPORTED_ALGORITHM" }

describe("jwt", function()
  after_each(function() hash.set_native(nil) end)

  it("refuses another algorithm with a secret, an extension, and damaged tokens", function()
    for _, token in ipairs({ tokens.rs256, tokens.es256, hostile.alg_none_signed }) do
      assert.same(unsupported, jwt.jws_verify(token, pem.rsa))
    end
    local token = jwt.jws_sign({ a = "b" }, "secret")
    local head, body, mac = token:match("^(.*)%.(.*)%.(.*)$")
    local crit = bytes.base64url_encode('{"alg":"HS256","crit":["x"],"x":1}')
    assert.same(refused("crit is not supported"), jwt.jws_verify(crit .. "." .. body .. "." .. mac, "secret"))
    assert.same(refused("signature"), jwt.jws_verify(head .. "." .. body .. ".", "secret"))
    assert.same(refused("not Base64URL"), jwt.jws_verify(token .. "=", "secret"))
  end)

  for name, key in pairs({ rs256 = "rsa", rs256_4096 = "rsa_4096", es256 = "ec", ignored_headers = "rsa" }) do
    it("verifies " .. name .. " with its key, and with no other", function()
      local claims = jwt.jwt_verify(tokens[name], pem[key]).data
      assert.equal("user-1", claims.sub)
      for _, other in ipairs({ pem.rsa_other, pem.ec_other, pem.ec_p384, "", "x", pem[key]:sub(1, -30), pem[key] .. "x" }) do
        assert.same(refused("signature"), jwt.jwt_verify(tokens[name], other))
      end
    end)
  end

  it("does not check the claims", function() assert.is_true(jwt.jwt_verify(hostile.exp_passed, pem.rsa).ok) end)

  it("refuses a damaged signature, a short key and an extension", function()
    assert.same(refused("signature"), jwt.jwt_verify(hostile.signature_damaged, pem.rsa))
    assert.same(refused("signature"), jwt.jwt_verify(hostile.key_1024, pem.rsa_1024))
    assert.same(refused("crit is not supported"), jwt.jwt_verify(hostile.crit, pem.rsa))
    assert.same(refused("not three parts"), jwt.jwt_verify(hostile.parts_two, pem.rsa))
  end)

  it("takes only one algorithm if the options name it", function()
    for _, options in ipairs({ { alg = "RS256" }, {} }) do
      assert.is_true(jwt.jwt_verify(tokens.rs256, pem.rsa, options).ok)
    end
    for _, alg in ipairs({ "ES256", "HS256", "none", "" }) do
      assert.same(unsupported, jwt.jwt_verify(tokens.rs256, pem.rsa, { alg = alg }))
    end
  end)

  it("refuses none and HMAC even if options and backend permit them", function()
    local function yes() return true end
    hash.set_native({ verify = yes, verify_rs256 = yes, verify_es256 = yes })
    for _, name in ipairs({ "alg_none", "alg_none_signed", "alg_hs256_public_key", "alg_rs384" }) do
      for _, alg in ipairs({ "none", "HS256", "RS384" }) do
        assert.same(unsupported, jwt.jwt_verify(hostile[name], pem.rsa, { alg = alg }))
        assert.same(unsupported, jwt.jwt_verify(hostile[name], pem.rsa))
      end
    end
  end)

  it("reports a backend without HMAC", function()
    hash.set_native({ hmac_sha256 = function() return nil end })
    assert.same({ false, "no HMAC" }, { pcall(jwt.jws_sign, { a = 1 }, "secret") })
  end)
end)
