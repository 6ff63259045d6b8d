local cjson = require("cjson")
local fixtures = require("support.fixtures")
local hash = require("sso_login.jose.hash")
local mock = require("support.mock")
local password_events = require("sso_login.passwords.password_events")
local programs = require("support.programs")

local settings_answer = require("sso_login.answers.settings_answer")
local version = require("sso_login.base.version")

--- Runs the program with arguments and standard input; returns what it printed, decoded, the text, and the options of
-- its `Io`.
local function run(io_provider, arguments, input, options)
  local given
  io_provider = io_provider or {}
  io_provider.read_input = function(max_bytes)
    return #input <= max_bytes and input or nil
  end
  local status, text = programs.written(function()
    return programs.with({ ["sso_login.io.system"] = { create = function(system_options)
      given = system_options
      return io_provider
    end } }, { "sso_login.entry_points.rpcd_plugin" }, function()
      return require("sso_login.entry_points.rpcd_plugin").main(arguments, options)
    end)
  end)
  assert.equal(0, status)
  return cjson.decode(text), text, given
end

local function world_of()
  local io_, world = mock.create()
  world.now = version.year_start + 1000000
  world.uci["sso-login"] = fixtures.sections({}, {})
  return io_, world
end

--- The same with passwords turned off on trial.
local function armed()
  local io_, world = world_of()
  world.uci["sso-login"] = fixtures.sections()
  world.put(io_.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}}}')
  assert.is_true(password_events.happen(io_, "turn_off", {}).ok)
  return io_, world
end

it("rpcd list names the methods, and restores rights in another process", function()
  local io_, world = world_of()
  local answer, text = run(io_, { "list" }, "")
  assert.same({ "/usr/libexec/rpcd/sso-login restore" }, world.started)
  assert.same({}, world.ubus_calls)
  assert.same({
    get = { part = "" }, check = { values = {}, roles = {}, providers = {}, provider = "" }, check_step = {},
    keep_ca = { pem = "", provider = "" }, end_session = { id = "" }, history = { changes_only = false },
    preview = { values = {}, roles = {}, providers = {}, provider = "", email = "", groups = {}, sub = "" },
    test_start = { values = {}, roles = {}, providers = {}, provider = "" }, test_result = {}, password_login = { state = "", end_sessions = false },
    key = { alg = "", retire = false }, register = { values = {}, roles = {}, providers = {}, provider = "", token = "" },
  }, answer)
  -- An empty list is one.
  assert.equal(9, select(2, text:gsub("%[%]", "")))
end)

it("rpcd restore restores passwords after a trial, and reports rights that it could not restore", function()
  local function restore(prepare, started)
    local io_, world = armed()
    prepare(world)
    world.logs, world.started = {}, {}
    local status, text = programs.written(function()
      return programs.with({ ["sso_login.io.system"] = { create = function() return io_ end } }, { "sso_login.entry_points.rpcd_plugin" }, function()
        return require("sso_login.entry_points.rpcd_plugin").main({ "restore" })
      end)
    end)
    assert.same({ { 0, "" }, started or {} }, { { status, text }, world.started })
    return world.uci.rpcd[1].options.password, world.log_text()
  end
  assert.same({ "$p$root", "PASSWORD_LOGIN state=on by=trial users=root" }, { restore(function(world) world.clock = world.clock + 600 end) })
  local again = 'PASSWORD_LOGIN state=trial by=settings seconds=600 way_back="sso-login password-login on"'
  local started = { "/etc/init.d/sso-login start" }
  assert.same({ "!", again }, { restore(function(world) world.uci["sso-login"][1].options.enabled = "0" end, started) })
  assert.same({ "!", "RIGHTS_NOT_RESTORED error=UBUS_LOGIN_FAILED method=list" }, { restore(function(world) world.ubus_fail("list") end) })
  assert.same({ "!", "" }, { restore(function(world) world.crash_at = "ubus_call_all" end) })
end)

