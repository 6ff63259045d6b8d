--- probe: whether single sign-on is on.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local probe = require("sso_login.web.probe")

describe("probe.answer", function()
  for value, body in pairs({ ["1"] = '{"enabled":true}', ["0"] = '{"enabled":false}', ["on"] = '{"enabled":false}' }) do
    it("answers " .. body .. " for " .. value, function()
      local io, world = mock.create()
      world.uci["sso-login"] = fixtures.sections({ enabled = value })
      local headers = { { "Cross-Origin-Resource-Policy", "same-origin" } }
      assert.same({ status = 200, content_type = "application/json", headers = headers, body = body }, probe.answer(io))
      assert.equal(1, world.calls.uci_get)
    end)
  end

  it("answers false when UCI cannot parse the package", function()
    local io, world = mock.create()
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal('{"enabled":false}', probe.answer(io).body)
  end)
end)
