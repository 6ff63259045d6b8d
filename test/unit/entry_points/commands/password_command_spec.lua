--- Passwords turned off and on, in the shell by `sso-login password-login` and over ubus by the method `password_login`.
local fixtures = require("support.fixtures")
local login_settings = require("sso_login.settings.login_settings")
local password_method = require("sso_login.answers.password_method")
local mock = require("support.mock")
local programs = require("support.programs")
local password_trial = require("sso_login.passwords.password_trial")

local function section(name, options)
  return { name = name, type = "login", anonymous = false, options = fixtures.with({ username = name }, options) }
end

--- Root and guest have passwords, of which guest's stays; closed has none. SSH takes a key. Ada and bob are of single sign-on.
local function world_of()
  local io, world = mock.create()
  world.io = io
  world.uci.rpcd = { section("root", { password = "$p$root" }), section("guest", { password = "$p$guest" }), section("closed", { password = "!" }) }
  world.uci["sso-login"] = fixtures.sections({ password_user = { "guest" } }, {
    { name = "admin", email = { "Ada@b" }, write = { "*" } }, { name = "half", email = { "bob@b" }, write = { "x" } },
  })
  world.uci.dropbear = { { name = "d", type = "dropbear", anonymous = false, options = {} } }
  world.put("/proc/net/tcp", " sl local_address rem_address st\n 0: 00000000:0016 00000000:0000 0A 00000000:00000000\n")
  world.put("/etc/dropbear/authorized_keys", "ssh-ed25519 AAAA")
  world.put("/etc/shadow", "root:$6$x:0:0\n")
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}},"x":{"write":{"uci":["x"]}}}')
  return io, world
end

local function add_login(world, changes)
  local is_off = world.uci["sso-login"][1].options.password_login == "off"
  return world.add_session(fixtures.with({ sso_proof = is_off and login_settings.settings_hash(world.io) or nil, sso_login_uptime = world.clock,
    token = "t", username = "admin", sso_issuer = fixtures.issuer, sso_email = "ada@b", sso_sub = "ada", sso_roles = { "admin" },
    sso_login_time = world.now,
  }, changes))
end

