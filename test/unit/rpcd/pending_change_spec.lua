local mock = require("support.mock")
local pending_change = require("sso_login.rpcd.pending_change")

it("pending_change.is_pending is whether rpcd refuses a confirmation by another session", function()
  for status, wanted in pairs({ [5] = false, [6] = true, [4] = false }) do
    local io, world = mock.create()
    world.ubus_fail("confirm", status)
    assert.equal(wanted, pending_change.is_pending(io))
    assert.same({ { object = "uci", method = "confirm", args = { ubus_rpc_session = "sso-login" } } }, world.ubus_calls)
  end
  local io, world = mock.create()
  world.ubus_fail("confirm", false)
  assert.is_false(pending_change.is_pending(io))
end)

describe("pending_change.unconfirmed_session", function()
  local fixtures = require("support.fixtures")
  local sid = ("a"):rep(32)

  it("is the session that applied the change that waits", function()
    local io, world = mock.create()
    local confirm = fixtures.unconfirmed(io, world, sid)
    -- LuCI waits 90 seconds, and a clock that was ahead is believed up to 600.
    for _, age in ipairs({ 0, 89, -510 }) do
      world.now = fixtures.now + age
      assert.equal(sid, pending_change.unconfirmed_session(io))
    end
    confirm()
    assert.equal("", pending_change.unconfirmed_session(io))
  end)

  --- Remains of an earlier change name nobody.
  for left, undo in pairs({
    ["a copy of the file"] = function(_, world) world.ubus_fail("confirm", 5) end,
    ["a value of LuCI"] = function(io) io.remove(io.paths.unconfirmed) end,
    ["a value whose time is over"] = function(_, world) world.now = world.now + 90 end,
    ["a value without a time"] = function(_, world) world.sessions[("0"):rep(32)].data.rollback.timeout = nil end,
    ["a value without a session"] = function(_, world) world.sessions[("0"):rep(32)].data.rollback.session = nil end,
    ["a value of a clock that was ahead"] = function(_, world) world.now = world.now - 511 end,
  }) do
    it("is nobody where " .. left .. " is left", function()
      local io, world = mock.create()
      fixtures.unconfirmed(io, world, sid)
      undo(io, world)
      assert.equal("", pending_change.unconfirmed_session(io))
    end)
  end
end)
