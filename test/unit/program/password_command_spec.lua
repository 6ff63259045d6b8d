--- `sso-login password-login`: what it says, what it does, and how it ends.
local fixtures = require("support.fixtures")
local login = require("sso_login.session.password_login")
local mock = require("support.mock")
local programs = require("support.programs")

--- A router with SSH that takes a key, and an administrator who logged in just now unless `roles` are others.
local function world_of(changes, roles)
  local io, world = mock.create()
  world.uci["sso-login"] = fixtures.sections(changes, roles or { { name = "admin", email = { "ada@b" }, read = { "*" }, write = { "*" } } })
  world.uci.dropbear = { { name = "d", type = "dropbear", anonymous = false, options = {} } }
  world.put("/proc/net/tcp", " sl local_address rem_address st\n 0: 00000000:0016 00000000:0000 0A 00000000:00000000\n")
  world.put("/etc/dropbear/authorized_keys", "ssh-ed25519 AAAA")
  world.put("/etc/shadow", "root:$6$x:0:0\n")
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}}}')
  return io, world
end

local function add_login(world, since)
  return world.add_session({
    token = "t", username = "admin", sso_issuer = fixtures.issuer, sso_email = "ada@b", sso_sub = "ada", sso_roles = { "admin" },
    sso_login_time = since or world.now,
  })
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
  } }, { "sso_login.program.outcome", "sso_login.program.password_command" }, function()
    return require("sso_login.program.password_command").run(io, arguments)
  end)
  assert.same({ status = status, out = out, errors = errors or {} }, got, command)
end

local function refused(words) return { 'sso-login: PASSWORD_LOGIN_REFUSED reason="' .. words .. '"' } end

local key, none = "SSH answers and root has a key", "SSH is no way in: beside single sign-on there is failsafe mode alone"
local on = { "passwords: on", key, "sessions that passwords opened: 0" }
local way = "the way back, in a shell of this router: sso-login password-login on"
local off = { "passwords: off", way, key, "sessions that passwords opened: 0" }

local function trial(seconds, sessions)
  return {
    "passwords: trial", "the trial ends in " .. seconds .. " s, and passwords return; to keep them off log in anew by single sign-on, then:",
    "  sso-login password-login confirm", way, key, "sessions that passwords opened: " .. (sessions or 0),
  }
end

describe("cli password-login", function()
  it("turns passwords off on trial after a login, confirms after another one, and turns them on", function()
    local io, world = world_of()
    assert_said(io, "", 0, on)
    assert_said(io, "status", 0, on)
    local hint = refused("log in by single sign-on with a role that changes everything, then repeat this within ten minutes")
    assert_said(io, "off", 1, {}, hint)
    add_login(world)
    assert_said(io, "off", 0, trial(600))
    world.clock = world.clock + 1
    assert_said(io, "status", 0, trial(599))
    assert_said(io, "confirm", 1, {}, hint)
    assert_said(io, "off", 1, {}, refused("that is so already, or there is no trial to confirm: see sso-login password-login"))
    add_login(world)
    assert_said(io, "confirm", 0, off)
    assert_said(io, "", 0, off)
    assert_said(io, "on", 0, on)
    local names = "users=root"
    assert.equal(table.concat({
      "PASSWORD_LOGIN state=trial by=shell seconds=600 " .. names .. ' way_back="sso-login password-login on"',
      "PASSWORD_LOGIN state=off by=shell " .. names .. ' way_back="sso-login password-login on"', "PASSWORD_LOGIN state=on by=shell " .. names,
    }, "\n"), world.log_text())
  end)

  it("needs no login with --force, and ends sessions with --end-sessions alone", function()
    local io, world = world_of()
    world.add_session({ username = "root" })
    assert_said(io, "off --force", 0, trial(600, 1))
    assert.equal('PASSWORD_LOGIN state=trial by=shell how=force seconds=600 users=root way_back="sso-login password-login on"', world.log_text())
    assert_said(io, "on", 0, { on[1], on[2], "sessions that passwords opened: 1" })
    assert_said(io, "off --force --end-sessions", 0, { "sessions ended: 1", unpack(trial(600)) })
    add_login(world)
    assert_said(io, "confirm --end-sessions", 0, off)
  end)

  for words, prepare in pairs({
    ["single sign-on is off"] = function(world) world.uci["sso-login"][1].options.enabled = "0" end,
    ["the configuration is wrong: run sso-login check"] = function(world) world.uci["sso-login"][1].options.scope = "email" end,
    ["/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file"] = function(world) world.uci.rpcd = {} end,
    ["no login of /etc/config/rpcd has a password that could be turned off"] = function(world) world.uci.rpcd[1].options.password = nil end,
    ["that needs a role that changes everything: read '*' and write '*'"] = function(world)
      local office = { issuer_url = "https://office.example", redirect_uri = fixtures.options.redirect_uri .. "/office" }
      table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = fixtures.with(fixtures.options, office) })
      world.uci["sso-login"][1].options.enabled = "0"
    end,
  }) do
    it("says why not: " .. words, function()
      local io, world = world_of()
      prepare(world)
      assert_said(io, "off --force", 1, {}, refused(words))
      assert.same({}, world.commits)
    end)
  end

  it("says what else fails", function()
    local io, world = world_of()
    world.fail("write_file", nil, 1)
    assert_said(io, "off --force", 1, {}, { 'sso-login: UCI_ERROR path=/etc/uci-defaults/zz-sso-login-password reason="cannot be written"' })
  end)

  it("names the way in beside single sign-on, and a root without a password", function()
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
    end
  end)

  it("refuses what is no command, or no option of it", function()
    local usage = { "sso-login: password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]; see sso-login --help" }
    for _, command in ipairs({ "x", "--force", "on --force", "status x", "confirm --force", "off --now", "off --force x", "wait --end-sessions" }) do
      local io, world = world_of()
      assert_said(io, command, 2, {}, usage)
      assert.same({ {}, {} }, { world.commits, world.started })
    end
  end)
end)

describe("cli password-login wait", function()
  --- The pauses of `wait`, by their length, where the trial has lasted so long.
  local function pauses(io, world, age)
    world.clock = world.clock + age
    local count = {}
    world.before("sleep", function(seconds) count[seconds] = (count[seconds] or 0) + 1 end)
    assert_said(io, "wait", 0, {})
    return count
  end

  it("ends the trial when its time is over, and looks every twenty seconds", function()
    local io, world = world_of()
    assert.same({}, pauses(io, world, 0))
    assert.is_true(login.arm(io, {}).ok)
    assert.same({ [20] = 29, [15] = 1 }, pauses(io, world, 5))
    assert_said(io, "", 0, on)
  end)

  it("looks a thousand times at a trial that cannot be ended, at most once a second", function()
    local io, world = world_of()
    login.arm(io, {})
    world.fail("lock")
    assert.equal(1000, pauses(io, world, 600)[1])
  end)
end)
