local enabled = require("sso_login.settings.enabled")
local fixtures = require("support.fixtures")
local mock = require("support.mock")

local function asked(sections)
  local io, world = mock.create()
  world.uci["sso-login"] = sections
  return enabled.is_enabled(io), io, world
end

describe("enabled.is_enabled", function()
  it("is true only for the text 1", function()
    assert.same({ ok = true, data = true }, (asked(fixtures.sections({ enabled = "1" }))))
    for _, value in ipairs({ "0", "", "true", "yes", " 1", "01", fixtures.none, { "1" } }) do
      assert.same({ ok = true, data = false }, (asked(fixtures.sections({ enabled = value }))))
    end
  end)

  it("is false without section default, and CONFIG_ERROR where the package is missing, empty or cannot be parsed", function()
    local role = { name = "admin", type = "role", anonymous = false, options = {} }
    assert.same({ ok = true, data = false }, (asked({ role })))
    local function refused(reason)
      return { ok = false, error = "CONFIG_ERROR", details = { config = "sso-login", reason = reason } }
    end
    assert.same(refused("empty or not readable"), (asked({})))
    local without, io, world = asked(nil)
    assert.same(refused("no such package"), without)
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", enabled.is_enabled(io).error)
  end)
end)
