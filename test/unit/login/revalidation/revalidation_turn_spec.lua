--- Turns of sessions that logins with a refresh token have opened.
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local session_ending = require("sso_login.rpcd.session_ending")
local hand_over = require("sso_login.logout.hand_over")
local hash = require("sso_login.jose.hash")
local user_logout = require("sso_login.web.endpoints.user_logout")
local scene = require("support.scene")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local revalidation_turn = require("sso_login.login.revalidation.revalidation_turn")

--- The fixtures' client, whose secret is sent in the form: some servers decode no Basic header.
local credentials = "&" .. encoding.form_encode({ { "client_id", fixtures.client_id }, { "client_secret", fixtures.client_secret } })
local none = fixtures.none
local full = fixtures.discovery.full
local revocation = fixtures.issuer .. "/revoke"
local by_group = { { name = "admin", group = { "/net/admins" }, read = { "*" }, write = { "*" } } }

--- A router on which a user has logged in with the refresh token `r1`; the option is 300 seconds. `options` as of scene.create.
local function logged_in(options)
  options = options or {}
  local response = fixtures.with({ refresh_token = "r1" }, options.response)
  local login, world, io = scene.authenticate({
    uci = fixtures.with({ session_revalidate = "300" }, options.uci), roles = options.roles, token = options.token, response = response,
    userinfo = options.userinfo, metadata = fixtures.with({ revocation_endpoint = revocation }, options.metadata),
  })
  assert.is_true(login.ok)
  world.on(revocation, "{}")
  world.requests = {}
  return io, world, login.data.sid, login.data
end

local function path_of(io, sid) return io.paths.run_dir .. "/refresh_" .. hash.hash_sha256_hex(sid) .. ".json" end

local function stored(io, world, sid)
  local text = world.text(path_of(io, sid))
  return text and cjson.decode(text)
end

--- The answer to a refresh: a token of the fixtures, or none where `name` is false.
local function answer(name, changes)
  local all = fixtures.with({}, changes)
  if name == false then
    all.id_token = none
  end
  return fixtures.token_response(name or nil, all)
end

--- Lets the turn come, with an answer of the token endpoint.
local function take(io, world, given)
  world.now = world.now + 300
  if given ~= nil then
    world.on(full.token_endpoint, given)
  end
  revalidation_turn.run(io, "default")
end

