--- login.test_login through rpcd's plugin and the router: what a test may do, what it leaves, and who may see it.
local cjson = require("cjson")
local crypto = require("sso_login.contracts.crypto")
local fixtures = require("support.fixtures")
local log = require("sso_login.base.log")
local routes = require("sso_login.web.routes")
local scene = require("support.scene")
local test_flow = require("sso_login.login.test.test_flow")

local own_prefix = "__Host-webui_sso_"
local secret = fixtures.client_secret

--- A router whose single sign-on is off, an administrator's session, and what the settings page asks with, after `options.change`.
local function open(options)
  local io, world = scene.create(options)
  world.uci["sso-login"][1].options.enabled = "0"
  local sid = world.add_session({ username = "root", token = "t" })
  local values = fixtures.with(fixtures.options, { client_secret = fixtures.none, enabled = "0" })
  local input = { values = values, roles = { { name = "admin", email = { "ada@example.org" }, read = { "*" } } } }
  if options and options.change then
    options.change(input)
  end
  return io, world, sid, input
end

local function begin(io, sid, input)
  local begun = test_flow.begin(io, sid, input)
  assert.is_true(begun.ok, begun.ok or log.format_details(begun.details))
  return begun.data.url:match("^https://router%.example/cgi%-bin/sso%-login/%?(test=.*)$")
end

--- The first request of the tab: its state, and the cookie that it got.
local function start(io, query)
  local response = routes.handle(io, scene.web_request("/", query))
  local state = (scene.header(response, "Location") or ""):match("[?&]state=([^&]+)")
  return state, response.headers[2] and response.headers[2][2]:match("^[^;]+"), response
end

--- Gives the record the nonce of the fixtures' tokens.
local function accept_tokens(io, world, state)
  local path = io.paths.run_dir .. "/test_login_" .. crypto.hash_sha256_hex(state) .. ".json"
  world.put(path, cjson.encode(fixtures.with(cjson.decode(world.text(path)), { nonce = fixtures.handshake.nonce })))
end

local function callback(io, state, cookie, query)
  return routes.handle(io, scene.web_request("/callback", query or ("code=the-code&state=" .. state), cookie))
end

--- A test up to its callback's answer; `query` up to the state, where the provider sends another.
local function run(options, prepare, query)
  local io, world, sid, input = open(options)
  local state, cookie = start(io, begin(io, sid, input))
  accept_tokens(io, world, state)
  if prepare then
    prepare(world, sid, io)
  end
  return callback(io, state, cookie, query and query .. state), io, world, sid, { state = state, cookie = cookie, input = input }
end

local function outcome_of(io, sid)
  local answer = test_flow.result(io, sid)
  return answer.ok and answer.data.outcome, answer
end

--- Fields of the log line after code and address, where no others are given.
local facts = { STATE_NOT_FOUND = " test=true", INVALID_REQUEST = " parameter=test" }
local another = ' reason="another test has begun, or this one is over" test=true'
local session_over = ' reason="the session that began it has ended" test=true'

