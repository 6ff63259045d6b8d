local bytes = require("sso_login.io.bytes")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")

local function refused(reason)
  return { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { reason = reason } }
end

describe("jws.parse_jws", function()
  local object = bytes.base64url_encode("{}")
  local list = bytes.base64url_encode("[]")

  local function part(text) return bytes.base64url_encode(text) end

  it("takes null as absence among claims, and a number that is too large as a value", function()
    local payload = jws.parse_jws(object .. "." .. part('{"email_verified":null,"cnf": null,"sub":"a","x":1e400}') .. ".").data.payload
    assert.same({ sub = "a", x = false }, payload)
  end)

  it("takes crit as present whatever its value", function()
    for text, crit in pairs({ ['{"crit":null}'] = false, ['{"crit" :\n\tnull }'] = false, ['{"crit":["x"]}'] = { "x" } }) do
      local parsed = jws.parse_jws(part(text) .. "." .. object .. ".").data
      assert.same({ crit = crit }, parsed.header)
      assert.same(refused("crit is not supported"), jws.check_crit(parsed))
    end
    for _, text in ipairs({ '{"kid":"crit"}', '{"x":["crit",null]}', '{"x":"crit",  "y":null}', '{"x":"\\"crit\\":null"}', '{"my_crit":null}' }) do
      assert.is_nil(jws.parse_jws(part(text) .. "." .. object .. ".").data.header.crit)
    end
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
