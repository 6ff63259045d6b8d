local password_sections = require("sso_login.passwords.password_sections")
--- Passwords are off only for settings by which an administrator has logged in.
local administrators = require("sso_login.passwords.administrators")
local cjson = require("cjson")
local client_keys = require("sso_login.jose.client_keys")
local fixtures = require("support.fixtures")
local login_settings = require("sso_login.settings.login_settings")
local mock = require("support.mock")
local option_table = require("sso_login.settings.option_table")
local password_events = require("sso_login.passwords.password_events")
local password_method = require("sso_login.answers.password_method")
local password_trial = require("sso_login.passwords.password_trial")

local by = { { "by", "shell" } }

--- A router whose passwords are off, and were confirmed by a login of ada; bob may only look.
local function off()
  local io, world = mock.create()
  world.uci.rpcd = { { name = "root", type = "login", anonymous = false, options = { username = "root", password = "$p$root" } } }
  world.uci["sso-login"] = fixtures.sections({ ca_file = "/ca.pem" }, {
    { name = "admin", email = { "ada@b" }, write = { "*" } }, { name = "viewer", email = { "bob@b" }, read = { "*" } },
  })
  world.put("/ca.pem", fixtures.certificate)
  world.make_folders("/etc/uci-defaults")
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}}}')
  assert.is_true(password_events.happen(io, "turn_off", by).ok)
  assert.is_true(password_events.happen(io, "confirm", by).ok)
  world.logs, world.started = {}, {}
  return io, world, world.uci["sso-login"][1].options
end

--- A login of ada that began with the settings of this hash.
local function login(io, world, settings, changes)
  local sid = world.add_session(fixtures.with({
    sso_issuer = fixtures.issuer, sso_email = "ada@b", sso_sub = "ada", username = "admin", sso_roles = { "admin" },
    sso_proof = settings, sso_login_uptime = world.clock,
  }, changes))
  password_events.after_login(io, sid, { { "email", "ada@b" } })
  return sid
end

local function state(io) return password_events.catch_up(io, "other").data end

local again = 'PASSWORD_LOGIN state=trial by=settings seconds=600 users=root way_back="sso-login password-login on"'
local way_back = ' way_back="sso-login password-login on"'

