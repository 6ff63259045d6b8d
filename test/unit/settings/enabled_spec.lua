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
    local on, _, first = asked(fixtures.sections({ enabled = "1" }))
    assert.same({ { ok = true, data = true }, 0 }, { on, first.calls.uci_sections })
    local role = { name = "admin", type = "role", anonymous = false, options = { enabled = "1" } }
    assert.same({ ok = true, data = false }, (asked({ role })))
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
    assert.same(refused("empty or not readable"), enabled.is_provider_enabled(select(2, asked({})), "office"))
    local without, io, world = asked(nil)
    assert.same(refused("no such package"), without)
    world.uci_broken["sso-login"] = "Parse error"
    assert.equal("CONFIG_ERROR", enabled.is_enabled(io).error)
  end)
end)
