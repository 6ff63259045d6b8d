--- protocol.authorization: the request's address up to its bound, and the response judged, with the reasons that are logged.
local authorization = require("sso_login.protocol.authorization")
local fixtures = require("support.fixtures")

local state = fixtures.handshake.state

local function refused(code, details)
  return { ok = false, error = code, details = details }
end

describe("authorization.get_auth_url", function()
  local function with_scope(scope)
    return authorization.get_auth_url(fixtures.config({ scope = scope }), fixtures.metadata(), fixtures.handshake)
  end

  it("may have 3900 bytes", function()
    local others = #with_scope("x").data - 1
    local longest = with_scope(("x"):rep(3900 - others))
    assert.equal(3900, #longest.data)
    assert.same(
      refused("CONFIG_ERROR", { option = "scope", must = { id = "short_scope" } }),
      with_scope(("x"):rep(3901 - others))
    )
  end)
end)

describe("authorization.judge_response", function()
  local function judge(params, cookie)
    return authorization.judge_response(fixtures.with({ state = state, code = "c" }, params), cookie or state, fixtures.issuer)
  end

  it("takes what belongs to the cookie", function()
    assert.same({ ok = true, data = { state = state } }, judge({}))
    assert.same({ ok = true, data = { state = state } }, judge({ iss = fixtures.issuer }))
  end)

  for _, case in ipairs({
    { "no state", { state = fixtures.none }, state, "INVALID_REQUEST", { reason = "missing parameter", parameter = "state" } },
    { "an empty state", { state = "" }, "", "INVALID_REQUEST", { reason = "missing parameter", parameter = "state" } },
    { "no code", { code = fixtures.none }, state, "INVALID_REQUEST", { reason = "missing parameter", parameter = "code" } },
    { "an empty code", { code = "" }, state, "INVALID_REQUEST", { reason = "missing parameter", parameter = "code" } },
    { "an empty cookie", {}, "", "MISSING_HANDSHAKE_COOKIE" },
    { "another cookie", {}, state .. "x", "STATE_PARAMETER_MISMATCH" },
  }) do
    it("refuses " .. case[1], function()
      assert.same(refused(case[4], case[5]), judge(case[2], case[3]))
    end)
  end

  local long = ("x"):rep(199) .. "yz"
  for _, case in ipairs({
    { "another issuer", { iss = long }, { reason = "the answer comes from another issuer", iss = long:sub(1, 200) } },
    { "an error", { error = long, code = fixtures.none }, { error = long:sub(1, 200) } },
    { "an error with words", { error = "e", error_description = long }, { error = "e", error_description = long:sub(1, 200) } },
    { "another issuer before its error", { iss = "i", error = "e" },
      { reason = "the answer comes from another issuer", iss = "i" } },
  }) do
    it("hands " .. case[1] .. " on with the state", function()
      assert.same({ state = state, refusal = refused("IDP_ERROR", case[3]) }, judge(case[2]).data)
    end)
  end
end)

describe("authorization.check_promised_issuer", function()
  local promising, silent = fixtures.metadata("promises_iss"), fixtures.metadata("full")

  it("misses the issuer where it was promised alone", function()
    local good = { ok = true, data = true }
    assert.same(good, authorization.check_promised_issuer(promising, fixtures.issuer))
    assert.same(good, authorization.check_promised_issuer(silent, nil))
    assert.same(good, authorization.check_promised_issuer(silent, fixtures.issuer))
    assert.same(refused("IDP_ERROR", { reason = "the answer has no iss although the provider promises it" }),
      authorization.check_promised_issuer(promising, nil))
  end)
end)
