local cjson = require("cjson")
local fixtures = require("support.fixtures")
local json = require("sso_login.io.json")
local logout_token = require("sso_login.protocol.logout_token")
local scene = require("support.scene")

local none = fixtures.none
local event = "http://schemas.openid.net/event/backchannel-logout"

local function claims(changes)
  return fixtures.with({
    iss = fixtures.issuer, aud = fixtures.client_id, iat = fixtures.now - 5, exp = fixtures.now + 120, jti = "logout-1",
    sub = "user-1", sid = "session-1", events = { [event] = {} },
  }, changes)
end

local function check(changes, header, config)
  return logout_token.check_claims(header or {}, claims(changes), fixtures.config(config), fixtures.now)
end

describe("logout_token.check_claims", function()
  it("returns the subject, the session and the algorithm", function()
    assert.same({ ok = true, data = { sid = "session-1", sub = "user-1", jti = "logout-1", alg = "ES256" } }, check({}, { alg = "ES256" }))
    assert.same({ sid = "", sub = "user-1", jti = "logout-1", alg = "" }, check({ sid = none }).data)
    assert.same({ sid = "session-1", sub = "", jti = "logout-1", alg = "" }, check({ sub = none }).data)
  end)

  for about, changes in pairs({
    ["no exp"] = { exp = none }, ["several audiences with azp"] = { aud = { "x", fixtures.client_id }, azp = fixtures.client_id },
    ["more in events"] = { events = { [event] = {}, other = 1 } }, ["more in the event"] = { events = { [event] = { a = 1 } } },
    ["exp within the tolerance"] = { exp = fixtures.now - 59 }, ["iat within the tolerance"] = { iat = fixtures.now + 60 },
    ["nearly a day old"] = { iat = fixtures.now - 86400 + 61 },
    ["no exp, for five minutes"] = { exp = none, iat = fixtures.now - 359 }, ["nbf that has come"] = { nbf = fixtures.now },
  }) do
    it("takes a token with " .. about, function() assert.is_true(check(changes).ok) end)
  end

  it("takes a token without exp when no tolerance is left", function()
    assert.is_true(check({ exp = none }, {}, { clock_tolerance = 0 }).ok)
  end)

  for _, typ in ipairs({ "logout+jwt", "application/logout+jwt", "Logout+JWT", "JWT" }) do
    it("takes the type " .. typ, function() assert.is_true(check({}, { typ = typ }).ok) end)
  end

  for _, case in ipairs({
    { "iss", { iss = { fixtures.issuer } } }, { "aud", { aud = { "other" } } }, { "azp", { aud = { "x", fixtures.client_id } } },
    { "events", { events = {} } }, { "events", { events = { [event] = true } } }, { "events", { events = { [event] = { 1 } } } },
    { "events", { events = { event } } }, { "events", { events = event } }, { "nonce", { nonce = "" } }, { "nonce", { nonce = false } },
    { "sub", { sub = none, sid = none } }, { "sub", { sub = "", sid = "" } }, { "sub", { sub = 7 } }, { "sub", { sub = "a\0" } },
    { "sub", { sid = 7 } }, { "sub", { sid = "a\0" } }, { "sub", { sub = "", sid = none } },
    { "jti", { jti = none } }, { "jti", { jti = "" } }, { "jti", { jti = 7 } }, { "jti", { jti = "a\0b" } },
    { "exp", { exp = fixtures.now - 60 } }, { "exp", { exp = "never" } }, { "exp", { exp = false } },
    { "iat", { iat = none } }, { "iat", { iat = fixtures.now + 61 } }, { "iat", { exp = none, iat = fixtures.now - 360 } },
    { "iat", { iat = fixtures.now - 86400 + 60 } },
    { "nbf", { nbf = fixtures.now + 61 } }, { "exp", { exp = "never", iat = fixtures.now - 86400 + 60 } },
  }) do
    it(("refuses %s as in %s"):format(case[1], cjson.encode(case[2])), function()
      local result = check(case[2])
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", result.error)
      assert.equal(case[1], result.details.claim)
    end)
  end

  it("gives the reason of a refusal", function()
    for claim, case in pairs({
      typ = { "is another kind of token", {}, { typ = "at+jwt" } },
      nonce = { "is there", { nonce = "" } }, sub = { "and sid name nobody", { sub = 7 } },
      jti = { "is not a non-empty text without NUL", { jti = "" } }, iat = { { id = "past" }, { iat = fixtures.now - 86400 } },
    }) do
      assert.same({ claim = claim, reason = case[1] }, check(case[2], case[3]).details)
    end
  end)

  for _, typ in ipairs({ "at+jwt", "logout", "", 7, { "logout+jwt" } }) do
    it("refuses the type " .. cjson.encode(typ), function()
      assert.equal("typ", check({}, { typ = typ }).details.claim)
    end)
  end
end)

