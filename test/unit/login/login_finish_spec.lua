local login_finish = require("sso_login.login.login_finish")
local cjson = require("cjson")
local fixtures = require("support.fixtures")
local jwk_set = require("sso_login.protocol.jwk_set")
local known_metadata = require("sso_login.protocol.known_metadata")
local provider_files = require("sso_login.protocol.provider_files")
local scene = require("support.scene")
local reconcile = require("sso_login.rpcd.reconcile")
local attempt = require("sso_login.login.attempt")

local none = fixtures.none
local full = fixtures.discovery.full
local callback, assert_refused = scene.authenticate, scene.assert_refused

describe("authenticate", function()
  it("reads rpcd's sections for the roles, before and after the session, and its own once more", function()
    local before
    local login, world = callback({}, nil, function(world, io)
      assert.is_true(reconcile.reconcile(io).ok)
      before = world.calls.uci_sections
    end)
    assert.is_true(login.ok)
    assert.equal(before + 1 + 4, world.calls.uci_sections) -- the test itself loads the configuration once
  end)

  it("sends the code of the answer", function()
    callback({}, nil, function(world)
      world.on(full.token_endpoint, function(request)
        assert.matches("^grant_type=authorization_code&code=the%-code&", request.body)
        return fixtures.token_response()
      end)
    end)
  end)

  for what, answer in pairs({ ["a login"] = fixtures.token_response(), ["a failed login"] = { failure = "timeout" } }) do
    it("consumes the handshake record " .. what .. " before any request, and only once", function()
      local first, world, io = callback({}, nil, function(world)
        world.on(full.token_endpoint, answer)
        world.before("https", function() assert.same({}, world.in_run_dir("^handshake")) end)
      end)
      assert.equal(type(answer) == "string", first.ok)
      local asked = #world.requests
      assert.same({ ok = false, error = "STATE_NOT_FOUND" },
        login_finish.authenticate(io, scene.loaded(io), scene.request()))
      assert.equal(asked, #world.requests)
    end)
  end

  it("consumes the record of a response that is refused, and does not send its code", function()
    local refused, world = callback({ document = "promises_iss" }, scene.request({ error = "e", iss = fixtures.issuer }), nil, { iss_expected = true })
    assert_refused("IDP_ERROR", refused, world)
    assert.same({ { error = "e" }, {}, 0 }, { refused.details, world.in_run_dir("^handshake"), world.requests_to(full.token_endpoint) })
  end)

  it("refuses a token by an algorithm that is not configured", function()
    assert_refused("UNSUPPORTED_ALGORITHM", callback({ uci = { id_token_algs = { "ES256" } } }))
  end)

  it("answers an error of the provider at once, while another login waits for the provider", function()
    local refused, world = callback({}, scene.request({ code = none, error = "e" }), function(world) world.fail("lock") end)
    assert_refused("IDP_ERROR", refused, world)
    assert.same({ 0, {} }, { world.calls.sleep, world.in_run_dir("^handshake") })
  end)

  for name, asked in pairs({ both = 1, ec = 2 }) do
    it(("uses cached keys where the provider fails (%s), refreshed once where they do not fit"):format(name), function()
      local login, world = callback({ jwks = name }, nil, function(world, io)
        world.now = world.now - 60
        assert.is_true(known_metadata.of_provider(io, scene.loaded(io)).ok)
        assert.is_true(jwk_set.load_jwks(io, {}, full.jwks_uri).ok)
        world.now = world.now + 60
        world.on(full.jwks_uri, cjson.encode(fixtures.jwks.both))
      end)
      assert.is_true(login.ok)
      assert.equal(asked, world.requests_to(full.jwks_uri))
    end)
  end

  describe("and UserInfo", function()
    local by_group = { { name = "net", group = { "net" }, read = { "*" } } }
    local by_email = { { name = "mail", email = { "ada@example.org" }, read = { "*" } } }
    local either = { by_email[1], by_group[1] }
    local email, groups = '{"sub":"user-1","email":"ada@example.org"}', '{"sub":"user-1","groups":["net"]}'

    --- { what, token, roles, answer, asked how often, code or role }
    for _, case in ipairs({
      { "not asked with an e-mail that matches", "rs256", by_email, nil, 0, "mail" },
      { "not asked when the ID Token's groups do not match", "unknown_user", by_group, nil, 0, "USER_NOT_AUTHORIZED" },
      { "not asked for groups that no role lists", "no_groups", by_email, nil, 0, "mail" },
      { "not asked with empty groups in the ID Token", "unverified", by_group, groups, 0, "USER_NOT_AUTHORIZED" },
      { "the missing e-mail", "no_email", by_email, email, 1, "mail" },
      { "the e-mail for an empty one", "email_empty", by_email, email, 1, "mail" },
      { "groups with the e-mail", "no_email_no_groups", by_group, groups, 1, "net" },
      { "other groups than the ID Token's", "no_email", by_group, groups, 1, "USER_NOT_AUTHORIZED" },
      { "no e-mail", "no_email_no_groups", by_email, '{"sub":"user-1"}', 1, "USER_NOT_AUTHORIZED" },
      { "another subject", "no_email", by_email, '{"sub":"user-2","email":"ada@example.org"}', 1,
        "ID_TOKEN_VERIFICATION_FAILED" },
      { "no answer", "no_email", by_email, { failure = "timeout" }, 1, "USERINFO_NETWORK_ERROR" },
      { "a signed answer", "no_email", by_email, { content_type = "application/jwt", body = fixtures.tokens.rs256 }, 1, "mail" },
      { "the groups that a role lists", "no_groups_unknown_email", by_group, groups, 1, "net" },
      { "groups for an e-mail, which stays", "no_groups_unknown_email", either, email, 1, "USER_NOT_AUTHORIZED" },
      { "groups, not answered", "no_groups_unknown_email", by_group, { failure = "certificate" }, 1, "USER_NOT_AUTHORIZED" },
      { "groups after an unverified e-mail", "unverified_no_groups", by_group, groups, 1, "net" },
      { "groups, and a denial of the ID Token's e-mail", "no_groups", either,
        '{"sub":"user-1","email":"ada@example.org","email_verified":false}', 1, "USER_NOT_AUTHORIZED" },
    }) do
      it(("%s: asked %d times, %s"):format(case[1], case[5], case[6]), function()
        local login, world = callback({ token = case[2], roles = case[3], userinfo = case[4] })
        assert.equal(case[5], world.requests_to(full.userinfo_endpoint))
        if case[6]:find("^%u") then
          assert_refused(case[6], login, world)
        else
          assert.is_nil(login.error)
          assert.equal(case[6], world.sessions[login.data.sid].data.username)
        end
      end)
    end

    --- Returns the log's word about UserInfo and the rights for a user whose role by e-mail is known without it.
    for _, case in ipairs({
      { "of the same subject adds its groups' roles", groups, { "groups", "mail" } },
      { "of another subject leaves the role of the e-mail", '{"sub":"user-2","groups":["net"]}', { "mail" },
        "UserInfo is about another subject" },
      { "that fails leaves the role of the e-mail", { failure = "timeout", text = "too slow" }, { "mail" }, "too slow" },
      { "that is refused leaves the role of the e-mail", { status = 403 }, { "mail" }, 403 },
    }) do
      it(case[1] .. ", and the log says so", function()
        local login, world = callback({ token = "no_groups", userinfo = case[2], roles = {
          { name = "a", email = { "ada@example.org" }, read = { "mail" } }, { name = "b", group = { "net" }, read = { "groups" } },
        } }, nil, function(world, io)
          world.put(io.paths.acl_dir .. "/x.json", '{"mail":{"read":{"uci":["a"]}},"groups":{"read":{"uci":["b"]}}}')
        end)
        assert.same(case[3], fixtures.keys(world.sessions[login.data.sid].grants["access-group"]))
        assert.same({ userinfo = case[4] and "failed", userinfo_reason = case[4] }, login.data.notes)
      end)
    end

    it("is named where it denies that the e-mail is verified", function()
      local denial = '{"sub":"user-1","email":"ada@example.org","email_verified":false,"groups":["net"]}'
      local login, world = callback({ token = "no_groups", roles = either, userinfo = denial })
      local stored = world.sessions[login.data.sid].data
      assert.same({ "userinfo", "ignored" }, { login.data.notes.unverified_by, login.data.notes.unverified_email })
      assert.same({ "", "ada@example.org" }, { stored.sso_email, stored.sso_unverified })
      local other = { by_email[1], { name = "other", group = { "other" }, read = { "*" } } }
      local refused = callback({ token = "no_groups", roles = other, userinfo = denial })
      assert.same({ "userinfo", "unverified_email" }, { refused.details.unverified_by, refused.details.hint.id })
      assert.equal("id_token", callback({ token = "unverified", roles = by_email }).details.unverified_by)
      assert.is_nil(callback({ token = "no_email", roles = by_email, metadata = { userinfo_endpoint = none } }).details.unverified_by)
    end)

    it("leaves nothing of what an earlier login lacked, where this one lacks nothing, and loads nothing to find lacks", function()
      local path
      package.loaded["sso_login.protocol.login_lacks"] = nil
      local whole = { token = "no_email", userinfo = '{"sub":"user-1","email":"ada@example.org","email_verified":true}' }
      local login, world = callback(whole, nil, function(made, io)
        path = provider_files.lacks_path(io, scene.loaded(io))
        made.put(path, "{}")
      end)
      assert.same({ true, nil }, { login.ok, world.text(path) })
      assert.is_nil(package.loaded["sso_login.protocol.login_lacks"])
    end)

    it("is named in the log when its failure leaves no role", function()
      local refused = callback({ token = "no_groups_unknown_email", roles = by_group, userinfo = { status = 500 } })
      assert.same({ "failed", "the provider cannot answer now: try again later", "absent" }, {
        refused.details.userinfo, refused.details.userinfo_reason, refused.details.groups,
      })
      local said = callback({ token = "no_groups_unknown_email", roles = by_group, userinfo = '{"error":"invalid_token"}' })
      assert.equal("invalid_token", said.details.userinfo_reason)
    end)
  end)

  it("names claims of other kinds in a refusal", function()
    local config = fixtures.config()
    local user = { claims = { sub = "s", email = true, groups = 7 }, notes = {}, rules = config, verified = { config = config, tokens = {} } }
    local details = attempt.match(user).details
    assert.equal("email is true; groups is a number", details.other_kind)
    user.claims.groups = nil
    assert.equal("email is true", attempt.match(user).details.other_kind)
  end)

  describe("at its end", function()
    local function put_group(world, io)
      world.put(io.paths.acl_dir .. "/x.json", '{"x":{"read":{"ubus":{"system":["board"]}}}}')
    end

    it("is INTERNAL_ERROR without a session where the registry cannot be written", function()
      local refused, world = callback({}, nil, function(_, io)
        local make_dir = io.make_dir
        io.make_dir = function(path)
          return path:find("/tokens") and "failed" or make_dir(path)
        end
      end)
      assert_refused("INTERNAL_ERROR", refused, world)
    end)

    it("leaves no session that LuCI accepts when it is killed at any call, and the next login succeeds", function()
      local call, finished = 0, false
      while not finished do
        local io, world = scene.create()
        put_group(world, io)
        scene.put_handshake(io, world)
        local config = scene.loaded(io)
        world.crash_after = call
        finished = pcall(login_finish.authenticate, io, config, scene.request())
        world.crash_after = nil
        for _, session in pairs(world.sessions) do
          -- LuCI takes no session without a token: it is set last, with everything but the name.
          assert.is_true(session.data.token == nil or session.data.username == "admin")
          assert.is_true(session.data.token == nil or next(session.grants) ~= nil)
        end
        scene.forget_tokens(world, io)
        scene.put_handshake(io, world)
        assert.is_true(login_finish.authenticate(io, config, scene.request()).ok)
        call = call + 1
      end
      assert.is_true(call > 15)
    end)

    it("returns a code of the table if any function of io fails", function()
      local errors = require("sso_login.web.errors").errors
      for _, name in ipairs({
        "read_file", "write_file", "rename", "remove", "make_dir", "list_dir", "file_info", "ubus_call", "https",
      }) do
        for skip = 0, 6 do
          local io, world = scene.create()
          scene.put_handshake(io, world)
          local config = scene.loaded(io)
          world.fail(name, 1, skip)
          local login = login_finish.authenticate(io, config, scene.request())
          assert.is_true(login.ok or errors[login.error] ~= nil, name)
          assert.is_nil(not login.ok and next(world.sessions) or nil, name .. " " .. skip)
        end
      end
    end)
  end)
end)
