--- A ubus call the way a browser makes it: through the web server's `/ubus`, which asks `session access` first.
local web_call = {}

web_call.OBJECT_NOT_FOUND = -32000
web_call.ACCESS_DENIED = -32002
web_call.INVALID_PARAMETERS = -32602

local function exists(conn, object)
    for _, name in ipairs(conn:objects()) do
        if name == object then
            return true
        end
    end
    return false
end

--- Returns 0, the reply and the ubus status when the session may call the method; otherwise a JSON-RPC error code.
function web_call.call(conn, session_id, object, method, arguments)
    if not exists(conn, object) then
        return web_call.OBJECT_NOT_FOUND
    end
    local answer = conn:call("session", "access", {
        ubus_rpc_session = session_id,
        object = object,
        ["function"] = method,
    })
    if not answer or answer.access ~= true then
        return web_call.ACCESS_DENIED
    end
    local sent = { ubus_rpc_session = session_id }
    for name, value in pairs(arguments or {}) do
        if name == "ubus_rpc_session" then
            return web_call.INVALID_PARAMETERS
        end
        sent[name] = value
    end
    return 0, conn:call(object, method, sent)
end

return web_call
