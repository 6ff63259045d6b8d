local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local programs = require("support.programs")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local version = require("sso_login.base.version")

--- Options of the last program's `Io`.
local given

local anew = {
  "sso_login.entry_points.cli", "sso_login.entry_points.commands.roles_command", "sso_login.entry_points.commands.sessions_command",
  "sso_login.entry_points.commands.command_outcome", "sso_login.entry_points.commands.check_command", "sso_login.entry_points.commands.register_command",
  "sso_login.entry_points.commands.key_command", "sso_login.entry_points.commands.password_command",
}

--- Runs the program with arguments, and options of its `Io` after them; returns its exit status, and the lines that it printed to stdout and stderr.
local function run(io_provider, ...)
  local out, errors, arguments = {}, {}, { ... }
  local options = type(arguments[#arguments]) == "table" and table.remove(arguments) or nil
  local status = programs.with({
    ["sso_login.io.system"] = { create = function(system_options)
      given = system_options
      return io_provider
    end },
    ["sso_login.io.console"] = {
      print = function(line) out[#out + 1] = line end,
      print_error = function(line) errors[#errors + 1] = line end,
    },
  }, anew, function() return require("sso_login.entry_points.cli").main(arguments, options) end)
  return status, out, errors
end

local function world_of(changes, roles)
  local io, world = mock.create()
  world.now = version.year_start + 1000000
  world.uci["sso-login"] = fixtures.sections(changes, roles)
  world.put(io.paths.acl_dir .. "/b.json", '{"luci-base":{"read":{"ubus":{"luci":["getLEDs","getVersion"]}},'
    .. '"write":{"uci":["luci","system"],"ubus":{"uci":["set","apply"]}}},'
    .. '"luci-mod-status-index":{"read":{"ubus":{"system":["board"]}}}}')
  return io, world
end

--- Adds a further provider to the configuration of a world.
local function add_provider(world, name, changes)
  fixtures.add_provider(world, name, fixtures.with({ issuer_url = "https://" .. name .. ".example" }, changes))
end

local one, other = ("1"):rep(32), ("2"):rep(32)

local function add_session(world, sid, email, more)
  local data = { token = "t", username = "admin", sso_issuer = "https://idp.example", sso_email = email, sso_sub = "sub" }
  world.sessions[sid] = { timeout = 3600, expires = 60, data = fixtures.with(data, more), grants = {} }
end

--- Asserts exit status and lines of a command, its words in one text; `io` of a world unless that of one in order will do.
local function assert_said(command, status, out, errors, io)
  local arguments = {}
  for word in command:gmatch("%S+") do
    arguments[#arguments + 1] = word == "''" and "" or word
  end
  local got = { run(io or world_of(), unpack(arguments)) }
  assert.same({ status, out, errors or {} }, { got[1], got[2], got[3] })
end

local function says(text) return { "sso-login: " .. text } end

local behind = says("live sessions or rpcd are behind the configuration: run sso-login sync-roles")

describe("cli", function()
  it("prints its version", function()
    for _, command in ipairs({ "--version", "--version x" }) do
      assert_said(command, 0, { "sso-login " .. version.version })
    end
  end)

  it("prints its help in two columns", function()
    local _, out = run(world_of(), "--help")
    for line in out[1]:match("^Usage: sso%-login COMMAND\n\n(.*)\n\nExit status: 0 done, 1 could not be done, 2 wrong usage%.$"):gmatch("[^\n]+") do
      assert.matches("^  .* [^ ]", line:sub(1, 36))
    end
    for _, command in ipairs({ "-h", "--help roles" }) do
      assert_said(command, 0, out)
    end
  end)

  for command, problem in pairs({
    [""] = "a command is missing", dance = "unknown command dance", ["da\27nce"] = "unknown command da\\x1bnce", ["''"] = "unknown command ",
    roles = "roles needs an e-mail address", ["roles --json"] = "roles needs an e-mail address",
    ["roles --token"] = "roles --token takes one file, or -", ["roles --claims"] = "roles --claims takes one file, or -",
    ["roles --claims a b"] = "roles --claims takes one file, or -",
    ["sessions all"] = "sessions takes no argument but --json", ["expire x"] = "expire takes no argument",
    logout = "logout takes one e-mail address, or a sub", ["logout a@b c@d"] = "logout takes one e-mail address, or a sub",
    ["logout ''"] = "logout needs an e-mail address, or a sub", ["check --loud"] = "there is no provider --loud",
    ["check --json x"] = "there is no provider x", ["check default x"] = "check takes one provider",
    ["check-config --json"] = "check-config takes no argument", ["sync-roles x"] = "sync-roles takes no argument but --remove",
    ["sync-roles --remove x"] = "sync-roles takes no argument but --remove",
    ["sync-roles --remove --remove"] = "sync-roles takes no argument but --remove",
    ["password-login x"] = "password-login takes on, or off or confirm with [--force] [--end-sessions]",
    ["key old"] = "key takes new, with ES256 or RS256, or retire",
    ["key new ES256 x"] = "key takes new, with ES256 or RS256, or retire", ["key retire x"] = "key takes new, with ES256 or RS256, or retire",
    ["register a \27[2Jb"] = "register does not take \\x1b[2Jb",
    ["register a b"] = "register does not take b", ["register --token-file"] = "register does not take --token-file",
    ["register --provider a-b"] = "a provider's name has only A-Z a-z 0-9 _", ["register --token-file /none"] = "there is no token in /none",
    ["register --token-file -"] = "there is no token in -",
  }) do
    it("'" .. command .. "' is wrong usage, and nothing is done", function()
      local io, world = world_of()
      assert_said(command, 2, {}, says(problem .. "; see sso-login --help"), io)
      assert.same({}, world.ubus_calls)
      assert.same({}, world.requests)
    end)
  end

  it("register sends the order of its arguments, with the token of a file or of standard input", function()
    local endpoint, known, long = "https://idp.example/register", "https://idp.example/register/7", ("t"):rep(16384)
    local function register(words, input)
      local io, world = world_of({ issuer_url = "https://other.example" })
      world.put("/root/token", "from\nfile\n")
      world.put("/etc/sso-login/registration.json", cjson.encode({ club = { issuer = fixtures.issuer, client_id = "c", uri = known, token = "own" } }))
      world.input = input or "from-input\r\n"
      world.on(checkup.router_probe, '{"enabled":true}')
      world.on(checkup.well_known, { body = cjson.encode(fixtures.with(fixtures.discovery.full, { registration_endpoint = endpoint })) })
      world.on(endpoint, { status = 401, body = '{"error":"invalid_token"}' })
      world.on(known, { status = 401 })
      local status, out, errors = run(io, "register", unpack(words))
      local sent = world.requests[#world.requests] or {}
      return { status, sent.method, sent.url, table.concat(sent.headers or {}, " "):match("Bearer (%S*)") }, out, errors
    end
    local issuer = fixtures.issuer
    for _, case in ipairs({
      { { issuer }, "POST", endpoint }, { { "--token-file", "/root/token", issuer }, "POST", endpoint, "from" },
      { { "--token-file", "-", issuer }, "POST", endpoint, "from-input" }, { { "--token-file", "-", issuer }, "POST", endpoint, long, input = long },
      { { "--provider", "club", "--update", issuer }, "PUT", known, "own" }, { { "--remove", "--provider", "club", issuer }, "DELETE", known, "own" },
      { { "--remove", "--provider", "club" } }, { { "--forget", "--provider", "default" } },
    }) do
      assert.same({ 1, case[2], case[3], case[4] }, (register(case[1], case.input)))
    end
    for _, input in ipairs({ long .. "t", "t\246ken" }) do
      assert.same(says("there is no token in -; see sso-login --help"), (select(3, register({ "--token-file", "-", issuer }, input))))
    end
    assert.matches("^error    The provider registers no client without an initial access token that is valid: invalid_token%.",
      (select(2, register({ "--token-file", "-", issuer })))[1])
    for method, words in pairs({ client_secret_basic = { "--dry-run", issuer }, private_key_jwt = { "--key", "--dry-run", issuer } }) do
      local said, out = register(words)
      assert.same({ 0, method }, { said[1], cjson.decode(out[1]).token_endpoint_auth_method })
    end
    assert.matches("^error    openid%-configuration: ", (select(2, register({ "--dry-run" })))[1])
  end)

  it("hand-over stores standard input of at most 64 KB", function()
    local input = '{"token":"t","remote":"192.0.2.7","values":{"sso_id_token":"%s"}}'
    for bytes, refused in pairs({ [65536] = false, [65537] = says('INVALID_REQUEST reason="no ended session"') }) do
      local io, world = world_of()
      world.input = input:format(("x"):rep(bytes - #input + 2))
      assert_said("hand-over", refused and 1 or 0, {}, refused or {}, io)
      assert.equal(refused and 0 or 1, #world.in_run_dir("^logout_"))
    end
  end)

  it("log-change logs standard input", function()
    local io, world = world_of()
    world.input = '{"session":"s","values":{"username":"root"},"packages":["system"],"options":["system.ntp"]}'
    assert_said("log-change", 0, {}, {}, io)
    assert.matches("^CHANGED by=root session=%x+ remote=\"\" packages=system options=system.ntp$", world.log_text())
    assert_said("log-change", 1, {}, says('INVALID_REQUEST reason="no change"'), world_of())
  end)

  it("passes its options to io", function()
    local options = { root = "/x" }
    run(world_of(), "--version", options)
    assert.equal(options, given)
    run(world_of(), "--version")
    assert.same({}, given)
  end)

  it("says when rpcd does not answer", function()
    for _, command in ipairs({ "expire", "sessions" }) do
      local io, world = world_of()
      world.fail("ubus_call_all")
      assert_said(command, 1, {}, says("UBUS_LOGIN_FAILED method=list"), io)
    end
  end)
end)

describe("cli roles", function()
  it("shows names and rights, scope by scope", function()
    assert_said("roles ADA@example.org", 0, {
      "roles: admin", "session user name: admin", "admin: everything (can change the router's configuration or read any file, "
      .. "which is full control)\n  luci-base: full control",
      "", "access-group:", "  luci-base: read, write", "  luci-mod-status-index: read",
      "", "ubus:", "  luci: getLEDs, getVersion", "  system: board", "  uci: apply, set", "", "uci:", "  luci: write", "  system: write",
    }, behind)
  end)

  it("--json shows the same, at any place of the arguments", function()
    for _, arguments in ipairs({ { "--json", "", "/net/admins" }, { "", "--json", "/net/admins" } }) do
      local status, out = run(world_of(), "roles", unpack(arguments))
      assert.equal(0, status)
      assert.same({
        roles = { "admin" }, username = "admin", can = { admin = { verdict = "everything", groups = { "luci-base" },
          pages = { { titles = { "luci-base" }, level = "everything" } } } }, rights = {
          ["access-group"] = { ["luci-base"] = { "read", "write" }, ["luci-mod-status-index"] = { "read" } },
          ubus = { luci = { "getLEDs", "getVersion" }, system = { "board" }, uci = { "apply", "set" } }, uci = { luci = { "write" }, system = { "write" } },
        },
      }, cjson.decode(out[1]))
    end
  end)

  it("names all roles that a user matches, and how far each reaches", function()
    local roles = {
      { name = "guest", group = { "guests" }, read = { "luci-mod-*" } }, { name = "admin", email = { "a@b" }, read = { "luci-base" } },
    }
    local _, out = run(world_of({}, roles), "roles", "a@b", "users", "guests")
    assert.same({ "roles: guest, admin", "admin: look (can look, and no more)", "guest: look (can look, and no more)" },
      { out[1], out[3], out[4] })
    local _, json = run(world_of({}, roles), "roles", "--json", "a@b")
    assert.truthy(json[1]:find('"can":{"admin":{"groups":[],"pages":[],"verdict":"look"}}', 1, true))
  end)

  it("hints at an address without a mark at the last login, for people alone", function()
    local io, world = world_of()
    local config = require("sso_login.settings.saved_config").load(io, "default").data
    require("sso_login.protocol.login_lacks").note(io, config, nil, { tokens = {}, claims = {} }, true)
    world.put("/tmp/claims", '{"email":"ada@example.org"}')
    local hint = "hint: at the last login email_verified is absent, and the e-mail counts as verified"
    for _, case in ipairs({ { true, "ada@example.org" }, { false, "--json", "ada@example.org" }, { false, "--claims", "/tmp/claims" } }) do
      assert.equal(case[1], select(2, run(io, "roles", unpack(case, 2)))[1] == hint)
    end
  end)

  for access, line in pairs({
    ['{"a":{"read":{"ubus":{"system":["reboot"]}}}}'] = "restart (can restart this router, or disturb its Wi-Fi)\n  a: can restart or disturb",
    ['{"a":{"read":{"cgi-io":["backup"]}}}'] = "secrets (can read secrets (backups, flash, keys or passwords))\n  a: shows secrets",
    ['{"a":{"read":{"file":{"/usr/bin/x":["exec"]}}},"b":{"read":{"file":{"/usr/bin/y":["exec"]}}}}'] =
      "programs (can run programs as root)\n  a: can run programs as root\n  b: can run programs as root",
  }) do
    it("says that a role " .. line, function()
      local io, world = world_of()
      world.put(io.paths.acl_dir .. "/b.json", access)
      assert.equal("admin: " .. line, select(2, run(io, "roles", "ada@example.org"))[3])
    end)
  end

  it("does not use the e-mail address as a group, and reports a user without a role and a wrong configuration", function()
    local none = says('USER_NOT_AUTHORIZED reason="matched no roles"')
    assert_said("roles guests", 1, {}, none, (world_of({}, { { name = "x", group = { "guests" } } })))
    assert_said("roles eve@example.org guests", 1, {}, none)
    assert_said("roles --json eve@example.org", 1, {}, none)
    local problem = says('CONFIG_ERROR must="be a whole number from 1 to 20" option=http_timeout')
    assert_said("roles ada@example.org", 1, {}, problem, (world_of({ http_timeout = "soon" })))
  end)
end)

describe("cli roles with several providers", function()
  local roles = {
    { name = "both", email = { "ada@b" }, provider = { "default", "office" } }, { name = "staff", group = { "net" }, provider = { "office" } },
    { name = "one", sub = { "s" }, sub_issuer = "https://office.example", email = { "ada@b" }, group = { "net" } },
  }

  --- With the further providers office and `third`, whose configuration is wrong.
  local function shown(third, ...)
    local io, world = world_of({}, roles)
    add_provider(world, "office", { groups_claim = "roles" })
    if third then
      add_provider(world, third, { client_id = "" })
    end
    world.put("/tmp/claims", '{"email":"ada@b","email_verified":true,"roles":["net"],"sub":"s"}')
    return run(io, "roles", ...)
  end

  local function answer(third, ...)
    local status, out, errors = shown(third, "--json", ...)
    return cjson.decode(out[1]), status, errors
  end
  local by_email = { rule = "email", claim = "email", value = "ada@b" }
  local none = { roles = {}, error = "USER_NOT_AUTHORIZED" }

  it("lists the matching rules of each provider, in text and in JSON", function()
    local _, out = shown("wrong", "ada@b", "net")
    assert.same({ "at office: both, staff", "at wrong: CONFIG_ERROR", "roles: both, one" }, { unpack(out, 1, 3) })
    assert.same({
      default = { roles = { "both", "one" }, because = { both = { by_email }, one = { by_email, { rule = "group", claim = "groups", value = "net" } } } },
      office = { roles = { "both", "staff" }, because = { both = { by_email }, staff = { { rule = "group", claim = "groups", value = "net" } } } },
      wrong = { roles = {}, error = "CONFIG_ERROR" },
    }, answer("wrong", "ada@b", "net").providers)
  end)

  it("reads claims by each provider's options, and gives the subject as the only reason of its role", function()
    local providers = answer("wrong", "--claims", "/tmp/claims").providers
    assert.same({ both = { by_email }, one = { by_email } }, providers.default.because)
    assert.same({
      both = { by_email }, staff = { { rule = "group", claim = "roles", value = "net" } }, one = { { rule = "sub", claim = "sub", value = "s" } },
    }, providers.office.because)
  end)

  it("lists the providers in JSON for a user without a role at default, too", function()
    assert.same({ 1, { "at office: USER_NOT_AUTHORIZED" } }, { unpack({ shown(nil, "eve@b") }, 1, 2) })
    local said, status, errors = answer(nil, "eve@b", "net-")
    assert.same({ { roles = {}, providers = { default = none, office = none } }, 1,
      says('USER_NOT_AUTHORIZED reason="matched no roles"') }, { said, status, errors })
  end)
end)

describe("cli roles --token", function()
  local function shown(name, changes, ...)
    local scene = require("support.scene")
    local io, world = scene.create({ uci = fixtures.with({ api_audience = "https://router.example/" }, changes), roles = {
      { name = "helper", group = { "/net/admins" }, access = { "api" }, read = { "*" } }, { name = "m", client = { "robot" }, access = { "api" } },
    } })
    world.put("/tmp/token", (fixtures.tokens[name] or name) .. "\n")
    local arguments = { ... }
    for provider, options in pairs(type(arguments[1]) == "table" and table.remove(arguments, 1) or {}) do
      add_provider(world, provider, options)
      world.uci["sso-login"][2].options.provider = { "default", provider }
    end
    return run(io, "roles", "--token", "/tmp/token", unpack(arguments))
  end

  it("uses the provider whose issuer the token names", function()
    local first = { issuer_url = "https://first.example", client_id = "", api_audience = fixtures.none }
    local office = { office = { issuer_url = fixtures.issuer, api_audience = "https://router.example/", enabled = "0" } }
    local status, out = shown("access", first, office)
    assert.same({ 0, "provider: office", "client: home", "roles: helper" }, { status, out[1], out[2], out[8] })
    assert.equal("office", cjson.decode(select(2, shown("access", first, office, "--json"))[1]).provider)
  end)

  it("ignores line ends and spaces within a token", function()
    local folded = fixtures.tokens.access:gsub("^(" .. ("."):rep(20) .. ")(" .. ("."):rep(20) .. ")", "%1\n%2 \n ")
    assert.equal(0, (shown(folded, {})))
  end)

  it("reports an issuer of no provider or of several, and a missing one", function()
    local gone, several = "is the issuer_url of no provider", "is the issuer_url of several providers: default, office"
    for _, case in ipairs({
      { "access", { issuer_url = "https://first.example" }, {}, 'claim=iss reason="' .. gone .. '"' },
      { "access", {}, { issuer_url = fixtures.issuer }, 'claim=iss reason="' .. several .. '"' },
      { "e30.e30.", {}, { issuer_url = fixtures.none }, 'claim=iss reason="' .. gone .. '"' },
      { "e30.e30.", {}, { issuer_url = "" }, 'claim=iss reason="' .. gone .. '"' },
      { "x.y", {}, {}, 'reason="not three parts"' },
    }) do
      local status, out, errors = shown(case[1], case[2], { office = case[3] })
      assert.same({ 1, {}, says("ID_TOKEN_VERIFICATION_FAILED " .. case[4]) }, { status, out, errors })
    end
  end)

  it("shows the rights that an exchange would give, and the reasons", function()
    local _, out = shown("access", {})
    assert.same({ "client: home", "claim email: absent", 'claim groups: /net/admins', "claim roles: absent", "claim entitlements: absent",
      "claim sub: user-1", "roles: helper", "session user name: helper", "helper: by group /net/admins (claim groups)" }, { unpack(out, 1, 9) })
    local _, json = shown("access_machine", {}, "--json")
    assert.same({ m = { { rule = "client", claim = "sub", value = "robot" } } }, cjson.decode(json[1]).because)
  end)

  it("shows why an exchange would be refused", function()
    local status, _, errors = shown("access_no_role", {})
    assert.same({ 1, 'sso-login: USER_NOT_AUTHORIZED reason="matched no roles"' }, { status, errors[1] })
    assert.same(says('CONFIG_ERROR must="be set" option=api_audience'), (select(3, shown("access", { api_audience = fixtures.none }))))
    assert.same(says('ID_TOKEN_VERIFICATION_FAILED claim=iss expected=https://other.example reason="is not issuer_url" received=' .. fixtures.issuer),
      (select(3, shown("access", { issuer_url = "https://other.example" }))))
  end)
end)

describe("cli roles --claims", function()
  local function claims(text, changes, ...)
    local io, world = world_of(fixtures.with({ groups_claim = { "realm_access.roles", "roles" } }, changes), {
      { name = "a", group = { "net" }, email = { "ada@b" } }, { name = "s", sub = { "id-1" }, sub_issuer = fixtures.issuer },
    })
    world.put("/tmp/claims", text)
    return run(io, "roles", "--claims", "/tmp/claims", ...)
  end
  local default = { groups_claim = fixtures.none }
  local unmarked = "hint: email_verified is absent, and the e-mail counts as verified"

  --- claims, options, first lines
  for _, case in ipairs({
    { '{"sub":"id-1","email":"Ada@b","realm_access":{"roles":["net","x"]}}', {}, {
      "claim email: Ada@b", 'claim realm_access.roles: "net, x"', "claim roles: absent", unmarked, "claim sub: id-1",
      "roles: a, s", "session user name: a", "a: by email Ada@b (claim email)", "a: by group net (claim realm_access.roles)",
      "s: by sub id-1 (claim sub)",
    } },
    { '{"email":"ada@b","groups":{"net":1}}', default, {
      "claim email: ada@b", "claim groups: of no use, as it is an object (net)", unmarked,
      "hint: name the claim or the path to the names in option groups_claim",
      "claim sub: absent", "roles: a",
      "session user name: a", "a: by email ada@b (claim email)",
    } },
    { '{"upn":"ada@b"}', fixtures.with(default, { email_claim = "upn", email_claim_trusted = "1" }), {
      "claim upn: ada@b", "claim groups: absent",
      "hint: no groups came: the provider must send them, which may need a scope, a claim mapper, or option groups_claim",
      "claim sub: absent", "roles: a", "session user name: a", "a: by email ada@b (claim upn)",
    } },
    { '{"roles":{"net":{"id":1}}}', {}, {
      "claim email: absent", "claim realm_access.roles: absent", "claim roles: net", "claim sub: absent", "roles: a",
      "session user name: a", "a: by group net (claim roles)",
    } },
    { ('{"email":"ada@b","roles":["%s"]}'):format(("x"):rep(205)), {}, {
      "claim email: ada@b", "claim realm_access.roles: absent", "claim roles: " .. ("x"):rep(200),
    } },
  }) do
    it("reports the use of each claim, and the claim and rule of each role: " .. case[1]:sub(1, 60), function()
      local status, out = claims(case[1], case[2])
      assert.same({ 0, case[3] }, { status, { unpack(out, 1, #case[3]) } })
    end)
  end

  it("distinguishes absent, empty and unusable claims", function()
    local status, out, errors = claims('{"upn":"","realm_access":{"roles":[]},"roles":7}', { email_claim = "upn", email_claim_trusted = "1" })
    assert.same({ "claim upn: absent", "claim realm_access.roles: empty", "claim roles: of no use, as it is a number",
      "hint: the provider must send names as texts", "claim sub: absent" }, out)
    assert.same({ 1, says('USER_NOT_AUTHORIZED reason="matched no roles"') }, { status, errors })
    local _, unverified = claims('{"email":"ada@b","email_verified":false}', {})
    assert.equal("claim email: of no use", unverified[1])
    assert.equal("claim email_verified: false", unverified[2])
    local _, verified = claims('{"email":"ada@b","email_verified":true}', {})
    assert.same({ "claim email: ada@b", "claim realm_access.roles: absent" }, { verified[1], verified[2] })
    assert.is_nil(table.concat(verified, "\n"):find("email_verified", 1, true))
  end)

  it("takes only a JSON object", function()
    local refused = says('INVALID_REQUEST file=/tmp/claims reason="is not a JSON object of at most 64 KB"')
    for _, text in ipairs({ "[]", "", "{", '"x"' }) do
      assert.same({ 1, {}, refused }, { claims(text, {}) })
    end
  end)

  it("reads 64 KB, of a file or of standard input", function()
    local text = '{"email":"ada@b"}'
    for size, status in pairs({ [65536] = 0, [65537] = 1 }) do
      local filled = text .. (" "):rep(size - #text)
      assert.equal(status, (claims(filled, {})))
      local io, world = world_of({}, { { name = "a", email = { "ada@b" } } })
      world.input = filled
      assert.equal(status, (run(io, "roles", "--claims", "-")))
    end
  end)
end)

it("cli expire ends sessions over their maximum lifetime", function()
  local io, world = world_of({ session_max_lifetime = "300" })
  add_session(world, one, "ada@example.org", { sso_login_time = world.now - 300 })
  add_session(world, other, "ada@example.org", { sso_login_time = world.now - 299 })
  assert_said("expire", 0, { "sessions ended: 1" }, {}, io)
  assert.same({ nil, true }, { world.sessions[one], world.sessions[other] ~= nil })
  assert.matches("^LOGOUT by=lifetime email=ada@example.org sub=sub role=admin session=%x+$", world.log_text())
end)

describe("cli sessions", function()
  local time = require("sso_login.io.clock").format_time

  it("lists sessions of single sign-on and of passwords without their ids and tokens", function()
    local io, world = world_of()
    add_session(world, one, "ada@example.org", { sso_login_time = world.now - 60 })
    add_session(world, other, "", { username = "a b" })
    world.sessions[("3"):rep(32)] = { timeout = 1, expires = 1, data = { username = "root", token = "t" }, grants = {} }
    assert_said("sessions", 0, {
      "WHO              ROLE        SINCE                    UNTIL",
      "ada@example.org  admin       " .. time(world.now - 60) .. "  " .. time(world.now + 60),
      'sub              "a b"       unknown                  ' .. time(world.now + 60),
      "root             (password)  unknown                  " .. time(world.now + 1),
    }, behind, io)
  end)

  it("shows the latest end where a lifetime is set, and with session_revalidate the last proof", function()
    local io, world = world_of({ session_max_lifetime = "300", session_revalidate = "300" })
    add_session(world, one, "ada@example.org", { sso_login_time = world.now - 60 })
    add_session(world, other, "bob@example.org", { sso_login_time = world.now - 260 })
    refresh_tokens.write(io, refresh_tokens.name_of(one), { refresh_token = "r", provider = "default", asked_at = world.now, proved_at = world.now - 30 })
    assert_said("sessions", 0, {
      "WHO              ROLE   SINCE                    UNTIL                    LATEST                   PROVED",
      ("ada@example.org  admin  %s  %s  %s  %s"):format(time(world.now - 60), time(world.now + 60), time(world.now + 240), time(world.now - 30)),
      ("bob@example.org  admin  %s  %s  %s  %s"):format(time(world.now - 260), time(world.now + 40), time(world.now + 40), time(world.now - 260)),
    }, behind, io)
    assert_said("sessions", 0, { "WHO  ROLE  SINCE  UNTIL" }, behind, (world_of()))
  end)

  it("shows the client of a program's token, and passwords that programs used", function()
    local io, world = world_of({ session_max_lifetime = "300" })
    add_session(world, one, "", { sso_client = "tool", sso_login_time = world.now })
    add_session(world, other, "ada@example.org", { sso_login_time = world.now })
    for sid, data in pairs({ ["3"] = { username = "root" }, ["4"] = { username = "root", token = "t" } }) do
      world.sessions[sid:rep(32)] = { timeout = 1, expires = 60, data = data, grants = {} }
    end
    local times = time(world.now) .. "  " .. time(world.now + 60) .. "  " .. time(world.now + 300)
    local unknown = "unknown                  " .. time(world.now + 60) .. "  "
    assert_said("sessions", 0, {
      "WHO              VIA       ROLE               SINCE                    UNTIL                    LATEST",
      "sub              tool      admin              " .. times, "ada@example.org  login     admin              " .. times,
      "root             password  (password, /ubus)  " .. unknown, "root             password  (password)         " .. unknown,
    }, behind, io)
  end)

  it("cuts the names of roles at 2000 bytes, and a user's claims at 200", function()
    for length, cut in pairs({ [2000] = 2000, [2001] = 2000 }) do
      local io, world = world_of()
      add_session(world, one, "", { sso_sub = ("x"):rep(201), username = ("y"):rep(length) })
      assert.equal(("x"):rep(200) .. "  " .. ("y"):rep(cut) .. "  unknown", select(2, run(io, "sessions"))[2]:match("^(.*unknown)  "))
    end
  end)
end)

it("cli sessions --json prints what the settings page is told", function()
  local io, world = world_of()
  add_session(world, one, "Ada@example.org", { sso_client = "robot", sso_remote = "192.0.2.7" })
  local status, out = run(io, "sessions", "--json")
  local found = cjson.decode(out[1]).sessions
  assert.same({ 0, 1, 1, "Ada@example.org", "robot @ 192.0.2.7", "admin" }, { status, #out, #found, found[1].who, found[1].from, found[1].role })
  assert.is_nil(out[1]:find(one, 1, true))
  assert.same({ '{"sessions":[]}' }, select(2, run(world_of(), "sessions", "--json")))
end)

it("cli check --quick sends nothing that a provider refuses, and tells off from ok and from wrong", function()
  for _, case in ipairs({ { 0, {} }, { 3, { enabled = "0" } }, { 1, { scope = "email" } } }) do
    local io, world = checkup.world_of({ uci = case[2] })
    assert.equal(case[1], (run(io, "check", "--quick", "default")))
    for _, request in ipairs(world.requests) do
      assert.is_nil(request.body)
    end
    assert.is_true(#world.requests > 1)
  end
end)

describe("cli logout", function()
  it("ends all sessions of an address regardless of case, and logs each", function()
    local io, world = world_of()
    add_session(world, one, "Ada@example.org")
    add_session(world, other, "eve@example.org")
    assert_said("logout ada@EXAMPLE.org", 0, { "sessions ended: 1" }, {}, io)
    assert.same({ nil, true }, { world.sessions[one], world.sessions[other] ~= nil })
    assert.matches("^LOGOUT by=administrator email=Ada@example.org sub=sub role=admin session=%x+ administrator=shell$", world.log_text())
  end)

  it("names the provider in the log where there are several, default's as well", function()
    for _, provider in ipairs({ "default", "office" }) do
      local io, world = world_of()
      add_provider(world, "office")
      add_session(world, one, "ada@example.org", { sso_provider = provider })
      run(io, "logout", "ada@example.org")
      assert.matches("^LOGOUT by=administrator email=ada@example.org sub=sub provider=" .. provider .. " role=admin ", world.log_text())
    end
  end)

  it("ends only the sessions of a sub without an e-mail", function()
    local io, world = world_of()
    add_session(world, one, "", { sso_sub = "Ab1" })
    add_session(world, other, "ab1@example.org", { sso_sub = "ab1@EXAMPLE.org" })
    assert_said("logout ab1", 0, { "sessions ended: 0" }, says("no session of ab1"), io)
    assert_said("logout Ab1", 0, { "sessions ended: 1" }, {}, io)
    assert.same({ nil, true }, { world.sessions[one], world.sessions[other] ~= nil })
    assert.matches('^LOGOUT by=administrator email="" sub=Ab1 role=admin session=%x+ administrator=shell$', world.log_text())
    add_session(world, one, "", { sso_sub = "ab1@example.org" })
    assert_said("logout ab1@example.org", 0, { "sessions ended: 1" }, {}, io)
    assert.same({ true, nil }, { world.sessions[one] ~= nil, world.sessions[other] })
  end)

  it("marks the user before it looks for sessions, and fails where it cannot", function()
    local io, world = world_of()
    local list = io.ubus_call_all
    io.ubus_call_all = function(...)
      assert.equal(1, #world.in_run_dir("^ended_"))
      return list(...)
    end
    assert_said("logout ada@example.org", 0, { "sessions ended: 0" }, says("no session of ada@example.org"), io)
    io.ubus_call_all = list
    add_session(world, one, "ada@example.org")
    world.fail("write_file")
    assert_said("logout ada@example.org", 1, { "sessions ended: 1" },
      says("cannot write to the run directory: a login under way may still open a session"), io)
  end)

  it("continues after a session that cannot be ended, and fails", function()
    for times, ended in pairs({ [1] = 1, [2] = 0 }) do
      local io, world = world_of()
      add_session(world, one, "ada@example.org")
      add_session(world, other, "ada@example.org")
      world.fail("ubus_call", times)
      assert_said("logout ada@example.org", 1, { "sessions ended: " .. ended }, {}, io)
      assert.equal(ended, #world.logs)
    end
  end)
end)

describe("cli check-config", function()
  it("reports the configuration in the words of check, and sends no request", function()
    for _, case in ipairs({ {}, { roles = {} }, { uci = { scope = "email", enabled = "0" } }, { roles = { { name = "root", read = "*" } } } }) do
      local io, world = checkup.world_of(case)
      local status, out = run(io, "check-config")
      assert.same({}, world.requests)
      local checked, all = run(checkup.world_of(case), "check")
      assert.equal(checked, status)
      assert.same({ unpack(all, 1, #out) }, out)
      assert.truthy(#out >= 3 and all[#out + 1]:find("^ok       This router answers"))
    end
  end)

  it("prints the first error as the log has it, too", function()
    for case, wanted in pairs({
      [{ uci = { scope = "email" }, roles = {} }] = says("CONFIG_ERROR must=\"contain openid\" option=scope"), [{}] = {},
      [{ roles = {} }] = says("USER_NOT_AUTHORIZED reason=\"Nobody can log in yet: add a role.\""),
    }) do
      assert.same(wanted, (select(3, run(checkup.world_of(case), "check-config"))))
    end
  end)

  it("explains a name that UCI cannot hold, as other commands do", function()
    local io, world = checkup.world_of({})
    world.uci_broken["sso-login"] = "Parse error (invalid character in name field)"
    local status, out = run(io, "check-config")
    assert.equal(1, status)
    assert.matches("invalid character in name field", out[1])
    assert.matches("A%-Z a%-z 0%-9 _: kids_tablet, not kids%-tablet", out[2])
    for _, command in ipairs({ { "roles", "ada@example.org" }, { "sync-roles" } }) do
      local _, _, errors = run(io, unpack(command))
      assert.matches("^sso%-login: CONFIG_ERROR .*invalid character in name field", errors[1])
      assert.same({ out[2]:match("%S.*") }, { unpack(errors, 2) })
    end
  end)
end)

describe("cli after only uci commit", function()
  it("says nothing of sync-roles where sections cannot be read", function()
    local io, world = checkup.world_of({})
    world.uci_broken["sso-login"] = "Parse error"
    assert.same({}, (select(3, run(io, "sessions"))))
  end)

  for _, command in ipairs({ { "roles", "ada@example.org" }, { "sessions" }, { "check-config" } }) do
    it(command[1] .. " advises sync-roles where a role's section differs or a session has lost its role", function()
      local io, world = checkup.world_of({})
      assert.same({}, (select(3, run(io, unpack(command)))))
      world.uci["sso-login"][2].options.write = { "luci-base" }
      assert.same(behind, (select(3, run(io, unpack(command)))))
      io, world = checkup.world_of({})
      add_session(world, one, "gone@example.org")
      assert.same(behind, (select(3, run(io, unpack(command)))))
    end)
  end
end)

describe("cli check", function()
  it("prints a line for each finding, and advice below errors and warnings", function()
    local status, out = run(world_of({ client_id = "" }), "check")
    local text = table.concat(out, "\n") .. "\n"
    assert.equal(1, status)
    assert.truthy(text:find("error    Option client_id must be set. [CONFIG_ERROR]\n         Correct the option;", 1, true))
    assert.truthy(text:find("\nok       The roles are complete: admin.\n", 1, true))
  end)

  it("checks the named provider, and groups the findings of several", function()
    local function said(provider)
      local io, world = checkup.world_of({})
      add_provider(world, "office")
      local heads, status, out = {}, run(io, "check", provider)
      for _, line in ipairs(out) do
        heads[#heads + 1] = line:match("^provider .*") or line:match("^error +openid%-configuration: no connection to [^:]*")
      end
      return { status, heads }
    end
    local there = { "provider office:", "error    openid-configuration: no connection to office.example" }
    assert.same({ { 1, { "provider default:", unpack(there) } }, { 0, { "provider default:" } }, { 1, there } }, { said(), said("default"), said("office") })
  end)

  it("prints only one line for a right configuration, and exits with 0", function()
    local status, out, errors = run(checkup.world_of({ uci = { client_limit = "25" }, router = { failure = "certificate" } }), "check")
    assert.same({ 0, {}, 14 }, { status, errors, #out })
    for _, line in ipairs(out) do
      assert.matches("^ok       %u", line)
    end
  end)

  it("--json prints the report with ids and parameters, and exits with 0 without errors", function()
    local status, out = run(world_of({ http_timeout = "0" }), "check", "--json")
    assert.equal(1, status)
    local report = cjson.decode(out[1])
    assert.is_false(report.ok)
    assert.same({
      id = "option_wrong", level = "error", code = "CONFIG_ERROR",
      params = { option = "http_timeout", must = { id = "whole_number", params = { min = "1", max = "20" } } },
      text = "Option http_timeout must be a whole number from 1 to 20.",
      advice = "Correct the option; until then no one can log in by single sign-on.",
    }, report.findings[1])
    status, out = run(checkup.world_of({}), "check", "--json")
    assert.same({ 0, 1, true }, { status, #out, cjson.decode(out[1]).ok })
  end)
end)

describe("cli sync-roles", function()
  it("makes rpcd's sections once, says how many sessions it ended, and removes the sections", function()
    local io, world = world_of()
    add_session(world, one, "gone@example.org")
    for _, case in ipairs({ { "", "updated", "sessions ended: 1" }, { "", "nothing to do" }, { " --remove", "updated" } }) do
      assert_said("sync-roles" .. case[1], 0, { "rpcd login sections: " .. case[2], case[3] }, {}, io)
    end
  end)

  it("writes rpcd's file under the lock with --remove, and not while another process holds that", function()
    for failures, is_free in pairs({ [0] = true, [100] = true, [1000] = false }) do
      local io, world = world_of()
      world.uci.rpcd[2] = { name = "sso_login_gone", type = "login", anonymous = false, options = { username = "gone", password = "!" } }
      local lock, locked = io.paths.run_dir .. "/upkeep.lock", {}
      world.before("uci_commit", function() locked[#locked + 1] = io.has_lock(lock) end)
      world.fail("lock", failures)
      local out = { "rpcd login sections: updated" }
      assert_said("sync-roles --remove", is_free and 0 or 1, is_free and out or {},
        is_free and {} or says('UCI_ERROR reason="another process holds upkeep.lock"'), io)
      assert.same({ is_free and { true } or {}, is_free and 1 or 2 }, { locked, #world.uci.rpcd })
    end
  end)

  it("restores passwords where single sign-on is off, and always with --remove", function()
    for command, case in pairs({ ["sync-roles"] = { "0", "disabled" }, ["sync-roles --remove"] = { "1", "removal" }, ["sessions"] = { "1", "trial" } }) do
      local io, world = checkup.world_of({})
      world.uci.rpcd[1].options.password = "$p$root"
      assert.is_true(require("sso_login.passwords.password_events").happen(io, "turn_off", {}).ok)
      world.uci["sso-login"][1].options.enabled = case[1]
      world.clock, world.logs = world.clock + (case[2] == "trial" and 600 or 1), {}
      assert.equal(0, (run(io, command:match("^%S+"), command:match(" (.*)"))))
      assert.same({ "$p$root", "PASSWORD_LOGIN state=on by=" .. case[2] .. " users=root" }, {
        world.uci.rpcd[1].options.password, (world.log_text():match("PASSWORD_LOGIN [^\n]*")),
      })
    end
  end)

  it("ends all sessions of single sign-on with --remove, and revokes their refresh tokens at the client's provider", function()
    local io, world = world_of({ issuer_url = fixtures.issuer, session_revalidate = "300" })
    local revocation = fixtures.issuer .. "/revoke"
    add_session(world, one, "ada@example.org")
    world.add_session({ token = "t", username = "root" }, other)
    world.on(checkup.well_known, { body = cjson.encode(fixtures.with(fixtures.discovery.full, { revocation_endpoint = revocation })) })
    world.on(revocation, "{}")
    for name, issuer in pairs({ own = fixtures.issuer, moved = "https://before.example" }) do
      world.put(io.paths.run_dir .. "/refresh_" .. name .. ".json", cjson.encode({ refresh_token = "token-" .. name, provider = "default",
        issuer = issuer, client_id = fixtures.client_id, asked_at = world.now }))
    end
    world.put(io.paths.run_dir .. "/refresh_damaged.json", "{}")
    assert_said("sync-roles --remove", 0, { "rpcd login sections: nothing to do", "sessions ended: 1" }, {}, io)
    assert.same({ { other }, {}, {}, 1 }, { fixtures.keys(world.sessions), world.in_run_dir("^refresh_"), world.started, world.requests_to(revocation) })
    assert.matches("token=token%-own&", world.requests[#world.requests].body)
    assert.matches("LOGOUT by=removal email=ada@example.org ", world.log_text())
    add_session(world, one, "ada@example.org")
    world.ubus_fail("destroy")
    assert_said("sync-roles --remove", 1, {}, says("UBUS_LOGIN_FAILED method=destroy"), io)
  end)

end)

it("cli key prints the public keys, after it has made or retired one", function()
  local io = world_of()
  assert_said("key", 1, {}, says("there is no key; sso-login key new makes one"), io)
  local kids = {}
  for at, command in ipairs({ "new", "new ES256", "retire" }) do
    local status, out, errors = run(io, "key", command:match("^%w+"), command:match(" (.*)"))
    assert.same({ 0, {} }, { status, errors })
    local keys = cjson.decode(out[1]).keys
    assert.equal(at == 2 and 2 or 1, #keys)
    assert.is_nil(keys[1].d)
    kids[at] = keys[1].kid
    assert_said("key", 0, out, {}, io)
  end
  assert.not_equal(kids[1], kids[2])
  assert.equal(kids[2], kids[3])
  assert_said("key new HS256", 1, {}, says('INVALID_REQUEST reason="a key is for ES256 or RS256"'), io)
end)
