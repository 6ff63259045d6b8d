local password_sections = require("sso_login.passwords.password_sections")
local password_state = require("sso_login.passwords.password_state")
--- Passwords of rpcd's local logins: off on trial, confirmed, on again, whatever happens between.
local fixtures = require("support.fixtures")
local login_settings = require("sso_login.settings.login_settings")
local local_sessions = require("sso_login.passwords.local_sessions")
local password_events = require("sso_login.passwords.password_events")
local mock = require("support.mock")
local requests = require("support.requests")
local administrators = require("sso_login.passwords.administrators")
local session_rules = require("sso_login.rpcd.session_rules")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local password_trial = require("sso_login.passwords.password_trial")

local file, guard, reserve = "/var/run/sso-login/password_trial", "/etc/uci-defaults/zz-sso-login-password", "/etc/config/.sso-login.reserve"

local function section(name, options, kind)
  return { name = name, type = kind or "login", anonymous = name:find("^cfg") ~= nil, options = options }
end

--- Logins of all sorts, of which root, guest and plain have a password.
local function odd_sections()
  return {
    section("cfg01", { username = "root", password = "$p$root", read = { "*" }, write = { "*" }, timeout = "30" }),
    section("guest", { username = "guest", password = "$5$salt$it's", read = { "luci-base" } }),
    section("cfg02", { username = "plain", password = "se cret\"'", write = "x" }),
    section("cfg03", { username = "nobody", read = { "a" } }),
    section("closed", { username = "closed", password = "!" }),
    section("several", { username = "several", password = { "a", "b" } }),
    section("sso_login_admin", { username = "admin", password = "!", read = { "*", "unauthenticated" }, write = { "*" } }),
    section("other", { username = "x", password = "y" }, "timeouts"),
  }
end

local by = { { "by", "shell" } }

local function world_of(changes, roles)
  local io, world = mock.create()
  world.io, world.uci.rpcd = io, odd_sections()
  world.uci["sso-login"] = fixtures.sections(changes, roles)
  world.make_folders("/etc/uci-defaults")
  world.make_folders("/etc/config")
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}},"b":{"read":{"uci":["b"]},"write":{"uci":["b"]}}}')
  return io, world
end

