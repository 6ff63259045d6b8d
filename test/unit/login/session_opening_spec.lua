--- A login to the page that its roles open, and one while passwords are off.
local cjson = require("cjson")
local login_settings = require("sso_login.settings.login_settings")
local login_finish = require("sso_login.login.login_finish")
local password_events = require("sso_login.passwords.password_events")
local scene = require("support.scene")

local by = { { "by", "shell" } }

for role, state in pairs({ ["an administrator"] = "off", ["another user"] = "trial" }) do
  it("passwords on trial for new settings: " .. state .. " after a login of " .. role .. " by them", function()
    local roles = { { name = "owner", email = { "owner@example.org" }, write = { "*" } } }
    roles[2] = { name = "user", email = { "ada@example.org" }, read = { "*" }, write = state == "off" and { "*" } or nil }
    local io, world = scene.create({ roles = roles })
    world.uci.rpcd = { { name = "root", type = "login", anonymous = false, options = { username = "root", password = "$p$root" } } }
    world.make_folders("/etc/uci-defaults")
    assert.is_true(password_events.happen(io, "turn_off", by).ok)
    assert.is_true(password_events.happen(io, "confirm", by).ok)
    world.uci["sso-login"][1].options.clock_skew = "61"
    assert.same({ ok = true, data = "trial" }, password_events.catch_up(io, "other"))
    scene.put_handshake(io, world, nil, { proof = login_settings.settings_hash(io) })
    local login = login_finish.authenticate(io, scene.loaded(io), scene.request())
    assert.is_true(login.ok, login.error)
    assert.same({ ok = true, data = state }, password_events.catch_up(io, "other"))
  end)
end

for what, case in pairs({
  ["the overview"] = { "luci-mod-status-index", nil, false }, ["another page"] = { "dns", nil, true },
  ["the overview, and a wanted page"] = { "luci-mod-status-index", "/cgi-bin/luci/admin", true },
}) do
  it("LuCI's menu is " .. (case[3] and "" or "not ") .. "loaded for a login to " .. what, function()
    package.loaded["sso_login.rights.menu"] = nil
    local login = scene.authenticate({ roles = { { name = "user", email = { "ada@example.org" }, read = { case[1] } } } }, nil, function(world, io)
      world.put(io.paths.acl_dir .. "/pages.json", cjson.encode({ [case[1]] = { read = { ubus = { system = { "info" } } } } }))
    end, { return_to = case[2] })
    assert.is_true(login.ok, login.error)
    assert.equal(case[3], package.loaded["sso_login.rights.menu"] ~= nil)
  end)
end
