--- id_token: the ID Token's claims judged, at both sides of every bound.
local id_token = require("sso_login.protocol.id_token")
local fixtures = require("support.fixtures")

local none = fixtures.none
local now = fixtures.now
local tolerance = 60

local function check(changes, expected)
  return id_token.check_claims(fixtures.with(fixtures.claims, changes), fixtures.with({
    issuer = fixtures.issuer, client_id = fixtures.client_id, now = now, clock_tolerance = tolerance,
  }, expected))
end

describe("id_token.check_claims", function()
  it("takes the fixtures' claims", function() assert.same({ ok = true, data = true }, check()) end)

  for _, case in ipairs({
    -- exp: refused when now >= exp + tolerance
    { "exp", "in the future", { exp = now + 1 }, true },
    { "exp", "now", { exp = now }, true },
    { "exp", "one second within the tolerance", { exp = now - tolerance + 1 }, true },
    { "exp", "at the tolerance", { exp = now - tolerance }, false },
    { "exp", "beyond the tolerance", { exp = now - tolerance - 1 }, false },
    { "exp", "the year 9999", { exp = 253402300799 }, true },
    { "exp", "after the year 9999", { exp = 253402300800 }, false },
    { "exp", "2^53 + 2", { exp = 2 ^ 53 + 2 }, false },
    { "exp", "1e308", { exp = 1e308 }, false },
    { "exp", "infinite", { exp = math.huge }, false },
    { "exp", "negative infinite", { exp = -math.huge }, false },
    { "exp", "not a number", { exp = 0 / 0 }, false },
    { "exp", "negative", { exp = -1 }, false },
    { "exp", "zero", { exp = 0 }, false },
    { "exp", "text", { exp = tostring(now + 300) }, false },
    { "exp", "missing", { exp = none }, false },
    { "exp", "true", { exp = true }, false },
    { "exp", "a list", { exp = { now + 300 } }, false },
    { "exp", "what 32 bits would make of a later one", { exp = now + 300 - 2 ^ 32 }, false },
    { "exp", "with a fraction", { exp = now - tolerance + 0.5 }, true },
    -- iat: refused when iat > now + tolerance, no maximum age
    { "iat", "now", { iat = now }, true },
    { "iat", "at the tolerance", { iat = now + tolerance }, true },
    { "iat", "beyond the tolerance", { iat = now + tolerance + 1 }, false },
    { "iat", "years ago", { iat = 1 }, true },
    { "iat", "zero", { iat = 0 }, true },
    { "iat", "negative", { iat = -1 }, false },
    { "iat", "missing", { iat = none }, false },
    { "iat", "text", { iat = tostring(now) }, false },
    { "iat", "infinite", { iat = math.huge }, false },
    { "iat", "not a number", { iat = 0 / 0 }, false },
    -- nbf: honoured when present
    { "nbf", "missing", { nbf = none }, true },
    { "nbf", "past", { nbf = now - 1 }, true },
    { "nbf", "at the tolerance", { nbf = now + tolerance }, true },
    { "nbf", "beyond the tolerance", { nbf = now + tolerance + 1 }, false },
    { "nbf", "text", { nbf = tostring(now) }, false },
    { "nbf", "negative", { nbf = -1 }, false },
    -- iss
    { "iss", "missing", { iss = none }, false },
    { "iss", "with a slash more", { iss = fixtures.issuer .. "/" }, false },
    { "iss", "in capitals", { iss = fixtures.issuer:upper() }, false },
    { "iss", "a list", { iss = { fixtures.issuer } }, false },
    -- sub
    { "sub", "missing", { sub = none }, false },
    { "sub", "empty", { sub = "" }, false },
    { "sub", "a number", { sub = 7 }, false },
    { "sub", "any text", { sub = "\1 ä" }, true },
    { "sub", "cut at a NUL by ubus, somebody else's", { sub = "victor\0x" }, false },
    -- aud and azp
    { "aud", "missing", { aud = none }, false },
    { "aud", "another", { aud = "other" }, false },
    { "aud", "our id with a space", { aud = fixtures.client_id .. " " }, false },
    { "aud", "a list with us alone", { aud = { fixtures.client_id } }, true },
    { "aud", "an empty list", { aud = {} }, false },
    { "aud", "a list without us", { aud = { "other" } }, false },
    { "azp", "missing with several audiences", { aud = { fixtures.client_id, "other" } }, false },
    { "azp", "us with several audiences", { aud = { "other", fixtures.client_id }, azp = fixtures.client_id }, true },
    { "azp", "another with several audiences", { aud = { fixtures.client_id, "other" }, azp = "other" }, false },
    { "aud", "several without us, azp us", { aud = { "a", "b" }, azp = fixtures.client_id }, false },
    { "azp", "us with one audience", { azp = fixtures.client_id }, true },
    { "azp", "another with one audience", { azp = "other" }, false },
    { "azp", "empty", { azp = "" }, false },
    { "azp", "a number", { azp = 7 }, false },
    { "aud", "a number in the list", { aud = { fixtures.client_id, 7 }, azp = fixtures.client_id }, false },
    { "aud", "an object", { aud = { [fixtures.client_id] = true } }, false },
    { "aud", "a number", { aud = 7 }, false },
  }) do
    it(("%s %s is %s"):format(case[1], case[2], case[4] and "taken" or "refused"), function()
      local checked = check(case[3])
      assert.equal(case[4], checked.ok)
      if case[4] then
        assert.is_true(checked.data)
      else
        assert.equal("ID_TOKEN_VERIFICATION_FAILED", checked.error)
        assert.equal(case[1], checked.details.claim)
      end
    end)
  end

  for _, case in ipairs({ { 0, now - 1, true }, { 0, now, false }, { 3600, now + 3599, true }, { 3600, now + 3600, false } }) do
    it(("tolerance %d at %d s after exp: %s"):format(case[1], case[2] - now, tostring(case[3])), function()
      assert.equal(case[3], check({ exp = now }, { clock_tolerance = case[1], now = case[2] }).ok)
    end)
  end

  for _, case in ipairs({
    { "iss", { iss = "https://other.example" }, "is not issuer_url" },
    { "sub", { sub = "" }, "is not a non-empty text without NUL" },
    { "aud", { aud = "other" }, "is not for this client" },
    { "azp", { aud = { fixtures.client_id, "other" } }, "is missing although there are several audiences" },
    { "azp", { azp = "other" }, "is not this client" },
    { "exp", { exp = none }, "is not a date" },
    { "exp", { exp = 1 }, { id = "past" } },
    { "iat", { iat = none }, "is not a date" },
    { "iat", { iat = now + 3600 }, { id = "future" } },
    { "nbf", { nbf = "" }, "is not a date" },
    { "nbf", { nbf = now + 3600 }, { id = "future" } },
  }) do
    it(("says why it refuses %s: %s"):format(case[1], case[3].id or case[3]), function()
      assert.same({ claim = case[1], reason = case[3] }, check(case[2]).details)
    end)
  end
end)

