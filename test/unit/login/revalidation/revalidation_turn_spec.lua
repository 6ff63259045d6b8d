--- Turns of sessions that logins with a refresh token have opened.
local cjson = require("cjson")
local encoding = require("sso_login.base.encoding")
local fixtures = require("support.fixtures")
local session_ending = require("sso_login.rpcd.session_ending")
local hand_over = require("sso_login.logout.hand_over")
local hash = require("sso_login.jose.hash")
local user_logout = require("sso_login.web.endpoints.user_logout")
local programs = require("support.programs")
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
  revalidation_turn.run(io)
end

describe("a login with session_revalidate", function()
  it("stores the refresh token for root alone, nowhere else, and starts the process that waits", function()
    local io, world, sid = logged_in()
    assert.same({
      refresh_token = "r1", provider = "default", issuer = fixtures.issuer, client_id = fixtures.client_id, asked_at = world.now,
    }, stored(io, world, sid))
    assert.equal(384, world.files[path_of(io, sid)].mode)
    assert.same({ io.paths.plugin .. " watch" }, world.started)
    assert.is_nil(cjson.encode(world.sessions):find('"r1"', 1, true))
    assert.is_nil(path_of(io, sid):find(sid, 1, true))
  end)

  for what, case in pairs({
    ["no token came"] = { { refresh_token = none }, "absent" }, ["it is no text"] = { { refresh_token = 7 }, "absent" },
    ["it is too long"] = { { refresh_token = ("x"):rep(16385) }, "not_stored" }, ["it is stored"] = { {}, nil },
    ["it is as long as it may be"] = { { refresh_token = ("x"):rep(16384) }, nil },
  }) do
    it("says so in the log where " .. what, function()
      local io, world, _, login = logged_in({ response = case[1] })
      assert.equal(case[2], login.notes.refresh_token)
      assert.equal(case[2] == "absent", require("sso_login.protocol.login_lacks").lacks_refresh_token(io, scene.loaded(io)))
      assert.equal(case[2] == nil and 1 or 0, #world.in_run_dir("^refresh_"))
      assert.equal(case[2] == nil and 1 or 0, #world.started)
    end)
  end

  it("stores none without the option", function()
    local _, world, _, login = logged_in({ uci = { session_revalidate = none } })
    assert.is_nil(login.notes.refresh_token)
    assert.same({}, world.in_run_dir("^refresh_"))
  end)
end)

describe("a turn", function()
  it("comes when the seconds have passed, and not before", function()
    local io, world, sid = logged_in()
    world.now = world.now + 299
    revalidation_turn.run(io)
    assert.same({}, world.requests)
    world.now = world.now - 299
    take(io, world)
    assert.equal(1, #world.requests)
    assert.equal("grant_type=refresh_token&refresh_token=r1" .. credentials, world.requests[1].body)
    assert.equal(world.now, stored(io, world, sid).asked_at)
    assert.is_not_nil(world.sessions[sid])
    revalidation_turn.run(io)
    assert.equal(1, #world.requests)
    assert.equal("", world.log_text():gsub("LOGIN_GRANTED[^\n]*\n?", ""))
  end)

  it("is one at a time", function()
    local io, world, sid = logged_in()
    local lock = io.lock
    io.lock = function(path) return path ~= io.paths.run_dir .. "/revalidate.lock" and lock(path) end
    take(io, world)
    assert.same({ {}, "r1" }, { world.requests, stored(io, world, sid).refresh_token })
  end)

  it("holds the provider's lock while it asks, and no longer", function()
    local io, world = logged_in()
    local provider = io.paths.run_dir .. "/provider_lock"
    local held
    take(io, world, function()
      held = world.locked[provider]
      return answer("refreshed")
    end)
    assert.same({ true }, { held, world.locked[provider], world.locked[io.paths.run_dir .. "/revalidate.lock"] })
  end)

  for what, name in pairs({ ["a new ID Token"] = "refreshed", ["the old nonce"] = "rs256", ["no ID Token"] = false }) do
    it("leaves the session with " .. what, function()
      local io, world, sid = logged_in()
      take(io, world, answer(name))
      assert.is_not_nil(world.sessions[sid])
      assert.is_nil(stored(io, world, sid).is_failing)
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
    ["another nonce"] = answer("other_nonce"), ["a wrong signature"] = answer("rs256_other_no_kid"), ["an empty ID Token"] = answer("rs256", { id_token = "" }),
    ["at_hash of another token"] = answer("rs256", { access_token = "other" }),
  }) do
    it("ends nothing at " .. what .. ", and logs that once until it works again", function()
      local io, world, sid = logged_in()
      take(io, world, given)
      local line = "REVALIDATION_FAILED error=%u[^\n]* session=" .. hash.safe_id(sid)
      local function lines() return select(2, world.log_text():gsub(line, "")) end
      assert.equal(1, lines())
      take(io, world, given)
      assert.is_not_nil(world.sessions[sid])
      assert.equal(1, lines())
      -- Without an ID Token, with a member that names errors elsewhere.
      take(io, world, answer(false, { message = "ok" }))
      assert.is_nil(stored(io, world, sid).is_failing)
      take(io, world, given)
      assert.equal(2, lines())
      assert.is_nil(world.log_text():find("r1", 1, true))
    end)
  end

  it("waits without a line while another process calls the provider", function()
    local io, world, sid = logged_in()
    world.fail("lock", math.huge, 1)
    take(io, world)
    assert.same({ {}, world.now, nil }, { world.requests, stored(io, world, sid).asked_at, stored(io, world, sid).is_failing })
    assert.is_nil(world.log_text():find("REVALIDATION_FAILED", 1, true))
  end)

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

  it("uses up no token that could not be replaced", function()
    local io, world, sid = logged_in()
    world.fail("write_file")
    take(io, world)
    assert.same({ {}, "r1" }, { world.requests, stored(io, world, sid).refresh_token })
    assert.is_not_nil(world.sessions[sid])
  end)

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

  it("log provider and session where rpcd refuses to end it", function()
    local io, world, sid = logged_in()
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = {} })
    world.ubus_fail("destroy")
    take(io, world, answer("unknown_user"))
    local line = "REVALIDATION_FAILED provider=default error=UBUS_LOGIN_FAILED method=destroy session=" .. hash.safe_id(sid)
    assert.equal(line, world.logs[#world.logs].line)
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
    for userinfo, groups in pairs({ ['{"sub":"user-1"}'] = "", ['{"sub":"user-1","groups":["staff"]}'] = { "staff" } }) do
      local io, world, sid = logged_in({ roles = roles })
      world.on(full.userinfo_endpoint, userinfo)
      take(io, world, answer("no_groups"))
      assert.same({ "ada@example.org", groups }, { world.sessions[sid].data.sso_email, world.sessions[sid].data.sso_groups })
    end
    local other_io, other, other_sid = logged_in({ roles = roles })
    other.on(full.userinfo_endpoint, '{"sub":"user-1"}')
    take(other_io, other, answer("no_email"))
    assert.same({ "", { "staff", "/net/admins" } }, { other.sessions[other_sid].data.sso_email, other.sessions[other_sid].data.sso_groups })
    local sets = #other.calls_of("set")
    take(other_io, other, answer(false))
    assert.equal(sets + 1, #other.calls_of("set"))
    take(other_io, other, answer(false))
    assert.equal(sets + 1, #other.calls_of("set"))
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

  it("is revoked, and its file goes, when the session has ended", function()
    local io, world, sid = logged_in()
    world.sessions[sid] = nil
    revalidation_turn.run(io)
    gone(io, world, sid, true)
    assert.equal("token=r1&token_type_hint=refresh_token" .. credentials, world.requests[1].body)
  end)

  for what, case in pairs({
    ["has no endpoint for it"] = { { revocation_endpoint = none } }, ["has a wrong one"] = { { revocation_endpoint = "http://idp.example/" } },
    ["does not answer"] = { {}, { failure = "timeout" }, true }, ["refuses"] = { {}, { status = 503 }, true },
  }) do
    it("goes where the provider " .. what, function()
      local io, world, sid = logged_in({ metadata = case[1] })
      world.on(revocation, case[2])
      world.sessions[sid] = nil
      revalidation_turn.run(io)
      gone(io, world, sid, case[3])
    end)
  end

  it("goes when the option is off, and the session stays", function()
    local io, world, sid = logged_in()
    world.uci["sso-login"][1].options.session_revalidate = nil
    revalidation_turn.run(io)
    gone(io, world, sid, true)
    assert.is_not_nil(world.sessions[sid])
  end)

  it("is sent to no other provider or client", function()
    for option, value in pairs({ issuer_url = "https://other.example", client_id = "other" }) do
      local io, world, sid = logged_in()
      world.uci["sso-login"][1].options[option] = value
      take(io, world)
      gone(io, world, sid, false)
    end
  end)

  it("stays while the configuration is wrong, and goes with its provider", function()
    local io, world, sid = logged_in()
    world.uci["sso-login"][1].options.redirect_uri = "x"
    take(io, world)
    assert.equal(world.now, stored(io, world, sid).asked_at)
    world.uci["sso-login"][1].name = "other"
    revalidation_turn.run(io)
    gone(io, world, sid, false)
  end)

  it("stays while rpcd does not say which sessions live", function()
    local io, world, sid = logged_in()
    world.sessions[sid] = nil
    world.ubus_fail("list")
    revalidation_turn.run(io)
    assert.equal("r1", stored(io, world, sid).refresh_token)
  end)

  it("goes where its file is damaged", function()
    local io, world, sid = logged_in()
    world.put(path_of(io, sid), "{}")
    revalidation_turn.run(io)
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
      hand_over.save(io, cjson.encode({ token = ("a1"):rep(32), remote = "192.0.2.7", values = values }))
    end,
    ["by a login of the same browser"] = function(io, sid) session_ending.end_replaced(io, { sysauth = sid }, "new") end,
  }) do
    it(what .. " has the token revoked, and waits for nothing", function()
      local io, world, sid = logged_in()
      world.started = {}
      end_it(io, sid)
      assert.is_nil(world.sessions[sid])
      assert.same({ io.paths.plugin .. " watch" }, world.started)
      assert.equal(0, world.requests_to(revocation))
    end)
  end

  it("starts nothing without the option, and nothing where rpcd does not end it", function()
    for option, status in pairs({ [none] = 4, ["300"] = 6 }) do
      local io, world, sid = logged_in({ uci = { session_revalidate = option } })
      world.started = {}
      world.ubus_fail("destroy", status)
      assert.equal(status == 4, session_ending.end_session(io, rpcd_sessions.find_session(io, sid), "administrator"))
      assert.same({}, world.started)
    end
  end)

  it("is noticed after a reload of rpcd, too", function()
    local io, world = logged_in()
    world.started = {}
    programs.with({ ["sso_login.io.system"] = { create = function() return io end } }, { "sso_login.entry_points.rpcd_plugin" }, function()
      require("sso_login.entry_points.rpcd_plugin").main({ "restore" })
    end)
    assert.same({ io.paths.plugin .. " watch" }, world.started)
  end)
end)

it("revalidate.main takes the turn, and logs what must not happen", function()
  local io, world, sid = logged_in()
  for _, crash in ipairs({ false, "list_dir" }) do
    world.sessions[sid] = nil
    world.crash_at = crash or nil
    programs.with({ ["sso_login.io.system"] = { create = function() return io end } }, { "sso_login.entry_points.revalidate" }, function()
      assert.equal(0, require("sso_login.entry_points.revalidate").main({}))
    end)
    assert.equal(crash == "list_dir", world.log_text():find("INTERNAL_ERROR", 1, true) ~= nil)
  end
  assert.equal(1, world.requests_to(revocation))
end)
