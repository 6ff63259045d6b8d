local attempt = require("sso_login.login.attempt")
local fixtures = require("support.fixtures")

local state = fixtures.handshake.state

local function refused(code, details) return { ok = false, error = code, details = details } end

describe("attempt.state_of", function()
  local function state_of(params) return attempt.state_of(fixtures.with({ state = state, code = "c" }, params)) end

  it("is the state of a response with a code or an error", function()
    assert.same({ ok = true, data = state }, state_of())
    assert.same({ ok = true, data = state }, state_of({ code = fixtures.none, error = "e" }))
  end)

  for _, case in ipairs({
    { "no state", { state = fixtures.none }, "state" }, { "an empty state", { state = "" }, "state" },
    { "no code", { code = fixtures.none }, "code" }, { "an empty code", { code = "" }, "code" },
    { "an empty error", { code = fixtures.none, error = "" }, "code" },
    { "nothing", { state = fixtures.none, code = fixtures.none }, "state", { hint = { id = "answer_in_query" } } },
    { "a JWT", { state = fixtures.none, code = fixtures.none, response = "eyJ" }, "state", { hint = { id = "answer_in_query" } } },
    { "another parameter", { state = fixtures.none, code = fixtures.none, session_state = "x" }, "state", { hint = { id = "answer_in_query" } } },
    { "words", { state = fixtures.none, error_description = "no" }, "state", { error_description = "no" } },
    { "an error alone", { state = fixtures.none, code = fixtures.none, error = "e" }, "state", { error = "e" } },
  }) do
    it("refuses " .. case[1], function()
      local details = fixtures.with({ reason = "missing parameter", parameter = case[3] }, case[4])
      assert.same(refused("INVALID_REQUEST", details), state_of(case[2]))
    end)
  end

  it("takes an empty error as none", function()
    assert.equal(state, state_of({ error = "" }).data)
    assert.equal("c", attempt.accept(fixtures.config(), {}, { state = state, code = "c", error = "" }).data.code)
  end)
end)

describe("attempt.accept", function()
  local function accept(params, iss_expected)
    local handshake = { iss_expected = iss_expected }
    local config = fixtures.config()
    return attempt.accept(config, handshake, fixtures.with({ state = state, code = "c" }, params)), { config = config, handshake = handshake, code = "c" }
  end

  it("returns the code, and demands the issuer only where it is promised", function()
    for _, case in ipairs({ { {} }, { { iss = fixtures.issuer }, false }, { { iss = fixtures.issuer }, true } }) do
      local accepted, login = accept(case[1], case[2])
      assert.same(login, accepted.data)
    end
    assert.same(refused("IDP_ERROR", { reason = "the answer has no iss although the provider promises it" }), (accept({}, true)))
  end)

  local long = ("x"):rep(199) .. "yz"
  for _, case in ipairs({
    { "another issuer", { iss = long }, { reason = "the answer comes from another issuer", iss = long:sub(1, 200) } },
    { "an issuer with a slash more", { iss = fixtures.issuer .. "/" },
      { reason = "the answer comes from another issuer", iss = fixtures.issuer .. "/" } },
    { "an empty issuer", { iss = "" }, { reason = "the answer comes from another issuer", iss = "" } },
    { "an error", { error = long, code = fixtures.none }, { error = long:sub(1, 200) } },
    { "an error with words", { error = "e", error_description = long }, { error = "e", error_description = long:sub(1, 200) } },
    { "another issuer before its error", { iss = "i", error = "e" },
      { reason = "the answer comes from another issuer", iss = "i" } },
  }) do
    it("refuses " .. case[1], function()
      assert.same(refused("IDP_ERROR", case[3]), (accept(case[2], true)))
      assert.same(refused("IDP_ERROR", case[3]), (accept(case[2], nil)))
    end)
  end
end)
