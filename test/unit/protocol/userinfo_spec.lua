local cjson = require("cjson")
local bytes = require("sso_login.io.bytes")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local jwk_set = require("sso_login.protocol.jwk_set")
local mock = require("support.mock")
local userinfo = require("sso_login.protocol.userinfo")

describe("userinfo.merge", function()
  for _, case in ipairs({
    { "ID Token claims win", { sub = "a", groups = { "x" } }, { sub = "a", groups = { "y" }, name = "n" },
      { sub = "a", groups = { "x" }, name = "n" } },
    { "the e-mail of UserInfo completes", { sub = "a" }, { email = "e", email_verified = true },
      { sub = "a", email = "e", email_verified = true } },
    { "UserInfo denies the ID Token's e-mail", { email = "E@x" }, { email = "e@X", email_verified = false },
      { email = "E@x", email_verified = false } },
    { "UserInfo denies it although the ID Token vouches for it", { email = "e", email_verified = true },
      { email = "e", email_verified = "no" }, { email = "e", email_verified = false } },
    { "UserInfo denies it without an e-mail", { email = "e" }, { email_verified = 0 }, { email = "e", email_verified = false } },
    { "the ID Token denies UserInfo's e-mail", { email_verified = false }, { email = "e", email_verified = true },
      { email = "e", email_verified = false } },
    { "UserInfo's denial of another e-mail says nothing", { email = "e" }, { email = "other", email_verified = false }, { email = "e" } },
    { "email_verified comes from where the e-mail comes from: UserInfo", { sub = "a", email_verified = true },
      { email = "e", email_verified = false }, { sub = "a", email = "e", email_verified = false } },
    { "email_verified of the ID Token does not vouch for the e-mail of UserInfo", { sub = "a", email_verified = true },
      { email = "e" }, { sub = "a", email = "e" } },
    { "email_verified comes from where the e-mail comes from: ID Token", { email = "e", email_verified = false },
      { email = "other", email_verified = true }, { email = "e", email_verified = false } },
    { "email_verified of UserInfo does not vouch for the e-mail of the ID Token", { email = "e" },
      { email = "e", email_verified = true }, { email = "e" } },
    { "an address is verified by the text true", { email = "e", email_verified = "true" }, {}, { email = "e", email_verified = "true" } },
    { "an empty e-mail is none", { email = "" }, { email = "e" }, { email = "e" } },
    { "an e-mail that is no text is none", { email = 7 }, { email = "e" }, { email = "e" } },
    { "but stays for the log where there is no other", { email = 7 }, {}, { email = 7 } },
  }) do
    it(case[1], function() assert.same(case[4], userinfo.merge(case[2], case[3], {})) end)
  end

  it("names the source that denies the address", function()
    assert.equal("id_token", userinfo.denial_by({}, { email_verified = false }, { email = "e" }))
    assert.equal("userinfo", userinfo.denial_by({}, { sub = "a" }, { email = "e", email_verified = false }))
    assert.equal("none", userinfo.denial_by({}, { sub = "a" }, { email = "e" }))
  end)

  it("reads the claims that the options name", function()
    local rules = { email_claim = "upn", groups_claim = { "realm.roles", "roles" } }
    local id_claims = { email_verified = true, realm = { name = "x" }, roles = { "id" } }
    local answer = { upn = "u", email = "e", realm = { roles = { "ui" } }, roles = { "no" } }
    local merged = userinfo.merge(id_claims, answer, rules)
    assert.same({ "u", { "ui" }, { "id" } }, { merged.upn, merged["realm.roles"], merged.roles })
    assert.is_nil(merged.email_verified)
    assert.equal("v", userinfo.merge({ upn = "v" }, answer, rules).upn)
    assert.equal("u", userinfo.merge({ upn = 7 }, answer, rules).upn)
  end)
end)

local endpoint = fixtures.discovery.full.userinfo_endpoint

describe("userinfo.fetch_userinfo", function()
  local function fetch(answer)
    local io, world = mock.create()
    world.on(endpoint, answer)
    return userinfo.fetch_userinfo(io, {}, endpoint, "the access token"), world.requests
  end

  it("does not repeat the access token", function()
    local answer = fetch({ status = 401, body = '{"error":"e","error_description":"no: the access token"}' })
    assert.same({ "e", "left out, as it repeats a secret" }, { answer.details.idp_error, answer.details.error_description })
  end)
end)

