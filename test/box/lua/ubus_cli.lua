--- Stand-in for the ubus program: ubus list <object>, and ubus call <object> <method> [<JSON>], with ubus' words and exit status where standard
-- error is no terminal: the negative ubus status of a failed call, the status itself when there is no such object.
local cjson = require("cjson.safe")
local plugin = require("rpcd.plugin")
local STATUS = require("rpcd.status")
local ubus = require("ubus")

local ubus_cli = {}

local function fail_call(arguments, status)
  io.stderr:write(("Command failed: ubus %s (%s)\n"):format(table.concat(arguments, " "), STATUS.texts[status] or "?"))
  os.exit(256 - status)
end

function ubus_cli.main(arguments, root)
  local is_list = arguments[1] == "list" and arguments[2]
  if not is_list and (arguments[1] ~= "call" or not arguments[3]) then
    io.stderr:write("Usage: ubus call <object> <method> [<message>]\n")
    os.exit(254)
  end
  local conn = ubus.connect(root .. "/var/run/ubus/ubus.sock")
  if not conn then
    io.stderr:write("Failed to connect to ubus\n")
    os.exit(255)
  end
  local message = cjson.decode(arguments[4] or "{}")
  if type(message) ~= "table" then
    fail_call(arguments, STATUS.PARSE_ERROR)
  end
  if not conn:has(arguments[2]) then
    io.stderr:write("Command failed: Not found\n")
    os.exit(STATUS.NOT_FOUND)
  end
  if is_list then
    print(arguments[2])
    return
  end
  local replies = { conn:call(arguments[2], arguments[3], message) }
  if replies[1] == nil and replies[2] then
    fail_call(arguments, replies[2])
  end
  -- Like the real one: every reply as a document of its own.
  for _, reply in ipairs(replies) do
    print(plugin.encode_reply(reply))
  end
end

return ubus_cli
