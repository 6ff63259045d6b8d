--- Stand-in for the ubus program: ubus call <object> <method> [<JSON>], with ubus' exit status.
local cjson = require("cjson.safe")
local ubus = require("ubus")

local ubus_cli = {}

--- Runs the command line `arguments`; `root` is the box's root folder.
function ubus_cli.main(arguments, root)
    if arguments[1] ~= "call" or not arguments[3] then
        io.stderr:write("usage: ubus call <object> <method> [<message>]\n")
        os.exit(2)
    end
    local message = cjson.decode(arguments[4] or "{}")
    local conn = ubus.connect(root .. "/var/run/ubus/ubus.sock")
    if not conn or type(message) ~= "table" then
        io.stderr:write(conn and "Failed to parse message data\n" or "Failed to connect to ubus\n")
        os.exit(conn and 2 or 255)
    end
    local replies = { conn:call(arguments[2], arguments[3], message) }
    if replies[1] == nil and replies[2] then
        io.stderr:write(("Command failed: status %d\n"):format(replies[2]))
        os.exit(replies[2])
    end
    -- Like the real one: every reply as a document of its own.
    for _, reply in ipairs(replies) do
        print(cjson.encode(reply))
    end
end

return ubus_cli
