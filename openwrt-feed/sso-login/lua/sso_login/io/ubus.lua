-- Generated from src/sso_login/io/ubus.ts by "make lua"; do not edit.
local ____exports = {}
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
--- Replies that a call may have; below Lua's limit of 8000 values.
local max_replies = 7000
--- Runs a call that may have many replies. libubus-lua pushes them all without asking Lua for room, so the room is made
-- first, and the collector, which would take it away, waits.
local function with_large_stack(run)
	collectgarbage("collect")
	collectgarbage("stop")
	unpack({}, 1, max_replies)
	local result = run()
	collectgarbage("restart")
	return result
end
--- The ubus functions on one connection, opened when first used.
function ____exports.make_ubus(root)
	local connection
	local function call_all(object, method, args)
		if connection == nil then
			local ubus = require("ubus")
			local ____temp_0
			if root ~= "" then
				____temp_0 = ubus.connect(root .. "/var/run/ubus/ubus.sock")
			else
				____temp_0 = ubus.connect()
			end
			connection = ____temp_0
		end
		if connection == nil then
			return err("UBUS_ERROR", "cannot connect to ubus")
		end
		local answer = {connection:call(object, method, args)}
		local status = answer[2]
		if type(status) == "number" then
			return err("UBUS_ERROR", {status = status})
		end
		return ok(answer)
	end
	return {
		ubus_call_all = function(object, method, args) return with_large_stack(function() return call_all(object, method, args) end) end,
		ubus_call = function(object, method, args)
			local replies = call_all(object, method, args)
			return replies.ok and ok(replies.data[1]) or replies
		end
	}
end
return ____exports
