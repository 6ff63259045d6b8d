-- Generated from src/lua/io/ubus.ts by "make lua"; do not edit.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
--- Seconds for one call: a login makes a dozen of them, and the web server ends it after 60.
local call_timeout = 5
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
function M.make(root)
	local connection
	local function call_all(object, method, args)
		if connection == nil then
			local ubus = require("ubus")
			connection = ubus.connect(root ~= "" and root .. "/var/run/ubus/ubus.sock" or nil, call_timeout)
		end
		if connection == nil then
			return err("UBUS_ERROR", "cannot connect to ubus")
		end
		-- Nothing at all when a method without a reply succeeds, one value a reply, or nil and a status.
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
return M