describe("rpcd call", function()
  for _, case in ipairs({
    { "no JSON", "check", "{", "not a JSON object" }, { "a list", "check", "[]", "not a JSON object" },
    { "a text", "get", '"x"', "not a JSON object" }, { "wrong types", "check", '{"values":5}', "values is not an object" },
    { "deep nesting", "check", ('{"values":'):rep(5000), "not a JSON object" },
    { "too much", "check", '{"values":{"a":"' .. ("x"):rep(65536) .. '"}}', "too long" },
    { "65537 bytes", "get", "{}" .. (" "):rep(65535), "too long" },
    { "a NUL", "check", '{"values":{}}\0', "not a JSON object" }, { "another method", "restart", "{}", "no such method" },
  }) do
    it("with " .. case[1] .. " is an error", function()
      local io_, world = world_of()
      assert.matches(case[4], run(io_, { "call", case[2] }, case[3]).error)
      assert.same({}, world.logs)
    end)
  end

  it("without a method or command is an error", function()
    for _, arguments in ipairs({ {}, { "call" }, { "dance", "get2" } }) do
      assert.is_string(run(world_of(), arguments, "").error)
    end
  end)

  it("reads 65536 bytes, and no input but for a call", function()
    assert.is_nil(run(world_of(), { "call", "get" }, "{}" .. (" "):rep(65534)).error)
    assert.is_true(run(world_of(), { "dance", "get" }, "no JSON").client_secret_set)
  end)

  it("passes its options to io", function()
    local options = { root = "/x" }
    assert.equal(options, (select(3, run(world_of(), { "call", "get" }, "", options))))
    assert.same({}, (select(3, run(world_of(), { "call", "get" }, ""))))
  end)

  it("ends a trial whose time is over, and does not tell a state of passwords where rpcd's file cannot be read", function()
    local io_, world = armed()
    world.clock = world.clock + 600
    assert.equal("on", run(io_, { "call", "get" }, "").password_login.state)
    world.uci_broken.rpcd = "Parse error"
    local told = run(io_, { "call", "get" }, "").password_login
    assert.same({ "unknown", "rpcd_unreadable", "rpcd_unreadable", 0 }, { told.state, told.refusal, told.confirm_refusal, told.seconds_left })
  end)

  it("that crashes is an error that the log explains", function()
    local io_, world = world_of()
    world.crash_at = "https"
    assert.equal("something went wrong on the router; the log says more", run(io_, { "call", "check" }, "{}").error)
    assert.matches("^INTERNAL_ERROR .*crash in https", world.log_text())
  end)
end)

it("rpcd call register registers the router with a token and the options on the page, and answers with the findings", function()
  local endpoint, other = "https://idp.example/register", "https://other.example"
  local function asked(input)
    local io_, world = world_of()
    world.uci["sso-login"][1].options.issuer_url = other
    world.on(require("support.checkup").router_probe, '{"enabled":true}')
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", { body = cjson.encode(fixtures.with(fixtures.discovery.full, {
      registration_endpoint = endpoint,
    })) })
    world.on(endpoint, { status = 401 })
    local answer = run(io_, { "call", "register" }, cjson.encode(input))
    assert.is_false(answer.ok)
    local sent = world.requests[#world.requests]
    assert.equal("register_token " .. endpoint .. " Authorization: Bearer t", answer.findings[1].id .. " " .. sent.url .. " " .. sent.headers[2])
    assert.equal("client_secret_basic", cjson.decode(sent.body).token_endpoint_auth_method)
    return cjson.decode(sent.body).redirect_uris[1]:match("callback.*")
  end
  assert.equal("callback", asked({ values = { issuer_url = fixtures.issuer }, token = "t" }))
  assert.equal("callback/club", asked({ values = { issuer_url = other }, provider = "club", token = "t", providers = {
    { name = "spare", values = { issuer_url = "https://spare.example" } }, { name = "club", values = { issuer_url = fixtures.issuer } },
  } }))
end)

