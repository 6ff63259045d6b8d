local mock = require("support.mock")
local supervisor = require("sso_login.rpcd.supervisor")

describe("supervisor.is_running is what procd lists of its instance:", function()
  for what, case in pairs({
    ["no service"] = { {}, false }, ["no instance"] = { { instances = {} }, false },
    ["an instance that runs"] = { { instances = { watch = { running = true } } }, true },
    ["an instance that has ended"] = { { instances = { watch = { running = false } } }, false },
    ["another instance"] = { { instances = { other = { running = true } } }, false },
  }) do
    it(what, function()
      local io, world = mock.create()
      world.service = { ["sso-login-watch"] = case[1] }
      assert.equal(case[2], supervisor.is_running(io))
      assert.same({ { object = "service", method = "list", args = { name = "sso-login-watch" } } }, world.ubus_calls)
    end)
  end
end)
