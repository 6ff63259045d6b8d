--- The configuration as it is shipped: off, without a secret, and no one can log in with it.
local config_validation = require("sso_login.settings.config_validation")
local stat = require("posix.sys.stat")

package.path = package.path .. ";openwrt-feed/sso-login/generated/lua/?.lua"
package.cpath = "build/libuci/?.so;" .. package.cpath
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
  it("is one section oidc 'default', off, with a clock tolerance of 60 seconds and sessions of 12 hours, without a secret or a role", function()
    local sections = shipped()
    assert.equal(1, #sections)
    local section = sections[1]
    assert.same({ "oidc", "default", false }, { section.type, section.name, section.anonymous })
    assert.same({ "0", "60", "43200" }, {
      section.options.enabled, section.options.clock_tolerance, section.options.session_max_lifetime,
    })
    assert.is_true((section.options.client_secret or "") == "")
  end)

  it("does not load before it is filled in, and names what is missing", function()
    local refused = config_validation.from_sections(shipped(), "default")
    assert.same({ "CONFIG_ERROR", "issuer_url" }, { refused.error, refused.details.option })
  end)
end)
