--- cli: the administrator's command line; what it prints where, and its exit status.
local cjson = require("cjson")
local checkup = require("support.checkup")
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local version = require("sso_login.base.version")

--- What the last program gave to make its `Io`.
local given

local names = {
  "sso_login.program.cli", "sso_login.program.rights", "sso_login.program.session_table", "sso_login.io.system", "sso_login.io.console",
}

--- Runs the program with arguments, and options of its `Io` behind them; returns its exit status, and the lines that it printed to stdout and stderr.
local function run(io_provider, ...)
  local kept, out, errors = {}, {}, {}
  for _, name in ipairs(names) do
    kept[name] = package.loaded[name]
  end
  package.loaded["sso_login.program.cli"] = nil
  package.loaded["sso_login.program.rights"] = nil
  package.loaded["sso_login.program.session_table"] = nil
  package.loaded["sso_login.io.system"] = { create = function(options)
    given = options
    return io_provider
  end }
  package.loaded["sso_login.io.console"] = {
    print = function(line) out[#out + 1] = line end,
    print_error = function(line) errors[#errors + 1] = line end,
  }
  local arguments = { ... }
  local options = type(arguments[#arguments]) == "table" and table.remove(arguments) or nil
  local done, status = pcall(function() return require("sso_login.program.cli").main(arguments, options) end)
  for _, name in ipairs(names) do
    package.loaded[name] = kept[name]
  end
  assert(done, status)
  return status, out, errors
end

local function world_of(changes, roles)
  local io, world = mock.create()
  world.now = version.year_start + 1000000
  world.uci["sso-login"] = fixtures.sections(changes, roles)
  world.uci.rpcd = {}
  world.put(io.paths.acl_dir .. "/b.json", '{"luci-base":{"read":{"ubus":{"luci":["get","getVersion"]}},"write":{"uci":["luci"]}},'
    .. '"luci-mod-status-index":{"read":{"ubus":{"system":["board"]}}}}')
  return io, world
end

--- Puts a session of this service into the world.
local function add_session(world, sid, email, more)
  local data = { token = "t", username = "admin", sso_issuer = "https://idp.example", sso_email = email, sso_sub = "sub" }
  for name, value in pairs(more or {}) do
    data[name] = value
  end
  world.sessions[sid] = { timeout = 3600, expires = 60, data = data, grants = {} }
end

local one, other = ("1"):rep(32), ("2"):rep(32)

local help = [[
Usage: sso-login COMMAND

  roles [--json] EMAIL [GROUP...]  show which roles a user matches, and the resulting rights
                                   (EMAIL may be '' for a user without one)
  roles [--json] --claims FILE|-   the same for claims as the provider sends them (JSON)
  sessions                         list the live single sign-on sessions
  expire                           end the sessions that are older than session_max_lifetime
  logout EMAIL                     end the sessions of a user
  hand-over                        what LuCI's log-out leaves to the service (not for people)
  check [--json]                   try what a login needs, and say what to do; nothing is changed
  check-config                     check the configuration without asking the provider
  sync-roles                       keep rpcd's login sections in step with the roles
  sync-roles --remove              remove these sections
  compile                          keep the programs compiled until the next boot
  --version                        print the version
  --help                           print this text

Exit status: 0 done, 1 could not be done, 2 wrong usage.]]

describe("cli", function()
  for _, arguments in ipairs({ { "--help" }, { "-h" }, { "--help", "roles" } }) do
    it(table.concat(arguments, " ") .. " prints the help", function()
      local status, out, errors = run(world_of(), unpack(arguments))
      assert.same({ 0, { help }, {} }, { status, out, errors })
    end)
  end

  for _, arguments in ipairs({ { "--version" }, { "--version", "x" } }) do
    it(table.concat(arguments, " ") .. " prints the version", function()
      local status, out, errors = run(world_of(), unpack(arguments))
      assert.same({ 0, { "sso-login " .. version.version }, {} }, { status, out, errors })
    end)
  end

  for _, case in ipairs({
    { {}, "a command is missing" },
    { { "dance" }, "unknown command dance" },
    { { "" }, "unknown command " },
    { { "roles" }, "roles needs an e-mail address" },
    { { "roles", "--json" }, "roles needs an e-mail address" },
    { { "roles", "--claims" }, "roles --claims takes one file, or -" },
    { { "roles", "--claims", "a", "b" }, "roles --claims takes one file, or -" },
    { { "sessions", "all" }, "sessions takes no argument" },
    { { "expire", "x" }, "expire takes no argument" },
    { { "logout" }, "logout takes one e-mail address" },
    { { "logout", "a@b", "c@d" }, "logout takes one e-mail address" },
    { { "logout", "" }, "logout needs an e-mail address" },
    { { "check", "--loud" }, "check takes no argument but --json" },
    { { "check", "--json", "x" }, "check takes no argument but --json" },
    { { "check", "--json", "--json" }, "check takes no argument but --json" },
    { { "check-config", "--json" }, "check-config takes no argument" },
    { { "sync-roles", "x" }, "sync-roles takes no argument but --remove" },
    { { "sync-roles", "--remove", "x" }, "sync-roles takes no argument but --remove" },
  }) do
    it("'" .. table.concat(case[1], " ") .. "' is wrong usage, and nothing is done", function()
      local io, world = world_of()
      local status, out, errors = run(io, unpack(case[1]))
      assert.same({ 2, {}, { "sso-login: " .. case[2] .. "; see sso-login --help" } }, { status, out, errors })
      assert.same({}, world.ubus_calls)
      assert.same({}, world.requests)
    end)
  end

  it("hand-over leaves what standard input holds, of at most 64 KB", function()
    local function hand_over(bytes)
      local io, world = world_of()
      local input = '{"token":"t","remote":"192.0.2.7","values":{"sso_id_token":"%s"}}'
      world.input = input:format(("x"):rep(bytes - #input + 2))
      local status, out, errors = run(io, "hand-over")
      return { status, out, errors, #world.in_run_dir("^logout_") }
    end
    assert.same({ 0, {}, {}, 1 }, hand_over(65536))
    assert.same({ 1, {}, { 'sso-login: INVALID_REQUEST reason="no ended session"' }, 0 }, hand_over(65537))
  end)

  describe("roles", function()
    it("shows names and rights, scope by scope", function()
      local status, out = run(world_of(), "roles", "ADA@example.org")
      assert.equal(0, status)
      assert.same({
        "roles: admin", "session user name: admin", "admin: everything (can change this router, and so perhaps do everything), by luci-base",
        "", "access-group:", "  luci-base: read, write", "  luci-mod-status-index: read",
        "", "ubus:", "  luci: get, getVersion", "  system: board",
        "", "uci:", "  luci: write",
      }, out)
    end)

    it("--json shows the same, wherever it stands", function()
      for _, arguments in ipairs({ { "--json", "", "/net/admins" }, { "", "--json", "/net/admins" } }) do
        local status, out = run(world_of(), "roles", unpack(arguments))
        assert.equal(0, status)
        assert.same({
          roles = { "admin" }, username = "admin", can = { admin = { verdict = "everything", groups = { "luci-base" } } }, rights = {
            ["access-group"] = { ["luci-base"] = { "read", "write" }, ["luci-mod-status-index"] = { "read" } },
            ubus = { luci = { "get", "getVersion" }, system = { "board" } }, uci = { luci = { "write" } },
          },
        }, cjson.decode(out[1]))
      end
    end)

    it("names the groups that reach so far", function()
      local io, world = world_of()
      world.put(io.paths.acl_dir .. "/c.json", '{"more":{"write":{"uci":["luci"]}}}')
      local _, out = run(io, "roles", "ada@example.org")
      assert.matches(", by luci%-base, more$", out[3])
    end)

    it("names all roles that a user matches", function()
      local roles = { { name = "admin", email = { "a@b" } }, { name = "guest", group = { "guests" } } }
      local _, out = run(world_of({}, roles), "roles", "a@b", "users", "guests")
      assert.equal("roles: admin, guest", out[1])
    end)

    it("says of each role how far it reaches", function()
      local roles = {
        { name = "guest", group = { "guests" }, read = { "luci-mod-*" } }, { name = "admin", email = { "a@b" }, read = { "luci-base" } },
      }
      local _, out = run(world_of({}, roles), "roles", "a@b", "guests")
      assert.same({ "admin: look (can look, and no more)", "guest: look (can look, and no more)" }, { out[3], out[4] })
      local _, json = run(world_of({}, roles), "roles", "--json", "a@b", "guests")
      assert.truthy(json[1]:find('"can":{"admin":{"groups":[],"verdict":"look"},"guest":{"groups":[],"verdict":"look"}}', 1, true))
    end)

    it("takes the e-mail address for no group", function()
      local status, out = run(world_of({}, { { name = "x", group = { "guests" } } }), "roles", "guests")
      assert.same({ 1, {} }, { status, out })
    end)

    describe("--claims", function()
      local function claims(text, changes, ...)
        local io, world = world_of(fixtures.with({ groups_claim = { "realm_access.roles", "roles" } }, changes), {
          { name = "a", group = { "net" }, email = { "ada@b" } }, { name = "s", sub = { "id-1" }, sub_issuer = fixtures.issuer },
        })
        world.put("/tmp/claims", text)
        return run(io, "roles", "--claims", "/tmp/claims", ...)
      end

      it("says what counts of each claim, and which claim and rule gave each role", function()
        local text = '{"sub":"id-1","email":"Ada@b","realm_access":{"roles":["net","x"]}}'
        local status, out = claims(text, {})
        assert.same({
          "claim email: Ada@b", 'claim realm_access.roles: "net, x"', "claim roles: absent", "claim sub: id-1",
          "roles: a, s", "session user name: a", "a: by email Ada@b (claim email)", "a: by group net (claim realm_access.roles)",
          "s: by sub id-1 (claim sub)",
        }, { unpack(out, 1, 9) })
        assert.equal(0, status)
        local _, json = claims(text, {}, "--json")
        assert.equal(1, #json)
        assert.same({
          a = { { rule = "email", claim = "email", value = "Ada@b" }, { rule = "group", claim = "realm_access.roles", value = "net" } },
          s = { { rule = "sub", claim = "sub", value = "id-1" } },
        }, cjson.decode(json[1]).because)
      end)

      it("tells absent ones from empty ones and from those of no use", function()
        local status, out, errors = claims('{"upn":"","realm_access":{"roles":[]},"roles":7}', { email_claim = "upn" })
        assert.same({ "claim upn: empty", "claim realm_access.roles: empty", 'claim roles: of no use', "claim sub: absent" }, out)
        assert.same({ 1, { 'sso-login: USER_NOT_AUTHORIZED reason="matched no roles"' } }, { status, errors })
        local _, unverified = claims('{"email":"ada@b","email_verified":false}', {})
        assert.equal("claim email: of no use", unverified[1])
      end)

      it("takes a JSON object alone", function()
        for _, text in ipairs({ "[]", "", "{", '"x"' }) do
          local status, out, errors = claims(text, {})
          assert.same({ 1, {} }, { status, out })
          assert.same({ 'sso-login: INVALID_REQUEST file=/tmp/claims reason="is not a JSON object of at most 64 KB"' }, errors)
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

      it("goes by the default claims where no option names others", function()
        local io, world = world_of({}, { { name = "a", group = { "net" }, email = { "ada@b" } } })
        world.put("/tmp/claims", '{"email":"ada@b","groups":{"net":1}}')
        local _, out = run(io, "roles", "--claims", "/tmp/claims")
        assert.same({ "claim email: ada@b", "claim groups: empty", "claim sub: absent", "roles: a" }, { unpack(out, 1, 4) })
        world.put("/tmp/claims", '{"upn":"ada@b"}')
        io.uci_set("sso-login", "default", "email_claim", "upn")
        _, out = run(io, "roles", "--claims", "/tmp/claims")
        assert.equal("a: by email ada@b (claim upn)", out[6])
      end)

      it("counts the keys of an object where the option names it", function()
        local _, out = claims('{"roles":{"net":{"id":1}}}', {})
        assert.equal("a: by group net (claim roles)", out[7])
      end)

      it("does not go by the options where e-mail and groups are given", function()
        local io = world_of({ email_claim = "upn", groups_claim = "roles" }, { { name = "a", email = { "ada@b" } }, { name = "b", group = { "net" } } })
        local _, out = run(io, "roles", "ada@b", "net")
        assert.equal("roles: a, b", out[1])
      end)

      it("has no use for a group of the mail's own rules, and shows 200 bytes of a claim", function()
        local long = ("x"):rep(205)
        local _, out = claims(('{"email":"ada@b","roles":["%s"]}'):format(long), {})
        assert.equal("claim roles: " .. ("x"):rep(200), out[3]:sub(1, 213))
        assert.is_nil(out[3]:find(("x"):rep(201), 1, true))
      end)
    end)

    it("says when there is none, and when the configuration is wrong", function()
      local status, out, errors = run(world_of(), "roles", "eve@example.org", "guests")
      assert.same({ 1, {}, { 'sso-login: USER_NOT_AUTHORIZED reason="matched no roles"' } }, { status, out, errors })
      status, out, errors = run(world_of({ http_timeout = "soon" }), "roles", "ada@example.org")
      local words = 'sso-login: CONFIG_ERROR must="be a whole number from 1 to 20" option=http_timeout'
      assert.same({ 1, {}, { words } }, { status, out, errors })
    end)
  end)

  describe("expire", function()
    it("ends what has lasted as long as it may", function()
      local io, world = world_of()
      world.uci["sso-login"][1].options.session_max_lifetime = "300"
      add_session(world, one, "ada@example.org", { sso_login_time = world.now - 300 })
      add_session(world, other, "ada@example.org", { sso_login_time = world.now - 299 })
      assert.same({ 0, { "sessions ended: 1" }, {} }, { run(io, "expire") })
      assert.is_nil(world.sessions[one])
      assert.is_table(world.sessions[other])
      assert.truthy(world.log_text():find("^LOGOUT by=lifetime email=ada@example.org sub=sub role=admin session=%x+$"))
    end)

    it("says when rpcd does not answer", function()
      local io, world = world_of()
      world.fail("ubus_call_all")
      assert.same({ 1, {}, { "sso-login: UBUS_LOGIN_FAILED method=list" } }, { run(io, "expire") })
    end)
  end)

  describe("sessions", function()
    it("lists who is logged in, without what opens a session", function()
      local io, world = world_of()
      add_session(world, one, "ada@example.org", { sso_login_time = world.now - 60 })
      add_session(world, other, "", { username = "a b" })
      world.sessions[("3"):rep(32)] = { timeout = 1, expires = 1, data = { username = "root", token = "t" }, grants = {} }
      local status, out = run(io, "sessions")
      assert.equal(0, status)
      local clock = require("sso_login.io.clock")
      table.sort(out)
      assert.same({
        "WHO              ROLE   SINCE                UNTIL",
        "ada@example.org  admin  " .. clock.format_time(world.now - 60) .. "  " .. clock.format_time(world.now + 60),
        'sub              "a b"  unknown              ' .. clock.format_time(world.now + 60),
      }, out)
    end)

    it("says until when at the latest, where there is such a limit", function()
      local io, world = world_of()
      world.uci["sso-login"][1].options.session_max_lifetime = "300"
      add_session(world, one, "ada@example.org", { sso_login_time = world.now - 60 })
      add_session(world, other, "bob@example.org", { sso_login_time = world.now - 260 })
      local _, out = run(io, "sessions")
      local time = require("sso_login.io.clock").format_time
      assert.equal("WHO              ROLE   SINCE                UNTIL                LATEST", out[1])
      assert.truthy(out[2]:find(time(world.now + 60) .. "  " .. time(world.now + 240), 1, true))
      assert.truthy(out[3]:find(time(world.now + 40) .. "  " .. time(world.now + 40), 1, true))
    end)

    it("cuts what a provider says of a user at 200 bytes", function()
      local io, world = world_of()
      add_session(world, one, "", { sso_sub = ("x"):rep(201), username = ("y"):rep(201) })
      local _, out = run(io, "sessions")
      assert.equal(("x"):rep(200) .. "  " .. ("y"):rep(200) .. "  unknown", out[2]:match("^(.*unknown)  "))
    end)

    it("says when rpcd does not answer", function()
      local io, world = world_of()
      world.fail("ubus_call_all")
      local status, out, errors = run(io, "sessions")
      assert.same({ 1, {}, { "sso-login: UBUS_LOGIN_FAILED method=list" } }, { status, out, errors })
    end)
  end)

  describe("logout", function()
    it("ends all sessions of an address, whatever its case, and logs each", function()
      local io, world = world_of()
      add_session(world, one, "Ada@example.org")
      add_session(world, other, "eve@example.org")
      local status, out, errors = run(io, "logout", "ada@EXAMPLE.org")
      assert.same({ 0, { "sessions ended: 1" }, {} }, { status, out, errors })
      assert.is_nil(world.sessions[one])
      assert.is_table(world.sessions[other])
      assert.matches("^LOGOUT by=administrator email=Ada@example.org sub=sub role=admin session=%x+$", world.log_text())
    end)

    it("fails when there is none, and when one cannot be ended", function()
      local io, world = world_of()
      local status, out, errors = run(io, "logout", "ada@example.org")
      assert.same(
        { 1, { "sessions ended: 0" }, { "sso-login: no session of ada@example.org" } },
        { status, out, errors }
      )
      add_session(world, one, "ada@example.org")
      world.fail("ubus_call")
      status, out, errors = run(io, "logout", "ada@example.org")
      assert.same({ 1, { "sessions ended: 0" }, {} }, { status, out, errors })
    end)

    it("goes on where one cannot be ended, and fails", function()
      local io, world = world_of()
      add_session(world, one, "ada@example.org")
      add_session(world, other, "ada@example.org")
      world.fail("ubus_call", 1)
      local status, out, errors = run(io, "logout", "ada@example.org")
      assert.same({ 1, { "sessions ended: 1" }, {} }, { status, out, errors })
      assert.equal(1, #world.logs)
    end)
  end)

  describe("check-config", function()
    it("says what check says of the configuration, in the same words, and asks nobody", function()
      for _, case in ipairs({ {}, { roles = {} }, { uci = { scope = "email", enabled = "0" } }, { roles = { { name = "root", read = "*" } } } }) do
        local io, world = checkup.world_of(case)
        local status, out = run(io, "check-config")
        assert.same({}, world.requests)
        local checked, all = run(checkup.world_of(case), "check")
        assert.equal(checked, status)
        for place, line in ipairs(out) do
          assert.equal(all[place], line)
        end
        assert.truthy(#out >= 3 and all[#out + 1]:find("^ok       This router answers"))
      end
    end)

    it("says the first error as the log does, too", function()
      local _, _, errors = run(checkup.world_of({ uci = { scope = "email" }, roles = {} }), "check-config")
      assert.same({ 'sso-login: CONFIG_ERROR must="contain openid" option=scope' }, errors)
      _, _, errors = run(checkup.world_of({ roles = {} }), "check-config")
      assert.same({ "sso-login: USER_NOT_AUTHORIZED reason=\"There is no role: every login ends with 'matched no roles'.\"" }, errors)
      _, _, errors = run(checkup.world_of({}), "check-config")
      assert.same({}, errors)
    end)

    it("explains a name that UCI cannot hold", function()
      local io, world = checkup.world_of({})
      world.uci_broken["sso-login"] = "Parse error (invalid character in name field)"
      local status, out = run(io, "check-config")
      assert.equal(1, status)
      assert.matches("invalid character in name field", out[1])
      assert.matches("A%-Z a%-z 0%-9 _: kids_tablet, not kids%-tablet", out[2])
      for _, command in ipairs({ { "roles", "ada@example.org" }, { "sync-roles" } }) do
        local _, _, errors = run(io, unpack(command))
        assert.matches("^sso%-login: CONFIG_ERROR .*invalid character in name field", errors[1])
        assert.equal(out[2]:match("%S.*"), errors[2])
        assert.equal(2, #errors)
      end
    end)

    it("explains no other package's", function()
      local io, world = checkup.world_of({})
      world.fail("uci_commit")
      world.uci.rpcd = {}
      local status, _, errors = run(io, "sync-roles")
      assert.same({ 1, 1 }, { status, #errors })
    end)
  end)

  describe("after uci commit alone", function()
    local words = { "sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles" }
    local commands = { { "roles", "ada@example.org" }, { "sessions" }, { "check-config" } }

    it("does not say so of what cannot be read", function()
      local io, world = checkup.world_of({})
      world.uci_broken["sso-login"] = "Parse error"
      assert.same({}, (select(3, run(io, "sessions"))))
    end)

    it("says that sync-roles is to be run, where a role has another section or a session no reason", function()
      for _, command in ipairs(commands) do
        local io, world = checkup.world_of({})
        assert.same({}, select(3, run(io, unpack(command))))
        world.uci["sso-login"][2].options.read = { "luci-base" }
        assert.same(words, (select(3, run(io, unpack(command)))))
        io, world = checkup.world_of({})
        add_session(world, one, "gone@example.org")
        assert.same(words, (select(3, run(io, unpack(command)))))
      end
    end)
  end)

  describe("check", function()
    it("prints a line a finding, and advice below what is not right", function()
      local status, out = run(world_of({ client_id = "" }), "check")
      local text = table.concat(out, "\n") .. "\n"
      assert.equal(1, status)
      assert.truthy(text:find("error    Option client_id must be set. [CONFIG_ERROR]\n         Correct the option;", 1, true))
      assert.truthy(text:find("\nok       The roles are complete: admin.\n", 1, true))
    end)

    it("prints one line alone for what is right, and ends well", function()
      local status, out, errors = run(checkup.world_of({ router = { failure = "certificate" } }), "check")
      assert.same({ 0, {} }, { status, errors })
      assert.equal(14, #out)
      for _, line in ipairs(out) do
        assert.matches("^ok       %u", line)
      end
    end)

    it("prints a warning with its advice, and ends well", function()
      local status, out = run(checkup.world_of({ uci = { enabled = "0" } }), "check")
      assert.equal(0, status)
      assert.equal("warning  Single sign-on is off: option enabled is not 1. [SSO_DISABLED]", out[2])
      assert.equal("         Turn it on when the rest of this check is right.", out[3])
    end)

    it("--json ends as well where nothing is wrong", function()
      local status, out = run(checkup.world_of({}), "check", "--json")
      assert.same({ 0, 1 }, { status, #out })
      assert.is_true(cjson.decode(out[1]).ok)
    end)

    it("--json prints the report with ids and parameters", function()
      local status, out = run(world_of({ http_timeout = "0" }), "check", "--json")
      assert.equal(1, status)
      local report = cjson.decode(out[1])
      assert.is_false(report.ok)
      assert.same({
        id = "option_wrong", level = "error", code = "CONFIG_ERROR",
        params = { option = "http_timeout", must = { id = "whole_number", params = { min = "1", max = "20" } } },
        text = "Option http_timeout must be a whole number from 1 to 20.",
        advice = "Correct the option; until then nobody can log in by single sign-on.",
      }, report.findings[1])
    end)
  end)

  describe("sync-roles", function()
    it("makes rpcd's sections once, and removes them", function()
      local io = world_of()
      for _, case in ipairs({ { nil, "updated" }, { nil, "nothing to do" }, { "--remove", "updated" } }) do
        local status, out, errors = run(io, "sync-roles", case[1])
        assert.same({ 0, { "rpcd login sections: " .. case[2] }, {} }, { status, out, errors })
      end
    end)

    it("changes nothing for roles that cannot be", function()
      local io, world = world_of({}, { { name = "cfg02", email = "a@b" } })
      world.uci["sso-login"][2].anonymous = true
      add_session(world, one, "ada@example.org")
      local status, out, errors = run(io, "sync-roles")
      assert.same({ 1, {} }, { status, out })
      assert.matches("^sso%-login: CONFIG_ERROR must=", errors[1])
      assert.same({}, world.uci.rpcd)
      assert.is_table(world.sessions[one])
    end)

    it("says how many sessions it ended", function()
      local io, world = world_of({ enabled = "0" })
      add_session(world, one, "ada@example.org")
      local status, out, errors = run(io, "sync-roles")
      assert.same({ 0, { "rpcd login sections: updated", "sessions ended: 1" }, {} }, { status, out, errors })
    end)
  end)

  it("hands its options on", function()
    local options = { root = "/x" }
    run(world_of(), "--version", options)
    assert.equal(options, given)
    run(world_of(), "--version")
    assert.same({}, given)
  end)
end)