describe("a login with session_revalidate", function()
  it("stores the refresh token for root alone, and nowhere else", function()
    local io, world, sid = logged_in()
    assert.same({
      refresh_token = "r1", provider = "default", issuer = fixtures.issuer, client_id = fixtures.client_id, asked_at = world.now,
    }, stored(io, world, sid))
    assert.equal(384, world.files[path_of(io, sid)].mode)
    assert.is_nil(cjson.encode(world.sessions):find('"r1"', 1, true))
    assert.is_nil(path_of(io, sid):find(sid, 1, true))
  end)

  for what, case in pairs({
    ["no token came"] = { { refresh_token = none }, "absent" }, ["it is no text"] = { { refresh_token = 7 }, "absent" },
    ["it is too long"] = { { refresh_token = ("x"):rep(16385) }, "not_stored" }, ["it is stored"] = { {}, nil },
    ["it is as long as it may be"] = { { refresh_token = ("x"):rep(16384) }, nil }, ["the option is off"] = { {}, nil, none },
  }) do
    it("says so in the log where " .. what, function()
      local verified = '{"sub":"user-1","email":"ada@example.org","email_verified":true}'
      local io, world, _, login = logged_in({ response = case[1], token = "no_email", userinfo = verified, uci = { session_revalidate = case[3] } })
      assert.equal(case[2], login.notes.refresh_token)
      assert.equal(case[2] == "absent", require("sso_login.protocol.login_lacks").lacks_refresh_token(io, scene.loaded(io)))
      assert.equal((case[2] or case[3]) and 0 or 1, #world.in_run_dir("^refresh_"))
    end)
  end
end)

describe("a turn", function()
  it("comes when the seconds have passed, and not before", function()
    local io, world, sid = logged_in()
    world.now = world.now + 299
    revalidation_turn.run(io, "default")
    assert.same({}, world.requests)
    world.now = world.now - 299
    io.sleep = function() error("no login calls the provider") end
    take(io, world, function()
      assert.is_nil(world.locked[io.paths.run_dir .. "/provider_lock"])
      return answer("refreshed")
    end)
    assert.equal(1, #world.requests)
    assert.equal("grant_type=refresh_token&refresh_token=r1" .. credentials, world.requests[1].body)
    assert.equal(world.now, stored(io, world, sid).asked_at)
    assert.is_not_nil(world.sessions[sid])
    revalidation_turn.run(io, "default")
    assert.equal(1, #world.requests)
    assert.equal("", world.log_text():gsub("LOGIN_GRANTED[^\n]*\n?", ""))
  end)

  it("takes no lock for which a login would wait, waits half a minute for logins, and remembers no failure for them", function()
    local io, world = logged_in()
    local provider = io.paths.run_dir .. "/provider_lock"
    local held, slept = nil, 0
    local lock = io.lock
    io.lock = function(path) return path ~= provider and lock(path) end
    io.sleep = function(seconds) slept = slept + seconds end
    take(io, world, function()
      held = world.locked[provider] ~= nil
      return { failure = "timeout" }
    end)
    assert.same({ false, 30, {} }, { held, slept, world.in_run_dir("^failed_") })
  end)

  it("is no use of the session", function()
    local io, world = logged_in()
    local gets = #world.calls_of("get")
    take(io, world)
    assert.equal(gets, #world.calls_of("get"))
    for _, args in ipairs(world.calls_of("list")) do
      assert.is_nil(args.ubus_rpc_session)
    end
  end)

  for what, name in pairs({ ["a new ID Token"] = "refreshed", ["the old nonce"] = "rs256" }) do
    it("leaves the session with " .. what, function()
      local io, world, sid = logged_in()
      take(io, world, answer(name))
      assert.is_not_nil(world.sessions[sid])
      assert.is_nil(stored(io, world, sid).failures)
      assert.equal(1, #world.requests)
    end)
  end

  for what, case in pairs({
    ["invalid_grant"] = { { status = 400, body = '{"error":"invalid_grant"}' }, "invalid_grant" },
    ["another subject"] = { answer("other_subject"), "other_subject" }, ["another issuer"] = { answer("other_issuer"), "other_issuer" },
  }) do
    it("ends the session at " .. what, function()
      local io, world, sid = logged_in()
      take(io, world, case[1])
      assert.is_nil(world.sessions[sid])
      assert.matches("\nSESSION_ENDED reason=" .. case[2] .. " email=ada@example.org sub=user%-1 role=admin session=%x+$", "\n" .. world.log_text())
      assert.is_nil(scene.leak(world.log_text()))
    end)
  end

  for what, given in pairs({
    ["no answer"] = { failure = "timeout" }, ["no connection"] = { failure = "connect" }, ["a certificate"] = { failure = "certificate" },
    ["500"] = { status = 500, body = '{"error":"invalid_grant"}' }, ["429"] = { status = 429 }, ["no JSON"] = "x",
    ["invalid_client"] = { status = 401, body = '{"error":"invalid_client"}' },
    ["unauthorized_client"] = { status = 400, body = '{"error":"unauthorized_client"}' },
    ["another nonce"] = answer("other_nonce"), ["a wrong signature"] = answer("rs256_other_no_kid"),
    ["at_hash of another token"] = answer("rs256", { access_token = "other" }),
  }) do
    it("ends nothing at " .. what .. ", and logs when that begins, when it lasts and when it ends", function()
      local io, world, sid = logged_in()
      local logged_in_at = world.now
      local line = "REVALIDATION_FAILED error=%u[^\n]* session=" .. hash.safe_id(sid)
      local function lines() return select(2, world.log_text():gsub(line, "")) end
      for turn, expected in ipairs({ 1, 2 }) do
        take(io, world, given)
        assert.same({ expected, turn, logged_in_at }, { lines(), stored(io, world, sid).failures, refresh_tokens.unproved_since(io, sid) })
      end
      assert.is_not_nil(world.sessions[sid])
      -- Without an ID Token, which would have expired, and with a member that names errors elsewhere.
      world.on(full.userinfo_endpoint, '{"sub":"user-1","email":"ada@example.org"}')
      take(io, world, answer(false, { message = "ok" }))
      assert.is_nil(refresh_tokens.unproved_since(io, sid))
      assert.matches("REVALIDATION_RESUMED session=%x+ unproved_seconds=900$", world.log_text())
      local proved_at = world.now
      for _ = 1, 3 do
        take(io, world, given)
      end
      assert.same({ 4, proved_at }, { lines(), refresh_tokens.unproved_since(io, sid) })
      assert.is_nil(world.log_text():find("r1", 1, true))
    end)
  end

  for words, given in pairs({
    ["TOKEN_EXCHANGE_FAILED (invalid_client)"] = { status = 401, body = '{"error":"invalid_client"}' },
    ["TOKEN_ENDPOINT_NETWORK_ERROR (made to fail: timeout)"] = { failure = "timeout" },
    ["TOKEN_EXCHANGE_FAILED (the answer is not a JSON object)"] = "x", ["TOKEN_EXCHANGE_FAILED (403)"] = { status = 403, body = "{}" },
  }) do
    it("keeps the failure in a few words for lists until the next proof: " .. words, function()
      local io, world, sid = logged_in()
      world.on(full.userinfo_endpoint, '{"sub":"user-1","email":"ada@example.org"}')
      take(io, world, given)
      assert.equal(words, stored(io, world, sid).failure)
      take(io, world, answer(false))
      assert.is_nil(stored(io, world, sid).failure)
    end)
  end

  it("keeps the code alone of a failure without a short text", function()
    local io, world, sid = logged_in()
    world.now = world.now + 7200
    take(io, world, answer("refreshed"))
    assert.equal("ID_TOKEN_VERIFICATION_FAILED", stored(io, world, sid).failure)
  end)

  it("says why a session ends: the provider's words, not where identities are hidden, or else the status", function()
    for _, case in ipairs({
      { 400, '{"error":"invalid_grant","error_description":"ada is off"}', nil, 'reason=invalid_grant', ' error_description="ada is off"' },
      { 400, '{"error":"invalid_grant","error_description":"ada is off"}', "0", 'reason=invalid_grant', "" },
      { 403, "", nil, "reason=refused", " http_status=403" },
    }) do
      local io, world = logged_in({ uci = { log_identity = case[3] } })
      for _ = 1, 2 do
        take(io, world, { status = case[1], body = case[2] })
      end
      local line = world.logs[#world.logs].line
      assert.equal("SESSION_ENDED " .. case[4], line:match("^SESSION_ENDED %S+"))
      assert.equal(case[5], line:match(" session=%x+(.*)$"))
    end
  end)

  it("says whose users are proved again where there are several providers", function()
    local io, world = logged_in()
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
    world.on(full.userinfo_endpoint, '{"sub":"user-1","email":"ada@example.org"}')
    take(io, world, { failure = "timeout" })
    take(io, world, answer(false))
    assert.matches("REVALIDATION_RESUMED provider=default session=", world.log_text())
  end)

  it("counts a router that cannot write from the last proof, not from the last question", function()
    local io, world = logged_in()
    take(io, world, { failure = "timeout" })
    world.fail("write_file")
    take(io, world)
    assert.matches("unproved_seconds=600$", world.logs[#world.logs].line)
  end)

  for what, given in pairs({
    ["a word that is not known"] = { status = 400, body = '{"error":"Refresh token is invalid or expired"}' }, ["a bare 403"] = { status = 403 },
  }) do
    it("ends the session at " .. what .. " twice without a proof between, also after failures of other kinds", function()
      for between, is_over in pairs({ proof = false, timeout = true }) do
        local io, world, sid = logged_in()
        world.on(full.userinfo_endpoint, '{"sub":"user-1","email":"ada@example.org"}')
        take(io, world, { failure = "timeout" })
        take(io, world, given)
        assert.is_not_nil(world.sessions[sid])
        take(io, world, between == "timeout" and { failure = "timeout" } or answer(false))
        take(io, world, given)
        assert.equal(is_over, world.sessions[sid] == nil)
        assert.equal(is_over, world.log_text():find("SESSION_ENDED reason=", 1, true) ~= nil)
      end
    end)
  end

  it("stores a rotated token before anything else may fail, and uses it at the next turn", function()
    local io, world, sid = logged_in({ token = "no_email", userinfo = '{"sub":"user-1","email":"ada@example.org"}' })
    world.on(full.userinfo_endpoint, function()
      assert.equal("r2", stored(io, world, sid).refresh_token)
      return { failure = "timeout" }
    end)
    take(io, world, answer("no_email", { refresh_token = "r2" }))
    assert.equal(2, #world.requests)
    take(io, world, answer("rs256"))
    assert.equal("grant_type=refresh_token&refresh_token=r2" .. credentials, world.requests[3].body)
    assert.equal("r2", stored(io, world, sid).refresh_token)
  end)

  it("uses up no token that could not be replaced, and says so", function()
    local io, world, sid = logged_in()
    world.fail("write_file")
    take(io, world)
    assert.same({ {}, "r1" }, { world.requests, stored(io, world, sid).refresh_token })
    assert.is_not_nil(world.sessions[sid])
    local session = hash.safe_id(sid)
    local reason = '"the run directory cannot be written"'
    local line = "REVALIDATION_FAILED error=INTERNAL_ERROR reason=" .. reason .. " session=" .. session .. " unproved_seconds=300"
    assert.equal(line, world.logs[#world.logs].line)
  end)

  for what, changes in pairs({
    ["an empty ID Token"] = { id_token = "" }, ["a long access token"] = { access_token = ("x"):rep(17000) },
    ["another type"] = { token_type = "" }, ["an error beside it"] = { error = "temporarily_unavailable" },
  }) do
    it("stores a rotated token of an answer with " .. what, function()
      local io, world, sid = logged_in()
      take(io, world, answer("rs256", fixtures.with({ refresh_token = "r2" }, changes)))
      assert.equal("r2", stored(io, world, sid).refresh_token)
      assert.is_not_nil(world.sessions[sid])
    end)
  end

  it("loses no session where it is killed at any step", function()
    for steps = 1, 60 do
      local io, world, sid = logged_in()
      world.crash_after = steps
      local is_whole = pcall(take, io, world, answer("refreshed", { refresh_token = "r2" }))
      world.crash_after = nil
      world.locked = {}
      local sent = world.requests_to(full.token_endpoint)
      local token = stored(io, world, sid)
      assert.is_not_nil(world.sessions[sid])
      assert.is_true(token.refresh_token == "r1" or sent == 1 and token.refresh_token == "r2")
      if is_whole then
        assert.equal("r2", token.refresh_token)
        return
      end
    end
    error("no turn ended in so many steps")
  end)
end)

describe("roles after a turn", function()
  it("end the session whose user lost one, as after a change of the configuration", function()
    for _, options in ipairs({ {}, { roles = by_group } }) do
      local io, world, sid = logged_in(options)
      take(io, world, answer("unknown_user"))
      assert.is_nil(world.sessions[sid])
      assert.matches("LOGOUT by=roles email=ada@example.org [^\n]*$", world.log_text())
    end
  end)

  it("say that rpcd refused to end it, with the provider", function()
    local io, world, sid = logged_in()
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
    world.ubus_fail("destroy")
    take(io, world, answer("unknown_user"))
    assert.matches("^REVALIDATION_FAILED error=USER_NOT_AUTHORIZED provider=default session=" .. hash.safe_id(sid), world.logs[#world.logs].line)
  end)

  it("say which claims lack, and why there are too many groups", function()
    local io, world = logged_in({ roles = by_group })
    world.on(full.userinfo_endpoint, '{"sub":"user-1","_claim_names":{"groups":"src1"}}')
    take(io, world, answer("no_groups"))
    assert.matches("LOGOUT by=roles [^\n]*session=%x+ absent_claims=groups hint=\"too many groups", world.log_text())
    io, world = logged_in({ roles = by_group })
    world.on(full.userinfo_endpoint, '{"sub":"user-1"}')
    take(io, world, answer("no_groups"))
    assert.matches("LOGOUT by=roles [^\n]*session=%x+ absent_claims=groups hint=\"no groups came", world.log_text())
  end)

  it("are those of UserInfo where no ID Token comes, which wins over the login", function()
    for _, case in ipairs({
      { '{"sub":"user-1","email":"ada@example.org","groups":["visitors"]}', by_group, false }, { '{"sub":"user-1","groups":["/net/admins"]}', by_group, true },
      { '{"sub":"user-1","email":"eve@example.org","groups":[]}', nil, false }, { '{"sub":"user-1","email":"ada@example.org"}', nil, true },
      { '{"sub":"user-2","email":"ada@example.org"}', nil, false },
    }) do
      local io, world, sid = logged_in({ roles = case[2] })
      world.on(full.userinfo_endpoint, case[1])
      take(io, world, answer(false))
      assert.equal(case[3], world.sessions[sid] ~= nil, case[1])
      assert.is_nil(case[3] and stored(io, world, sid).failures or nil)
    end
  end)

  it("are not proved by a claim that UserInfo lacks, nor without UserInfo", function()
    for _, case in ipairs({
      { '{"sub":"user-1","email":"ada@example.org"}', {}, 'absent_claims=groups .*reason="UserInfo lacks claims of the login,' },
      { "{}", { userinfo_endpoint = "" }, "cannot prove the user again" },
    }) do
      local io, world, sid = logged_in({ roles = by_group, metadata = case[2] })
      world.on(full.userinfo_endpoint, case[1])
      take(io, world, answer(false))
      assert.equal(1, stored(io, world, sid).failures)
      assert.matches("REVALIDATION_FAILED error=ID_TOKEN_VERIFICATION_FAILED .*" .. case[3], world.log_text())
      assert.is_not_nil(world.sessions[sid])
    end
  end)

  it("are those of UserInfo where the login asked it", function()
    for groups, stays in pairs({ ["/net/admins"] = true, nobody = false }) do
      for _, name in ipairs({ "no_groups", false }) do
        local function userinfo(group) return cjson.encode({ sub = "user-1", groups = { group } }) end
        local io, world, sid = logged_in({ roles = by_group, token = "no_groups", userinfo = userinfo("/net/admins") })
        world.on(full.userinfo_endpoint, userinfo(groups))
        take(io, world, answer(name))
        assert.equal(1, world.requests_to(full.userinfo_endpoint))
        assert.equal(stays, world.sessions[sid] ~= nil)
      end
    end
  end)

  it("stay where UserInfo fails, and end where it is about another subject", function()
    local signed = { content_type = "application/jwt", body = fixtures.tokens.other_issuer }
    for _, case in ipairs({ { { failure = "timeout" }, true }, { '{"sub":"user-2"}', false }, { '{"groups":[]}', true }, { signed, true } }) do
      local io, world, sid = logged_in({ roles = by_group, token = "no_groups", userinfo = '{"sub":"user-1","groups":["/net/admins"]}' })
      world.on(full.userinfo_endpoint, case[1])
      take(io, world, answer("no_groups"))
      assert.equal(case[2], world.sessions[sid] ~= nil)
    end
  end)

  it("count by the session's values from then on", function()
    local roles = { { name = "admin", email = { "ada@example.org" }, group = { "staff", "/net/admins" }, read = { "*" }, write = { "*" } } }
    --- UserInfo, the token, and the session's e-mail and groups after one turn and after two.
    for _, case in ipairs({
      { '{"sub":"user-1"}', "no_groups", "ada@example.org", "" },
      { '{"sub":"user-1","groups":["staff"]}', "no_groups", "ada@example.org", { "staff" } },
      { '{"sub":"user-1","email":"ada@example.org"}', false, "ada@example.org", "" },
      { '{"sub":"user-1","groups":["staff"]}', false, "ada@example.org", { "staff" } },
      { '{"sub":"user-1"}', "no_email", "", { "staff", "/net/admins" } },
    }) do
      local io, world, sid = logged_in({ roles = roles })
      local data, sets = world.sessions[sid].data, #world.calls_of("set")
      world.on(full.userinfo_endpoint, case[1])
      -- An ID Token is too old at the second turn.
      for turn = 1, 2 do
        take(io, world, answer(case[2]))
        assert.same({ case[3], case[4], sets + 1 }, { data.sso_email, data.sso_groups, #world.calls_of("set") })
        assert.equal(case[2] and turn == 2 and 1 or nil, stored(io, world, sid).failures)
      end
    end
  end)

  it("are judged by no configuration that cannot be read", function()
    local io, world, sid = logged_in()
    take(io, world, function()
      world.uci_broken["sso-login"] = "broken"
      return answer("unknown_user")
    end)
    assert.is_not_nil(world.sessions[sid])
    assert.matches("REVALIDATION_FAILED error=CONFIG_ERROR", world.log_text())
  end)
end)

describe("a token that is not needed any more", function()
  local function gone(io, world, sid, is_revoked)
    assert.is_nil(stored(io, world, sid))
    local count = is_revoked and 1 or 0
    assert.same({ count, count }, { world.requests_to(revocation), #world.requests })
  end

  for what, case in pairs({
    ["has no endpoint for it"] = { { revocation_endpoint = none } }, ["has a wrong one"] = { { revocation_endpoint = "http://idp.example/" } },
    ["does not answer"] = { {}, { failure = "timeout" }, true }, ["refuses"] = { {}, { status = 503 }, true },
    ["revokes it"] = { {}, "{}", true },
  }) do
    it("goes when the session has ended, where the provider " .. what, function()
      local io, world, sid = logged_in({ metadata = case[1] })
      world.on(revocation, case[2])
      world.sessions[sid] = nil
      revalidation_turn.run(io, "default")
      gone(io, world, sid, case[3])
      assert.equal(case[3] and "token=r1&token_type_hint=refresh_token" .. credentials, world.requests[1] and world.requests[1].body)
    end)
  end

  it("stays with its session while the option is off, which may be taken back", function()
    local io, world, sid = logged_in()
    world.uci["sso-login"][1].options.session_revalidate = nil
    take(io, world)
    world.uci["sso-login"][1].options.session_revalidate = "300"
    assert.same({ {}, "r1" }, { world.requests, stored(io, world, sid).refresh_token })
    take(io, world, answer("refreshed"))
    assert.equal(1, #world.requests)
  end)

  it("is sent to no other provider or client, and stays with a session that is not proved", function()
    for option, value in pairs({ issuer_url = "https://other.example", client_id = "other" }) do
      local io, world, sid = logged_in()
      world.uci["sso-login"][1].options[option] = value
      take(io, world)
      assert.same({ {}, "r1", 1 }, { world.requests, stored(io, world, sid).refresh_token, stored(io, world, sid).failures })
      assert.matches("REVALIDATION_FAILED error=CONFIG_ERROR option=" .. option .. ' reason="not that of the login"', world.log_text())
      world.sessions[sid] = nil
      revalidation_turn.run(io, "default")
      gone(io, world, sid, false)
    end
  end)

  it("stays while the configuration is wrong, and goes with its provider", function()
    local io, world, sid = logged_in()
    world.uci["sso-login"][1].options.redirect_uri = "x"
    take(io, world)
    assert.same({ world.now, 1 }, { stored(io, world, sid).asked_at, stored(io, world, sid).failures })
    assert.matches("REVALIDATION_FAILED error=CONFIG_ERROR", world.log_text())
    world.uci["sso-login"][1].name = "other"
    world.sessions[sid] = nil
    revalidation_turn.run(io, "default")
    gone(io, world, sid, false)
  end)

  it("stays while rpcd does not say which sessions live", function()
    local io, world, sid = logged_in()
    world.sessions[sid] = nil
    world.ubus_fail("list")
    revalidation_turn.run(io, "default")
    assert.equal("r1", stored(io, world, sid).refresh_token)
  end)

  it("goes where its file is damaged", function()
    local io, world, sid = logged_in()
    world.put(path_of(io, sid), "{}")
    revalidation_turn.run(io, "default")
    gone(io, world, sid, false)
  end)
end)

describe("the end of a session with a token", function()
  for what, end_it in pairs({
    ["by an administrator"] = function(io, sid) session_ending.end_session(io, rpcd_sessions.find_session(io, sid), "administrator") end,
    ["by GET /logout"] = function(io, sid)
      local stoken = rpcd_sessions.session_values(io, sid).token
      user_logout.admit(io, scene.web_request("/logout", "stoken=" .. stoken, "sysauth_https=" .. sid)).respond()
    end,
    ["by LuCI"] = function(io, sid)
      local values = rpcd_sessions.session_values(io, sid)
      rpcd_sessions.destroy_session(io, sid)
      hand_over.receive(io, cjson.encode({ token = ("a1"):rep(32), remote = "192.0.2.7", values = values }))
    end,
    ["by a login of the same browser"] = function(io, sid) session_ending.end_replaced(io, { sysauth = sid }, "new") end,
  }) do
    it(what .. " tells the supervisor, and waits for nothing", function()
      local io, world, sid = logged_in()
      end_it(io, sid)
      assert.is_nil(world.sessions[sid])
      local told = world.ubus_calls[#world.ubus_calls]
      assert.same({ object = "service", method = "signal", args = { name = "sso-login", instance = "watch" } }, told)
      assert.equal(0, world.requests_to(revocation))
    end)
  end

  it("tells nobody without the option, and where rpcd does not end it", function()
    for option, status in pairs({ [none] = 4, ["300"] = 6 }) do
      local io, world, sid = logged_in({ uci = { session_revalidate = option } })
      world.ubus_fail("destroy", status)
      assert.equal(status == 4, session_ending.end_session(io, rpcd_sessions.find_session(io, sid), "administrator"))
      assert.equal("session", world.ubus_calls[#world.ubus_calls].object)
    end
  end)
end)