describe("userinfo.complete_claims", function()
  local jwks_uri = fixtures.discovery.full.jwks_uri

  --- The claims of an ID Token completed by an answer; `jwks` names the keys at hand, `options` are the configuration's.
  local function complete(id_claims, answer, jwks, options)
    local io, world = mock.create()
    world.now = fixtures.now
    world.on(endpoint, answer)
    local config = fixtures.config(options)
    world.on(jwks_uri, cjson.encode(fixtures.jwks[jwks or "both"]))
    world.now = world.now - 1
    jwk_set.load_jwks(io, config, jwks_uri)
    world.now = world.now + 1
    world.on(jwks_uri, cjson.encode(fixtures.jwks.both))
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
    world.requests[1] = nil
    local metadata = fixtures.metadata("full", { fetched_at = world.now - 3600 })
    local known = { config = config, metadata = metadata, claims = id_claims, tokens = { access_token = "access" } }
    return userinfo.complete_claims(io, known), world
  end

  it("accepts only an answer about the same subject", function()
    assert.same({ ok = true, data = { claims = { sub = "a", email = "e" }, denial = "none" } }, (complete({ sub = "a" }, '{"sub":"a","email":"e"}')))
    local refused = {
      ok = false, error = "ID_TOKEN_VERIFICATION_FAILED", details = { claim = "sub", reason = "UserInfo is about another subject" },
      meaning = "other_subject",
    }
    assert.same(refused, (complete({ sub = "a" }, '{"sub":"b"}')))
    for _, body in ipairs({ "{}", '{"sub":null}', '{"sub":""}', '{"data":{"sub":"a"}}' }) do
      assert.equal("UserInfo has no sub, and must have that of the ID Token", complete({ sub = "a" }, body).details.reason)
    end
    assert.is_false(complete({}, "{}").ok)
    for _, body in ipairs({ '{"sub":1}', '{"sub":["a"]}', '{"sub":false}' }) do
      assert.equal("UserInfo has a sub that is not a text", complete({ sub = 1 }, body).details.reason)
    end
  end)

  describe("of a signed answer", function()
    local function jwt(body, changes)
      return fixtures.with({ content_type = "application/jwt", body = body }, changes)
    end
    local user = { sub = "user-1" }

    it("verifies it as an ID Token", function()
      local completed, world = complete(user, jwt(fixtures.tokens.rs256))
      assert.equal("ada@example.org", completed.data.claims.email)
      assert.equal(1, #world.requests)
      assert.is_true(complete(user, jwt(fixtures.tokens.rs256, { content_type = "Application/JWT ; charset=utf-8" })).ok)
    end)

    it("refreshes changed keys once", function()
      local completed, world = complete(user, jwt(fixtures.tokens.rs256), "ec")
      assert.is_true(completed.ok)
      assert.equal(1, world.requests_to(jwks_uri))
      local refused, asked = complete(user, jwt(fixtures.tokens.rs256_other_key), "ec")
      assert.same({ "ID_TOKEN_VERIFICATION_FAILED", "userinfo" }, { refused.error, refused.details.token })
      assert.equal(1, asked.requests_to(jwks_uri))
    end)

    for _, case in ipairs({
      { "an algorithm that is not allowed", fixtures.by_alg.RS512, "UNSUPPORTED_ALGORITHM",
        { alg = "RS512", hint = { id = "see_algs", params = { allowed = "RS256 ES256" } }, token = "userinfo" } },
      { "another subject", fixtures.tokens.rs256, "ID_TOKEN_VERIFICATION_FAILED",
        { claim = "sub", reason = "UserInfo is about another subject" }, { sub = "user-2" } },
      { "what is encrypted", "e30.AA.AA.AA.AA", "USERINFO_NETWORK_ERROR",
        { http_status = 200, url = endpoint, hint = { id = "no_encryption" },
          reason = "the answer is not a signed JWT: is encrypted: five parts, and a signed token has three" } },
      { "what is plain", '{"sub":"user-1"}', "USERINFO_NETWORK_ERROR",
        { http_status = 200, url = endpoint, reason = "the answer is not a signed JWT: not three parts" } },
    }) do
      it("refuses " .. case[1], function()
        local refused = complete(case[5] or user, jwt(case[2]))
        assert.same({ false, case[3], case[4] }, { refused.ok, refused.error, refused.details })
      end)
    end

    it("checks iss and times where present, and accepts a missing exp only without a tolerance", function()
      local function part(value) return bytes.base64url_encode(cjson.encode(value)) end
      local real = require("sso_login.native_crypto")
      hash.set_native(setmetatable({ verify_rs256 = function() return true end }, { __index = real }))
      for claim, case in pairs({
        iss = { { iss = "https://other.example" }, "is not issuer_url" }, exp = { { exp = fixtures.now - 60 }, { id = "past" } },
        iat = { { iat = fixtures.now + 61 }, { id = "future" } }, none = { {} },
      }) do
        local claims = fixtures.with({ sub = "user-1" }, case[1])
        local token = part({ alg = "RS256" }) .. "." .. part(claims) .. ".AAAA"
        local refused = case[2] and { claim = claim, reason = case[2], token = "userinfo" }
        local details = complete(user, jwt(token), "rsa", { clock_tolerance = refused and 60 or 0 }).details
        assert.same(refused, details and { claim = details.claim, reason = details.reason, token = details.token })
      end
      hash.set_native(nil)
    end)

    it("refuses a JWT of another media type, and that of an error", function()
      local plain = complete(user, jwt(fixtures.tokens.rs256, { content_type = "application/json" }))
      assert.same({ "USERINFO_NETWORK_ERROR", "the answer is a JWT" }, { plain.error, plain.details.reason })
      assert.equal(401, complete(user, jwt(fixtures.tokens.rs256, { status = 401 })).details.http_status)
    end)
  end)
end)
