-- Generated from src/sso_login/rpcd/supervisor.ts by "make lua"; do not edit.
--- The supervisor (`sso-login watch`), as other programs see it.
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")

--- The instance of procd.
local instance = "watch"

--- Has the supervisor look at once, by procd's signal SIGHUP; nothing happens where there is none.
function M.tell(io)
	io.ubus_call("service", "signal", {name = public_names.package_name, instance = instance})
end

function M.is_running(io)
	local reply = io.ubus_call("service", "list", {name = public_names.package_name})
	local service
	if reply.ok and reply.data ~= nil then
		service = reply.data[public_names.package_name]
	else
		service = nil
	end
	local instances
	if json.is_object(service) then
		instances = service.instances
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