describe("id_token.check_authentication", function()
  local function judge(claims, expected)
    return id_token.check_authentication(claims, fixtures.with({ now = now, clock_tolerance = tolerance }, expected))
  end

  it("asks for nothing without the options", function()
    assert.same({ ok = true, data = true }, judge({}))
    assert.is_true(judge({ acr = 7, auth_time = "x" }).ok)
  end)

  it("takes an acr that is one of the values", function()
    for _, acr in ipairs({ "mfa", "urn:hw" }) do
      assert.is_true(judge({ acr = acr }, { acr_values = { "mfa", "urn:hw" } }).ok)
    end
  end)

  for _, case in ipairs({
    { "none", none, { reason = "absent", acr = "" } }, { "another", "pwd", { reason = "different", acr = "pwd" } },
    { "capitals", "MFA", { reason = "different", acr = "MFA" } }, { "a list", { "mfa" }, { reason = "different", acr = "" } },
    { "several", "mfa pwd", { reason = "different", acr = "mfa pwd" } }, { "nothing", "", { reason = "different", acr = "" } },
    { "a long one", ("x"):rep(65), { reason = "different", acr = ("x"):rep(64) } },
  }) do
    it("refuses " .. case[1] .. " as acr", function()
      local refused = judge(fixtures.with({}, { acr = case[2] }), { acr_values = { "mfa" } })
      assert.same({ ok = false, error = "AUTHENTICATION_TOO_WEAK", details = case[3] }, refused)
    end)
  end

  for _, case in ipairs({
    { "now", now }, { "at the bound", now - 600 - tolerance }, { "ahead within the tolerance", now + tolerance },
    { "too long ago", now - 601 - tolerance, "is too long ago" }, { "absent", none, "absent" },
    { "from the future", now + tolerance + 1, { id = "future" } }, { "a text", tostring(now), "is not a date" },
    { "negative", -1, "is not a date" }, { "infinite", math.huge, "is not a date" }, { "true", true, "is not a date" },
  }) do
    it(("%s an auth_time that is %s"):format(case[3] and "refuses" or "takes", case[1]), function()
      local judged = judge(fixtures.with({}, { auth_time = case[2] }), { max_age = 600 })
      if case[3] then
        local details = { claim = "auth_time", reason = case[3] }
        assert.same({ ok = false, error = "AUTHENTICATION_TOO_OLD", details = details }, judged)
      else
        assert.is_true(judged.ok)
      end
    end)
  end

  it("takes a max_age of 0", function()
    assert.is_true(judge({ auth_time = now - tolerance }, { max_age = 0 }).ok)
    assert.is_false(judge({ auth_time = now - tolerance - 1 }, { max_age = 0 }).ok)
  end)
end)
