local mock = require("support.mock")
local session_creation = require("sso_login.rpcd.session_creation")

for _, case in ipairs({
  { "7200", 7200 }, { "x", 3600 }, { "0", 3600 }, { "", 3600 }, { { "7200" }, 3600 }, { "-1", 3600 },
  -- Within the bounds of our own option: rpcd cannot count longer ones in milliseconds.
  { "1", 60 }, { "59", 60 }, { "60", 60 }, { "604800", 604800 }, { "604801", 604800 }, { "999999999", 604800 },
}) do
  it(("session_creation.session_timeout takes %d seconds of LuCI's %s"):format(case[2], tostring(case[1])), function()
    local io, world = mock.create()
    assert.equal(3600, session_creation.session_timeout(io))
    world.uci.luci = { { name = "sauth", type = "internal", anonymous = false, options = { sessiontime = case[1] } } }
    assert.equal(case[2], session_creation.session_timeout(io))
    world.uci_broken.luci = "Parse error"
    assert.equal(3600, session_creation.session_timeout(io))
  end)
end
