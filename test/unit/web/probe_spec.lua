--- probe: whether single sign-on is on, by the short path of the login page's request.
local fixtures = require("support.fixtures")
local mock = require("support.mock")
local probe = require("sso_login.web.probe")
local scene = require("support.scene")

describe("probe.is_plain_probe", function()
  for _, case in ipairs({
    { "", "action=enabled", {}, true }, { "/", "action=enabled", {}, true }, { "/callback", "action=enabled", {}, false },
    { "/", "", {}, false }, { "/", "action=other", {}, false }, { "/", "action=enabled&x=1", {}, false },
    { "/", "%61ction=enabled", {}, false }, { "/", "action=enabled", { https = false }, false },
    { "/", "action=enabled", { method = "HEAD" }, false }, { "/", "action=enabled", { method = "POST" }, false },
  }) do
    it(("%q?%s is %s"):format(case[1], case[2], tostring(case[4])), function()
      assert.equal(case[4], probe.is_plain_probe(scene.environment(case[1], case[2], "", case[3])))
    end)
  end
end)

describe("probe.probe", function()
  for value, body in pairs({ ["1"] = '{"enabled":true}', ["0"] = '{"enabled":false}', ["on"] = '{"enabled":false}' }) do
    it("answers " .. body .. " for " .. value, function()
      local io, world = mock.create()
      world.uci["sso-login"] = fixtures.sections({ enabled = value })
      assert.same({ status = 200, content_type = "application/json", headers = {}, body = body }, probe.probe(io))
      assert.equal(1, world.calls.uci_get)
    end)
  end

  it("answers false when UCI cannot parse the package", function()
    local io, world = mock.create()
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal('{"enabled":false}', probe.probe(io).body)
  end)
end)
