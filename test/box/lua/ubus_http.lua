--- Stand-in for uhttpd-mod-ubus at /ubus: a browser's ubus calls as JSON-RPC, checked by `session access`.
local cjson = require("cjson.safe")
local ubus = require("ubus")
local web = require("web")
local web_call = require("web_call")

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
    local code, reply, status = web_call.call(conn, params[1], params[2], params[3], params[4])
    if code == web_call.ACCESS_DENIED then
        return failure(code, "Access denied")
    elseif code ~= 0 then
        return failure(code, "Object not found")
    end
    return { jsonrpc = "2.0", id = request.id or 1, result = { status or 0, reply } }
end

--- Answers one request; `root` is the box's root folder.
function ubus_http.main(root)
    local answer = perform(root, cjson.decode(web.body()))
    web.answer("200 OK", { "Content-Type: application/json" }, cjson.encode(answer))
end

return ubus_http
