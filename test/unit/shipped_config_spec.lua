--- The configuration as it is shipped: off, without a secret, and nobody can log in with it.
local config = require("sso_login.settings.load")
local mock = require("support.mock")
local stat = require("posix.sys.stat")

package.path = package.path .. ";openwrt-feed/sso-login/generated/lua/?.lua;test/box/lua/?.lua"
local uci = require("sso_login.io.uci")

--- Sections of the shipped file, read from a root folder as a router reads them.
local function shipped()
  local root = os.tmpname()
  os.remove(root)
  for _, folder in ipairs({ "", "/etc", "/etc/config", "/tmp" }) do
    assert(stat.mkdir(root .. folder, 448)) -- 0700
  end
  local source = assert(io.open("openwrt-feed/sso-login/files/sso-login.config"))
  local copy = assert(io.open(root .. "/etc/config/sso-login", "w"))
  copy:write((source:read("*a")))
  source:close()
  copy:close()
  local sections = uci.make(root).uci_sections("sso-login")
  os.execute("rm -rf '" .. root .. "'")
  assert.is_true(sections.ok)
  return sections.data
end

describe("the shipped configuration", function()
  it("is one section oidc 'default'", function()
    local sections = shipped()
    assert.equal(1, #sections)
    assert.same({ "oidc", "default", false }, { sections[1].type, sections[1].name, sections[1].anonymous })
  end)

  it("is switched off", function() assert.equal("0", shipped()[1].options.enabled) end)

  it("says a clock tolerance of 60 seconds", function() assert.equal("60", shipped()[1].options.clock_tolerance) end)

  it("has no secret", function() assert.is_true((shipped()[1].options.client_secret or "") == "") end)

  it("has no role that matches anybody", function()
    for _, section in ipairs(shipped()) do
      assert.are_not.equal("role", section.type)
    end
  end)

  it("does not load before somebody fills it in, and names what is missing", function()
    local io_, world = mock.create()
    world.uci["sso-login"] = shipped()
    local refused = config.load(io_)
    assert.same({ "CONFIG_ERROR", "issuer_url" }, { refused.error, refused.details.option })
  end)
end)
