local access_token = require("sso_login.protocol.access_token")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local jws = require("sso_login.jose.jws")
local scene = require("support.scene")

local none = fixtures.none
local audience = "https://router.example/"

local function check(changes, header, config)
  local claims = fixtures.with({
    iss = fixtures.issuer, aud = { "x", audience }, sub = "user-1", client_id = "home", iat = fixtures.now - 5,
    exp = fixtures.now + 600, scope = "openid router",
  }, changes)
  local settings = fixtures.config(fixtures.with({ api_audience = audience, api_token_types = { "at+jwt" } }, config))
  return access_token.check_claims(header or { typ = "at+jwt" }, claims, settings, fixtures.now)
end

local other_kind, no_text = "is there: another kind of token", "is not a non-empty text without NUL"
local reasons = {
  nonce = other_kind, at_hash = other_kind, c_hash = other_kind, events = other_kind, token_use = "is not access: another kind of token",
  cnf = "binds the token to a key, and nothing here proves its possession", iss = "is not issuer_url", aud = "is not api_audience", sub = no_text,
  scope = "lacks one of api_scope",
}

describe("access_token.check_claims", function()
  it("returns identity and end", function()
    local said = check({ sid = "session-1", exp = fixtures.now + 600.9 }).data
    assert.same({ "user-1", "home", "session-1", fixtures.now - 5, fixtures.now + 600 },
      { said.sub, said.client, said.sid, said.issued_at, said["end"] })
    assert.equal("", check({ sid = "a\0b" }).data.sid)
  end)

  for about, case in pairs({
    ["the type in full"] = { {}, { typ = "application/AT+JWT" } }, ["one audience"] = { { aud = audience } },
    ["the type of RFC 9068 where none is configured"] = { {}, nil, { api_token_types = none } },
    ["only azp"] = { { client_id = none, azp = "home" } }, ["only appid"] = { { client_id = none, appid = "home" } },
    ["only Okta's cid"] = { { client_id = none, cid = "home" } }, ["another cid beside it"] = { { cid = "7" } },
    ["the same client thrice"] = { { azp = "home", appid = "home" } }, ["Keycloak's typ"] = { { typ = "Bearer" } },
    ["Cognito's use"] = { { token_use = "access" } }, ["JWT where it is allowed"] = { {}, { typ = "JWT" }, { api_token_types = { "at+jwt", "JWT" } } },
    ["a listed client"] = { {}, nil, { api_client = { "a", "home" } } }, ["scopes"] = { {}, nil, { api_scope = { "router", "openid" } } },
    ["Entra's scopes"] = { { scope = none, scp = "a router" }, nil, { api_scope = { "router" } } },
    ["scopes in an array"] = { { scope = none, scp = { "router" } }, nil, { api_scope = { "router" } } },
    ["iat within the tolerance"] = { { iat = fixtures.now + 60 } }, ["a NUL in sid, which then is none"] = { { sid = "a\0b" } },
  }) do
    it("takes " .. about, function() assert.equal("home", check(case[1], case[2], case[3]).data.client) end)
  end

  for _, case in ipairs({
    { "typ", {}, {} }, { "typ", {}, { typ = "JWT" }, reason = { id = "see_token_types" } }, { "typ", {}, { typ = "logout+jwt" } }, { "typ", {}, { typ = 7 } },
    { "typ", {}, { typ = "at+jwt" }, { api_token_types = { "JWT" } } }, { "typ", {}, { typ = "xapplication/at+jwt" } },
    { "nonce", { nonce = "" } }, { "at_hash", { at_hash = "x" } }, { "c_hash", { c_hash = "x" } }, { "events", { events = {} } },
    { "typ", { typ = "ID" }, reason = "is not Bearer: another kind of token" },
    { "typ", { typ = "Refresh" } }, { "typ", { typ = false } }, { "token_use", { token_use = "id" } },
    { "cnf", { cnf = { jkt = "x" } } }, { "cnf", { cnf = false } },
    { "iss", { iss = none } }, { "iss", { iss = "https://evil.example" } },
    { "aud", { aud = none } }, { "aud", { aud = "x" } }, { "aud", { aud = fixtures.client_id } }, { "aud", { aud = { audience, 7 } } },
    { "aud", { aud = {} } }, { "aud", { aud = audience .. "x" } }, { "aud", { aud = "x" }, nil, { api_audience = none } },
    { "sub", { sub = none }, reason = "is missing" }, { "sub", { sub = "" } }, { "sub", { sub = 7 }, reason = "is a number, and must be a text" },
    { "sub", { sub = "a\0" } },
    { "client_id", { client_id = none }, reason = "is missing" },
    { "client_id", { client_id = "" }, reason = no_text }, { "client_id", { client_id = "a\0" } },
    { "cid", { client_id = none, cid = 7 } },
    { "azp", { azp = "other" }, reason = "is another client" },
    { "appid", { appid = "other" } }, { "azp", { azp = 7 } }, { "azp", { client_id = none, azp = "" } },
    { "client_id", {}, nil, { api_client = { "other" } }, reason = "is not in api_client" },
    { "scope", {}, nil, { api_scope = { "router", "admin" } } }, { "scope", { scope = none }, nil, { api_scope = { "router" } } },
    { "scope", { scope = "routers" }, nil, { api_scope = { "router" } } },
    { "exp", { exp = none } }, { "exp", { exp = fixtures.now }, reason = { id = "past_token" } },
    { "exp", { exp = fixtures.now - 61 }, reason = { id = "past_token" } },
    { "exp", { exp = fixtures.now + 0.9 } }, { "exp", { exp = "never" } },
    { "iat", { iat = none } }, { "iat", { iat = fixtures.now + 61 } }, { "nbf", { nbf = fixtures.now + 61 } },
  }) do
    it(("refuses %s: %s %s %s"):format(case[1], cjson.encode(case[2]), cjson.encode(case[3] or 0), cjson.encode(case[4] or 0)), function()
      local result = check(case[2], case[3], case[4])
      assert.equal("ID_TOKEN_VERIFICATION_FAILED", result.error)
      assert.equal(case[1], result.details.claim)
      assert.same(case.reason or reasons[case[1]] or result.details.reason, result.details.reason)
    end)
  end
end)

