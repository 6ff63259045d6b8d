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
