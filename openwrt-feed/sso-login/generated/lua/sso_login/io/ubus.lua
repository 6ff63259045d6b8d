-- Generated from src/lua/io/ubus.ts by "make lua"; do not edit.
--- ubus through its Lua binding.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local clock = require("sso_login.io.clock")
local err, ok = result.err, result.ok

--- Seconds for one call: a login makes a dozen of them, and the web server ends it after 60.
local call_timeout = 3

--- Calls after the first, where that was lost.
local max_repeats = 2

--- Tenths of a second to wait for an object that is not there.
local max_waits = 20

--- libubus's statuses for what does not exist, for a call without an answer, and for what is not permitted.
local not_found = 4
local timed_out = 7
local denied = 6

--- The meaning of a failure by its status; undefined where nothing is decided by that.
local function meaning_of(status)
	local others = status == denied and "denied" or nil
	return status == not_found and "absent" or others
end

--- Replies that a call may have; below Lua's limit of 8000 values.
local max_replies = 7000

--- Runs a call that may have many replies. libubus-lua pushes them all without growing Lua's stack, so the stack grows
-- first, and the collector, which would take it away, waits.
local function with_large_stack(run)
	collectgarbage("collect")
	collectgarbage("stop")
	unpack({}, 1, max_replies)
	local result = run()
	collectgarbage("restart")
	return result
end

--- Whether an object is there, or comes within two seconds.
local function is_there(connection, object)
	do
		local waits = 0
		while waits < max_waits do
			local signatures = connection:signatures(object)
			if signatures ~= nil then
				return true
			end
			clock.sleep(0.1)
			waits = waits + 1
		end
	end
	return false
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
		local may_be_lost = {not_found, timed_out}
		do
			local repeats = 0
			while repeats < max_repeats and lib.ArrayIncludes(may_be_lost, answer[2]) do
				-- Without its object rpcd has not said that there is no such session.
				if answer[2] == not_found and not is_there(connection, object) then
					return err("UBUS_ERROR", {reason = "no object " .. object})
				end
				answer = {connection:call(object, method, args)}
				repeats = repeats + 1
			end
		end
		local status = answer[2]
		if type(status) == "number" then
			return err("UBUS_ERROR", {status = status}, meaning_of(status))
		end
		return ok(answer)
	end
	return {
		ubus_call_all = function(object, method, args) return with_large_stack(
			function() return call_all(object, method, args) end
		) end,
		ubus_call = function(object, method, args)
			local replies = call_all(object, method, args)
			return replies.ok and ok(replies.data[1]) or replies
		end
	}
end

return M
