--- Turns of sessions that logins with a refresh token have opened.
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
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
--- UserInfo of the fixtures' user.
local everything = '{"sub":"user-1","email":"ada@example.org","groups":["staff","/net/admins"]}'
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
  world.on(full.userinfo_endpoint, everything)
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
  world.clock = world.clock + 300
  if given ~= nil then
    world.on(full.token_endpoint, given)
  end
  revalidation_turn.take(io, "default")
end

describe("a login with session_revalidate", function()
  it("stores the refresh token for root alone, and nowhere else", function()
    local io, world, sid = logged_in()
    assert.same({
      refresh_token = "r1", provider = "default", issuer = fixtures.issuer, client_id = fixtures.client_id, asked_at = world.now,
      proved_at = world.now, proved_uptime = world.clock,
    }, stored(io, world, sid))
    assert.equal(384, world.files[path_of(io, sid)].mode)
    assert.is_nil(cjson.encode(world.sessions):find('"r1"', 1, true))
    assert.is_nil(path_of(io, sid):find(sid, 1, true))
  end)

  for what, case in pairs({
    ["no token came"] = { { refresh_token = none }, "absent" }, ["it is no text"] = { { refresh_token = 7 }, "absent" },
    ["it is too long"] = { { refresh_token = ("x"):rep(16385) }, "not_stored" },
    ["it has a blank"] = { { refresh_token = "a b" }, "not_stored" }, ["it is stored"] = { {}, nil },
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
    revalidation_turn.take(io, "default")
    assert.same({}, world.requests)
    world.now = world.now - 299
    io.sleep = function() error("no login calls the provider") end
    take(io, world, function()
      assert.is_nil(world.locked[io.paths.run_dir .. "/provider_lock"])
      return answer("refreshed")
    end)
    assert.equal(2, #world.requests)
    assert.equal("grant_type=refresh_token&refresh_token=r1" .. credentials, world.requests[1].body)
    local token = stored(io, world, sid)
    assert.same({ world.now, world.now, world.clock }, { token.asked_at, token.proved_at, token.proved_uptime })
    assert.is_not_nil(world.sessions[sid])
    revalidation_turn.take(io, "default")
    assert.equal(2, #world.requests)
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

  it("logs a failure when it begins and when its code becomes another, and the proof after it", function()
    local io, world, sid = logged_in()
    local logged_in_at = world.now
    local line = "REVALIDATION_FAILED error=%u[^\n]* session=" .. hash.safe_id(sid) .. " unproved_seconds="
    local function lines() return select(2, world.log_text():gsub(line, "")) end
    for expected, given in ipairs({ { failure = "timeout" }, { status = 400, body = "x" } }) do
      for _ = 1, 2 do
        take(io, world, given)
        assert.same({ expected, logged_in_at }, { lines(), stored(io, world, sid).proved_at })
      end
    end
    take(io, world, answer("refreshed"))
    assert.matches("REVALIDATION_RESUMED session=%x+ unproved_seconds=1500$", world.log_text())
    assert.same({ world.now, world.clock }, { stored(io, world, sid).proved_at, stored(io, world, sid).proved_uptime })
    local text = world.log_text()
    take(io, world, answer("refreshed"))
    assert.equal(text, world.log_text())
    take(io, world, { failure = "timeout" })
    assert.equal(3, lines())
    assert.is_nil(world.log_text():find("r1", 1, true))
  end)

  it("logs each failure that cannot be noted", function()
    local io, world = logged_in()
    take(io, world, { failure = "timeout" })
    world.logs = {}
    world.fail("write_file", 2, 1)
    take(io, world)
    assert.matches("^REVALIDATION_FAILED error=TOKEN_ENDPOINT_NETWORK_ERROR ", world.log_text())
  end)

  it("names the session once in a line", function()
    local io, world = logged_in()
    take(io, world, { status = 400, body = '{"error":"invalid_client"}' })
    assert.equal(1, select(2, world.logs[#world.logs].line:gsub("session=", "")))
  end)

  for words, given in pairs({
    ["TOKEN_EXCHANGE_FAILED (invalid_client)"] = { status = 401, body = '{"error":"invalid_client"}' },
    ["TOKEN_ENDPOINT_NETWORK_ERROR (made to fail: timeout)"] = { failure = "timeout" },
    ["TOKEN_EXCHANGE_FAILED (the answer is not a JSON object)"] = "x", ["TOKEN_EXCHANGE_FAILED (403)"] = { status = 403, body = "{}" },
  }) do
    it("keeps the failure in a few words for lists until the next proof: " .. words, function()
      local io, world, sid = logged_in()
      take(io, world, given)
      assert.equal(words, stored(io, world, sid).failure)
      take(io, world, answer(false))
      assert.is_nil(stored(io, world, sid).failure)
    end)
  end

  it("keeps the code alone of a failure without a short text", function()
    local io, world, sid = logged_in()
    world.now = world.now + 7200
    take(io, world, answer("rs256"))
    assert.equal("ID_TOKEN_VERIFICATION_FAILED", stored(io, world, sid).failure)
  end)

  it("says why a session ends in the provider's words, not where identities are hidden", function()
    for hidden, words in pairs({ ["0"] = "", ["1"] = ' error_description="ada is off"' }) do
      local io, world = logged_in({ uci = { log_identity = hidden } })
      take(io, world, { status = 400, body = '{"error":"invalid_grant","error_description":"ada is off"}' })
      local line = world.logs[#world.logs].line
      assert.equal("SESSION_ENDED reason=invalid_grant", line:match("^SESSION_ENDED %S+"))
      assert.equal(words, line:match(" session=%x+(.*)$"))
      assert.is_nil(scene.leak(line))
    end
  end)

  it("says whose users are proved again where there are several providers", function()
    local io, world = logged_in()
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
    take(io, world, { failure = "timeout" })
    take(io, world, answer(false))
    assert.matches("REVALIDATION_RESUMED provider=default session=", world.log_text())
  end)

  it("goes on with a file of an earlier version", function()
    for _, old in ipairs({ {}, { proved_at = -600, failures = 2, is_refused = true, failure = "x" } }) do
      local io, world, sid = logged_in()
      local token = stored(io, world, sid)
      local proved_at = old.proved_at and world.now + old.proved_at
      token.proved_uptime = nil
      world.put(path_of(io, sid), cjson.encode(fixtures.with(fixtures.with(token, old), { proved_at = proved_at or none })))
      take(io, world, { failure = "timeout" })
      token = stored(io, world, sid)
      local expected = proved_at or world.now - 300
      assert.same({ expected, world.now - expected, true }, { token.proved_at, world.clock - token.proved_uptime, token.failure ~= nil })
      take(io, world, answer("refreshed"))
      assert.same({ world.now, nil }, { stored(io, world, sid).proved_at, stored(io, world, sid).failure })
    end
  end)

  it("stores a rotated token before anything else may fail, and uses it at the next turn", function()
    local io, world, sid = logged_in()
    world.on(full.userinfo_endpoint, function()
      assert.equal("r2", stored(io, world, sid).refresh_token)
      return { failure = "timeout" }
    end)
    take(io, world, answer("refreshed", { refresh_token = "r2" }))
    -- The third one is for the metadata, which might have another address of UserInfo.
    assert.equal(3, #world.requests)
    take(io, world, answer("rs256"))
    assert.equal("grant_type=refresh_token&refresh_token=r2" .. credentials, world.requests[4].body)
    assert.equal("r2", stored(io, world, sid).refresh_token)
  end)

  it("goes on at a token endpoint that has moved, with the token that the old one did not take", function()
    local moved = "https://new.example/token"
    local io, world, sid = logged_in()
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", cjson.encode(fixtures.with(full, { token_endpoint = moved })))
    world.on(moved, answer("refreshed", { refresh_token = "r2" }))
    take(io, world, { status = 404, body = "<html>" })
    assert.same({ full.token_endpoint, moved }, { world.requests[1].url, world.requests[3].url })
    assert.equal(world.requests[1].body, world.requests[3].body)
    assert.same({ world.now, "r2", nil }, { stored(io, world, sid).proved_at, stored(io, world, sid).refresh_token, stored(io, world, sid).failure })
  end)

  it("sends a token once where the answer is of no use and has another one", function()
    local io, world, sid = logged_in()
    take(io, world, { status = 500, body = '{"error":"e","refresh_token":"r2"}' })
    assert.same({ "r2", 1 }, { stored(io, world, sid).refresh_token, world.requests_to(full.token_endpoint) })
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

  for what, rotated in pairs({
    ["is not a text"] = 7, ["is over 16 384 bytes"] = ("x"):rep(16385), ["has a blank, or another character that no token has"] = "a b",
    [""] = none, [" "] = "",
  }) do
    it("names a new refresh token that cannot be used, and keeps the old one: " .. what, function()
      local io, world, sid = logged_in()
      take(io, world, answer("refreshed", { refresh_token = rotated }))
      local line = 'REFRESH_TOKEN_UNUSABLE session=' .. hash.safe_id(sid) .. ' reason="' .. what .. '"'
      assert.equal(#what > 1, world.log_text():find(line, 1, true) ~= nil)
      assert.equal(#what > 1, world.log_text():find("REFRESH_TOKEN_UNUSABLE", 1, true) ~= nil)
      assert.same({ "r1", world.now }, { stored(io, world, sid).refresh_token, stored(io, world, sid).proved_at })
    end)
  end

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

--- The rule, row by row: the answers of token endpoint and UserInfo (`everything` where absent), and what they are. A reason ends the session.
local proved, not_proved = "proved", "not proved"
local function error_of(name, status) return { status = status or 400, body = '{"error":"' .. name .. '"}' } end
local function userinfo(claims) return cjson.encode(fixtures.with({ sub = "user-1" }, claims)) end
local page = { status = 200, body = "<html>Sign-In Prohibited", content_type = "text/html" }
local away = { failure = "timeout" }
local disabled, left = "Refresh token is invalid or expired", "You're not allowed to access this service"
local signed = { content_type = "application/jwt", body = fixtures.tokens.other_issuer }

local rule = {
  ["new tokens, the login's user by ID Token and UserInfo, and the roles match"] = {
    { answer("refreshed"), proved }, { answer("rs256"), proved }, { answer("refreshed", { message = "ok" }), proved },
    { answer("refreshed", { token_type = "DPoP" }), not_proved }, { answer("refreshed", { access_token = "" }), not_proved },
  },
  ["UserInfo alone proves a user without an ID Token"] = { { answer(false), proved }, { answer(false, { id_token = "" }), proved } },
  ["UserInfo is asked wherever the provider has it, and silence there is no proof"] = {
    { answer("refreshed"), not_proved, away }, { answer("refreshed"), not_proved, page }, { answer("refreshed"), not_proved, { status = 401 } },
    { answer("refreshed"), not_proved, '{"email":"ada@example.org"}' }, { answer("refreshed"), not_proved, signed },
    { answer("refreshed"), proved, nil, { userinfo_endpoint = "" } },
  },
  ["UserInfo's claims are the newest"] = {
    { answer("refreshed"), "roles", userinfo({ email = "eve@example.org", groups = { "nobody" } }) },
    { answer("unknown_user"), proved }, { answer("refreshed"), proved, userinfo({}) },
  },
  ["an ID Token that is right in all but its nonce proves nothing and refuses nothing: UserInfo alone decides"] = {
    { answer("other_nonce"), proved }, { answer("other_nonce"), "roles", userinfo({ email = "eve@example.org", groups = {} }) },
    { answer("other_nonce"), not_proved, away }, { answer("other_nonce"), not_proved, nil, { userinfo_endpoint = "" } },
  },
  ["an ID Token that is wrong proves nothing, whatever UserInfo says"] = {
    { answer("rs256_other_no_kid"), not_proved }, { answer("rs256", { access_token = "other" }), not_proved },
  },
  ["another user or issuer refuses"] = {
    { answer("other_subject"), "other_subject" }, { answer("other_issuer"), "other_issuer" },
    { answer("other_nonce_other_subject"), "other_subject" }, { answer("refreshed"), "other_subject", '{"sub":"user-2"}' },
    { answer(false), "other_subject", '{"sub":"user-2"}' },
  },
  ["a lost role refuses"] = { { answer("unknown_user"), "roles", nil, { userinfo_endpoint = "" } } },
  ["without an ID Token and UserInfo nobody tells"] = { { answer(false), not_proved, nil, { userinfo_endpoint = "" } } },
  ["an error of the provider refuses, in an object with status 200, 400, 401 or 403"] = {
    { error_of("invalid_grant"), "invalid_grant" }, { error_of("invalid_grant", 200), "invalid_grant" }, { error_of("anything", 401), "anything" },
    { error_of(left, 403), left }, { error_of(disabled), disabled }, { answer("refreshed", { error = "access_denied" }), "access_denied" },
    { answer("refreshed"), "invalid_token", error_of("invalid_token", 401) }, { answer("refreshed"), "login_required", error_of("login_required", 200) },
  },
  ["an error with another status, or that is no text, is no refusal: frameworks answer so"] = {
    { error_of("Client not found", 404), not_proved }, { error_of("invalid_grant", 405), not_proved }, { error_of("invalid_grant", 302), not_proved },
    { error_of("invalid_grant", 500), not_proved }, { error_of("invalid_grant", 429), not_proved },
    { { status = 400, body = '{"error":{"code":"x"}}' }, not_proved }, { { status = 400, body = '{"error":7}' }, not_proved },
    { { status = 400, body = '{"error":""}' }, not_proved }, { { status = 403, body = '{"message":"no"}' }, not_proved },
  },
  ["an error that passes is no refusal"] = {
    { error_of("temporarily_unavailable"), not_proved }, { error_of("server_error"), not_proved }, { error_of("slow_down"), not_proved },
    { error_of("too_many_requests"), not_proved }, { error_of("RESOURCE_EXHAUSTED", 403), not_proved },
    { { status = 403, body = '{"error":"denied"}', retry_after = 5 }, not_proved },
  },
  ["a page, a status or silence says nothing about a user"] = {
    { page, not_proved }, { away, not_proved }, { { failure = "connect" }, not_proved }, { { failure = "certificate" }, not_proved }, { "{}", not_proved },
    { { status = 404, body = "404 page not found" }, not_proved }, { { status = 401, body = "<html>" }, not_proved },
    { { status = 403, body = "<html>" }, not_proved }, { { status = 401, body = "{}" }, not_proved }, { { status = 503 }, not_proved },
  },
}
for _, name in ipairs({
  "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "invalid_request", "insufficient_scope",
}) do
  for _, status in ipairs({ 200, 400, 401, 403 }) do
    rule["an error about the client or the request is no refusal: " .. name .. " with " .. status] = { { error_of(name, status), not_proved } }
  end
end

describe("a turn:", function()
  for sentence, rows in pairs(rule) do
    it(sentence, function()
      for at, row in ipairs(rows) do
        local io, world, sid = logged_in({ metadata = row[4] })
        if row[3] ~= nil then
          world.on(full.userinfo_endpoint, row[3])
        end
        take(io, world, row[1])
        local token = stored(io, world, sid)
        local stays = token.proved_at == world.now and proved or not_proved
        local line = (world.logs[#world.logs] or { line = "" }).line
        local reason = line:match('^SESSION_ENDED reason="([^"]+)"') or line:match("^SESSION_ENDED reason=(%S+)") or line:match("^LOGOUT by=(%S+)")
        assert.equal(row[2], world.sessions[sid] ~= nil and stays or reason, at)
        assert.is_nil(scene.leak(line))
      end
    end)
  end

  it("failures of metadata and keys are nobody's, whatever they say", function()
    for _, address in ipairs({ full.jwks_uri, fixtures.issuer .. "/.well-known/openid-configuration" }) do
      local io, world, sid = logged_in()
      for _, name in ipairs(world.in_run_dir("^jwks_")) do io.remove(io.paths.run_dir .. "/" .. name) end
      for _, name in ipairs(world.in_run_dir("^discovery_")) do io.remove(io.paths.run_dir .. "/" .. name) end
      world.on(address, error_of("access_denied", 403))
      take(io, world, answer("refreshed"))
      assert.is_not_nil(world.sessions[sid])
      assert.is_not_nil(stored(io, world, sid).failure)
    end
  end)
end)

describe("roles after a turn", function()
  it("end the session whose user lost one, as after a change of the configuration", function()
    for _, options in ipairs({ {}, { roles = by_group } }) do
      local io, world, sid = logged_in(options)
      take(io, world, answer("refreshed"))
      assert.is_not_nil(world.sessions[sid])
      world.on(full.userinfo_endpoint, userinfo({ email = "eve@example.org", groups = {} }))
      take(io, world, answer("refreshed"))
      assert.is_nil(world.sessions[sid])
      assert.matches("LOGOUT by=roles email=ada@example.org [^\n]*$", world.log_text())
    end
  end)

  it("end no session whose own change of them waits for the confirmation, unless the provider took them", function()
    for _, is_own in ipairs({ true, false }) do
      local io, world, sid = logged_in()
      local confirm = fixtures.unconfirmed(io, world, sid, 600)
      if is_own then
        for _, section in ipairs(world.uci["sso-login"]) do
          section.options.email = section.type == "role" and { "eve@example.org" } or section.options.email
          section.options.group = nil
        end
      else
        world.on(full.userinfo_endpoint, userinfo({ email = "eve@example.org", groups = {} }))
      end
      take(io, world, answer("refreshed"))
      assert.equal(is_own, world.sessions[sid] ~= nil)
      if is_own then
        assert.matches("^REVALIDATION_FAILED error=USER_NOT_AUTHORIZED", world.logs[#world.logs].line)
        confirm()
        take(io, world, answer("refreshed"))
        assert.is_nil(world.sessions[sid])
      end
    end
  end)

  it("say that rpcd refused to end it, with the provider", function()
    local io, world, sid = logged_in()
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
    world.ubus_fail("destroy")
    world.on(full.userinfo_endpoint, userinfo({ email = "eve@example.org", groups = {} }))
    take(io, world, answer("refreshed"))
    assert.matches("^REVALIDATION_FAILED error=USER_NOT_AUTHORIZED provider=default session=" .. hash.safe_id(sid), world.logs[#world.logs].line)
  end)

  it("say which claims lack, and why there are too many groups", function()
    for claims, words in pairs({ [',"_claim_names":{"groups":"src1"}'] = "too many groups", [""] = "no groups came" }) do
      local io, world = logged_in({ roles = by_group })
      world.on(full.userinfo_endpoint, '{"sub":"user-1"' .. claims .. "}")
      take(io, world, answer("no_groups"))
      assert.matches("LOGOUT by=roles [^\n]*session=%x+ absent_claims=groups hint=\"" .. words, world.log_text())
    end
  end)

  it("say that the e-mail lost its verification, and which option is about it", function()
    for name, claims in pairs({ refreshed_unverified = "{}", [false] = '{"email":"ada@example.org","email_verified":false}' }) do
      for hidden, pair in pairs({ ["1"] = "email_unverified=ada@example%.org", ["0"] = "email_unverified_id=%x+" }) do
        local io, world = logged_in({ uci = { log_identity = hidden }, roles = { { name = "admin", email = { "ada@example.org" }, read = { "*" } } } })
        world.on(full.userinfo_endpoint, userinfo(cjson.decode(claims)))
        take(io, world, answer(name))
        local line = world.logs[#world.logs].line
        assert.matches("^LOGOUT by=roles ", line)
        assert.matches(pair, line)
        assert.matches('hint="e%-mail is not verified, see option allow_unverified_email"', line)
        assert.equal(1, select(2, line:gsub(" sub[=_]", "")))
      end
    end
  end)

  it("are those of UserInfo where no ID Token proves the user; a claim that nobody tells is not lost", function()
    local rows = {
      { { email = "ada@example.org", groups = { "visitors" } }, by_group, "roles" }, { { groups = { "/net/admins" } }, by_group, proved },
      { { email = "ada@example.org" }, nil, proved }, { { email = "ada@example.org" }, by_group, not_proved },
    }
    for _, case in ipairs(rows) do
      for _, name in ipairs({ false, "other_nonce" }) do
        local io, world, sid = logged_in({ roles = case[2] })
        world.on(full.userinfo_endpoint, userinfo(case[1]))
        take(io, world, answer(name))
        local is_over = world.sessions[sid] == nil
        assert.equal(case[3], is_over and "roles" or stored(io, world, sid).failure ~= nil and not_proved or proved)
      end
    end
    -- Neither of the two newest sources has groups, as at Gitea for a user in none.
    local io, world, sid = logged_in({ roles = by_group })
    world.on(full.userinfo_endpoint, '{"sub":"user-1","groups":null}')
    take(io, world, answer("other_nonce_no_groups"))
    assert.is_nil(world.sessions[sid])
  end)

  it("say that a claim was told by nobody", function()
    local io, world = logged_in({ roles = by_group })
    world.on(full.userinfo_endpoint, userinfo({ email = "ada@example.org" }))
    take(io, world, answer(false))
    local words = 'REVALIDATION_FAILED error=ID_TOKEN_VERIFICATION_FAILED absent_claims=groups .*reason="UserInfo lacks claims of the login,'
    assert.matches(words, world.log_text())
    io, world = logged_in({ metadata = { userinfo_endpoint = "" } })
    take(io, world, answer(false))
    assert.matches('ID_TOKEN_VERIFICATION_FAILED hint=[^\n]*reason="no ID Token, and the provider has no UserInfo endpoint"', world.log_text())
    assert.matches("cannot prove the user again", world.log_text())
    io, world = logged_in({ metadata = { userinfo_endpoint = "" } })
    take(io, world, answer("other_nonce"))
    assert.matches('reason="another nonce, and the provider has no UserInfo endpoint"', world.log_text())
  end)

  it("are not written again where nothing changed", function()
    local roles = { { name = "admin", group = { "staff", "/net/admins" }, read = { "*" }, write = { "*" } } }
    local io, world, sid = logged_in({ roles = roles })
    local sets = #world.calls_of("set")
    take(io, world, answer("refreshed"))
    assert.same({ { "staff", "/net/admins" }, sets }, { world.sessions[sid].data.sso_groups, #world.calls_of("set") })
  end)

  it("count by the session's values from then on", function()
    local roles = { { name = "admin", email = { "ada@example.org" }, group = { "staff", "/net/admins" }, read = { "*" }, write = { "*" } } }
    --- UserInfo, the token, and the session's e-mail and groups after one turn and after two.
    for _, case in ipairs({
      { {}, "no_groups", "ada@example.org", "" }, { { groups = { "staff" } }, "no_groups", "ada@example.org", { "staff" } },
      { { email = "ada@example.org" }, false, "ada@example.org", "" }, { { groups = { "staff" } }, false, "ada@example.org", { "staff" } },
      { {}, "no_email", "", { "staff", "/net/admins" } },
    }) do
      local io, world, sid = logged_in({ roles = roles })
      local data, sets = world.sessions[sid].data, #world.calls_of("set")
      world.on(full.userinfo_endpoint, userinfo(case[1]))
      -- An ID Token is too old at the second turn.
      for turn = 1, 2 do
        take(io, world, answer(case[2]))
        assert.same({ case[3], case[4], sets + 1 }, { data.sso_email, data.sso_groups, #world.calls_of("set") })
        assert.equal(case[2] and turn == 2, stored(io, world, sid).failure ~= nil)
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
  --- `renewals`: fetches of the metadata after a call that failed.
  local function gone(io, world, sid, is_revoked, renewals)
    assert.is_nil(stored(io, world, sid))
    local count = is_revoked and 1 or 0
    assert.same({ count, count + (renewals or 0) }, { world.requests_to(revocation), #world.requests })
  end

  for what, case in pairs({
    ["has no endpoint for it"] = { { revocation_endpoint = none } }, ["has a wrong one"] = { { revocation_endpoint = "http://idp.example/" }, nil, nil, 1 },
    ["does not answer"] = { {}, { failure = "timeout" }, true, 1 }, ["refuses"] = { {}, { status = 503 }, true, 1 },
    ["revokes it"] = { {}, "{}", true },
  }) do
    it("goes when the session has ended, where the provider " .. what, function()
      local io, world, sid = logged_in({ metadata = case[1] })
      world.on(revocation, case[2])
      world.sessions[sid] = nil
      revalidation_turn.take(io, "default")
      gone(io, world, sid, case[3], case[4])
      assert.equal(5, world.settings.timeout)
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
    assert.equal(2, #world.requests)
  end)

  it("is sent to no other provider or client, and stays with a session that is not proved", function()
    for option, value in pairs({ issuer_url = "https://other.example", client_id = "other" }) do
      local io, world, sid = logged_in()
      world.uci["sso-login"][1].options[option] = value
      take(io, world)
      assert.same({ {}, "r1", world.now - 300 }, { world.requests, stored(io, world, sid).refresh_token, stored(io, world, sid).proved_at })
      assert.matches("REVALIDATION_FAILED error=CONFIG_ERROR option=" .. option .. ' reason="not that of the login"', world.log_text())
      world.sessions[sid] = nil
      revalidation_turn.take(io, "default")
      gone(io, world, sid, false)
    end
  end)

  it("stays while the configuration is wrong, and goes with its provider", function()
    local io, world, sid = logged_in()
    world.uci["sso-login"][1].options.redirect_uri = "x"
    take(io, world)
    assert.same({ world.now, world.now - 300 }, { stored(io, world, sid).asked_at, stored(io, world, sid).proved_at })
    assert.matches("REVALIDATION_FAILED error=CONFIG_ERROR", world.log_text())
    world.uci["sso-login"][1].name = "other"
    world.sessions[sid] = nil
    revalidation_turn.take(io, "default")
    gone(io, world, sid, false)
  end)

  it("stays while rpcd does not say which sessions live", function()
    local io, world, sid = logged_in()
    world.sessions[sid] = nil
    world.ubus_fail("list")
    revalidation_turn.take(io, "default")
    assert.equal("r1", stored(io, world, sid).refresh_token)
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
    ["by a login of the same browser"] = function(io, sid, world)
      session_ending.after_login(io, world.add_session({ sso_provider = "other", sso_issuer = fixtures.issuer }), true, { sessions = { sid } })
    end,
  }) do
    it(what .. " tells the supervisor, and waits for nothing", function()
      local io, world, sid = logged_in()
      end_it(io, sid, world)
      assert.is_nil(world.sessions[sid])
      local told = {}
      for _, call in ipairs(world.ubus_calls) do
        told[#told + 1] = call.object == "service" and call or nil
      end
      assert.same({ object = "service", method = "signal", args = { name = "sso-login-watch", instance = "watch" } }, told[1])
      assert.same({ 2, "set", "sso-login-watch" }, { #told, told[2].method, told[2].args.name })
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
