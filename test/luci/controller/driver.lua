-- Asks the box's copy of the controller (test/box/lua/luci/override.lua) the same as driver.uc asks the controller:
--   lua5.1 driver.lua world.json root
-- `root` has the web server's files and usr/sbin/sso-login; the request is in the environment.
package.path = "test/box/lua/?.lua;" .. package.path
local cjson = require("cjson")

local function read(path)
    local file = assert(io.open(path, "rb"))
    local text = file:read("*a")
    file:close()
    return text
end

local world = cjson.decode(read(arg[1]))
local root = arg[2]

local function present(value)
    if value == cjson.null then
        return nil
    end
    return value
end

package.loaded.uci = {
    cursor = function()
        return {
            get_all = function()
                return present(world.settings)
            end,
        }
    end,
}
package.loaded["luci.translations"] = {
    translate = function(_, text)
        return world.texts and world.texts[text] or text
    end,
}
local override = require("luci.override")

local result = { destroyed = {}, written = "" }
local conn = {}

function conn.call(_, _, method, arguments)
    local id = arguments.ubus_rpc_session
    if method == "destroy" then
        table.insert(result.destroyed, id)
        return nil
    end
    return not io.open(root .. "/expired") and world.sessions[id] and { values = world.sessions[id] } or nil
end

local current = present(world.authsession)
if world.action == "action_logout" then
    result.redirect = override.log_out(conn, root, current)
    if not result.redirect then
        result.redirect = "/cgi-bin/luci/"
        if current then
            table.insert(result.destroyed, current)
        end
    end
else
    result.written = "stock de;" .. override.login_script(root, "de", current, conn)
end
table.sort(result.destroyed)
if #result.destroyed == 0 then
    result.destroyed = nil
end
print(cjson.encode(result))