--- Asserts the exit status and the lines to stdout and stderr of a command.
local function assert_said(io, command, status, out, errors)
  local got, arguments = { out = {}, errors = {} }, {}
  for word in command:gmatch("%S+") do
    arguments[#arguments + 1] = word
  end
  got.status = programs.with({ ["sso_login.io.console"] = {
    print = function(line) got.out[#got.out + 1] = line end,
    print_error = function(line) got.errors[#got.errors + 1] = line end,
  } }, { "sso_login.entry_points.commands.command_outcome", "sso_login.entry_points.commands.password_command" }, function()
    return require("sso_login.entry_points.commands.password_command").run(io, arguments)
  end)
  assert.same({ status = status, out = out, errors = errors or {} }, got, command)
end

local function refused(words) return { 'sso-login: PASSWORD_LOGIN_REFUSED reason="' .. words .. '"' } end

local key, none = "SSH answers and root has a key", "SSH is no way in: beside single sign-on there is failsafe mode alone"
local way, opened = "the way back, in a shell of this router: sso-login password-login on", "sessions that passwords opened: "
local on, off = { "passwords: on", key, opened .. "0" }, { "passwords: off", way, key, opened .. "0" }
local whose = ' users=root way_back="sso-login password-login on"'

local function on_trial(seconds, ssh)
  return {
    "passwords: trial", "the trial ends in " .. seconds .. " s, and passwords return; to keep them off log in anew by single sign-on, then:",
    "  sso-login password-login confirm", way, ssh or key, opened .. "0",
  }
end

describe("cli password-login", function()
  it("turns passwords off on trial after a login, confirms after another one, and turns them on", function()
    local io, world = world_of()
    local hint = refused("log in by single sign-on with a role that changes everything, then repeat this within ten minutes")
    assert_said(io, "", 0, on)
    assert_said(io, "off", 1, {}, hint)
    add_login(world)
    assert_said(io, "off", 0, on_trial(600))
    world.clock = world.clock + 1
    assert_said(io, "status", 0, on_trial(599))
    assert_said(io, "confirm", 1, {}, hint)
    assert_said(io, "off", 1, {}, refused("that is so already, or there is no trial to confirm: see sso-login password-login"))
    add_login(world)
    assert_said(io, "confirm", 0, off)
    assert_said(io, "", 0, off)
    assert_said(io, "on", 0, on)
    assert.equal("PASSWORD_LOGIN state=trial by=shell seconds=600" .. whose .. "\nPASSWORD_LOGIN state=off by=shell" .. whose
      .. "\nPASSWORD_LOGIN state=on by=shell users=root", world.log_text())
  end)

  it("warns of a proxy that is not listed, and names faults for which nobody could administer", function()
    local io, world = world_of()
    add_login(world, { sso_remote = "127.0.0.1" })
    world.uci["sso-login"][2].options.access = { "api" }
    assert_said(io, "", 0, {
      on[1], "nobody can administer by single sign-on: role admin is for programs alone, no role of a person writes with: a", on[2], on[3],
    }, {
      "sso-login: Logins come from 127.0.0.1, as if through a proxy that trusted_proxy does not list: all clients share one limit of requests.",
      "If it is a proxy, list it in trusted_proxy, and limit requests there: otherwise one client can keep all others out.",
    })
  end)

  it("needs no login with --force, and ends sessions with --end-sessions alone", function()
    local io, world = world_of()
    world.add_session({ username = "root" })
    assert_said(io, "on", 0, { on[1], on[2], opened .. "1" })
    assert_said(io, "off --force --end-sessions", 0, { "sessions ended: 1", unpack(on_trial(600)) })
    assert.matches("^PASSWORD_LOGIN state=trial by=shell how=force seconds=600", world.log_text())
    world.add_session({ username = "root" })
    add_login(world)
    assert_said(io, "confirm", 0, { off[1], off[2], off[3], opened .. "1" })
  end)

  for words, prepare in pairs({
    ["single sign-on is off"] = function(options) options.enabled = "0" end,
    ["the configuration is wrong: run sso-login check"] = function(options) options.scope = "email" end,
    ["/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file"] = function(_, world) world.uci.rpcd = {} end,
    ["no login of /etc/config/rpcd has a password that could be turned off"] = function(options) options.password_user = "root guest" end,
    ["that needs roles of people that change everything, such as read '*' and write '*'"] = function(options, world)
      fixtures.add_provider(world, "office", { issuer_url = "https://office.example" })
      options.enabled = "0"
    end,
  }) do
    it("explains a refusal: " .. words, function()
      local io, world = world_of()
      prepare(world.uci["sso-login"][1].options, world)
      assert_said(io, "off --force", 1, {}, refused(words))
      if words == "single sign-on is off" then
        assert_said(io, "", 0, { on[1], "nobody can administer by single sign-on: no provider is on", on[2], on[3] })
      end
      assert.same({ {}, "$p$root" }, { world.commits, (world.uci.rpcd[1] or { options = { password = "$p$root" } }).options.password })
    end)
  end

  it("refuses to turn passwords off while LuCI's login page has no button, unless --force says so", function()
    local io, world = world_of()
    local sid = add_login(world)
    world.put(io.paths.luci, "")
    assert.is_nil(password_method.answer(io, sid, true, true).refusal)
    world.fails["/bin/sh " .. io.paths.login_page] = true
    assert.equal("no_button", password_method.answer(io, sid, true, true).refusal)
    assert.is_nil(password_method.answer(io, sid, true, false).refusal)
    assert_said(io, "off", 1, {}, refused("LuCI's login page has no button with this theme and web server: see sso-login check, or take --force "
      .. "and bookmark /cgi-bin/sso-login/"))
    assert.same({ error = "PASSWORD_LOGIN_REFUSED", details = { reason = "no_button" }, ok = false },
      password_method.call(io, { state = "off", ubus_rpc_session = sid }))
    assert.equal("$p$root", world.uci.rpcd[1].options.password)
    assert_said(io, "off --force", 0, on_trial(600))
    -- The page says nothing of what is proved.
    add_login(world)
    assert_said(io, "confirm", 0, { off[1], off[2], off[3], opened .. "0" })
  end)

  it("says of a file of rpcd that cannot be read only that, and is ready with its libraries", function()
    local io, world = world_of()
    world.uci_broken.rpcd = "Parse error"
    assert_said(io, "", 0, { "passwords: unknown, as /etc/config/rpcd cannot be read; rpcd refuses them", way, key, opened .. "0" })
    assert_said(io, "ready", 0, {})
  end)

  it("reports other failures", function()
    local io, world = world_of()
    world.fail("write_file", nil, 1)
    assert_said(io, "off --force", 1, {}, { 'sso-login: UCI_ERROR path=/etc/uci-defaults/zz-sso-login-password reason="cannot be written"' })
  end)

  it("names the other way to log in, and a root without a password", function()
    local empty = "sso-login: root has no password: "
    for shadow, case in pairs({
      ["root:*:0"] = { none }, ["root:$6$x:0"] = { "SSH answers and takes root's password" }, ["root::0"] = { none, {
        empty .. "anybody gets in without one now; set one with passwd", empty .. "with passwords on, anybody gets in without one",
      } },
    }) do
      local io, world = world_of()
      world.put("/etc/dropbear/authorized_keys", "")
      world.put("/etc/shadow", shadow)
      assert_said(io, "", 0, { on[1], case[1], on[3] }, case[2] and { case[2][2] })
      assert_said(io, "on", 0, { on[1], case[1], on[3] }, case[2])
      assert_said(io, "off --force", 0, on_trial(600, case[1]), case[2] and { case[2][2] })
    end
  end)

  it("refuses unknown commands and options", function()
    local usage = { "sso-login: password-login takes on, or off or confirm with [--force] [--end-sessions]; see sso-login --help" }
    for _, command in ipairs({ "x", "--force", "on --force", "status x", "ready x", "off --now", "off --force x", "wait --end-sessions" }) do
      assert_said((world_of()), command, 2, {}, usage)
    end
  end)

end)

describe("the method password_login", function()
  local function call(io, state, sid, end_sessions)
    local answered = password_method.call(io, { state = state, ubus_rpc_session = sid, end_sessions = end_sessions })
    return answered.ok and answered.data or answered
  end

  local function fails(reason) return { ok = false, error = "PASSWORD_LOGIN_REFUSED", details = { reason = reason } } end

  it("turns passwords off on trial, confirms after a new login, and turns them on for every permitted caller", function()
    local io, world = world_of()
    local sid = add_login(world)
    assert.same(fails("not_sso"), call(io, "off"))
    assert.same(fails("not_everything"), call(io, "off", add_login(world, { sso_email = "bob@b", sso_roles = { "half" } })))
    assert.same({ state = "trial", seconds_left = 600, ended = 0 }, call(io, "off", sid))
    assert.same(fails("same_login"), call(io, "confirm", sid))
    assert.same(fails("not_sso"), call(io, "confirm", "x"))
    assert.same({ state = "off", seconds_left = 0, ended = 0 }, call(io, "confirm", add_login(world)))
    assert.same({ state = "on", seconds_left = 0, ended = 0 }, call(io, "on"))
    local who = "by=session email=ada@b sub=ada user=admin"
    assert.equal("PASSWORD_LOGIN state=trial " .. who .. " seconds=600" .. whose .. "\nPASSWORD_LOGIN state=off " .. who .. whose
      .. "\nPASSWORD_LOGIN state=on by=session users=root", world.log_text())
    assert.same({ ok = false, error = "INVALID_REQUEST", details = "state is none of off, on, confirm" }, call(io, "trial"))
  end)

  it("ends the sessions of refused passwords on request", function()
    local io, world = world_of()
    local sid = add_login(world)
    for _, name in ipairs({ "root", "guest", "root", "closed" }) do
      world.add_session({ username = name })
    end
    for _, case in ipairs({ { "on", 0, 0, true }, { "off", 600, 0, "yes" }, { "on", 0, 0 }, { "off", 600, 2, true } }) do
      local state = case[1] == "on" and "on" or "trial"
      assert.same({ state = state, seconds_left = case[2], ended = case[3] }, call(io, case[1], sid, case[4]))
    end
    assert.matches("\nLOGOUT by=password_login user=root session=%x+\nLOGOUT by=password_login user=root session=%x+$", world.log_text())
  end)

  it("returns the state, the ways back, and the sessions that passwords opened", function()
    local io, world = world_of()
    local sid, ends = add_login(world), world.now + 3600
    for name, token in pairs({ root = "t", guest = false, closed = false }) do
      world.add_session({ username = name, token = token or nil }, name)
    end
    -- A fault of a provider beside which another one works.
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = { enabled = "1" } })
    local said = {
      state = "on", seconds_left = 0, confirm_refusal = "state", way_back = "key", root_without_password = false, single_administrator = true, faults = {},
      password_sessions = {
        { who = "closed", ["until"] = ends, program = true, ends = false }, { who = "guest", ["until"] = ends, program = true, ends = false },
        { who = "root", ["until"] = ends, program = false, ends = true },
      },
    }
    assert.same(said, password_method.answer(io, sid, true))
    -- The file of a trial that rpcd's sections know nothing of.
    password_trial.begin(io, "")
    assert.same(fixtures.with(said, { refusal = "not_sso" }), password_method.answer(io, "", true))
    call(io, "off", sid)
    world.clock = world.clock + 30
    said = fixtures.with(said, { state = "trial", seconds_left = 570, refusal = "state", confirm_refusal = "same_login" })
    -- Guest's password was refused before it was to stay.
    world.uci.rpcd[2].options.password, world.uci.rpcd[2].options.sso_login_password = "!", "$p$guest"
    assert.same(said, password_method.answer(io, sid, true))
    assert.is_nil(password_method.answer(io, add_login(world), true).confirm_refusal)
  end)
end)
