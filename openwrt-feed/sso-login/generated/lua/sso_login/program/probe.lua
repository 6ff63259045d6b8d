-- Generated from src/sso_login/program/probe.ts by "make lua"; do not edit.
local M = {}
local cgi, option, enabled, headers =
    require("sso_login.use")("io.cgi", "io.option", "settings.enabled", "web.headers")
--- Whether this process's request is the probe, and has its answer.
function M.main(options)
	local request = cgi.read_environment()
	local is_root = request.path_info == "" or request.path_info == "/"
	if not request.https or request.method ~= "GET" or not is_root or request.query_string ~= "action=enabled" then
		return false
	end
	local cursor = option.open(options.root or "")
	local on = enabled.is_enabled({uci_get = function(config, section, name) return option.get(cursor, config, section, name) end})
	cgi.write_output("Status: 200 OK\r\nContent-Type: application/json\r\n" .. (headers.security_headers .. "\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n{\"enabled\":") .. (on.ok and on.data and "true}" or "false}"))
	return true
end
return M
