--- Stand-in for uhttpd-mod-ubus at /ubus: a browser's ubus calls as JSON-RPC, checked by `session access`.
local cjson = require("cjson.safe")
local plugin = require("rpcd.plugin")
local ubus = require("ubus")
local web = require("web")

local ubus_http = {}

local function failure(code, message)
  return { jsonrpc = "2.0", id = 1, error = { code = code, message = message } }
end

local function perform(root, request)
  local params = type(request) == "table" and request.params
  if type(params) ~= "table" or request.method ~= "call" or type(params[3]) ~= "string" then
    return failure(-32600, "Invalid request")
  end
  local conn = assert(ubus.connect(root .. "/var/run/ubus/ubus.sock"))
  local id, object, method, arguments = unpack(params, 1, 4)
  if not conn:has(object) then
    return failure(-32000, "Object not found")
  end
  local answer = conn:call("session", "access", { ubus_rpc_session = id, object = object, ["function"] = method })
  if not answer or answer.access ~= true then
    return failure(-32002, "Access denied")
  end
  local sent = { ubus_rpc_session = id }
  for name, value in pairs(arguments or {}) do
    if name == "ubus_rpc_session" then
      return failure(-32602, "Invalid parameters")
    end
    sent[name] = value
  end
  local reply, status = conn:call(object, method, sent)
  return { jsonrpc = "2.0", id = request.id or 1, result = { status or 0, reply } }
end

function ubus_http.main(root)
  local answer = perform(root, cjson.decode(web.body()))
  web.answer("200 OK", { "Content-Type: application/json" }, plugin.encode_reply(answer))
end

return ubus_http
