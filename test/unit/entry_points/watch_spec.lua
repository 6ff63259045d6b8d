local fixtures = require("support.fixtures")
local mock = require("support.mock")
local programs = require("support.programs")
local hash = require("sso_login.jose.hash")
local password_trial = require("sso_login.passwords.password_trial")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local supervisor = require("sso_login.rpcd.supervisor")
local watch = require("sso_login.entry_points.watch")

--- A router with the option of programs, or of revalidation.
local function create(options)
  local io, world = mock.create()
  io.make_dir(io.paths.run_dir)
  world.uci["sso-login"] = fixtures.sections(options or { api_audience = "a" }, {})
  local function add(seconds)
    local end_of = seconds and world.now + seconds
    return world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_client = "home", sso_end = end_of, sso_login_time = world.now })
  end
  return io, world, add
end

--- The calls of procd's object.
local function service_calls(world)
  local called = {}
  for _, call in ipairs(world.ubus_calls) do
    called[#called + 1] = call.object == "service" and call or nil
  end
  return called
end

describe("watch.look", function()
  it("ends each session when its token expires, and is back at the next end", function()
    local io, world, add = create()
    add(20)
    add(90)
    local person = add()
    assert.equal(20, watch.look(io, {}, {}))
    world.now = world.now + 20
    assert.equal(60, watch.look(io, {}, {}))
    assert.matches("^LOGOUT by=token ", world.log_text())
    world.now = world.now + 70
    assert.is_nil(watch.look(io, {}, {}))
    assert.same({ [person] = world.sessions[person] }, world.sessions)
    assert.same({}, world.started)
  end)

  it("is back in a minute where rpcd does not answer, or UCI, and removes nothing", function()
    local io, world, add = create({ session_revalidate = "300" })
    world.put(io.paths.run_dir .. "/refresh_x.json", '{"refresh_token":"r","asked_at":1,"provider":"default"}')
    add(20)
    world.ubus_fail("list")
    assert.equal(60, watch.look(io, {}, {}))
    assert.same({ {}, 1 }, { world.started, #world.in_run_dir("^refresh_") })
    io, world, add = create({ session_revalidate = "300" })
    world.put(io.paths.run_dir .. "/refresh_x.json", "{}")
    add(20)
    world.uci_broken["sso-login"] = "broken"
    assert.equal(20, watch.look(io, {}, {}))
    assert.same({ {}, 1 }, { world.started, #world.in_run_dir("^refresh_") })
  end)

  it("removes a damaged file of a token, and does not stay for it", function()
    local io, world = create({ session_revalidate = "300" })
    world.put(io.paths.run_dir .. "/refresh_x.json", "{}")
    assert.is_nil(watch.look(io, {}, {}))
    assert.same({ {}, {} }, { world.started, world.in_run_dir("^refresh_") })
  end)

  it("waits with a trial for its end, which it makes", function()
    local io, world = create()
    password_trial.begin(io, {})
    assert.equal(20, watch.look(io, {}, {}))
    world.clock = world.clock + 595
    assert.equal(5, watch.look(io, {}, {}))
    world.clock = world.clock + 5
    local looked = watch.look(io, {}, {})
    assert.same({ nil, false }, { looked, password_trial.is_there(io) })
    assert.is_nil(world.locked[io.paths.run_dir .. "/upkeep.lock"])
  end)

  it("looks again each second at a trial that cannot be ended, and at what is due in a second", function()
    local io, world, add = create()
    password_trial.begin(io, {})
    world.clock = world.clock + 600
    local lock = io.lock
    io.lock = function(path) return not path:find("upkeep.lock", 1, true) and lock(path) end
    assert.equal(1, watch.look(io, {}, {}))
    password_trial.finish(io)
    add(1)
    assert.equal(1, watch.look(io, {}, {}))
  end)

  it("ends where nothing is left to do, and only then", function()
    for _, case in ipairs({ { {} }, { { session_max_lifetime = "300" }, 60 }, { { session_revalidate = "300" }, 60 } }) do
      local io, world, add = create(case[1])
      assert.is_nil(watch.look(io, {}, {}))
      add()
      assert.equal(case[2], watch.look(io, {}, {}))
      world.sessions = {}
      world.put(io.paths.run_dir .. "/refresh_x.json", '{"refresh_token":"r","asked_at":1,"provider":"default"}')
      assert.equal(2, watch.look(io, {}, {}))
      io.remove(io.paths.run_dir .. "/refresh_x.json")
      world.uci_broken["sso-login"] = "broken"
      assert.equal(60, watch.look(io, {}, {}))
      world.uci_broken["sso-login"] = nil
      world.ubus_fail("list")
      assert.equal(60, watch.look(io, {}, {}))
    end
  end)

  it("ends a session over session_max_lifetime, and one whose last proof is too old, without a request", function()
    for option, case in pairs({ session_max_lifetime = { 300, "^LOGOUT by=lifetime " }, session_revalidate = { 3600, "^SESSION_ENDED reason=unproved " } }) do
      local io, world = create({ [option] = "300" })
      world.add_session({ sso_issuer = fixtures.issuer, sso_login_uptime = world.clock, sso_login_time = world.now })
      world.clock = world.clock + case[1] - 1
      assert.equal(60, watch.look(io, {}, {}))
      world.clock = world.clock + 1
      assert.is_nil(watch.look(io, {}, {}))
      assert.matches(case[2], world.log_text())
    end
  end)
end)

describe("watch.look at files while passwords are off", function()
  local guard = "/etc/uci-defaults/zz-sso-login-password"
  local look = "/usr/sbin/sso-login password-login look"

  --- A router with all files on which a login depends, and a function that looks and returns how many processes were started so far.
  local function looked()
    local io, world = create({ ca_file = "/etc/ca.pem", enabled = "1" })
    for _, path in ipairs({ "/etc/config/sso-login", "/etc/config/rpcd", "/etc/config/uhttpd", "/etc/sso-login/keys.json", "/etc/ca.pem" }) do
      world.put(path, "x")
    end
    local seen = {}
    return io, world, function() return watch.look(io, {}, seen), #world.started end
  end

  it("starts one at passwords once a file has changed, and stayed for a look", function()
    for _, change in ipairs({
      function(world) world.put("/etc/config/sso-login", "xy") end, function(world) world.put("/etc/config/rpcd", "xy") end,
      function(world) world.put("/etc/config/uhttpd", "xy") end, function(world) world.put("/etc/ca.pem", "xy") end,
      function(world) world.files["/etc/ca.pem"].mtime = 1 end, function(world) world.files["/etc/ca.pem"].ctime = 1 end,
      function(world) world.files["/etc/config/rpcd"] = nil end,
    }) do
      local _, world, again = looked()
      world.put(guard, "x")
      local counts = {}
      for at = 1, 7 do
        counts[at] = select(2, again())
        if at == 4 then change(world) end
      end
      assert.same({ { 0, 1, 1, 1, 1, 2, 2 }, { look, look } }, { counts, world.started })
    end
  end)

  it("stays while there is a guard, and starts nothing without one", function()
    local _, world, again = looked()
    world.put(guard, "x")
    assert.equal(60, (again()))
    world.files[guard] = nil
    for _ = 1, 2 do
      assert.is_nil((again()))
    end
    assert.same({}, world.started)
    world.put(guard, "x")
    for _ = 1, 2 do
      assert.equal(60, (again()))
    end
    world.files[guard] = nil
    for _ = 1, 2 do
      again()
    end
    assert.same({ look }, world.started)
  end)
end)

describe("watch.look with refresh tokens", function()
  --- Two sessions at two providers, asked about so many seconds ago.
  local function revalidated(ages)
    local io, world, add = create({ session_revalidate = "300" })
    table.insert(world.uci["sso-login"], { name = "office", type = "oidc", anonymous = false, options = { session_revalidate = "600" } })
    for provider, age in pairs(ages) do
      local token = { refresh_token = "r", provider = provider, issuer = fixtures.issuer, client_id = "c", asked_at = world.now - age }
      refresh_tokens.write(io, "refresh_" .. hash.hash_sha256_hex(add()) .. ".json", token)
    end
    return io, world
  end

  it("starts a process for each provider whose turn has come, and is back in two seconds", function()
    for _, case in ipairs({
      { { default = 300, office = 600 }, { "watch default", "watch office" }, 2 }, { { default = 300, office = 599 }, { "watch default" }, 1 },
      { { default = 270, office = 10 }, {}, 30 }, { { default = 0 }, {}, 60 },
    }) do
      local io, world = revalidated(case[1])
      local seconds = watch.look(io, {}, {})
      table.sort(world.started)
      local expected = {}
      for _, argument in ipairs(case[2]) do
        expected[#expected + 1] = io.paths.program .. " " .. argument
      end
      assert.same(expected, world.started)
      assert.is_true(seconds == case[3] or case[3] == 1 and seconds == 2)
    end
  end)

  it("starts one process of a provider with two turns that are due", function()
    local io, world, add = create({ session_revalidate = "300" })
    for _, age in ipairs({ 301, 302, 300 }) do
      local token = { refresh_token = "r", provider = "default", issuer = fixtures.issuer, client_id = "c", asked_at = world.now - age }
      refresh_tokens.write(io, refresh_tokens.name_of(add()), token)
    end
    assert.same({ 2, { io.paths.program .. " watch default" } }, { watch.look(io, {}, {}), world.started })
  end)

  it("starts no second process of a provider, and the other's all the same", function()
    local io, world = revalidated({ default = 300, office = 600 })
    local lock = io.lock
    io.lock = function(path) return not path:find("revalidate_default.lock", 1, true) and lock(path) end
    watch.look(io, {}, {})
    assert.same({ io.paths.program .. " watch office" }, world.started)
    assert.is_nil(world.locked[io.paths.run_dir .. "/revalidate_office.lock"])
  end)

  it("tries a turn that came to nothing again after five minutes, and the next one at once", function()
    local io, world = revalidated({ default = 300 })
    local started = {}
    for _, step in ipairs({ { 0, 2, 1 }, { 2, 60, 1 }, { 260, 38, 1 }, { 37, 1, 1 }, { 1, 2, 2 } }) do
      world.clock = world.clock + step[1]
      assert.same({ step[2], step[3] }, { watch.look(io, started, {}), #world.started })
    end
    local file = refresh_tokens.read_all(io).whole[1]
    file.token.asked_at = file.token.asked_at - 1
    refresh_tokens.write(io, file.name, file.token)
    assert.same({ 2, 3 }, { watch.look(io, started, {}), #world.started })
  end)

  it("starts one at once where the session has ended or the clock went back", function()
    for _, change in ipairs({ function(world) world.sessions = {} end, function(world) world.now = world.now - 1000 end }) do
      local io, world = revalidated({ default = 10 })
      change(world)
      assert.equal(2, watch.look(io, {}, {}))
      assert.same({ io.paths.program .. " watch default" }, world.started)
    end
  end)
end)

describe("watch.main", function()
  local function run(io, args, options)
    local given
    local modules = { ["sso_login.io.system"] = { create = function(made_of) given = made_of; return io end } }
    local status = programs.with(modules, { "sso_login.entry_points.watch" }, function()
      return require("sso_login.entry_points.watch").main(args, options)
    end)
    return status, given
  end

  it("looks and waits until nothing is left, and has procd end it", function()
    local io, world, add = create()
    add(5)
    io.wait = function(seconds) world.now = world.now + seconds end
    assert.equal(0, (run(io, { "watch" })))
    local called = service_calls(world)
    assert.same({ {}, 1, "delete", { name = "sso-login-watch" } }, { world.sessions, #called, called[1].method, called[1].args })
  end)

  it("is started again for a session of which somebody tells while it ends, which no signal ends then", function()
    for _, has_session in ipairs({ true, false }) do
      local io, world, add = create()
      local order = {}
      io.ignore_signals = function() order[#order + 1] = "ignore_signals" end
      local call = io.ubus_call
      io.ubus_call = function(object, method, args)
        order[#order + 1] = object == "service" and method or nil
        if method == "delete" and has_session then
          add(90)
          supervisor.tell(io)
        end
        return call(object, method, args)
      end
      assert.equal(0, (run(io, { "watch" })))
      -- procd has sent the signal to this process, and runs it still: the first `set` changes nothing.
      assert.same(has_session and { "ignore_signals", "delete", "signal", "set", "set" } or { "ignore_signals", "delete" }, order)
      local called = service_calls(world)
      local instances = { watch = { command = { io.paths.program, "watch" }, respawn = { "3600", "5", "0" } } }
      assert.same(has_session and { name = "sso-login-watch", instances = instances } or { name = "sso-login-watch" }, called[#called].args)
    end
  end)

  it("looks and waits, and ends with a line where something goes wrong", function()
    local io, world, add = create()
    add(5)
    add(900)
    local waits, options = {}, { root = "/x" }
    io.wait = function(seconds)
      waits[#waits + 1] = seconds
      world.now = world.now + seconds
      world.crash_at = #waits == 3 and "list_dir" or nil
    end
    local status, given = run(io, { "watch" }, options)
    assert.same({ 1, options, { 5, 60, 60 } }, { status, given, waits })
    assert.matches("INTERNAL_ERROR", world.log_text())
  end)

  it("takes a turn of the named provider under its lock, unless another process does", function()
    local path = "/var/run/sso-login/revalidate_office.lock"
    for _, is_free in ipairs({ true, false }) do
      local io, world = create()
      local lock = io.lock
      io.lock = function(name) return is_free and lock(name) end
      local locked
      world.before("list_dir", function() locked = world.locked[path] end)
      assert.equal(0, (run(io, { "watch", "office" })))
      assert.same({ is_free or nil, nil }, { locked, world.locked[path] })
      assert.equal(is_free, locked == true)
    end
  end)
end)
