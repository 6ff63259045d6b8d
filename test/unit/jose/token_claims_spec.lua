--- jose.token_claims: claims at both sides of every bound; vectors_spec.lua has their types.
local token_claims = require("sso_login.jose.token_claims")
local fixtures = require("support.fixtures")

local none = fixtures.none
local now = fixtures.now
local tolerance = 60

local past, future, no_date = { id = "past" }, { id = "future" }, "is not a date"
local other_issuer, other_client, other_azp = "is not issuer_url", "is not for this client", "is not this client"
local no_subject = "is not a non-empty text without NUL"
local no_azp = "is missing although there are several audiences"

local client = { kind = "client", value = fixtures.client_id }

local function check(changes, expected)
  return token_claims.check_claims({}, fixtures.with(fixtures.claims, changes), fixtures.with({
    issuer = fixtures.issuer, audience = client, now = now, clock_tolerance = tolerance,
  }, expected))
end

describe("token_claims.check_claims", function()
  it("takes the fixtures' claims", function() assert.same({ ok = true, data = true }, check()) end)

  for _, case in ipairs({
    -- exp: refused when now >= exp + tolerance
    { "exp", "one second within the tolerance", { exp = now - tolerance + 1 }, true },
    { "exp", "at the tolerance", { exp = now - tolerance }, past },
    { "exp", "after the year 9999", { exp = 253402300800 }, no_date, "253402300800" },
    { "exp", "what 32 bits would make of a later one", { exp = now + 300 - 2 ^ 32 }, no_date, tostring(now + 300 - 2 ^ 32) },
    -- iat: refused when iat > now + tolerance, no maximum age
    { "iat", "at the tolerance", { iat = now + tolerance }, true },
    { "iat", "beyond the tolerance", { iat = now + tolerance + 1 }, future },
    { "iat", "milliseconds", { iat = now * 1000 }, no_date, ("%d000"):format(now) },
    { "exp", "a large number", { exp = 1e14 }, no_date, "a number" }, { "nbf", "a negative fraction", { nbf = -1.5 }, no_date, "a number" },
    { "exp", "a number of 14 digits", { exp = 99999999999999 }, no_date, "99999999999999" },
    { "nbf", "a large negative number", { nbf = -1e14 }, no_date, "a number" },
    { "iat", "text", { iat = tostring(now) }, no_date, tostring(now) },
    -- nbf: honoured when present
    { "nbf", "at the tolerance", { nbf = now + tolerance }, true },
    { "nbf", "beyond the tolerance", { nbf = now + tolerance + 1 }, future },
    { "nbf", "text", { nbf = tostring(now) }, no_date, tostring(now) },
    { "iss", "a list", { iss = { fixtures.issuer } }, other_issuer, '["' .. fixtures.issuer .. '"]', fixtures.issuer },
    { "sub", "missing", { sub = none }, "is missing" },
    { "sub", "any text", { sub = "\1 ä" }, true },
    { "sub", "cut at a NUL by ubus, somebody else's", { sub = "victor\0x" }, no_subject },
    { "azp", "missing with several audiences", { aud = { fixtures.client_id, "other" } }, no_azp },
    { "azp", "empty", { azp = "" }, other_azp, "", fixtures.client_id },
    { "exp", "zero", { exp = 0 }, no_date, "0" }, { "nbf", "zero", { nbf = 0 }, true },
    { "azp", "another with one audience", { azp = "other" }, other_azp, "other", fixtures.client_id },
    { "aud", "a number in the list", { aud = { fixtures.client_id, 7 }, azp = fixtures.client_id }, other_client, '["router",7]', fixtures.client_id },
    { "aud", "several without us, azp us", { aud = { "a", "b" }, azp = fixtures.client_id }, other_client, '["a","b"]', fixtures.client_id },
    { "aud", "the same value twice", { aud = { fixtures.client_id, fixtures.client_id } }, true },
    { "aud", "of 300 bytes", { aud = ("x"):rep(300) }, other_client, ("x"):rep(200), fixtures.client_id },
  }) do
    it(("%s %s is %s"):format(case[1], case[2], case[4] == true and "taken" or "refused"), function()
      local refused = { ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = {
        claim = case[1], reason = case[4], received = case[5], expected = case[6],
      } }
      assert.same(case[4] == true and { ok = true, data = true } or refused, check(case[3]))
    end)
  end

  for _, case in ipairs({ { 0, now - 1, true }, { 0, now, false }, { 3600, now + 3599, true }, { 3600, now + 3600, false } }) do
    it(("tolerance %d at %d s after exp: %s"):format(case[1], case[2] - now, tostring(case[3])), function()
      assert.equal(case[3], check({ exp = now }, { clock_tolerance = case[1], now = case[2] }).ok)
    end)
  end
end)

