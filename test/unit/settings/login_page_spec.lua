local login_page = require("sso_login.settings.login_page")
local mock = require("support.mock")

describe("login_page.open", function()
  local script = "/bin/sh /usr/share/sso-login/login_page.sh"

  it("runs the script of the package for LuCI", function()
    local io, world = mock.create()
    world.put("/www/cgi-bin/luci", "")
    assert.equal("with_button", login_page.open(io))
    assert.same({ script }, world.ran)
    world.fails[script] = true
    assert.equal("without_button", login_page.open(io))
  end)

  it("finds no page without LuCI", function()
    local io, world = mock.create()
    assert.equal("absent", login_page.open(io))
    assert.same({}, world.ran)
  end)
end)
