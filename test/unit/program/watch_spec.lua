local fixtures = require("support.fixtures")
local mock = require("support.mock")
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
  it("ends each session when its token expires, and itself with the last", function()
    local io, world, add, passed = create()
    add(90)
    add(20)
    local person = world.add_session({ sso_issuer = fixtures.issuer, sso_sub = "s", sso_login_time = world.now })
    watch.run(io)
    assert.equal(90, passed())
    assert.same({ [person] = world.sessions[person] }, world.sessions)
    assert.matches("LOGOUT by=token .*\nLOGOUT by=token ", world.log_text())
    assert.is_nil(world.locked[io.paths.run_dir .. "/watch.lock"])
  end)

  it("sees a session that ends before the one it waits for", function()
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

  it("ends if no session has a token, or if another process waits already", function()
    local io, _, _, passed = create()
    watch.run(io)
    assert.equal(0, passed())
    local other, world, add, waited = create()
    add(50)
    other.lock = function() return false end
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

  it("ends if rpcd does not answer", function()
    local io, world, add, passed = create()
    add(10)
    world.ubus_fail("list")
    watch.run(io)
    assert.is_true(passed() < 60)
  end)
end)