--- Nothing of a test is a session, or of use to a login.
local function assert_nothing_left(world)
  for _, session in pairs(world.sessions) do
    assert.is_nil(session.data.sso_issuer)
  end
  assert.is_true(#fixtures.keys(world.sessions) <= 1)
  for _, call in ipairs(world.ubus_calls) do
    assert.truthy(({ get = true, list = true, read = true })[call.method], call.method)
  end
  for _, name in ipairs({ "discovery_", "jwks_", "failed_", "tokens", "test_calls_" }) do
    assert.same({}, world.in_run_dir("^" .. name))
  end
  assert.same({}, world.commits)
  assert.same({}, world.locked)
end

local function assert_refused(code, response, world, said)
  assert.equal(0, #scene.header_values(response, "Set-Cookie"))
  assert.equal(code .. " remote=192.0.2.7" .. (said or facts[code] or ""), world.logs[#world.logs].line)
end

describe("a test login", function()
  it("shows claims, groups, roles and rights, while single sign-on is off, and makes no session", function()
    local response, io, world, sid, test = run()
    local page = "/cgi-bin/luci/admin/services/sso-login/test"
    assert.equal("/cgi-bin/webui/?to=" .. page, scene.header(response, "Location"))
    assert.same({
      own_prefix .. "to_" .. crypto.safe_id(test.state) .. "=" .. crypto.safe_id(page) .. "; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax",
      test.cookie:match("^[^=]+") .. "=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax",
    }, scene.header_values(response, "Set-Cookie"))
    assert.same({ state = "done", outcome = {
      claims = {
        { name = "aud", value = "router" }, { name = "email", value = "ada@example.org" }, { name = "exp", value = tostring(fixtures.now + 300) },
        { name = "groups", value = '["staff","/net/admins"]' }, { name = "iat", value = tostring(fixtures.now - 5) },
        { name = "iss", value = fixtures.issuer }, { name = "sub", value = "user-1" },
      },
      email = "ada@example.org", groups = { "staff", "/net/admins" }, roles = { "admin" }, username = "admin",
      because = { admin = { { rule = "email", claim = "email", value = "ada@example.org" } } }, can = { admin = { verdict = "look", groups = {}, pages = {} } },
      pages = {}, notes = {}, logs_out = true, provider = "default", redirect_uri = fixtures.options.redirect_uri,
    } }, test_flow.result(io, sid).data)
    assert_nothing_left(world)
    assert.matches("^TEST_LOGIN remote=192.0.2.7 email=ada@example.org sub=user%-1 outcome=granted session="
      .. crypto.safe_id(sid) .. "$", world.logs[1].line)
    assert.equal(1, #world.logs)
    assert.is_nil(scene.leak(world.log_text()))
  end)

  it("keeps the secret only during the test, in files that no other user may read, and sets only the login's own cookie", function()
    local io, world, sid, input = open()
    local state, cookie, response = start(io, begin(io, sid, input))
    assert.equal(own_prefix .. crypto.safe_id(state), cookie:match("^([^=]+)="))
    assert.equal(1, #scene.header_values(response, "Set-Cookie"))
    for _, name in ipairs(world.in_run_dir("^test_")) do
      assert.equal(384, world.files[io.paths.run_dir .. "/" .. name].mode)
    end
    local _, _, ended_world = run()
    for path, file in pairs(ended_world.files) do
      assert.is_nil((file.content or ""):find(secret, 1, true), path)
    end
    assert.equal(1, #ended_world.in_run_dir("^test_"))
  end)

  for _, case in ipairs({ { "nobody's", ("0"):rep(32) }, { "an unknown", ("f"):rep(32) }, { "no", "" } }) do
    it("refuses to start for " .. case[1] .. " session and gives no details", function()
      local _, io, world, _, given = run()
      local none = { ok = false, error = "INVALID_REQUEST", details = "there is no such session" }
      assert.same({ none, none }, { test_flow.begin(io, case[2], given.input), test_flow.result(io, case[2]) })
      assert.equal(1, #world.in_run_dir("^test_session_"))
    end)
  end

  it("is shown only to its own session", function()
    local _, io, world, sid = run()
    local other = world.add_session({ username = "root", token = "u" })
    assert.same({ state = "none" }, test_flow.result(io, other).data)
    assert.equal("done", test_flow.result(io, sid).data.state)
    world.now = world.now + 300
    assert.same({ state = "none" }, test_flow.result(io, sid).data)
  end)

  for option, value in pairs({
    issuer_url = "https://evil.example", internal_issuer_url = "https://10.0.0.1", ca_file = "/tmp/ca.pem",
  }) do
    it("demands the secret again where " .. option .. " is not the saved one", function()
      local io, world, sid, input = open()
      input.values[option] = value
      local refused = test_flow.begin(io, sid, input)
      assert.same({ "CONFIG_ERROR", "client_secret", "typed_anew" }, {
        refused.error, refused.details.option, refused.details.must.id,
      })
      assert.same({}, world.in_run_dir("^test_"))
      input.values.client_secret = "typed"
      assert.is_string(begin(io, sid, input))
    end)
  end

  it("validates the values as a save does", function()
    local io, _, sid, input = open()
    assert.same({ ok = false, error = "INVALID_REQUEST", details = "values are missing" }, test_flow.begin(io, sid, {}))
    assert.equal("INVALID_REQUEST", test_flow.begin(io, sid, { values = 7 }).error)
    input.values.scope = "email"
    assert.equal("scope", test_flow.begin(io, sid, input).details.option)
    input.values.token_endpoint_auth_method, input.values.ca_file = "private_key_jwt", "/tmp/ca.pem"
    assert.same({ ok = false, error = "CONFIG_ERROR", details = { option = "issuer_url", must = { id = "saved_first" } } },
      test_flow.begin(io, sid, input))
  end)

  it("accepts a ticket once, within 300 seconds, and only the session's last", function()
    local io, world, sid, input = open()
    local query = begin(io, sid, input)
    start(io, query)
    assert_refused("STATE_NOT_FOUND", select(3, start(io, query)), world)
    assert.same({}, world.locked)
    local old = begin(io, sid, input)
    local new = begin(io, sid, input)
    assert_refused("STATE_NOT_FOUND", select(3, start(io, old)), world, another)
    world.now = world.now + 300
    assert_refused("STATE_NOT_FOUND", select(3, start(io, new)), world)
  end)

  for _, query in ipairs({ "test=", "test=" .. ("x"):rep(44), "test=../" .. ("x"):rep(40), "test=%00" .. ("x"):rep(40) }) do
    it("refuses the ticket " .. query:sub(1, 12), function()
      local io, world = open()
      assert_refused("INVALID_REQUEST", select(3, start(io, query)), world)
    end)
  end

  it("refuses a second tab's callback, once another test has begun", function()
    local response, io, world, sid = run(nil, function(world, sid, io)
      begin(io, sid, select(4, open()))
      world.logs = {}
    end)
    assert_refused("STATE_NOT_FOUND", response, world, another)
    assert.equal("begun", test_flow.result(io, sid).data.state)
    assert.equal(0, world.requests_to(fixtures.discovery.full.token_endpoint))
  end)

  it("refuses a replay", function()
    local _, io, world, _, given = run()
    assert_refused("MISSING_HANDSHAKE_COOKIE", callback(io, given.state, given.cookie), world)
    local forced = given.cookie .. "; " .. scene.state_cookie .. "=" .. given.state
    assert_refused("STATE_NOT_FOUND", callback(io, given.state, forced), world)
    assert_nothing_left(world)
  end)

  it("refuses another browser and keeps the record", function()
    local io, world, sid, input = open()
    local state, cookie = start(io, begin(io, sid, input))
    accept_tokens(io, world, state)
    for given, code in pairs({
      [""] = "MISSING_HANDSHAKE_COOKIE", [cookie:match("^[^=]+=") .. "other"] = "STATE_PARAMETER_MISMATCH",
      [scene.state_cookie .. "=" .. state] = "MISSING_HANDSHAKE_COOKIE",
    }) do
      assert_refused(code, callback(io, state, given), world)
    end
    callback(io, state, cookie)
    assert.is_nil(outcome_of(io, sid).code)
  end)

  it("waits while another process calls the provider, and then succeeds", function()
    local io, world, sid, input = open()
    local query = begin(io, sid, input)
    world.fail("lock", 1000)
    assert.equal(429, select(3, start(io, query)).status)
    world.fail("lock", 0)
    local state, cookie = start(io, query)
    assert.same({}, world.locked)
    accept_tokens(io, world, state)
    world.fail("lock", 1000)
    assert.equal(429, callback(io, state, cookie).status)
    world.fail("lock", 0)
    callback(io, state, cookie)
    assert.is_nil(outcome_of(io, sid).code)
  end)

  it("reports a full disk", function()
    local io, world, sid, input = open()
    local query = begin(io, sid, input)
    world.fail("make_dir", 1, 2)
    start(io, query)
    local outcome = outcome_of(io, sid)
    assert.same({ "INTERNAL_ERROR", "cannot write" }, { outcome.code, outcome.facts.reason })
    assert.matches("/test_calls_%x+$", outcome.facts.path)
  end)

  it("is refused before any request once the session that began it has ended", function()
    local response, _, world = run(nil, function(world, sid)
      world.sessions[sid] = nil
      world.requests = {}
    end)
    assert_refused("STATE_NOT_FOUND", response, world, session_over)
    assert.same({}, world.requests)
    assert_nothing_left(world)
    local again, other, sid, input = open()
    local query = begin(again, sid, input)
    other.sessions[sid] = nil
    other.add_session({ username = "root", token = "u" })
    assert_refused("STATE_NOT_FOUND", select(3, start(again, query)), other, session_over)
    assert.same({}, other.requests)
  end)

  it("refuses a login's record, and a login refuses the record of a test", function()
    local io, world, sid, input = open()
    world.uci["sso-login"][1].options.enabled = "1"
    local state, cookie = start(io, begin(io, sid, input))
    local test = io.paths.run_dir .. "/test_login_" .. crypto.hash_sha256_hex(state) .. ".json"
    assert.is_nil(world.text(scene.record_path(io, state)))
    -- A login's record under the name of a test's state, and the other way round.
    world.put(scene.record_path(io, state), world.text(test))
    world.files[test] = nil
    assert_refused("MISSING_HANDSHAKE_COOKIE", callback(io, state, cookie), world)
    local own = fixtures.handshake.state
    world.put((test:gsub("%x+%.json$", crypto.hash_sha256_hex(own) .. ".json")), world.text(scene.record_path(io, state)))
    assert_refused("STATE_NOT_FOUND", routes.handle(io, scene.callback_request()), world, "")
    assert_nothing_left(world)
  end)

  --- Asserts what a test shows that ended with a code.
  local function assert_told(code, response, io, world, sid)
    assert.matches("/cgi%-bin/webui/%?to=", scene.header(response, "Location"))
    local outcome = outcome_of(io, sid)
    assert.same({ code, nil, code == "USER_NOT_AUTHORIZED" }, { outcome.code, outcome.roles, outcome.claims ~= nil })
    assert.matches(" outcome=" .. code .. " session=%x+$", world.logs[#world.logs].line)
    assert_nothing_left(world)
    return outcome
  end

  for code, case in pairs({
    USER_NOT_AUTHORIZED = { { token = "unknown_user" }, nil, nil, { reason = "matched no roles" } },
    CONFIG_ERROR = { nil, function(world) world.uci.rpcd = nil end, nil, { config = "rpcd" } },
    TOKEN_EXCHANGE_FAILED = { nil, function(world)
      world.on(fixtures.discovery.full.token_endpoint, { status = 401, content_type = "application/json", body = "{}" })
    end, nil, { http_status = 401 } },
    INVALID_REQUEST = { nil, nil, "state=", { parameter = "code", reason = "missing parameter" } },
    IDP_ERROR = { nil, nil, "error=access_denied&error_description=%3Cb%3Eno%E2%80%AE&state=",
      { error = "access_denied", error_description = "<b>no\226\128\174" } },
  }) do
    it("shows the cause of " .. code, function()
      local told = assert_told(code, run(unpack(case, 1, 3))).facts
      for name, fact in pairs(case[4]) do assert.equal(fact, told[name]) end
    end)
  end

  it("gives no role that is only for programs", function()
    assert_told("USER_NOT_AUTHORIZED", run({ change = function(input) input.roles[1].access = { "api" } end }))
  end)

  it("shows why it does not begin", function()
    local io, world, sid, input = open()
    local query = begin(io, sid, input)
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", { failure = "connect" })
    assert_told("OIDC_DISCOVERY_FAILED", select(3, start(io, query)), io, world, sid)
  end)

  it("shows claims cut, and no control character", function()
    local _, io, _, sid = run({ token = "no_email", userinfo = cjson.encode({
      sub = "user-1", email = "ada@example.org", name = ("x"):rep(65536), ["nul\0"] = "a\0b\27", long = ("\226\128\174"):rep(300),
      deep = { ["</script>"] = { 1, 2 } },
    }) })
    local outcome = outcome_of(io, sid)
    assert.is_nil(outcome.code)
    local claims = {}
    for _, claim in ipairs(outcome.claims) do
      assert.is_nil(claim.value:find("%c"))
      assert.is_true(#claim.value <= 403)
      claims[claim.name] = claim.value
    end
    assert.equal(("x"):rep(400) .. "...", claims.name)
    assert.equal("a\\x00b\\x1b", claims["nul\239\191\191"])
    -- No character of UTF-8 is cut.
    assert.equal(("\226\128\174"):rep(133) .. "...", claims.long)
    assert.equal('{"</script>":[1,2]}', claims.deep)
  end)

  it("shows fifty claims, and says when there are more claims", function()
    for added, more in pairs({ [43] = false, [44] = true }) do
      local answer = { sub = "user-1", email = "ada@example.org" }
      for number = 1, added do
        answer["c" .. number] = number
      end
      local _, io, _, sid = run({ token = "no_email", userinfo = cjson.encode(answer) })
      local outcome = outcome_of(io, sid)
      assert.same({ 50, more, "aud" }, { #outcome.claims, outcome.more or false, outcome.claims[1].name })
    end
  end)

  it("answers a full disk with an error", function()
    local io, world, sid, input = open()
    world.fail("write_file", 1)
    assert.same({ ok = false, error = "INTERNAL_ERROR", details = { reason = "cannot store the test", path = io.paths.run_dir } },
      test_flow.begin(io, sid, input))
    local query = begin(io, sid, input)
    world.fail("write_file", 2)
    local full = ' path=/var/run/sso-login reason="cannot store the %s"'
    assert_refused("INTERNAL_ERROR", select(3, start(io, query)), world, full:format("handshake"))
    local answer, _, callback_world = run(nil, function(given) given.fail("write_file", 4) end)
    assert_refused("INTERNAL_ERROR", answer, callback_world, full:format("outcome"))
    answer, _, callback_world = run(nil, function(given) given.ubus_fail("list") end)
    assert_refused("UBUS_LOGIN_FAILED", answer, callback_world, " method=list")
  end)

  it("logs the user's identity as the saved settings allow", function()
    for _, case in ipairs({ { "0", "1" }, { "1", "0" }, { "0", "0" } }) do
      local _, _, world = run({ uci = { log_identity = case[1] }, change = function(input) input.values.log_identity = case[2] end })
      assert.matches("^TEST_LOGIN remote=192.0.2.7 email_id=%x+ sub_id=%x+ outcome=granted ", world.log_text())
    end
  end)

  --- A test of a further provider, up to its tab's first answer.
  local function start_office()
    local io, world, sid, input = open()
    input.providers = { { name = "office", values = fixtures.with(input.values, {
      client_secret = "typed", redirect_uri = fixtures.options.redirect_uri .. "/office" }) } }
    input.provider = "office"
    input.values.issuer_url, input.values.client_secret = "https://first.example", "other"
    input.roles[1].provider, input.roles[1].group = { "office" }, { "/net/admins" }
    local state, cookie = start(io, begin(io, sid, input))
    accept_tokens(io, world, state)
    return io, world, sid, state, cookie
  end

  it("demands the secret of an unsaved further provider", function()
    local io, _, sid, input = open()
    input.provider = "office"
    input.providers = { { name = "office", values = fixtures.with(input.values, {
      issuer_url = "https://office.example", redirect_uri = fixtures.options.redirect_uri .. "/office" }) } }
    assert.same({ option = "client_secret", must = { id = "typed_anew" } }, test_flow.begin(io, sid, input).details)
  end)

  it("tests a further provider at its own address, and the log names it", function()
    local io, world, sid, state, cookie = start_office()
    routes.handle(io, scene.web_request("/callback/office", "code=the-code&state=" .. state, cookie))
    assert.same({ "admin" }, outcome_of(io, sid).roles)
    assert.matches("^TEST_LOGIN provider=office remote=192.0.2.7 email_unverified=ada@example.org ", world.log_text())
    io, world, sid, state, cookie = start_office()
    callback(io, state, cookie)
    assert.same({ code = "IDP_ERROR", provider = "office", redirect_uri = fixtures.options.redirect_uri .. "/office",
      facts = { reason = "the login began at another provider" } }, outcome_of(io, sid))
    assert.equal(0, world.requests_to(fixtures.discovery.full.token_endpoint))
  end)

  it("removes the files of earlier tests", function()
    local io, world, sid, input = open()
    world.make_folders(io.paths.run_dir .. "/test_calls_00")
    world.put(io.paths.run_dir .. "/test_calls_00/discovery_x.json", "{}", world.now - 400)
    world.files[io.paths.run_dir .. "/test_calls_00"].mtime = world.now - 400
    world.put(io.paths.run_dir .. "/test_session_x.json", secret, world.now - 300)
    world.put(io.paths.run_dir .. "/other.json", "{}", world.now - 400)
    begin(io, sid, input)
    assert.same({}, world.in_run_dir("^test_calls_"))
    assert.equal(1, #world.in_run_dir("^test_session_"))
    assert.same({ "other.json" }, world.in_run_dir("^other"))
  end)
end)

it("serves an address that resembles a test login as an ordinary one", function()
  local io, world = scene.create()
  assert.equal(302, routes.handle(io, scene.web_request("/", "latest=1")).status)
  scene.put_handshake(io, world)
  local query = "session_state=test.x&code=the-code&state=" .. fixtures.handshake.state
  local response = routes.handle(io, scene.callback_request(query))
  assert.equal(302, response.status, world.log_text())
  assert.matches("^LOGIN_GRANTED", world.logs[#world.logs].line)
end)
