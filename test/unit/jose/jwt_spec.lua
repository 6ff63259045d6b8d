--- jose.jwt: why a token is refused. The contracts themselves are tried by crypto_spec.lua.
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local jwt = require("sso_login.jose.jwt")

describe("jose.jwt", function()
  after_each(function() hash.set_native(nil) end)

  it("says that it was the signature", function()
    local refused = { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { reason = "signature" } }
    assert.same(refused, jwt.jwt_verify(fixtures.tokens.rs256, fixtures.pem.rsa_other))
    assert.same(refused, jwt.jws_verify(jwt.jws_sign({ a = 1 }, "one"), "other"))
  end)

  it("says that the backend has no HMAC", function()
    hash.set_native({ hmac_sha256 = function() return nil end })
    local done, message = pcall(jwt.jws_sign, { a = 1 }, "secret")
    assert.same({ false, "no HMAC" }, { done, message })
  end)
end)
