-- Generated from src/sso_login/rpcd/supervisor.ts by "make lua"; do not edit.
--- The supervisor (`sso-login watch`), as other programs see it: a service of procd, which the init script starts, too.
local M = {}
local json = require("sso_login.io.json")

--- procd's names. A service of its own has no triggers that an older procd would forget.
local service = "sso-login-watch"
local instance = "watch"

--- Has procd run the supervisor. Where it runs, nothing changes; where it is ending, it is started again.
function M.start(io)
	local watch = {command = {io.paths.program, "watch"}, respawn = {"3600", "5", "0"}}
	io.ubus_call("service", "set", {name = service, instances = {watch = watch}})
end

--- Has the supervisor look at once, by procd's signal SIGHUP, or starts it where it does not run.
function M.tell(io)
	io.ubus_call("service", "signal", {name = service, instance = instance})
	-- Also where procd has sent the signal: it may have gone to a process that is ending, which ignores it.
	M.start(io)
end

--- Has procd end the supervisor and forget it, until it is started again.
function M.stop(io)
	io.ubus_call("service", "delete", {name = service})
end

function M.is_running(io)
	local reply = io.ubus_call("service", "list", {name = service})
	local listed
	if reply.ok and reply.data ~= nil then
		listed = reply.data[service]
	else
		listed = nil
	end
	local instances
	if json.is_object(listed) then
		instances = listed.instances
	else
		instances = nil
	end
	local found
	if json.is_object(instances) then
		found = instances[instance]
	else
		found = nil
	end
	return json.is_object(found) and found.running == true
end

return M