it("rpcd call logs who has registered the router", function()
  for _, status in ipairs({ 201, 401 }) do
    local io_, world = world_of()
    local sid = world.add_session({ token = "t", username = "root" })
    world.on(require("support.checkup").router_probe, '{"enabled":true}')
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", { body = cjson.encode(fixtures.with(fixtures.discovery.full, {
      registration_endpoint = "https://idp.example/register",
    })) })
    world.on("https://idp.example/register", { status = status, content_type = "application/json", body = '{"client_id":"new","client_secret":"s"}' })
    run(io_, { "call", "register" }, cjson.encode({ values = { issuer_url = fixtures.issuer }, token = "t", ubus_rpc_session = sid }))
    local line = "REGISTERED by=root provider=default session=" .. hash.safe_id(sid)
    assert.equal(status == 201 and line or "", world.log_text())
  end
end)

it("rpcd call puts settings on trial that a method changed at once, and has no unknown method", function()
  local answer = run(world_of(), { "list" }, "")
  local changing = { keep_ca = true, key = true, register = true }
  for method in pairs(answer) do
    local io_, world = armed()
    world.uci["sso-login"][1].options.enabled = "0"
    world.logs = {}
    local said = run(io_, { "call", method }, method == "password_login" and '{"state":"none"}' or "{}")
    assert.not_equal("no such method", said.error)
    local is_on_trial = world.log_text():find("PASSWORD_LOGIN state=trial by=settings", 1, true) ~= nil
    assert.equal(changing[method] or false, is_on_trial, method)
  end
end)

it("rpcd call test_result explains the outcome of the session's test login, and is a list without one", function()
  local test_flow = require("sso_login.login.test.test_flow")
  local result = test_flow.result
  local denied = { code = "IDP_ERROR", facts = { error = "access_denied" } }
  for state, case in pairs({ refused = { denied, "login_denied" }, waiting = {} }) do
    local io_ = world_of()
    local asked
    test_flow.result = function(_, sid)
      asked = sid
      return { ok = true, data = { state = state, outcome = case[1] } }
    end
    local done, answer = pcall(run, io_, { "call", "test_result" }, '{"ubus_rpc_session":"abc"}')
    test_flow.result = result
    assert.is_true(done)
    local first = answer.findings[1]
    assert.same({ "abc", state, case[2] }, { asked, answer.state, first and first.id })
  end
end)

it("rpcd restore gives live sessions what their roles give, and knows no other word", function()
  for _, word in ipairs({ "restore", "restored" }) do
    local io_, world = world_of()
    local role = { name = "kid", email = { "bob@example.org" }, read = { "a" } }
    world.uci["sso-login"] = fixtures.sections({}, { role })
    world.put(io_.paths.acl_dir .. "/luci.json", '{"a":{"read":{"uci":["a"]}}}')
    local sid = world.add_session({ username = "kid", sso_issuer = fixtures.issuer, sso_email = "bob@example.org", sso_roles = { "kid" } })
    programs.written(function()
      return programs.with({ ["sso_login.io.system"] = { create = function() return io_ end } }, { "sso_login.entry_points.rpcd_plugin" }, function()
        return require("sso_login.entry_points.rpcd_plugin").main({ word })
      end)
    end)
    assert.same(word == "restore" and { a = { "read" } } or nil, world.sessions[sid].grants.uci)
  end
end)