describe("logout_token.verify", function()
  local function verify(token, prepare)
    local io, world = scene.create()
    if prepare ~= nil then
      prepare(world, io)
    end
    return logout_token.verify(io, scene.loaded(io), token, true), world, io
  end

  it("takes what the provider signed", function()
    assert.same({ sid = "session-1", sub = "user-1", jti = "logout-1", alg = "RS256" }, verify(fixtures.tokens.logout).data)
  end)

  it("refuses an ID Token, another's signature, and claims that are wrong before a key is asked for", function()
    for token, requests in pairs({ rs256 = 0, logout_with_nonce = 0, logout_other_key = 2 }) do
      local result, world = verify(fixtures.tokens[token])
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", result.error)
      assert.equal(requests, #world.requests)
    end
    assert.equal("UNSUPPORTED_ALGORITHM", verify(fixtures.hostile.alg_none).error)
  end)

  it("requests newer keys once in ten seconds, as everyone can send a token", function()
    local _, world, io = verify(fixtures.tokens.logout)
    local config = scene.loaded(io)
    local asked = #world.requests
    for _, case in ipairs({ { 5, 2 }, { 0, 2 }, { 9, 2 }, { 1, 4 } }) do
      world.now = world.now + case[1]
      assert.is_false(logout_token.verify(io, config, fixtures.tokens.logout_other_key, true).ok)
      assert.equal(asked + case[2], #world.requests)
    end
  end)

  it("sends no request without permission, and accepts a token that cached keys verify", function()
    local io, world = scene.create()
    local config = scene.loaded(io)
    for _, token in ipairs({ "logout", "logout_with_nonce" }) do
      assert.equal("no known key has signed it", logout_token.verify(io, config, fixtures.tokens[token], false).details.reason)
    end
    assert.equal(0, #world.requests)
    logout_token.verify(io, config, fixtures.tokens.logout, true)
    world.now = world.now + 60
    assert.is_true(logout_token.verify(io, config, fixtures.tokens.logout, false).ok)
    assert.is_false(logout_token.verify(io, config, fixtures.tokens.logout_other_key, false).ok)
    assert.equal(2, #world.requests)
  end)

  it("requests the keys anew with the metadata", function()
    local _, world, io = verify(fixtures.tokens.logout)
    io.remove(io.paths.run_dir .. "/" .. world.in_run_dir("^discovery_")[1])
    assert.is_true(logout_token.verify(io, scene.loaded(io), fixtures.tokens.logout, true).ok)
    assert.equal(4, #world.requests)
  end)

  it("reads no payload that a known key has not signed", function()
    local _, _, io = verify(fixtures.tokens.logout)
    -- No renewal follows, whose answers would be read as well.
    require("sso_login.protocol.metadata_call").fetch(io, scene.loaded(io), true)
    logout_token.verify(io, scene.loaded(io), fixtures.tokens.logout, true)
    local decode, texts = json.decode_foreign, {}
    json.decode_foreign = function(text)
      texts[#texts + 1] = text
      return decode(text)
    end
    local signed = logout_token.verify(io, scene.loaded(io), fixtures.tokens.logout, true)
    local of_signed = #texts
    local forged = logout_token.verify(io, scene.loaded(io), fixtures.tokens.logout_other_key, true)
    json.decode_foreign = decode
    assert.is_true(signed.ok)
    assert.same({ 2, 3 }, { of_signed, #texts })
    assert.equal("the key of this kid does not verify the signature", forged.details.reason)
  end)

  it("takes at most 8 KB", function()
    local over = { reason = "over 8192 bytes", bytes = 8193, hint = { id = "shorter_token" } }
    assert.same({ ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = over }, (verify(("x"):rep(8193))))
    assert.not_equal(over.reason, verify(("x"):rep(8192)).details.reason)
  end)

  it("fails as discovery and the keys do", function()
    assert.equal("OIDC_DISCOVERY_FAILED", verify(fixtures.tokens.logout, function(world)
      world.on(fixtures.issuer .. "/.well-known/openid-configuration", { failure = "timeout" })
    end).error)
    assert.equal("JWKS_FETCH_FAILED", verify(fixtures.tokens.logout, function(world)
      world.on(fixtures.discovery.full.jwks_uri, { failure = "timeout" })
    end).error)
  end)
end)