describe("passwords that are off", function()
  local harmless = " api_audience api_client api_scope api_session_timeout api_sessions api_token_types auto_redirect backchannel_logout button_label"
    .. " client_limit color label log_identity password_form password_user post_logout_redirect_uri session_max_lifetime session_timeout trusted_proxy "
  for _, row in ipairs(option_table.section_rows()) do
    local wanted = harmless:find(" " .. row.name .. " ", 1, true) and "off" or row.name == "password_login" and "on" or "trial"
    it("are " .. wanted .. " with another " .. row.name, function()
      local io, _, options = off()
      options[row.name] = "1"
      options.enabled = row.name ~= "enabled" and "1" or "0"
      assert.equal(wanted, state(io))
    end)
  end

  for what, case in pairs({
    ["another certificate"] = { "trial", function(world) world.put("/ca.pem", fixtures.certificate .. "\n") end },
    ["no certificate"] = { "trial", function(world) world.files["/ca.pem"] = nil end },
    ["another user of a role"] = { "trial", function(world) world.uci["sso-login"][2].options.email = { "adda@b" } end },
    ["other rights of a role"] = { "trial", function(world) world.uci["sso-login"][2].options.write = { "a" } end },
    ["one role fewer"] = { "trial", function(world) table.remove(world.uci["sso-login"], 2) end },
    ["another user of a role that changes nothing"] = { "off", function(world) world.uci["sso-login"][3].options.email = { "eve@b" } end },
    ["a further provider that is off"] = { "off", function(world) fixtures.add_provider(world, "office", { enabled = "0" }) end },
    ["a further provider that is on"] = { "trial", function(world) fixtures.add_provider(world, "office") end },
    ["the web server at another port"] = { "trial", function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = { "0.0.0.0:8443", "[::]:8443" } } } }
    end },
    ["HTTPS of a web server that is off"] = { "trial", function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = "443", enabled = "0" } } }
    end },
    ["another port beside that of redirect_uri"] = { "off", function(world)
      world.uci.uhttpd = { { name = "main", type = "uhttpd", options = { listen_https = { "0.0.0.0:443", "[::]:8443" } } } }
    end },
    ["a key that is not used"] = { "off", function(_, io) client_keys.make(io, "ES256") end },
    ["no configuration that can be read"] = { "off", function(world) world.uci_broken["sso-login"] = "Parse error" end },
    ["nothing in the configuration"] = { "off", function(world) world.uci["sso-login"] = {} end },
    ["the script of the boot gone"] = { "off", function(world) world.files["/etc/uci-defaults/zz-sso-login-password"] = nil end },
  }) do
    it("are " .. case[1] .. " with " .. what, function()
      local io, world = off()
      case[2](world, io)
      assert.equal(case[1], state(io))
      assert.same(case[1] == "trial" and { "/etc/init.d/sso-login start" } or {}, world.started)
      assert.is_true(io.file_info("/etc/uci-defaults/zz-sso-login-password") ~= nil)
    end)
  end

  it("are on trial with another key, of the algorithm in use", function()
    local io, _, options = off()
    options.token_endpoint_auth_method, options.client_assertion_alg = "private_key_jwt", "RS256"
    client_keys.make(io, "RS256")
    password_events.happen(io, "force", by)
    client_keys.make(io, "ES256")
    assert.equal("off", state(io))
    client_keys.make(io, "RS256")
    assert.equal("trial", state(io))
  end)

  it("are on trial for new settings until an administrator's login that began with them", function()
    local io, world, options = off()
    local before = login_settings.settings_hash(io)
    options.client_id = "other"
    local now = login_settings.settings_hash(io)
    assert.equal("trial", state(io))
    assert.is_false(io.has_lock(io.paths.run_dir .. "/upkeep.lock"))
    assert.same({ again, "!" }, { world.log_text(), world.uci.rpcd[1].options.password })
    for _, case in ipairs({
      { before }, { nil }, { "" }, { now, { sso_email = "bob@b" } }, { now, { sso_client = "app" } }, { now, { sso_login_uptime = world.clock - 1 } },
      { now, { sso_login_uptime = fixtures.none } }, { now, { sso_login_uptime = world.clock + 1 } },
    }) do
      login(io, world, case[1], case[2])
      assert.equal("trial", state(io))
    end
    login(io, world, now)
    assert.equal(again .. "\nPASSWORD_LOGIN state=off by=login email=ada@b users=root" .. way_back, world.log_text())
    assert.same({ "off", now }, { state(io), world.uci.rpcd[1].options.sso_login_proof })
    login(io, world, now)
    assert.equal(2, #world.logs)
  end)

  it("come back after ten minutes, or at a boot, without such a login", function()
    for _, pass in ipairs({ function(world) world.clock = world.clock + 600 end, function(_, io) io.remove(io.paths.run_dir .. "/password_trial") end }) do
      local io, world, options = off()
      options.client_id = "other"
      state(io)
      pass(world, io)
      password_events.end_overdue_trial(io)
      assert.same({ "on", { username = "root", password = "$p$root" } }, { state(io), world.uci.rpcd[1].options })
      assert.equal(again .. "\nPASSWORD_LOGIN state=on by=trial users=root", world.log_text())
    end
  end)

  it("begin the ten minutes anew with each change, and stay off without more when it is taken back", function()
    local io, world, options = off()
    local before = options.client_id
    for _, id in ipairs({ "one", "two" }) do
      options.client_id = id
      assert.equal("trial", state(io))
      assert.equal(600, password_trial.seconds_left(io))
      world.clock = world.clock + 500
      assert.equal("trial", state(io))
      assert.equal(100, password_trial.seconds_left(io))
    end
    options.client_id = before
    assert.equal("off", state(io))
    assert.matches("\nPASSWORD_LOGIN state=off by=settings users=root way_back=[^\n]+$", world.log_text())
    assert.equal(0, password_trial.seconds_left(io))
  end)

  it("come back where the trial cannot begin", function()
    for _, name in ipairs({ "write_file", "uci_commit" }) do
      local io, world, options = off()
      options.client_id = "other"
      world.fail(name, 1)
      assert.equal("on", state(io))
      assert.equal("$p$root", world.uci.rpcd[1].options.password)
      assert.matches("^PASSWORD_LOGIN_STUCK .*\nPASSWORD_LOGIN state=on by=trial users=root$", world.log_text())
    end
  end)

  it("stay off where the trial cannot begin and they cannot come back either, and the log has both failures", function()
    local io, world, options = off()
    options.client_id = "other"
    io.uci_commit = function() return false end
    world.fail("uci_save", 1)
    assert.equal("UCI_ERROR", password_events.catch_up(io, "other").error)
    assert.equal("!", world.uci.rpcd[1].options.password)
    local stuck = 'PASSWORD_LOGIN_STUCK error=UCI_ERROR config=rpcd reason="cannot be written"'
    assert.equal(stuck .. "\n" .. stuck, world.log_text())
  end)

  it("come back at its end also where a process was killed that began the trial", function()
    local io, world, options = off()
    options.client_id = "other"
    password_trial.begin(io, login_settings.settings_hash(io))
    world.clock = world.clock + 600
    password_events.end_overdue_trial(io)
    assert.equal("on", state(io))
  end)

  it("take the present settings once after an upgrade", function()
    local io, world, options = off()
    world.uci.rpcd[1].options.sso_login_proof = nil
    assert.equal("off", state(io))
    assert.equal("PASSWORD_LOGIN state=off by=upgrade users=root" .. way_back, world.log_text())
    assert.equal(login_settings.settings_hash(io), world.uci.rpcd[1].options.sso_login_proof)
    options.client_id = "other"
    assert.equal("trial", state(io))
  end)

  it("are confirmed by force only where that is said", function()
    local io, _, options = off()
    options.client_id = "other"
    local function confirm(is_forced) return password_method.make_change(io, "confirm", function() end, by, is_forced) end
    assert.same({ reason = "state" }, confirm(false).details)
    assert.same({ ok = true, data = "off" }, confirm(true))
  end)

  it("are confirmed by force for the settings in force, with a trial or without, unless nobody could log in by them", function()
    for _, is_noticed in ipairs({ true, false }) do
      local io, world, options = off()
      options.client_id = "other"
      assert.equal(is_noticed and "trial" or nil, is_noticed and state(io) or nil)
      assert.same({ ok = true, data = "off" }, password_events.happen(io, "force", by))
      assert.same({ "off", 0 }, { state(io), password_trial.seconds_left(io) })
      world.logs = {}
      assert.is_true(password_events.happen(io, "force", by).ok)
      options.scope = "email"
      assert.same({ reason = "config_wrong" }, password_events.happen(io, "force", by).details)
      assert.same({}, world.logs)
    end
  end)
end)