describe("rpcd call keep_ca", function()
  for input, problem in pairs({
    ["{}"] = 'must="be certificates in PEM form" option=pem', ['{"pem":7}'] = 'must="be certificates in PEM form" option=pem',
    ['{"pem":"-----BEGIN PRIVATE KEY-----"}'] = 'must="not hold a private key" option=pem',
  }) do
    it("refuses " .. input, function()
      local io_, world = world_of()
      assert.same({ error = "INVALID_REQUEST " .. problem }, run(io_, { "call", "keep_ca" }, input))
      assert.is_nil(world.text("/etc/sso-login/ca.pem"))
    end)
  end

  it("stores certificates, and explains a failure", function()
    local io_, world = world_of()
    world.make_folders("/etc")
    local pem = cjson.encode({ pem = "x\n" .. fixtures.certificate })
    assert.same({ path = "/etc/sso-login/ca.pem" }, run(io_, { "call", "keep_ca" }, pem))
    assert.equal(fixtures.certificate, world.text("/etc/sso-login/ca.pem"))
    local other = cjson.encode({ pem = fixtures.certificate, provider = "backup" })
    assert.same({ path = "/etc/sso-login/ca-backup.pem" }, run(io_, { "call", "keep_ca" }, other))
    local wrong = cjson.encode({ pem = fixtures.certificate, provider = "../x" })
    assert.same({ path = "/etc/sso-login/ca.pem" }, run(io_, { "call", "keep_ca" }, wrong))
    assert.same({}, world.logs)
    for _, fault in ipairs({ "make_dir", "write_file" }) do
      world.fail(fault)
      assert.matches("^something went wrong", run(io_, { "call", "keep_ca" }, pem).error)
      assert.equal('INTERNAL_ERROR path=/etc/sso-login/ca.pem reason="cannot write"', world.logs[#world.logs].line)
    end
  end)
end)

it("rpcd call keep_ca logs who replaces certificates that a provider is verified by, and says that they count at once", function()
  local io_, world = world_of()
  world.uci["sso-login"] = fixtures.sections({ ca_file = "/etc/sso-login/ca.pem" })
  world.put("/etc/sso-login/ca.pem", "before")
  local sid = world.add_session({ token = "t", username = "root" })
  local input = cjson.encode({ pem = fixtures.certificate, ubus_rpc_session = sid })
  for _ = 1, 2 do
    run(io_, { "call", "keep_ca" }, input)
    assert.equal("CHANGED by=root session=" .. hash.safe_id(sid) .. " remote=\"\" packages=sso-login options=sso-login.default.ca_file", world.log_text())
  end
end)

describe("rpcd call get", function()
  local function get(io_) return run(io_, { "call", "get" }, "") end

  local function get_of(changes)
    local io_, world = world_of()
    world.uci["sso-login"] = fixtures.sections(changes)
    return get(io_)
  end

  it("returns empty lists as lists, and similar texts as texts", function()
    for _, input in ipairs({ "", "{}", '{"ubus_rpc_session":"x"}' }) do
      local io_, world = world_of()
      world.uci["sso-login"][1].options.button_label = '"roles":{}'
      local answer, text = run(io_, { "call", "get" }, input)
      assert.equal('"roles":{}', answer.values.button_label)
      assert.truthy(text:find('"roles":[]', 1, true))
      assert.truthy(text:find('"access_groups":[]', 1, true))
    end
  end)

  it("shows everything but the secret, and logs nothing", function()
    local io_, world = world_of()
    world.uci["sso-login"] = fixtures.sections({ webui_path = "/cgi-bin/luci/" })
    world.uci.rpcd = {
      { name = "cfg01", type = "login", anonymous = true, options = { username = "root" } },
      { name = "sso_login_admin", type = "login", anonymous = false, options = { username = "admin" } },
      { name = "guest", type = "login", anonymous = false, options = { username = "guest" } },
    }
    world.put(io_.paths.acl_dir .. "/b.json", '{"luci-b":{"description":"B","read":{}},"luci-a":{"write":{}}}')
    world.put(io_.paths.acl_dir .. "/c.json", '{"luci-a":{"description":"A"},"luci-b":{"description":"other"},"no":7}')
    world.put(io_.paths.acl_dir .. "/d.json", "broken")
    world.put(io_.paths.menu_dir .. "/a.json", '{"a":{"title":"A","action":{"type":"view"},"depends":{"acl":["luci-a","luci-b"]}}}')
    local got = settings_answer.get_settings(io_, "", "")
    assert.same({ ok = true, data = {
      values = {
        enabled = "1", issuer_url = fixtures.issuer, client_id = fixtures.client_id, scope = "openid profile email",
        redirect_uri = fixtures.options.redirect_uri, webui_path = "/cgi-bin/luci/",
      },
      client_secret_set = true,
      providers = {},
      roles = { {
        name = "admin", email = { "ada@example.org" }, group = { "/net/admins" }, sub = {}, client = {}, access = {},
        provider = {}, read = { "*" }, write = { "*" },
      } },
      access_groups = { { name = "luci-a", description = "A" }, { name = "luci-b", description = "B" } },
      pages = { { path = "a", titles = { "A" }, groups = { "luci-a", "luci-b" } } },
      logins = { "root", "guest" },
      sessions = {},
      password_login = {
        state = "on", seconds_left = 0, refusal = "not_everything", confirm_refusal = "state", way_back = "none", root_without_password = false,
        single_administrator = false, faults = { { id = "no_group" } }, password_sessions = {},
      },
      version = version.version,
    } }, got)
    assert.is_nil(cjson.encode(got):find(fixtures.client_secret, 1, true))
    assert.same({}, world.logs)
  end)

  it("answers one part where it is named", function()
    local members = { saved = "values", rights = "pages", people = "sessions" }
    for part in pairs(members) do
      local io_ = world_of()
      local answer = run(io_, { "call", "get" }, cjson.encode({ part = part }))
      for other, member in pairs(members) do
        assert.equal(other == part, answer[member] ~= nil, part .. " " .. member)
      end
    end
  end)

  it("names members of roles, other users and their addresses only to callers that may change the settings", function()
    local io_, world = armed()
    local role = { name = "all", access = { "web" }, provider = { "default" }, read = { "a" }, write = { "b" }, sub_issuer = fixtures.issuer }
    for _, list in ipairs({ "email", "group", "sub", "client" }) do role[list] = { "secret" } end
    world.uci["sso-login"] = fixtures.sections({}, { role })
    world.add_session({ username = "root", token = "t" })
    world.add_session({ sso_issuer = fixtures.issuer, sso_email = "secret@example.org", sso_sub = "secret", sso_remote = "secret", username = "all" })
    local function caller(may)
      local sid = world.add_session({ sso_issuer = fixtures.issuer, sso_email = "eve@example.org", sso_remote = "::1", username = "all" })
      world.sessions[sid].may = may
      return sid
    end
    local function summary(sid)
      local got = settings_answer.get_settings(io_, sid, "").data
      local shown = got.roles[1]
      assert.same({ "all", { "web" }, { "default" }, { "a" }, { "b" } }, { shown.name, shown.access, shown.provider, shown.read, shown.write })
      return { #got.sessions, #got.password_login.password_sessions, select(2, cjson.encode(got):gsub("secret", "")) - 1, got.password_login.unlisted_proxy }
    end
    local own = caller({ ["uci sso-login read"] = true, ["uci rpcd write"] = true, ["ubus sso-login get"] = true })
    -- The option client_secret_set has the word, too.
    assert.same({ 1, 0, 0 }, summary(own))
    assert.equal("eve@example.org", settings_answer.get_settings(io_, own, "people").data.sessions[1].who)
    assert.same({ 3, 1, 6, "::1" }, summary(caller({ ["uci sso-login write"] = true })))
    assert.same({ 3, 1, 6, "::1" }, summary(""))
    world.ubus_fail("access", 6)
    assert.same({ 0, 0, 0 }, summary(("0"):rep(32)))
  end)

  it("returns the level of each access group", function()
    local io_, world = world_of()
    world.put(io_.paths.acl_dir .. "/a.json", cjson.encode({ x = { read = { uci = { "luci" } } }, y = { write = { uci = { "x" } } } }))
    world.put(io_.paths.acl_dir .. "/b.json", cjson.encode({ x = { description = "An x", read = { uci = { "wireless" } } } }))
    assert.same({
      { name = "x", description = "An x", read = "secrets" }, { name = "y", description = "", write = "everything" },
    }, get(io_).access_groups)
  end)

  it("says whether there is a secret, and never shows it, given as a list either", function()
    for secret, is_set in pairs({ [fixtures.none] = false, [""] = false, [{ "one", "two" }] = true, one = true }) do
      local got = get_of({ client_secret = secret })
      assert.equal(is_set, got.client_secret_set)
      assert.is_nil(got.values.client_secret)
    end
  end)

  it("shows no option that is unknown: it may hold a former or misspelt secret", function()
    for _, option in ipairs({ "client_secret_old", "clientsecret", "Client_Secret" }) do
      assert.is_nil(cjson.encode((get_of({ [option] = "former" }))):find("former", 1, true))
    end
  end)

  it("has the public keys, which the method key makes and retires", function()
    local io_ = world_of()
    assert.is_nil(get(io_).jwks)
    for _, input in ipairs({ '{"alg":"RS256"}', "{}" }) do
      local made = run(io_, { "call", "key" }, input).jwks
      assert.same(made, get(io_).jwks)
      assert.is_nil(cjson.encode(made):find('"d"', 1, true))
    end
    assert.equal(2, #get(io_).jwks.keys)
    run(io_, { "call", "key" }, '{"alg":"ES256"}')
    assert.matches("two keys", run(io_, { "call", "key" }, "{}").error)
    assert.equal(2, #run(io_, { "call", "key" }, '{"retire":true}').jwks.keys)
    assert.matches("ES256 or RS256", run(io_, { "call", "key" }, '{"alg":"none"}').error)
  end)

  it("fails when UCI cannot parse the package", function()
    local io_, world = world_of()
    world.uci_broken["sso-login"] = "Parse error at line 3"
    assert.matches("CONFIG_ERROR .*Parse error at line 3", get(io_).error)
  end)
end)

describe("rpcd call check", function()
  it("reports, of saved and of unsaved settings, and logs nothing", function()
    local io_, world = world_of()
    assert.is_false(run(io_, { "call", "check" }, "{}").ok)
    local unsaved = run(io_, { "call", "check" }, '{"values":{"http_timeout":"never"},"roles":[]}')
    local wrong = {}
    for _, finding in ipairs(unsaved.findings) do
      wrong[#wrong + 1] = finding.id == "option_wrong" and finding.params.option or nil
    end
    assert.same({ "issuer_url", "client_id", "redirect_uri", "scope", "http_timeout" }, wrong)
    assert.same({}, world.logs)
    assert.same({ "check.lock" }, world.in_run_dir(""))
    assert.equal(2, world.calls.lock)
  end)

  it("checks one provider where one is named, and all where none is", function()
    for provider, other in pairs({ ["office"] = false, [""] = true }) do
      local io_, world = world_of()
      local checked = run(io_, { "call", "check" }, cjson.encode({
        values = fixtures.options, roles = {}, providers = { { name = "office", values = fixtures.options } }, provider = provider,
      }))
      assert.equal(other, world.requests[1] ~= nil and checked.findings[1].provider ~= "office")
    end
  end)

  it("reports its progress while it runs, and nothing before and after", function()
    local io_, world = world_of()
    local said = {}
    local function ask() return run(io_, { "call", "check_step" }, "{}").step end
    world.before("https", function()
      local step = ask()
      said[#said + 1] = step ~= said[#said] and step or nil
    end)
    assert.equal("", ask())
    world.on(fixtures.issuer .. "/.well-known/openid-configuration", cjson.encode(fixtures.discovery.full))
    world.on(fixtures.discovery.full.jwks_uri, cjson.encode(fixtures.jwks.both))
    run(io_, { "call", "check" }, "{}")
    assert.equal("", ask())
    assert.same({ "router", "discovery", "keys", "client", "redirect" }, said)
  end)

  for name, problem in pairs({ lock = "another check is running", make_dir = "the run directory cannot be written" }) do
    it("sends no request without its lock: " .. name, function()
      local io_, world = world_of()
      world.fail(name)
      assert.equal(problem, run(io_, { "call", "check" }, "{}").error)
      assert.equal(0, #world.requests)
    end)
  end
end)
