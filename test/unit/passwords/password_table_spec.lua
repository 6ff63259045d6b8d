--- The table of passwords: what becomes of each state at each event, on a router.
local fixtures = require("support.fixtures")
local login_settings = require("sso_login.settings.login_settings")
local mock = require("support.mock")
local password_events = require("sso_login.passwords.password_events")
local password_state = require("sso_login.passwords.password_state")
local password_trial = require("sso_login.passwords.password_trial")

local function options(world) return world.uci["sso-login"][1].options end

local by = { { "by", "shell" } }
local trial_file = "/var/run/sso-login/password_trial"

--- A router in a state. The settings that were proved first have another client id than those of `again`.
local states = {
  on = function() end,
  first = function(io) password_events.happen(io, "turn_off", by) end,
  off = function(io)
    password_events.happen(io, "turn_off", by)
    password_events.happen(io, "confirm", by)
  end,
  again = function(io, world, begin)
    begin.off(io)
    options(world).client_id = "other"
    password_events.catch_up(io, "other")
  end,
  unproved = function(io, world, begin)
    begin.off(io)
    world.uci.rpcd[1].options.sso_login_proof = nil
  end,
  over = function(io, world, begin)
    begin.first(io)
    world.clock = world.clock + 600
  end,
  -- A process was killed in a confirmation, or in the begin of a trial of settings to come.
  interrupted = function(io, world, begin)
    begin.off(io)
    password_trial.begin(io, "x")
    world.clock = world.clock + 600
  end,
}

local function router(state)
  local io, world = mock.create()
  world.uci.rpcd = { { name = "root", type = "login", anonymous = false, options = { username = "root", password = "$p$root" } } }
  world.uci["sso-login"] = fixtures.sections({}, { { name = "admin", email = { "ada@b" }, write = { "*" } } })
  world.make_folders("/etc/uci-defaults")
  world.put(io.paths.acl_dir .. "/luci.json", '{"a":{"write":{"uci":["a"]}}}')
  states[state](io, world, states)
  assert.equal(state, password_state.read(io).data.column)
  world.logs = {}
  return io, world
end

local function happen(event)
  return function(io)
    local done = password_events.happen(io, event, by)
    return not done.ok and done.details.reason or nil
  end
end

local function changed(name, value)
  return function(io, world)
    options(world)[name] = value
    password_events.catch_up(io, "service")
  end
end

--- Ada logs in by the settings in force.
local function logged_in(io, world)
  local sid = world.add_session({
    sso_issuer = fixtures.issuer, sso_email = "ada@b", sso_sub = "ada", username = "admin", sso_roles = { "admin" },
    sso_proof = login_settings.settings_hash(io), sso_login_uptime = world.clock,
  })
  password_events.after_login(io, sid, {})
end

local function time_over(io, world)
  world.clock = world.clock + 600
  password_events.end_overdue_trial(io)
end

local function boot(io, world)
  world.files[trial_file] = nil
  world.clock = 1
  password_events.catch_up(io, "service")
end

local function by_hand(io, world)
  world.uci.rpcd[1].options.password = "$p$root"
  password_events.catch_up(io, "other")
end

local function service_looks(io) password_events.catch_up(io, "service") end

