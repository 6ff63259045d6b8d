local encoding = require("sso_login.base.encoding")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")

local function refused(reason)
  return { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { reason = reason } }
end

describe("jws.parse_jws", function()
  local object = encoding.base64url_encode("{}")
  local list = encoding.base64url_encode("[]")

  it("reads a null email_verified as false", function()
    local function verified(payload)
      return jws.parse_jws(object .. "." .. encoding.base64url_encode(payload) .. ".").data.payload.email_verified
    end
    assert.is_false(verified('{"email_verified":null}'))
    assert.is_false(verified('{"email_verified" :\n\tnull }'))
    assert.is_false(verified('{"email_verified":1e400}'))
    for _, payload in ipairs({ '{"groups":["email_verified",null]}', '{"_claim_names":{"email_verified":"src1"}}', '{"x":"email_verified",  "y":null}',
      '{"x":"\\"email_verified\\":null"}', '{"my_email_verified":null}' }) do
      assert.is_nil(verified(payload))
    end
    assert.is_true(verified('{"email_verified":true,"x":{"email_verified":null}}'))
    assert.equal(0, verified('{"email_verified":0}'))
  end)

  it("takes null for crit and cnf as present", function()
    local function part(text) return encoding.base64url_encode(text) end
    local parsed = jws.parse_jws(part('{"crit":null}') .. "." .. part('{"cnf":null}') .. ".").data
    assert.same({ { crit = false }, { cnf = false } }, { parsed.header, parsed.payload })
    assert.same(refused("crit is not supported"), jws.check_crit(parsed))
    parsed = jws.parse_jws(part('{"crit":["x"]}') .. "." .. part('{"cnf":{"jkt":"x"}}') .. ".").data
    assert.same({ { "x" }, { jkt = "x" } }, { parsed.header.crit, parsed.payload.cnf })
  end)

  for _, case in ipairs({
    { "two parts", object .. "." .. object, "not three parts" },
    { "a header with padding", object .. "=." .. object .. ".AA", "not Base64URL" },
    { "a list as header", list .. "." .. object .. ".AA", "header or payload is not a JSON object" },
    { "a list as payload", object .. "." .. list .. ".AA", "header or payload is not a JSON object" },
  }) do
    it("refuses " .. case[1], function() assert.same(refused(case[3]), jws.parse_jws(case[2])) end)
  end
end)

it("jws.check_crit refuses every critical extension", function()
  assert.same({ ok = true, data = true }, jws.check_crit({ header = {} }))
  assert.same(refused("crit is not supported"), jws.check_crit({ header = { crit = { "b64" } } }))
end)

describe("jws.verify_signature", function()
  after_each(function() hash.set_native(nil) end)

  it("calls the backend, with its own functions for RS256 and ES256", function()
    local asked = {}
    hash.set_native({
      verify_rs256 = function(...) asked[#asked + 1] = { "RS256", ... } return true end,
      verify_es256 = function(...) asked[#asked + 1] = { "ES256", ... } return true end,
      verify = function(...) asked[#asked + 1] = { ... } return false end,
    })
    local parsed = { signing_input = "input", signature = "signature" }
    for _, alg in ipairs({ "RS256", "ES256" }) do
      assert.is_true(jws.verify_signature(parsed, alg, "pem"))
    end
    assert.is_false(jws.verify_signature(parsed, "PS256", "pem"))
    local with = { "input", "signature", "pem" }
    assert.same({ { "RS256", unpack(with) }, { "ES256", unpack(with) }, { "PS256", unpack(with) } }, asked)
  end)
end)