local function passwords(world)
  local found = {}
  for _, entry in ipairs(world.uci.rpcd) do
    found[#found + 1] = entry.options.password or "none"
  end
  found[6] = "list"
  return table.concat(found, " ")
end

local all_off = "! ! ! none ! list ! y"
local all_on = "$p$root $5$salt$it's se cret\"' none ! list ! y"

local function option(world) return world.uci["sso-login"][1].options.password_login end

--- Nothing is left of passwords that were off.
local function assert_on(io, world)
  assert.same(odd_sections(), world.uci.rpcd)
  assert.is_nil(option(world))
  for _, path in ipairs({ file, guard, reserve }) do
    assert.is_nil(io.file_info(path), path)
  end
end

local function admin_session(world, since, changes)
  local proof = option(world) == "off" and login_settings.settings_hash(world.io) or nil
  return world.add_session(fixtures.with({ sso_proof = proof, sso_login_uptime = world.clock,
    sso_issuer = fixtures.issuer, sso_email = "ada@example.org", sso_sub = "ada", username = "admin", sso_roles = { "admin" },
    sso_login_time = since or world.now,
  }, changes))
end

local function armed(changes)
  local io, world = world_of(changes)
  assert.is_true(password_events.happen(io, "turn_off", by).ok)
  return io, world
end

local function confirmed(changes)
  local io, world = armed(changes)
  assert.is_true(password_events.happen(io, "confirm", by).ok)
  return io, world
end

describe("passwords", function()
  it("are refused on trial in one commit with its mark, and nothing else changes", function()
    local io, world = armed()
    assert.equal(all_off, passwords(world))
    assert.same({ "sso-login", "rpcd" }, world.commits)
    assert.same({
      username = "root", password = "!", read = { "*" }, write = { "*" }, timeout = "30", sso_login_password = "$p$root", sso_login_trial = "1",
    }, world.uci.rpcd[1].options)
    for _, number in ipairs({ 4, 5, 6, 7, 8 }) do
      assert.same(odd_sections()[number], world.uci.rpcd[number])
    end
    assert.equal("off", option(world))
    assert.equal("trial", password_sections.state_of(world.uci.rpcd))
    assert.equal(600, password_trial.seconds_left(io))
    assert.equal('PASSWORD_LOGIN state=trial by=shell seconds=600 users=root,guest,plain way_back="sso-login password-login on"', world.log_text())
    assert.same({ "/etc/init.d/sso-login start" }, world.started)
    assert.equal(493, world.files["/etc/uci-defaults"].mode)
    -- The package suite runs it.
    assert.equal(world.text(io.paths.password_guard), world.text(guard))
  end)

  it("stay on where the script of the boot cannot be read", function()
    local io, world = world_of()
    world.put(io.paths.password_guard, ("#"):rep(16385))
    local details = { path = io.paths.password_guard, reason = "cannot be read" }
    assert.same({ ok = false, error = "UCI_ERROR", details = details }, password_events.happen(io, "turn_off", by))
    assert_on(io, world)
    world.put(io.paths.password_guard, ("#"):rep(16384))
    assert.is_true(password_events.happen(io, "turn_off", by).ok)
  end)

  it("are refused for a section without one, which has none again afterwards", function()
    local io, world = world_of()
    world.uci.rpcd[2].options.password = ""
    assert.is_true(password_events.happen(io, "turn_off", by).ok)
    assert.is_true(password_events.turn_on(io, by).ok)
    assert.is_true(world.uci.rpcd[2].options.password == nil or world.uci.rpcd[2].options.password == "")
  end)

  it("stay off after confirmation, and are restored exactly when they are turned on", function()
    local io, world = confirmed()
    assert.equal("off", password_sections.state_of(world.uci.rpcd))
    assert.is_nil(io.file_info(file))
    world.clock = world.clock + 100000
    password_events.end_overdue_trial(io)
    assert.equal(all_off, passwords(world))
    assert.is_true(password_events.turn_on(io, by).ok)
    assert_on(io, world)
    assert.matches('state=on by=shell users=root,guest,plain$', world.logs[#world.logs].line)
  end)

  it("stay on for users of password_user, also when that list changes", function()
    local io, world = armed({ password_user = { "guest", "plain" } })
    assert.equal("! $5$salt$it's se cret\"' none ! list ! y", passwords(world))
    world.uci["sso-login"][1].options.password_user = "root"
    assert.same({ ok = true, data = "trial" }, password_events.catch_up(io, "other"))
    assert.equal("$p$root ! ! none ! list ! y", passwords(world))
    world.uci["sso-login"][1].options.password_user = "root guest"
    assert.same({ "root", "guest" }, password_state.exempt_users(io))
    password_events.turn_on(io, by)
    assert.same(odd_sections(), world.uci.rpcd)
  end)

  for what, prepare in pairs({
    disabled = function(world) world.uci["sso-login"][1].options.enabled = "0" end,
    config_wrong = function(world) world.uci["sso-login"][1].options.scope = "email" end,
    rpcd_unreadable = function(world) world.uci.rpcd = {} end,
    no_passwords = function(world) world.uci["sso-login"][1].options.password_user = { "root", "guest", "plain" } end,
    state = function(_, io) password_events.happen(io, "turn_off", by) end,
  }) do
    it("are not turned off: " .. what, function()
      local io, world = world_of()
      prepare(world, io)
      local before = mock.copy(world.uci)
      assert.same({ ok = false, error = "PASSWORD_LOGIN_REFUSED", details = { reason = what } }, password_events.happen(io, "turn_off", by))
      assert.same(before, world.uci)
    end)
  end

  it("are logged with their users, and not at all where they were on already", function()
    local io, world = world_of({ password_login = "off", password_user = { "guest", "plain" } })
    password_events.turn_on(io, by)
    assert.same({ {}, 1 }, { world.logs, world.calls.lock })
    world.uci["sso-login"][1].options.password_login, world.commits = "off", {}
    password_events.happen(io, "turn_off", by)
    assert.same({ "rpcd" }, world.commits)
    world.uci_broken.rpcd = "Parse error"
    assert.same({ ok = false, error = "PASSWORD_LOGIN_REFUSED", details = { reason = "rpcd_unreadable" } }, password_events.happen(io, "confirm", by))
  end)

  it("are turned off only with room for the lines that UCI writes", function()
    local io, world = world_of({ password_user = { "guest" } })
    local lines, rooms = {}, {}
    world.before("write_file", function(path, text)
      local before = path:find(".room", 1, true) and io.read_file(#rooms == 0 and "/etc/config/sso-login" or "/etc/config/rpcd", 262144)
      rooms[#rooms + 1] = before and text:sub(#before + 1) or nil
    end)
    for at, password in ipairs({ "$p$root", "se cret\"'\\''" }) do
      lines[at] = ("\toption password '!'\n\toption sso_login_password '%s'\n\toption sso_login_trial '1'\n"):format(password)
    end
    assert.is_true(password_events.happen(io, "turn_off", by).ok)
    assert.equal(16384, io.file_info(reserve).size)
    assert.same({ "\toption password_login 'off'\n", table.concat(lines) }, rooms)
  end)

  --- Writes of UCI that report success and do nothing, and the package that stays as it was.
  for what, case in pairs({
    ["the option is missing"] = { "sso-login", function(sections) sections[1].options.password_login = nil end },
    ["the section is missing"] = { "sso-login", function(sections) table.remove(sections, 1) end },
    ["a role is missing"] = { "sso-login", function(sections) table.remove(sections) end },
    ["a password counts"] = { "rpcd", function(sections) sections[2].options.password = "$5$salt$it's" end },
    ["a section has another type"] = { "rpcd", function(sections) sections[4].type = "timeouts" end },
  }) do
    it("stay valid where UCI did not write the file: " .. what, function()
      local io, world = world_of()
      local commit, left = io.uci_commit, 1
      io.uci_commit = function(package)
        local done = commit(package)
        if package == case[1] and left > 0 then
          left = left - 1
          case[2](world.uci[package])
        end
        return done
      end
      local armed_now = password_events.happen(io, "turn_off", by)
      assert.same({ "UCI_ERROR", case[1] }, { armed_now.error, (armed_now.details or {}).config })
      assert_on(io, world)
    end)
  end

  it("are not turned off without the section of the option, even with another provider", function()
    local io, world = world_of()
    world.uci["sso-login"][1].name = "office"
    world.uci["sso-login"][1].options.redirect_uri = fixtures.options.redirect_uri .. "/office"
    world.uci["sso-login"][2].options.provider = { "office" }
    assert.same({ ok = false, error = "CONFIG_ERROR", details = { option = "default", must = { id = "oidc_section" } } },
      password_events.happen(io, "turn_off", by))
  end)

  local no_script, no_reserve = { path = guard, reason = "cannot be written" }, { path = reserve, reason = "cannot be written" }
  local option_unset = { config = "sso-login", section = "default" }
  local cfg01, guest = { config = "rpcd", section = "cfg01" }, { config = "rpcd", section = "guest" }
  local plain, lock = { config = "rpcd", section = "cfg02" }, { reason = "another process holds upkeep.lock" }

  --- The details of the failure at each call.
  for name, details in pairs({
    write_file = { { reason = "the run directory cannot be written" }, no_script, no_reserve, { config = "sso-login", reason = "no room on the flash" } },
    uci_commit = { { config = "sso-login", reason = "cannot be written" }, { config = "rpcd", reason = "cannot be written" } },
    uci_set = { option_unset, cfg01, cfg01, cfg01, guest, guest, guest, plain, plain }, lock = { lock },
  }) do
    it("stay valid when arming fails at any call of " .. name, function()
      for number, reason in ipairs(details) do
        local io, world = world_of()
        world.fail(name, name == "lock" and 100 or 1, number - 1)
        local error = name == "write_file" and number == 1 and "INTERNAL_ERROR" or "UCI_ERROR"
        assert.same({ ok = false, error = error, details = reason }, password_events.happen(io, "turn_off", by), name .. number)
        assert_on(io, world)
      end
    end)
  end
end)

describe("a trial", function()
  it("is over where its end is more than ten minutes away", function()
    local io, world = armed()
    for before, left in pairs({ [0] = 600, [1] = 0 }) do
      world.clock = 100 - before
      assert.equal(left, password_trial.seconds_left(io))
    end
  end)

  it("ends by itself after ten minutes of a clock that does not jump", function()
    local io, world = armed()
    for _, jump in ipairs({ -365 * 86400, 365 * 86400 }) do
      world.now = world.now + jump
      password_events.end_overdue_trial(io)
      assert.equal(all_off, passwords(world))
    end
    world.clock, world.locked = world.clock + 599, {}
    password_events.end_overdue_trial(io)
    assert.same({ all_off, {} }, { passwords(world), world.locked })
    assert.equal(1, password_trial.seconds_left(io))
    world.clock = world.clock + 1
    password_events.end_overdue_trial(io)
    assert_on(io, world)
    assert.matches('^PASSWORD_LOGIN state=on by=trial users=root,guest,plain$', world.logs[#world.logs].line)
  end)

  it("continues where another process has restarted it or holds the lock", function()
    for _, begun in ipairs({ true, false }) do
      local io, world = armed()
      world.clock = world.clock + 600
      local lock = io.lock
      io.lock = function(path)
        if begun and password_trial.seconds_left(io) == 0 then
          password_trial.begin(io, login_settings.settings_hash(io))
          world.clock = world.clock + 599
        end
        return begun and lock(path)
      end
      password_events.end_overdue_trial(io)
      assert.equal(all_off, passwords(world))
    end
  end)

  it("cannot be confirmed when it is over", function()
    local io, world = armed()
    world.clock = world.clock + 600
    for _ = 1, 2 do
      assert.same({ ok = false, error = "PASSWORD_LOGIN_REFUSED", details = { reason = "state" } }, password_events.happen(io, "confirm", by))
      world.clock = world.clock + 1
    end
  end)

  it("cannot be confirmed twice, or while another process holds the lock", function()
    local io, world = armed()
    world.fail("lock", 1000)
    assert.same({ ok = false, error = "UCI_ERROR", details = { reason = "another process holds upkeep.lock" } }, password_events.happen(io, "confirm", by))
    world.fail("lock", 0)
    assert.is_true(password_events.happen(io, "confirm", by).ok)
    assert.same({ reason = "state" }, password_events.happen(io, "confirm", by).details)
  end)

  it("ends at a boot: without the run directory, or with a smaller uptime", function()
    local io, world = armed()
    io.remove(file)
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
    assert_on(io, world)
    io, world = armed()
    world.clock = -5
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "service"))
    assert_on(io, world)
    assert.matches("state=on by=trial users=root,guest,plain$", world.log_text())
  end)

  it("is tried again after ten seconds where it cannot be ended, with one line in the log", function()
    local io, world = world_of()
    local before = admin_session(world)
    admin_session(world)
    password_events.happen(io, "turn_off", by)
    world.clock = world.clock + 600
    local write = io.write_file
    io.write_file = function(path, content) return path:find("^/var/run") ~= nil and write(path, content) end
    world.fail("uci_save", 1)
    password_events.end_overdue_trial(io)
    world.clock = world.clock + 5
    password_events.end_overdue_trial(io)
    assert.equal(5, password_trial.seconds_left(io))
    assert.equal('PASSWORD_LOGIN_STUCK error=UCI_ERROR config=rpcd reason="no room on the flash"', world.log_text():match("PASSWORD_LOGIN_STUCK.*"))
    assert.equal("same_login", administrators.refusal_for_session(io, before, "confirm"))
    -- On a read-only flash passwords count until the next boot.
    world.clock, world.commits = world.clock + 5, {}
    password_events.end_overdue_trial(io)
    assert.same({ all_on, {} }, { passwords(world), world.commits })
  end)

  it("restores passwords on a full flash, in the reserved room", function()
    local io, world = armed()
    local write = io.write_file
    io.write_file = function(path, content)
      return (path:find("^/var/run") or io.file_info(reserve) == nil) and write(path, content)
    end
    world.clock = world.clock + 600
    password_events.end_overdue_trial(io)
    assert_on(io, world)
  end)

  it("removes only the files of killed processes", function()
    local io, world = armed()
    for _, path in ipairs({ guard .. ".123.tmp", reserve .. ".123.tmp", reserve:sub(1, -2), guard:sub(1, -2) }) do
      world.put(path, "x")
    end
    world.clock = world.clock + 600
    password_events.end_overdue_trial(io)
    assert_on(io, world)
    assert.same({ ".sso-login.reserv" }, io.list_dir("/etc/config"))
    assert.same({ "zz-sso-login-passwor" }, io.list_dir("/etc/uci-defaults"))
  end)

  it("leaves passwords off after a confirmation whose process was killed", function()
    local io, world = armed()
    local remove = io.remove
    io.remove = function() return false end
    password_events.happen(io, "confirm", by)
    io.remove = remove
    world.clock = world.clock + 600
    password_events.end_overdue_trial(io)
    assert.equal(all_off, passwords(world))
    assert.is_nil(io.file_info(file))
  end)
end)

describe("passwords with a second provider", function()
  local here, there = fixtures.issuer, "https://office.example"
  local function role(changes)
    return fixtures.with({ name = "boss", group = { "g" }, provider = { "office" }, read = { "*" }, write = { "*" } }, changes)
  end

  --- Puts a second provider beside default, and one role into the place of all; the ways in are then by these.
  local function set(world, of_first, of_second, of_role)
    world.uci["sso-login"] = fixtures.sections(fixtures.with({ password_login = "off" }, of_first), { of_role })
    fixtures.add_provider(world, "office", fixtures.with({ issuer_url = there }, of_second))
  end
  local disabled, wrong = { enabled = "0" }, { client_id = "" }

  --- Options of default and of the second, the role, and what gives passwords back.
  for title, case in pairs({
    ["default is off"] = { disabled, {} },
    ["default is wrong"] = { wrong, {} },
    ["the second is off"] = { {}, disabled, by = "roles" }, ["the second is wrong"] = { {}, wrong, by = "roles" },
    ["both are off"] = { disabled, disabled, by = "disabled" },
    ["one is wrong and one off"] = { disabled, wrong, by = "configuration" }, ["one is off and one wrong"] = { wrong, disabled, by = "configuration" },
    ["an option of the router is wrong"] = { { trusted_proxy = "x" }, {}, by = "configuration" },
    ["the second has default's issuer"] = { wrong, { issuer_url = here }, by = "configuration" },
    ["the role counts at default alone"] = { disabled, {}, { provider = fixtures.none }, by = "roles" },
    ["the role counts at default alone, which is on"] = { {}, {}, { provider = fixtures.none } },
    ["the role lists a subject there"] = { disabled, {}, { group = fixtures.none, provider = fixtures.none, sub = { "s" }, sub_issuer = there } },
    ["the role names the subject's provider"] = { disabled, {}, { group = fixtures.none, sub = { "s" }, sub_issuer = there } },
    ["the role lists a subject of default"] = {
      disabled, {}, { group = fixtures.none, provider = fixtures.none, sub = { "s" }, sub_issuer = here }, by = "roles",
    },
    ["the role lists a subject there, and counts elsewhere"] = {
      disabled, {}, { group = fixtures.none, provider = { "default" }, sub = { "s" }, sub_issuer = there }, by = "roles",
    },
    ["the role lists no subject"] = { disabled, {}, { group = fixtures.none, provider = fixtures.none, sub_issuer = there }, by = "roles" },
    ["the role lists an e-mail"] = { disabled, {}, { group = fixtures.none, email = { "a@b" } } },
  }) do
    it((case.by and "are restored" or "stay off") .. " at a start of the service where " .. title, function()
      local io, world = confirmed()
      set(world, case[1], case[2], role(case[3]))
      assert.same({ ok = true, data = "trial" }, password_events.catch_up(io, "other"))
      assert.same({ ok = true, data = case.by and "on" or "trial" }, password_events.catch_up(io, "service"))
      assert.equal(case.by and all_on or all_off, passwords(world))
      assert.equal(case.by == nil, io.file_info(guard) ~= nil)
      assert.equal(case.by ~= nil, world.log_text():find("state=on by=" .. (case.by or ""), 1, true) ~= nil)
    end)
  end

  --- The same with default alone: changes of its section, and of its role.
  for title, case in pairs({
    ["there is no role"] = { {}, none = true, by = "roles" },
    ["the role lists nobody"] = { {}, { group = fixtures.none }, by = "roles" },
    ["the role is for programs"] = { {}, { access = { "api" } }, by = "roles" },
    ["the role's provider does not exist"] = { {}, { provider = { "gone" } }, by = "roles" },
    ["the role has the name of a local login"] = { {}, { name = "root" }, by = "roles" },
    ["the role lacks a group"] = { {}, { write = { "a" } }, by = "roles" },
    ["the role lists all groups"] = { {}, { write = { "a", "b" } } },
    ["the ca_file is missing"] = { { ca_file = "/gone.pem" }, by = "configuration" },
    ["the ca_file is there"] = { { ca_file = "/there.pem" } },
    ["there is no key"] = { { token_endpoint_auth_method = "private_key_jwt" }, by = "configuration" },
    ["there is a key"] = { { token_endpoint_auth_method = "private_key_jwt" }, key = true },
  }) do
    it((case.by and "come back" or "stay off") .. " with default alone at a start of the service where " .. title, function()
      local function prepare(io, world, password_login)
        local only = fixtures.with(role({ provider = fixtures.none }), case[2])
        world.uci["sso-login"] = fixtures.sections(fixtures.with({ password_login = password_login }, case[1]), { not case.none and only or nil })
        world.put("/there.pem", fixtures.certificate)
        assert(not case.key or require("sso_login.jose.client_keys").make(io, "ES256").ok)
      end
      local io, world = confirmed()
      prepare(io, world, "off")
      assert.same({ ok = true, data = "trial" }, password_events.catch_up(io, "other"))
      assert.same({ ok = true, data = case.by and "on" or "trial" }, password_events.catch_up(io, "service"))
      assert.equal(case.by ~= nil, world.log_text():find("state=on by=" .. (case.by or ""), 1, true) ~= nil)
      io, world = world_of()
      prepare(io, world)
      assert.equal(({ roles = "not_everything", configuration = "config_wrong" })[case.by], (password_events.happen(io, "turn_off", by).details or {}).reason)
    end)
  end

  it("are turned off with the second provider alone, and not without a usable one", function()
    for reason, case in pairs({ [""] = {}, config_wrong = { wrong }, not_everything = { {}, { provider = fixtures.none } } }) do
      local io, world = world_of()
      set(world, { enabled = "0", password_login = fixtures.none }, case[1], role(case[2]))
      local armed_now = password_events.happen(io, "turn_off", by)
      assert.same({ reason == "", reason ~= "" and { reason = reason } or nil }, { armed_now.ok, armed_now.details })
    end
  end)
end)

describe("upkeep", function()
  it("does nothing and takes no lock while passwords are as configured", function()
    for state, open in pairs({ on = world_of, off = confirmed }) do
      local io, world = open({ password_user = { "guest" } })
    local calls = world.calls.lock
    world.commits = {}
      assert.same({ ok = true, data = state }, password_events.catch_up(io, "other"))
    assert.same({ {}, calls }, { world.commits, world.calls.lock })
    end
  end)

  it("refuses passwords of new sections, unless another process has done so", function()
    for _, is_late in ipairs({ false, true }) do
      local io, world = confirmed()
      local refused = { username = "new", password = "!", sso_login_password = "$p$new", sso_login_proof = login_settings.settings_hash(io) }
      table.insert(world.uci.rpcd, section("new", { username = "new", password = "$p$new" }))
      world.before("lock", function() world.uci.rpcd[9].options = is_late and refused or world.uci.rpcd[9].options end)
      world.logs = {}
      assert.same({ ok = true, data = "off" }, password_events.catch_up(io, "other"))
      assert.same(refused, world.uci.rpcd[9].options)
      assert.equal(is_late and "" or 'PASSWORD_LOGIN state=off by=upkeep users=new way_back="sso-login password-login on"', world.log_text())
    end
  end)

  it("at a login refuses passwords of new sections, and restores none for want of a role", function()
    local _, world = requests.run(requests.callback({
      path = "/callback/office", handshake = { issuer = fixtures.issuer }, options = {
        uci = { issuer_url = "https://first.example", enabled = "0" },
        roles = { { name = "viewer", group = { "/net/admins" }, provider = { "office" }, read = { "*" } } },
      }, setup = function(world)
        world.uci["sso-login"][1].options.password_login = "off"
        fixtures.add_provider(world, "office")
        world.uci.rpcd = { section("cfg01", { username = "root", password = "!", sso_login_password = "$p$root" }),
          section("new", { username = "new", password = "$p$new" }) }
      end }))
    assert.same({ 1, "!", "!" }, { #fixtures.keys(world.sessions), world.uci.rpcd[1].options.password, world.uci.rpcd[2].options.password })
  end)

  it("restores the passwords of users added to password_user, and renews the reserved room, which a backup does not keep", function()
    local io, world = confirmed()
    io.remove(reserve)
    world.uci["sso-login"][1].options.password_user = { "root" }
    assert.same({ ok = true, data = "off" }, password_events.catch_up(io, "other"))
    assert.equal("$p$root ! ! none ! list ! y", passwords(world))
    assert.equal(16384, io.file_info(reserve).size)
  end)

  it("says after a backup was restored that passwords are off, once", function()
    local io, world = confirmed()
    io.remove(reserve)
    world.logs = {}
    for _ = 1, 2 do
      password_events.catch_up(io, "service")
    end
    assert.equal('PASSWORD_LOGIN state=off by=upkeep way_back="sso-login password-login on"', world.log_text())
  end)

  it("gives no password to a section whose own was removed, and writes nothing twice", function()
    local io, world = confirmed()
    world.uci.rpcd[1].options.password = nil
    assert.is_true(password_events.turn_on(io, by).ok)
    assert.is_nil(world.uci.rpcd[1].options.password)
    world.commits = {}
    assert.is_true(password_events.turn_on(io, by).ok)
    assert.same({}, world.commits)
  end)

  it("ignores options that somebody wrote beside a password", function()
    local sections = odd_sections()
    sections[1].options.sso_login_trial, sections[2].options.sso_login_password, sections[2].options.sso_login_trial = "1", "$p$old", "1"
    sections[3].options = { username = "plain", password = "!", sso_login_password = "$p$plain" }
    assert.equal("off", password_sections.state_of(sections))
    local io, world = world_of({ password_user = { "plain" } })
    for _, wanted in ipairs({ "off", "on" }) do
      world.uci.rpcd, world.uci["sso-login"][1].options.password_login = { mock.copy(sections[1]), section("x", {}) }, wanted
      assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
      assert.same({ odd_sections()[1], section("x", {}) }, world.uci.rpcd)
    end
    world.uci.rpcd = { sections[1], sections[2] }
    assert.same({ reason = "no_passwords" }, password_events.happen(io, "turn_off", by).details)
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
    assert.same({ odd_sections()[1], odd_sections()[2] }, world.uci.rpcd)
  end)

  it("fails where a section cannot be written, and writes none", function()
    for name, times in pairs({ uci_set = 3, uci_delete = 1 }) do
      local io, world = armed()
      local before = mock.copy(world.uci.rpcd)
      world.fail(name, times)
      local failed = name == "uci_set" and password_events.turn_on(io, by) or password_events.happen(io, "confirm", by)
      assert.same({ ok = false, error = "UCI_ERROR", details = { config = "rpcd", section = "cfg01" } }, failed)
      assert.same(before, world.uci.rpcd)
    end
  end)

  for what, case in pairs({
    ["somebody wrote a password by hand"] = { function(world) world.uci.rpcd[1].options.password = "$p$root" end, "state=on by=hand " },
    ["somebody wrote the mark of a trial alone"] = { function(world)
      world.uci.rpcd[1].options.sso_login_trial, world.uci.rpcd[2].options.sso_login_trial = "1", "1"
      world.uci.rpcd[2].options.password, world.uci.rpcd[2].options.sso_login_password = "$5$salt$it's", nil
    end, "state=on by=hand " },
    ["the option does not ask for it any more"] = { function(world) world.uci["sso-login"][1].options.password_login = nil end, "state=on by=configuration " },
  }) do
    it("restores all passwords where " .. what, function()
    local io, world = confirmed()
      case[1](world)
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
    assert_on(io, world)
      assert.matches(case[2], world.log_text())
  end)
  end

  for what, change in pairs({
    ["disabled"] = function(world) world.uci["sso-login"][1].options.enabled = "0" end,
    ["wrong"] = function(world) world.uci["sso-login"][1].options.issuer_url = "http://x" end,
    ["empty"] = function(world) world.uci["sso-login"] = {} end,
    ["unreadable"] = function(world) world.uci_broken["sso-login"] = "Parse error" end,
  }) do
    it("restores passwords only at a start of the service whose configuration is " .. what, function()
      local io, world = confirmed()
      change(world)
      local is_read = what == "disabled" or what == "wrong"
      assert.same({ ok = true, data = is_read and "trial" or "off" }, password_events.catch_up(io, "other"))
      assert.equal(all_off, passwords(world))
      assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "service"))
      assert.equal(all_on, passwords(world))
    end)
  end

  it("does not turn passwords off by the option alone, and logs that", function()
    local io, world = world_of({ password_login = "off" })
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "service"))
    assert.equal(all_on, passwords(world))
    assert.equal('PASSWORD_LOGIN_NOT_ARMED reason="option password_login alone turns nothing off"', world.log_text())
  end)

  it("removes the files of a process that was killed while it turned passwords off", function()
    for _, wanted in ipairs({ "off", fixtures.none }) do
      local io, world = world_of({ password_login = wanted, password_user = { "root", "guest", "plain" } })
      world.put(file, "{}")
      password_events.catch_up(io, "other")
      assert_on(io, world)
    end
  end)

  it("removes the script of a boot where passwords are on", function()
    for _, case in ipairs({ { {}, "other" }, { {}, "service" }, { { password_login = "off" }, "other" } }) do
      local io = world_of(case[1])
      io.write_file(guard, "x")
      assert.same({ ok = true, data = "on" }, password_events.catch_up(io, case[2]))
      assert.is_nil(io.file_info(guard))
    end
  end)

  it("changes nothing where sections cannot be read; turned on, they are after the init script has restored the file", function()
    local io, world = confirmed()
    world.uci_broken.rpcd = "Parse error"
    assert.is_false(password_events.catch_up(io, "service").ok)
    assert.equal("off", option(world))
    assert.is_false(password_events.turn_on(io, by).ok)
    world.before("start", function() world.uci_broken.rpcd, world.uci.rpcd, world.calls.sleep = nil, odd_sections(), 0 end)
    world.before("sleep", function() io.remove(guard) io.remove(reserve) end)
    assert.is_true(password_events.turn_on(io, by).ok)
    assert.equal(1, world.calls.sleep, "the script still works")
    assert_on(io, world)
  end)

  it("names a file of rpcd that replaced the one with refused passwords", function()
    local io, world = confirmed()
    world.uci.rpcd, world.logs = odd_sections(), {}
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
    assert.equal("PASSWORD_LOGIN state=on by=rpcd", world.log_text())
    assert_on(io, world)
  end)

  it("restores passwords at a start of the service without HTTPS at uhttpd, and renews the script of the boot", function()
    local secure = { listen_http = "0.0.0.0:80", listen_https = "0.0.0.0:443" }
    for _, case in ipairs({ { secure, "off" }, { { listen_http = "0.0.0.0:80" }, "on" }, { { listen_http = "0.0.0.0:80" }, "off", true } }) do
      local io, world = confirmed()
      world.uci.uhttpd = { section("main", case[1], "uhttpd"), section("defaults", {}, "cert") }
      world.put(guard, "old")
      if case[3] then
        world.make_folders("/etc/nginx/conf.d")
      end
      assert.same({ ok = true, data = case[2] }, password_events.catch_up(io, "service"))
      assert.equal(case[2] == "off" and world.text(io.paths.password_guard) or nil, world.text(guard))
    end
  end)
end)

describe("permission to turn passwords off", function()
  local other = { name = "half", email = { "bob@example.org" }, write = { "a" } }
  local everything = { name = "admin", email = { "ada@example.org" }, read = { "*" }, write = { "*" } }

  it("demands a session of single sign-on whose roles may change everything now", function()
    local io, world = world_of({}, { everything, other })
    local sid = admin_session(world)
    local half = admin_session(world, world.now, { sso_email = "bob@example.org", username = "half", sso_roles = { "half" } })
    assert.is_nil(administrators.refusal_for_session(io, sid, "off"))
    assert.equal("not_everything", administrators.refusal_for_session(io, half, "off"))
    for _, id in ipairs({ world.add_session({ username = "root" }), "", "x", ("0"):rep(32) }) do
      assert.equal("not_sso", administrators.refusal_for_session(io, id, "off"))
    end
    world.uci["sso-login"][2].options.write = { "*", "!b" }
    assert.equal("not_everything", administrators.refusal_for_session(io, sid, "off"))
    world.uci["sso-login"][2].options.write, world.uci["sso-login"][2].options.email = { "*" }, { "eve@example.org" }
    assert.equal("not_everything", administrators.refusal_for_session(io, sid, "off"))
  end)

  it("demands write access to every access group, and at least one", function()
    for text, refusal in pairs({ ['{"a":{"write":{"uci":["a"]}},"look":{"read":{"uci":["b"]}}}'] = false, ['{"a":{"read":{}}}'] = "not_everything" }) do
      local io, world = world_of({}, { fixtures.with(everything, { write = { "a" } }) })
      world.put(io.paths.acl_dir .. "/luci.json", text)
      assert.equal(refusal or nil, administrators.refusal_for_session(io, admin_session(world), "off"))
    end
  end)

  it("excludes programs, as the caller and as the recent login, by any rule that gives them the role", function()
    for _, identity in ipairs({ { sso_client = "home", sso_sub = "home", sso_email = "" }, { sso_client = "app" } }) do
      local io, world = world_of({ api_audience = "api" }, { fixtures.with(everything, { client = { "home" }, access = { "web", "api" } }) })
      local function robot() return admin_session(world, world.now, fixtures.with({ sso_audience = "api" }, identity)) end
      local first = robot()
      assert.equal("not_sso", administrators.refusal_for_session(io, first, "off"))
      assert.equal("no_login", administrators.refusal_for_shell(io, "off"))
      assert.same({ ok = true, data = "trial" }, password_events.happen(io, "turn_off", by))
      local second = robot()
      assert.equal("not_sso", administrators.refusal_for_session(io, second, "confirm"))
      assert.equal("no_login", administrators.refusal_for_shell(io, "confirm"))
      assert.is_true(session_rules.still_authorized(session_rules.read_rules(io).data, rpcd_sessions.find_session(io, second)))
      admin_session(world)
      assert.is_nil(administrators.refusal_for_shell(io, "confirm"))
    end
  end)

  it("includes the shell in the ten minutes after such a login", function()
    local io, world = world_of({}, { everything })
    assert.equal("no_login", administrators.refusal_for_shell(io, "off"))
    admin_session(world, world.now - 600)
    assert.equal("no_login", administrators.refusal_for_shell(io, "off"))
    admin_session(world, world.now - 599, { sso_email = "bob@example.org" })
    assert.equal("no_login", administrators.refusal_for_shell(io, "off"))
    admin_session(world, world.now - 599)
    assert.is_nil(administrators.refusal_for_shell(io, "off"))
  end)

  it("confirms with a login since the trial began, regardless of the clock", function()
    local io, world = world_of({}, { everything })
    local before = admin_session(world)
    password_events.happen(io, "turn_off", by)
    assert.equal("same_login", administrators.refusal_for_session(io, before, "confirm"))
    assert.equal("no_login", administrators.refusal_for_shell(io, "confirm"))
    local after = admin_session(world, world.now - 365 * 86400)
    assert.is_nil(administrators.refusal_for_session(io, after, "confirm"))
    assert.is_nil(administrators.refusal_for_shell(io, "confirm"))
    io.remove(file)
    assert.equal("same_login", administrators.refusal_for_session(io, after, "confirm"))
  end)

  it("skips incomplete sessions, and takes now where rpcd names no end", function()
    local io, world = world_of()
    local entries = { { ubus_rpc_session = "1", data = { username = "root" } }, { ubus_rpc_session = "2" }, { data = { username = "x" } } }
    io.ubus_call_all = function() return { ok = true, data = entries } end
    assert.same({ { sid = "1", username = "root", is_at_luci = false, ["until"] = world.now } }, rpcd_sessions.list_local_sessions(io))
  end)

  it("ends the sessions of users whose passwords are refused", function()
    local io, world = armed({ password_user = { "guest" } })
    local sso, root, guest = admin_session(world), world.add_session({ username = "root" }), world.add_session({ username = "guest" })
    assert.equal(1, local_sessions.end_sessions(io))
    assert.same({ true, false, true }, { world.sessions[sso] ~= nil, world.sessions[root] ~= nil, world.sessions[guest] ~= nil })
  end)
end)

describe("the way back", function()
  --- UCI has room for nothing; a file that is written in another way counts.
  local function without_uci(world, io)
    local write = io.write_file
    io.uci_commit = function() return false end
    io.write_file = function(path, text)
      local name = path:match("^/etc/config/([%w-]+)$")
      if name and text:find("config", 1, true) then
        world.rewritten[#world.rewritten + 1] = name
        world.uci[name] = name == "rpcd" and odd_sections() or world.uci[name]
        if name ~= "rpcd" then world.uci[name][1].options.password_login = nil end
      end
      return write(path, text)
    end
    world.rewritten = {}
  end

  it("needs no room of UCI: the files are written in another way, with the option", function()
    local io, world = confirmed()
    without_uci(world, io)
    assert.same({ ok = true, data = "on" }, password_events.turn_on(io, by))
    assert.same({ { "rpcd", "sso-login" }, 1 }, { world.rewritten, #world.logs - 2 })
    assert_on(io, world)
    io, world = world_of()
    without_uci(world, io)
    assert.is_false(password_events.happen(io, "turn_off", by).ok)
    assert.same({}, world.rewritten)
  end)

  it("is a commit in the reserved room where there is no other, and uncommitted on a read-only flash, which is logged", function()
    local io, world = confirmed()
    local commit = io.uci_commit
    io.uci_commit = function(name) return io.file_info(reserve) == nil and commit(name) end
    world.commits = {}
    assert.is_true(password_events.turn_on(io, by).ok)
    assert.same({ "rpcd", "sso-login" }, world.commits)
    io, world = confirmed()
    io.uci_commit = function() return false end
    world.logs = {}
    assert.same({ ok = true, data = "on" }, password_events.turn_on(io, by))
    local stuck = 'PASSWORD_LOGIN_STUCK error=UCI_ERROR config=%s reason="cannot be written"\n'
    assert.equal(1, world.log_text():find(stuck:format("rpcd") .. stuck:format("sso-login") .. "PASSWORD_LOGIN state=on ", 1, true))
    assert.is_nil(world.uci["sso-login"][1].options.password_login)
    world.fail("uci_save", 1)
    io, world = confirmed()
    io.uci_commit = function() return false end
    world.fail("uci_save", 1)
    assert.same({ "UCI_ERROR", true }, { password_events.turn_on(io, by).error, io.file_info(guard) ~= nil })
    assert.equal(all_off, passwords(world))
  end)

  it("needs neither the lock nor the hash of the settings", function()
    local io, world = confirmed()
    world.fail("lock", 100)
    local hash = login_settings.settings_hash
    login_settings.settings_hash = function() error("module 'sso_login.native_crypto' not found") end
    local done = password_events.turn_on(io, by)
    login_settings.settings_hash = hash
    assert.is_true(done.ok)
    assert_on(io, world)
  end)

  it("waits at most half a minute for the init script to restore rpcd's file by the guard, and not at all without one", function()
    for _, case in ipairs({ { confirmed, 300 }, { world_of, 0 } }) do
      local io, world = case[1]()
      local waited = 0
      io.sleep = function(seconds) waited = waited + seconds * 10 end
      world.uci_broken.rpcd, world.started = "Parse error", {}
      assert.equal("CONFIG_ERROR", password_events.turn_on(io, by).error)
      assert.same({ case[2], { "/etc/init.d/sso-login start" } }, { waited, world.started })
    end
  end)
end)

describe("a look", function()
  it("ends a trial whose time is over while a change waits for its confirmation", function()
    local io, world = armed()
    world.ubus_fail("confirm", 6)
    world.clock = world.clock + 600
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
  end)

  it("makes no file of a trial where it fails without one", function()
    local io, world = confirmed()
    world.uci_broken.rpcd = "Parse error"
    assert.is_false(password_events.catch_up(io, "service").ok)
    assert.is_nil(io.file_info(file))
  end)

  it("removes what killed processes have left beside the packages, at a start of the service alone", function()
    local io, world = armed()
    for _, name in ipairs({ "rpcd", "sso-login" }) do
      world.put("/etc/config/." .. name .. ".uci-x", "x", world.now - 99)
    end
    world.clock = world.clock + 600
    password_events.end_overdue_trial(io)
    password_events.catch_up(io, "other")
    assert.same({ ".rpcd.uci-x", ".sso-login.uci-x" }, io.list_dir("/etc/config"))
    password_events.catch_up(io, "service")
    assert.same({}, io.list_dir("/etc/config"))
  end)

  it("removes a reserve alone, and says nothing of files that killed processes have left", function()
    for _, path in ipairs({ reserve, guard, file }) do
      for _, act in ipairs({ function(io) password_events.catch_up(io, "other") end, function(io) password_events.turn_on(io, by) end }) do
        local io, world = world_of()
        world.put(path, "{}")
        act(io)
        assert_on(io, world)
        assert.same({}, world.logs)
      end
    end
  end)

  it("leaves an option alone whose process another one has cleaned up after", function()
    local io, world = world_of({ password_login = "off" })
    world.put(guard, "x")
    world.before("lock", function() world.files[guard] = nil end)
    assert.same({ ok = true, data = "on" }, password_events.catch_up(io, "other"))
    assert.equal("off", option(world))
  end)

  it("keeps passwords off where the room cannot be reserved anew", function()
    local io, world = confirmed()
    local write = io.write_file
    io.remove(reserve)
    io.write_file = function(path, text) return not path:find("reserve", 1, true) and write(path, text) end
    world.logs = {}
    assert.same({ ok = true, data = "off" }, password_events.catch_up(io, "other"))
    assert.same({}, world.logs)
  end)
end)

it("a confirmation that fails is told to its caller alone", function()
  local io, world = armed()
  world.logs = {}
  world.fail("uci_commit", 1)
  assert.same({ "UCI_ERROR", {} }, { password_events.happen(io, "confirm", by).error, world.logs })
end)

it("a trial is read only while passwords are on trial, of settings that it names, and a list of passwords is nobody's", function()
  local io, world = confirmed({ password_user = { "several" } })
  assert.same({ "a", "b" }, world.uci.rpcd[6].options.password)
  for settings, wanted in pairs({ [""] = false, x = true }) do
    password_trial.begin(io, settings)
    assert.equal(wanted, password_trial.read(io) ~= nil)
    assert.is_nil(password_state.read(io).data.trial)
  end
  local guard_module = require("sso_login.passwords.guard")
  world.files[guard], world.files[io.paths.password_guard] = nil, nil
  assert.is_false(guard_module.is_current(io))
end)
