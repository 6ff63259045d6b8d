--- protocol.token: why a token response is none.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local scene = require("support.scene")
local token = require("sso_login.protocol.token")

local grant = { code = "c", verifier = "v", session_id = "0123abcd" }

--- What the token endpoint's answer comes to.
local function exchange(answer)
  local io, world = scene.create()
  world.on(fixtures.discovery.full.token_endpoint, answer)
  return token.exchange_code(io, fixtures.config(), fixtures.metadata(), grant)
end

describe("token.exchange_code", function()
  for _, case in ipairs({
    { "a list", "[]", "the answer is not a JSON object" },
    { "no ID Token", fixtures.token_response("rs256", { id_token = fixtures.none }), "no id_token" },
    { "an empty ID Token", fixtures.token_response("rs256", { id_token = "" }), "no id_token" },
    { "no access token", fixtures.token_response("rs256", { access_token = fixtures.none }), "no usable access_token" },
    { "an empty access token", fixtures.token_response("rs256", { access_token = "" }), "no usable access_token" },
    { "an access token with a space", fixtures.token_response("rs256", { access_token = "a b" }), "no usable access_token" },
    { "a long access token", fixtures.token_response("rs256", { access_token = ("x"):rep(16385) }),
      "access_token over 16 384 bytes" },
  }) do
    it(("refuses %s: %s"):format(case[1], case[3]), function()
      local details = { http_status = 200, reason = case[3], session = grant.session_id }
      assert.same({ ok = false, error = "TOKEN_EXCHANGE_FAILED", details = details }, exchange(case[2]))
    end)
  end

  it("takes an access token of 16 384 bytes", function()
    assert.is_true(exchange(fixtures.token_response("rs256", { access_token = ("x"):rep(16384) })).ok)
  end)

  it("hands on what the provider reports, up to 200 bytes", function()
    local long = ("x"):rep(199) .. "yz"
    assert.same(
      {
        ok = false, error = "TOKEN_EXCHANGE_FAILED",
        details = { http_status = 400, idp_error = long:sub(1, 200), session = grant.session_id },
      },
      exchange({ status = 400, body = cjson.encode({ error = long }) })
    )
  end)
end)