--- An event, and the state after it by the state before; a refusal stands in brackets, and no word for no change.
local cells = {
  { "somebody turns them off", happen("turn_off"),
    on = "first", first = "(state)", again = "(state)", over = "(state)", off = "(state)", unproved = "(state)", interrupted = "(state)" },
  { "somebody confirms", happen("confirm"),
    on = "(state)", first = "off", again = "off", over = "(state)", off = "(state)", unproved = "(state)", interrupted = "(state)" },
  { "somebody confirms by force", happen("force"), on = "(state)", first = "off", again = "off", over = "off", unproved = "off", interrupted = "off" },
  { "somebody turns them on", happen("turn_on"), first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on" },
  { "an administrator logs in", logged_in, again = "off" },
  { "the time is over", time_over, first = "on", again = "on", over = "on", interrupted = "off" },
  { "a boot", boot, first = "on", again = "on", over = "on", unproved = "off", interrupted = "off" },
  { "a look", service_looks, over = "on", unproved = "off", interrupted = "off" },
  { "other settings", changed("client_id", "third"), first = "first", again = "again", over = "on", off = "again", unproved = "off", interrupted = "on" },
  { "the settings of before", changed("client_id", fixtures.options.client_id), again = "off", over = "on", unproved = "off", interrupted = "off" },
  { "single sign-on is off", changed("enabled", "0"), first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on" },
  { "the option is gone", changed("password_login", nil), first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on" },
  { "a password written by hand", by_hand, first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on" },
}

describe("passwords by the table", function()
  for _, cell in ipairs(cells) do
    for state in pairs(states) do
      local wanted = cell[state] or state
      it(("that are %s, and %s, are %s"):format(state, cell[1], wanted), function()
        local io, world = router(state)
        local refused = cell[2](io, world)
        local now = password_state.read(io).data.column
        assert.equal(wanted, refused and "(" .. refused .. ")" or now)
        assert.equal(refused and state or now, now)
        -- A trial has its file, until its end is written, and nothing is left of passwords that are on.
        local is_on, is_trial = now == "on", now ~= "on" and now ~= "off" and now ~= "unproved"
        assert.same({ is_trial, not is_on, is_on and "$p$root" or "!" }, {
          io.file_info(trial_file) ~= nil, io.file_info("/etc/uci-defaults/zz-sso-login-password") ~= nil, world.uci.rpcd[1].options.password,
        })
        assert.equal(not is_on and "off" or nil, options(world).password_login)
        assert.is_false(io.has_lock(io.paths.run_dir .. "/upkeep.lock"))
      end)
    end
  end

  --- Writes in their order, as they are seen from outside; a process that is killed after any of them.
  local function snapshot(io, world)
    local root = world.uci.rpcd[1].options
    return table.concat({
      io.file_info(trial_file) and "trial" or "-", io.file_info("/etc/uci-defaults/zz-sso-login-password") and "guard" or "-",
      options(world).password_login or "-", root.password == "!" and "refused" or "counts",
    }, " ")
  end

  for what, case in pairs({
    ["turned off"] = { "on", happen("turn_off"),
      { "- - - counts", "trial - - counts", "trial guard - counts", "trial guard off counts", "trial guard off refused" } },
    ["turned on"] = { "first", happen("turn_on"),
      { "trial guard off refused", "trial guard off counts", "trial guard - counts", "- guard - counts", "- - - counts" } },
    ["confirmed"] = { "first", happen("confirm"), { "trial guard off refused", "- guard off refused" } },
    ["on trial again"] = { "off", changed("client_id", "third"), { "- guard off refused", "trial guard off refused" } },
  }) do
    it("are " .. what .. " in the order of the table, and wherever that ends, they come back or stay as they were proved", function()
      local io, world = router(case[1])
      local seen = {}
      local function look()
        local now = snapshot(io, world)
        if now ~= seen[#seen] then
          seen[#seen + 1] = now
        end
      end
      for _, name in ipairs({ "write_file", "remove", "uci_commit" }) do
        local real = io[name]
        io[name] = function(...)
          look()
          local done = real(...)
          look()
          return done
        end
      end
      case[2](io, world)
      assert.same(case[3], seen)
    end)
  end

  for what, change in pairs({
    ["other settings"] = changed("client_id", "third"), ["single sign-on off"] = changed("enabled", "0"),
    ["no option"] = changed("password_login", nil), ["a password written by hand"] = by_hand,
  }) do
    it("stay as they are with " .. what .. " in a change, of any package, that waits for its confirmation", function()
      for _, state in ipairs({ "first", "again", "off" }) do
        local io, world = router(state)
        local before = mock.copy(world.uci.rpcd[1].options)
        world.ubus_fail("confirm", 6)
        change(io, world)
        if what ~= "a password written by hand" then
          assert.same(before, world.uci.rpcd[1].options)
        end
        assert.same({ state ~= "off", {} }, { io.file_info(trial_file) ~= nil, world.logs })
        assert.same({ ubus_rpc_session = "sso-login" }, world.ubus_calls[#world.ubus_calls].args)
        -- Nothing waits: rpcd has no data.
        world.ubus_fail("confirm", 5)
        password_events.catch_up(io, "service")
        assert.equal(1, #world.logs)
      end
    end)
  end
end)
