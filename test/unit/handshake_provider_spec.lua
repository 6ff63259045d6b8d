--- handshake: what the provider says to the callback, and the claims that a login goes by.
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local handshake = require("sso_login.handshake")
local attempt = require("support.login")
local scene = require("support.scene")

local full = fixtures.discovery.full
local assert_refused, authenticate, loaded = attempt.assert_refused, attempt.authenticate, attempt.loaded

describe("handshake.authenticate and the provider", function()
  describe("what goes wrong at the provider", function()
    for _, case in ipairs({
      { "discovery", full.issuer .. "/.well-known/openid-configuration", { failure = "timeout" }, "OIDC_DISCOVERY_FAILED" },
      { "discovery's certificate", full.issuer .. "/.well-known/openid-configuration", { failure = "certificate" }, "SSL_INIT_FAILED" },
      { "the token endpoint", full.token_endpoint, { failure = "connect" }, "TOKEN_ENDPOINT_NETWORK_ERROR" },
      { "the token endpoint's certificate", full.token_endpoint, { failure = "certificate" }, "TOKEN_ENDPOINT_NETWORK_ERROR" },
      { "the grant", full.token_endpoint, { status = 400, body = '{"error":"invalid_grant"}' }, "OIDC_INVALID_GRANT" },
      { "the client", full.token_endpoint, { status = 401, body = '{"error":"invalid_client"}' }, "TOKEN_EXCHANGE_FAILED" },
      { "the JWK Set", full.jwks_uri, { failure = "too_large" }, "JWKS_FETCH_FAILED" },
      { "the JWK Set's content", full.jwks_uri, "{}", "JWKS_FETCH_FAILED" },
      { "the JWK Set's numbers", full.jwks_uri, '{"keys":[{"n":1e999}]}', "JWKS_FETCH_FAILED" },
      { "the JWK Set's keys", full.jwks_uri, '{"keys":[]}', "ID_TOKEN_VERIFICATION_FAILED" },
    }) do
      it(case[1] .. " is " .. case[4], function()
        local io, world = scene.create()
        scene.put_handshake(io, world)
        world.on(case[2], case[3])
        assert_refused(case[4], handshake.authenticate(io, loaded(io), scene.request()), world)
      end)
    end

    for name, code in pairs({
      alg_none = "UNSUPPORTED_ALGORITHM", alg_hs256_public_key = "UNSUPPORTED_ALGORITHM", key_other = "ID_TOKEN_VERIFICATION_FAILED",
      nonce_other = "NONCE_MISMATCH", at_hash_other = "AT_HASH_MISMATCH", at_hash_missing = "AT_HASH_MISMATCH",
      exp_passed = "ID_TOKEN_VERIFICATION_FAILED", length_16385 = "ID_TOKEN_VERIFICATION_FAILED",
    }) do
      it("an ID Token with " .. fixtures.hostile[name].about .. " is " .. code, function()
        local io, world = scene.create()
        scene.put_handshake(io, world)
        world.on(full.token_endpoint, fixtures.token_response(nil, { id_token = fixtures.hostile[name].token }))
        assert_refused(code, handshake.authenticate(io, loaded(io), scene.request()), world)
        -- Asked once, never twice in one login, and not at all for a token that no key could save.
        local hopeless = name:match("^alg_") or name == "length_16385"
        assert.equal(hopeless and 0 or 1, world.requests_to(full.jwks_uri))
      end)
    end
  end)

  it("uses cached keys, and refreshes them once when they do not fit", function()
    local io, world = scene.create({ jwks = "ec" })
    require("sso_login.discovery").fetch_jwks(io, full.jwks_uri)
    world.on(full.jwks_uri, cjson.encode(fixtures.jwks.both))
    scene.put_handshake(io, world)
    assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
    assert.equal(2, world.requests_to(full.jwks_uri))
  end)

  it("asks every back-channel address at the internal origin and none else", function()
    local io, world = scene.create({ uci = { internal_issuer_url = "https://10.0.0.2:8443/x" }, token = "no_email" })
    for url, answer in pairs({
      ["/realms/home/.well-known/openid-configuration"] = cjson.encode(full), ["/realms/home/certs"] = cjson.encode(fixtures.jwks.both),
      ["/realms/home/token"] = fixtures.token_response("no_email"),
      ["/realms/home/userinfo"] = '{"sub":"user-1","email":"ada@example.org"}',
    }) do
      world.on("https://10.0.0.2:8443" .. url, answer)
    end
    scene.put_handshake(io, world)
    assert.is_true(handshake.authenticate(io, loaded(io), scene.request()).ok)
    assert.equal(4, #world.requests)
    for _, request in ipairs(world.requests) do
      assert.equal("https://10.0.0.2:8443/", request.url:sub(1, 22))
    end
  end)

  describe("UserInfo", function()
    local endpoint = full.userinfo_endpoint
    local by_group = { { name = "net", group = { "net" }, read = { "*" } } }
    local by_email = { { name = "mail", email = { "ada@example.org" }, read = { "*" } } }
    local either = { by_email[1], by_group[1] }

    --- { what, token, roles, answer, asked how often, code or role }
    for _, case in ipairs({
      { "is not asked when the ID Token has an e-mail that matches", "rs256", by_email, nil, 0, "mail" },
      { "is not asked when the ID Token's groups do not match", "unknown_user", by_group, nil, 0, "USER_NOT_AUTHORIZED" },
      { "gives the missing e-mail", "no_email", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for an empty one", "email_empty", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for null", "email_null", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives the e-mail for a number", "email_number", by_email, '{"sub":"user-1","email":"ada@example.org"}', 1, "mail" },
      { "gives groups with the e-mail", "no_email_no_groups", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      { "does not overrule the ID Token's groups", "no_email", by_group, '{"sub":"user-1","groups":["net"]}', 1, "USER_NOT_AUTHORIZED" },
      { "with an unverified e-mail matches nothing", "no_email", by_email,
        '{"sub":"user-1","email":"ada@example.org","email_verified":false}', 1, "USER_NOT_AUTHORIZED" },
      { "without an e-mail matches nothing", "no_email_no_groups", by_email, '{"sub":"user-1"}', 1, "USER_NOT_AUTHORIZED" },
      { "of another subject is refused", "no_email", by_email, '{"sub":"user-2","email":"ada@example.org"}', 1,
        "ID_TOKEN_VERIFICATION_FAILED" },
      { "without subject is refused", "no_email", by_email, '{"email":"ada@example.org"}', 1, "ID_TOKEN_VERIFICATION_FAILED" },
      { "with a number as subject is refused", "no_email", by_email, '{"sub":1,"email":"ada@example.org"}', 1,
        "ID_TOKEN_VERIFICATION_FAILED" },
      { "that fails is refused", "no_email", by_email, { failure = "timeout" }, 1, "USERINFO_NETWORK_ERROR" },
      { "with a status is refused", "no_email", by_email, { status = 403 }, 1, "USERINFO_NETWORK_ERROR" },
      { "signed counts", "no_email", by_email, { content_type = "application/jwt", body = fixtures.tokens.rs256 }, 1, "mail" },
      { "signed by an algorithm that is not allowed is refused", "no_email", by_email,
        { content_type = "application/jwt", body = fixtures.by_alg.RS512 }, 1, "UNSUPPORTED_ALGORITHM" },
      { "signed without a signature is refused", "no_email", by_email,
        { content_type = "application/jwt", body = fixtures.hostile.alg_none.token }, 1, "UNSUPPORTED_ALGORITHM" },
      { "that is a list is refused", "no_email", by_email, "[]", 1, "USERINFO_NETWORK_ERROR" },
      { "with an untrusted certificate is refused", "no_email", by_email, { failure = "certificate" }, 1, "SSL_INIT_FAILED" },
      { "gives the groups that a role lists", "no_groups_unknown_email", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      { "is not asked for groups that no role lists", "no_groups", by_email, nil, 0, "mail" },
      { "for groups without effect", "no_groups_unknown_email", by_group, '{"sub":"user-1","groups":["x"]}', 1,
        "USER_NOT_AUTHORIZED" },
      { "for groups does not exchange the e-mail", "no_groups_unknown_email", either,
        '{"sub":"user-1","email":"ada@example.org"}', 1, "USER_NOT_AUTHORIZED" },
      { "for groups of another subject", "no_groups_unknown_email", by_group, '{"sub":"user-2","groups":["net"]}', 1,
        "USER_NOT_AUTHORIZED" },
      { "for groups that fails", "no_groups_unknown_email", by_group, { failure = "connect" }, 1, "USER_NOT_AUTHORIZED" },
      { "for groups with an untrusted certificate", "no_groups_unknown_email", by_group, { failure = "certificate" }, 1,
        "USER_NOT_AUTHORIZED" },
      { "for groups after an unverified e-mail", "unverified_no_groups", by_group, '{"sub":"user-1","groups":["net"]}', 1, "net" },
      { "for groups does not verify the e-mail", "unverified_no_groups", either, '{"sub":"user-1","email_verified":true}', 1,
        "USER_NOT_AUTHORIZED" },
      { "is not asked with empty groups in the ID Token", "unverified", by_group, '{"sub":"user-1","groups":["net"]}', 0,
        "USER_NOT_AUTHORIZED" },
    }) do
      it(case[1], function()
        local login, world = authenticate({ token = case[2], roles = case[3], userinfo = case[4] })
        assert.equal(case[5], world.requests_to(endpoint))
        if case[6]:find("^%u") then
          assert_refused(case[6], login, world)
        else
          assert.is_nil(login.error)
          assert.equal(case[6], world.sessions[login.data.sid].data.username)
        end
      end)
    end

    --- What is said of UserInfo in the log, and what it leaves, for a user whose role by e-mail is known without it.
    for _, case in ipairs({
      { "of the same subject adds its groups' roles", '{"sub":"user-1","groups":["net"]}', { "groups", "mail" } },
      { "of another subject leaves the role of the e-mail", '{"sub":"user-2","groups":["net"]}', { "mail" },
        "UserInfo is about another subject" },
      { "that fails leaves the role of the e-mail", { failure = "timeout", text = "too slow" }, { "mail" }, "too slow" },
      { "that is refused leaves the role of the e-mail", { status = 403 }, { "mail" }, 403 },
      { "signed leaves the role of the e-mail", fixtures.tokens.rs256, { "mail" }, "the answer is a JWT" },
    }) do
      it(case[1] .. ", and the log says so", function()
        local io, world = scene.create({ token = "no_groups", userinfo = case[2], roles = {
          { name = "a", email = { "ada@example.org" }, read = { "mail" } }, { name = "b", group = { "net" }, read = { "groups" } },
        } })
        world.put(io.paths.acl_dir .. "/x.json", '{"mail":{"read":{"uci":["a"]}},"groups":{"read":{"uci":["b"]}}}')
        scene.put_handshake(io, world)
        local login = handshake.authenticate(io, loaded(io), scene.request())
        local granted = {}
        for group in pairs(world.sessions[login.data.sid].grants["access-group"]) do
          granted[#granted + 1] = group
        end
        table.sort(granted)
        assert.same(case[3], granted)
        assert.same({ userinfo = case[4] and "failed", userinfo_reason = case[4] }, login.data.notes)
      end)
    end

    it("that fails is named where no role is left", function()
      local refused = authenticate({ token = "no_groups_unknown_email", roles = by_group, userinfo = { status = 500 } })
      assert.same({ "failed", 500, "absent" }, {
        refused.details.userinfo, refused.details.userinfo_reason, refused.details.groups,
      })
    end)

    it("absent: a user without e-mail may match by group, and e-mail is then empty", function()
      local login, world = authenticate({ token = "no_email", document = "minimal" })
      assert.is_nil(login.error)
      assert.equal("", login.data.email)
      assert.equal("", world.sessions[login.data.sid].data.sso_email)
    end)

    it("absent: a user without e-mail and role is USER_NOT_AUTHORIZED", function()
      local refused, world = authenticate({ token = "no_email_no_groups", document = "minimal" })
      assert_refused("USER_NOT_AUTHORIZED", refused, world)
    end)

    it("with an e-mail of 200 KB ends in one of the codes and never in a half-made login", function()
      local huge = ("a"):rep(200000)
      for _, identity in ipairs({ "0", "1" }) do
        local io, world = scene.create({
          uci = { log_identity = identity }, token = "no_email", userinfo = cjson.encode({ sub = "user-1", email = huge }),
        })
        scene.put_handshake(io, world)
        local response = require("sso_login.web.router").handle(io, scene.callback())
        assert.equal(302, response.status)
      end
    end)
  end)

end)