it("a trial whose file does not say of what it is, as that of an earlier version, is over", function()
  local io, world = off()
  local proof = world.uci.rpcd[1].options.sso_login_proof
  password_events.turn_on(io, by)
  password_events.happen(io, "turn_off", by)
  world.uci.rpcd[1].options.sso_login_proof = proof
  for _, gone in ipairs({ "settings", "began" }) do
    local trial = { settings = proof, began = world.clock, deadline = world.clock + 600 }
    trial[gone] = nil
    world.put(io.paths.run_dir .. "/password_trial", cjson.encode(trial))
    login(io, world, proof)
    assert.equal("trial", password_sections.state_of(world.uci.rpcd))
  end
  assert.equal("on", state(io))
end)

it("a first trial is confirmed by no login before a change, and begins anew with it", function()
  local io, world = off()
  password_events.turn_on(io, by)
  password_events.happen(io, "turn_off", by)
  local sid = login(io, world, login_settings.settings_hash(io))
  assert.is_nil(administrators.refusal_for_session(io, sid, "confirm"))
  world.clock = world.clock + 100
  world.uci["sso-login"][1].options.client_id = "other"
  assert.equal("same_login", administrators.refusal_for_session(io, sid, "confirm"))
  assert.same({ reason = "same_login" }, password_events.happen(io, "confirm", by).details)
  assert.same({ "trial", 600 }, { state(io), password_trial.seconds_left(io) })
  assert.equal("same_login", administrators.refusal_for_session(io, sid, "confirm"))
  assert.is_nil(administrators.refusal_for_session(io, login(io, world, login_settings.settings_hash(io)), "confirm"))
  assert.equal("trial", state(io))
end)
