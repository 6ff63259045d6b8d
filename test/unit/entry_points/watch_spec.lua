local fixtures = require("support.fixtures")
local mock = require("support.mock")
local programs = require("support.programs")
local hash = require("sso_login.jose.hash")
local session_ending = require("sso_login.rpcd.session_ending")
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local watch = require("sso_login.entry_points.watch")

--- A world in which time passes by sleeping, and `at[seconds]` happens meanwhile.
local function create(at)
  local io, world = mock.create()
  local start = world.now
  io.make_dir(io.paths.run_dir)
  world.uci["sso-login"] = fixtures.sections({ api_audience = "a" }, {})
  io.sleep = function(seconds)
    world.now = world.now + seconds
    local event = (at or {})[world.now - start]
    if event then
      event(world, io)
    end
  end
  local function add(seconds)
    return world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_client = "home", sso_end = start + seconds, sso_login_time = world.now })
  end
  return io, world, add, function() return world.now - start end
end

describe("watch.run", function()
  it("ends each session when its token expires, and exits after the last", function()
    local io, world, add, passed = create({ [21] = function(made) assert.matches("^LOGOUT by=token ", made.log_text()) end })
    world.uci["sso-login"][1].options.session_revalidate = "300"
    add(20)
    add(90)
    world.before("sleep", function() assert.is_true(world.locked[io.paths.run_dir .. "/watch.lock"]) end)
    local person = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_login_time = world.now })
    watch.run(io)
    assert.equal(90, passed())
    assert.same({ [person] = world.sessions[person] }, world.sessions)
    assert.matches("LOGOUT by=token .*\nLOGOUT by=token ", world.log_text())
    assert.is_nil(world.locked[io.paths.run_dir .. "/watch.lock"])
    assert.same({}, world.started)
  end)

  it("notices a session that ends earlier than the awaited one", function()
    local ended
    local io, _, add
    io, _, add = create({
      [5] = function(_, made) add(10); made.append_byte(io.paths.run_dir .. "/watch") end,
      [12] = function(world) ended = world.log_text():find("by=token", 1, true) ~= nil end,
    })
    add(50)
    watch.run(io)
    assert.is_true(ended)
  end)

  it("exits if no session has a token, or if another process waits already", function()
    for _, fault in ipairs({ false, "line 3" }) do
      local io, world, _, passed = create()
      world.uci_broken["sso-login"] = fault or nil
      watch.run(io)
      assert.equal(0, passed())
    end
    local other, made, add, waited = create()
    add(50)
    other.lock = function(path) return path ~= other.paths.run_dir .. "/watch.lock" end
    watch.run(other)
    assert.same({ 0, true }, { waited(), next(made.sessions) ~= nil })
  end)

  it("checks once more after it has released its lock", function()
    local io, world, add = create()
    local unlock = io.unlock
    io.unlock = function(path)
      unlock(path)
      io.unlock = unlock
      add(7)
    end
    watch.run(io)
    assert.same({}, world.sessions)
  end)

  it("ends after rpcd has not answered ten times in a row, a second apart", function()
    local io, world, add, passed = create({ [59] = function(world) world.ubus_fail("list") end })
    add(900)
    watch.run(io)
    assert.same({ 70, 1 + 11 }, { passed(), #world.calls_of("list") })
  end)

  it("resets the count once rpcd has answered, and checks each minute", function()
    local io, world, add, passed = create()
    add(122)
    local answer, looks = io.ubus_call_all, {}
    io.ubus_call_all = function(...)
      looks[#looks + 1] = passed()
      local fails = #looks <= 9 or #looks > 10 and #looks <= 19
      return fails and { ok = false, error = "UBUS_ERROR" } or answer(...)
    end
    watch.run(io)
    assert.same({}, world.sessions)
    assert.same({ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 122, 122, 122 }, looks)
  end)
end)

describe("watch.run with refresh tokens", function()
  --- A session with a token, and the process that asks the provider: it notes when it was started, and does `work`.
  local function revalidated(work, at)
    local io, world, _, passed = create(at)
    world.uci["sso-login"] = fixtures.sections({ session_revalidate = "300" }, {})
    local sid = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_login_time = world.now })
    local function keep()
      local token = { refresh_token = "r", provider = "default", issuer = fixtures.issuer, client_id = "c", asked_at = world.now }
      refresh_tokens.write(io, "refresh_" .. hash.hash_sha256_hex(sid) .. ".json", token)
    end
    local function forget() refresh_tokens.remove(io, refresh_tokens.list(io)[1]) end
    local started = {}
    io.start = function(program, argument)
      assert.same({ io.paths.plugin, "revalidate" }, { program, argument })
      started[#started + 1] = passed()
      work(#started, keep, forget)
    end
    keep()
    return io, world, started, passed, sid
  end

  it("has the provider asked when a session is due, until it has ended and its file is gone", function()
    local io, world, started, passed, sid
    io, world, started, passed, sid = revalidated(function(turn, keep, forget) if turn < 4 then keep() else forget() end end, {
      [1000] = function() world.sessions[sid] = nil end,
    })
    watch.run(io)
    -- A session that rpcd ends is noticed within a minute.
    assert.same({ 300, 600, 900, 1022 }, started)
    assert.equal(1024, passed())
  end)

  it("notices at once the end of a session by this service", function()
    local io, world, started, passed
    io, world, started, passed = revalidated(function(_, _, forget) forget() end, { [100] = function(made)
      -- Another process finds the lock taken.
      local lock = io.lock
      io.lock = function(path) return not made.locked[path] and lock(path) end
      local list = rpcd_sessions.list_sso_sessions(io)
      session_ending.end_session(io, list.data[1], "administrator")
    end })
    watch.run(io)
    assert.same({ { 100 }, 102, {} }, { started, passed(), world.started })
  end)

  it("starts no second process while one works, and asks again after two seconds", function()
    local io, world, started, _, sid = revalidated(function(turn, _, forget) if turn == 3 then forget() end end)
    local lock, began = io.lock, world.now
    io.lock = function(path) return not (path:find("revalidate", 1, true) and world.now - began < 309) and lock(path) end
    watch.run(io)
    assert.same({ 310, 312, 314 }, started)
    assert.is_not_nil(world.sessions[sid])
  end)

  it("asks at once where the option is off, the file is damaged or the clock went back, and waits a minute where UCI fails", function()
    for what, change in pairs({
      off = function(world) world.uci["sso-login"][1].options.session_revalidate = nil end,
      damaged = function(world, io) world.put(io.paths.run_dir .. "/" .. refresh_tokens.list(io)[1], "x") end,
      clock = function(world) world.now = world.now - 1000 end,
    }) do
      local io, world, started, passed = revalidated(function(_, _, forget) forget() end)
      change(world, io)
      local now = passed()
      watch.run(io)
      assert.same({ now }, started, what)
    end
    local io, world, started = revalidated(function(_, _, forget) forget() end, { [90] = function(world) world.uci_broken = {} end })
    world.uci["sso-login"][1].options.session_revalidate = nil
    world.uci_broken["sso-login"] = "broken"
    watch.run(io)
    assert.same({ 120 }, started)
  end)
end)

it("watch.main passes its options, and always exits with 0", function()
  local options, given = { root = "/x" }, {}
  for at, case in ipairs({ { options }, {}, { {}, "lock" } }) do
    local io, world, add = create()
    add(5)
    world.crash_at = case[2]
    assert.equal(0, programs.with({ ["sso_login.io.system"] = { create = function(made_of)
      given[at] = made_of
      return io
    end } }, { "sso_login.entry_points.watch" }, function() return require("sso_login.entry_points.watch").main({}, case[1]) end))
    assert.equal(case[2] == nil, next(world.sessions) == nil)
  end
  assert.same({ options, {}, {} }, given)
end)

it("revalidate.main passes its options, too", function()
  local options, given = {}, nil
  programs.with({ ["sso_login.io.system"] = { create = function(made_of) given = made_of; return (create()) end } }, {
    "sso_login.entry_points.revalidate" }, function() return require("sso_login.entry_points.revalidate").main({}, options) end)
  assert.equal(options, given)
end)
