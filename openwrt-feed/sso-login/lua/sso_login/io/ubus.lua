-- Generated from src/sso_login/io/ubus.ts by "make lua"; do not edit.
local ____exports = {}
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
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
		ubus_call_all = call_all,
		ubus_call = function(object, method, args)
			local replies = call_all(object, method, args)
			return replies.ok and ok(replies.data[1]) or replies
		end
	}
end
return ____exports