describe("token_claims.check_claims with expectations", function()
  for _, claim in ipairs({ "iss", "aud", "exp", "iat" }) do
    it("takes a token without " .. claim .. " only where that is optional", function()
      local all = { "iss", "aud", "exp", "iat" }
      assert.equal(claim, check({ [claim] = none }).details.claim)
      assert.is_true(check({ [claim] = none }, { optional = { claim } }).ok)
      local others = {}
      for _, other in ipairs(all) do
        others[#others + 1] = other ~= claim and other or nil
      end
      assert.equal(claim, check({ [claim] = none }, { optional = others }).details.claim)
      assert.equal(claim, check({ [claim] = false }, { optional = all }).details.claim)
    end)
  end

  it("leaves sub to the caller only where it is told so", function()
    for _, sub in ipairs({ none, 7 }) do
      assert.equal("sub", check({ sub = sub }, { optional = { "iss", "aud", "exp", "iat" } }).details.claim)
      assert.is_true(check({ sub = sub }, { leaves_subject = true }).ok)
    end
  end)

  it("goes by the audience of the API, which azp need not be", function()
    local api = { audience = { kind = "api", value = "api" } }
    assert.is_true(check({ aud = { "x", "api" }, azp = "y" }, api).ok)
    assert.same({ claim = "aud", reason = "is not api_audience", received = fixtures.client_id, expected = "api" },
      check({ aud = fixtures.client_id }, api).details)
  end)
end)

describe("token_claims.check_claims of the authentication", function()
  it("demands nothing without the options", function()
    assert.same({ ok = true, data = true }, check({}))
    assert.is_true(check({ acr = 7, auth_time = "x" }).ok)
  end)

  it("accepts an acr among the values", function()
    for _, acr in ipairs({ "mfa", "urn:hw" }) do
      assert.is_true(check({ acr = acr }, { acr_values = { "mfa", "urn:hw" } }).ok)
    end
  end)

  for _, case in ipairs({
    { "none", none, { reason = "absent", acr = "" } }, { "a list", { "mfa" }, { reason = "different", acr = '["mfa"]' } },
    { "several", "mfa pwd", { reason = "different", acr = "mfa pwd" } }, { "capitals", "MFA", { reason = "different", acr = "MFA" } },
    { "a long one", ("x"):rep(65), { reason = "different", acr = ("x"):rep(64) } },
  }) do
    it("refuses " .. case[1] .. " as acr", function()
      local refused = check(fixtures.with({}, { acr = case[2] }), { acr_values = { "mfa" } })
      assert.same({ ok = false, error = "AUTHENTICATION_TOO_WEAK", details = case[3] }, refused)
    end)
  end

  for _, case in ipairs({
    { "at the bound", now - 600 - tolerance }, { "ahead within the tolerance", now + tolerance },
    { "too long ago", now - 601 - tolerance, "is too long ago" }, { "absent", none, "absent" },
    { "from the future", now + tolerance + 1, { id = "future" } }, { "negative", -1, "is not a date" },
  }) do
    it(("%s an auth_time that is %s"):format(case[3] and "refuses" or "takes", case[1]), function()
      local judged = check(fixtures.with({}, { auth_time = case[2] }), { max_age = 600 })
      if case[3] then
        local details = { claim = "auth_time", reason = case[3] }
        assert.same({ ok = false, error = "AUTHENTICATION_TOO_OLD", details = details }, judged)
      else
        assert.is_true(judged.ok)
      end
    end)
  end

  it("takes a max_age of 0", function()
    assert.is_true(check({ auth_time = now - tolerance }, { max_age = 0 }).ok)
    assert.is_false(check({ auth_time = now - tolerance - 1 }, { max_age = 0 }).ok)
  end)
end)