describe("access_token.check_claims of the authentication", function()
  local strong = { acr_values = { "mfa" }, max_age = 600 }
  local recent = { acr = "mfa", auth_time = fixtures.now - 600 - 60 }

  for _, case in ipairs({
    { "a user without acr", {}, "AUTHENTICATION_TOO_WEAK" },
    { "a user with another acr", fixtures.with(recent, { acr = "pwd" }), "AUTHENTICATION_TOO_WEAK" },
    { "a user without auth_time", { acr = "mfa" }, "AUTHENTICATION_TOO_OLD" },
    { "a user long ago", fixtures.with(recent, { auth_time = fixtures.now - 661 }), "AUTHENTICATION_TOO_OLD" },
    { "a user", recent },
    { "a program", { sub = "home" } },
    { "a user whose sub is the client", { sub = "home", email = "a@b" }, "AUTHENTICATION_TOO_WEAK" },
  }) do
    it((case[3] or "takes") .. ": " .. case[1], function()
      assert.equal(case[3], check(case[2], nil, strong).error)
      assert.is_true(check(case[2]).ok, "without the options")
    end)
  end
end)

describe("access_token", function()
  local function create(uci)
    local io, world = scene.create({ uci = fixtures.with({ api_audience = audience }, uci) })
    return io, world, scene.loaded(io)
  end

  local function verify(io, config, token)
    local opened = access_token.open(io, config, token)
    return opened.ok and access_token.verify_opened(io, config, opened.data) or opened
  end

  it("accepts the provider's signature, and knows it without its claims once keys are cached", function()
    local io, world, config = create()
    assert.is_false(access_token.open(io, config, fixtures.tokens.access).data.is_signed)
    assert.same({}, world.requests)
    assert.equal("home", verify(io, config, fixtures.tokens.access).data.client)
    local read = jws.read_claims
    jws.read_claims = function() error("claims are read") end
    local found = { access_token.open(io, config, fixtures.tokens.access), access_token.open(io, config, fixtures.tokens.access_withdrawn_key) }
    jws.read_claims = read
    assert.same({ true, false }, { found[1].data.is_signed, found[2].data.is_signed })
    assert.equal(2, #world.requests)
  end)

  -- How many requests go to the provider: none for what claims refuse already.
  for name, asked in pairs({
    rs256 = 0, logout = 0, access_other_audience = 0, access_crit = 0, access_9k = 0, access_none = 0, access_hs256 = 0, access_withdrawn_key = 2,
  }) do
    it("refuses " .. name .. " with calls to the provider: " .. asked, function()
      local io, world, config = create()
      assert.is_false(verify(io, config, fixtures.tokens[name]).ok)
      assert.equal(asked, #world.requests)
    end)
  end

  it("refreshes keys once in ten seconds", function()
    local io, world, config = create()
    for _, case in ipairs({ { 0, 2 }, { 1, 4 }, { 9, 4 }, { 1, 6 }, { 9, 6 } }) do
      world.now = world.now + case[1]
      assert.is_false(verify(io, config, fixtures.tokens.access_withdrawn_key).ok)
      assert.equal(case[2], #world.requests)
    end
  end)

  it("tells it after a save as well", function()
    local io, world, config = create()
    verify(io, config, fixtures.tokens.access)
    world.now = world.now + 60
    io.file_info = function() return { mtime = world.now - 1 } end
    local refused = verify(io, fixtures.with(config, { api_audience = "https://third.example/" }), fixtures.tokens.access)
    assert.same({ "aud", true, 2 }, { refused.details.claim, refused.answer.is_signed, #world.requests })
  end)

  it("tells why claims refuse a token where cached keys verify it, and never asks for keys then", function()
    local io, world, config = create()
    verify(io, config, fixtures.tokens.access)
    world.now = world.now + 60
    local other = fixtures.with(config, { api_audience = "https://third.example/" })
    for name, is_signed in pairs({ access = true, access_withdrawn_key = false }) do
      local refused = verify(io, other, fixtures.tokens[name])
      assert.same({ "aud", is_signed or nil }, { refused.details.claim, refused.answer and refused.answer.is_signed })
    end
    assert.equal(2, #world.requests)
  end)

  it("refuses opaque and damaged tokens", function()
    local io, world, config = create()
    for _, token in ipairs({ "a.b.c", fixtures.tokens.access:sub(1, -3), fixtures.tokens.access .. ".x", ".." }) do
      assert.is_false(verify(io, config, token).ok)
    end
    for token, reason in pairs({ opaque = "is opaque, not a JWT", ["a.b"] = "not three parts", [("x"):rep(8193)] = "over 8192 bytes" }) do
      assert.equal(reason, verify(io, config, token).details.reason)
    end
    assert.equal(2, #world.requests, "the keys for the cut signature")
  end)
end)
