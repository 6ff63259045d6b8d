local fixtures = require("support.fixtures")
local mock = require("support.mock")
local programs = require("support.programs")
local watch = require("sso_login.program.watch")

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
    add(20)
    add(90)
    local person = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_login_time = world.now })
    watch.run(io)
    assert.equal(90, passed())
    assert.same({ [person] = world.sessions[person] }, world.sessions)
    assert.matches("LOGOUT by=token .*\nLOGOUT by=token ", world.log_text())
    assert.is_nil(world.locked[io.paths.run_dir .. "/watch.lock"])
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
    local io, _, _, passed = create()
    watch.run(io)
    assert.equal(0, passed())
    local other, world, add, waited = create()
    add(50)
    other.lock = function(path) return path ~= other.paths.run_dir .. "/watch.lock" end
    watch.run(other)
    assert.same({ 0, true }, { waited(), next(world.sessions) ~= nil })
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

it("watch.main passes its options, and always exits with 0", function()
  local options, given = { root = "/x" }, {}
  for at, case in ipairs({ { options }, {}, { {}, "lock" } }) do
    local io, world, add = create()
    add(5)
    world.crash_at = case[2]
    assert.equal(0, programs.with({ ["sso_login.io.system"] = { create = function(made_of)
      given[at] = made_of
      return io
    end } }, { "sso_login.program.watch" }, function() return require("sso_login.program.watch").main({}, case[1]) end))
    assert.equal(case[2] == nil, next(world.sessions) == nil)
  end
  assert.same({ options, {}, {} }, given)
end)
