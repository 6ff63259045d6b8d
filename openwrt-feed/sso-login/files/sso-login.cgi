#!/usr/bin/lua
-- SPDX-License-Identifier: Apache-2.0
-- Single sign-on for LuCI: login start, callback, logout, probe. uhttpd starts CGI programs in /www, so the module
-- paths are given in full.
package.path = "/usr/lib/lua/?.lua"
package.cpath = "/usr/lib/lua/?.so"
-- Collected from the first call to the provider on.
collectgarbage("stop")
local env, found, uci = os.getenv
-- The probe, as the login page asks on every visit: without the service, which speaks for other ways and of what is missing.
if env("REQUEST_METHOD") == "GET" and env("HTTPS") == "on" and (env("PATH_INFO") or "/") == "/" and env("QUERY_STRING") == "action=enabled" then
	-- The service ends a trial of a router without passwords.
	local trial = io.open("/var/run/sso-login/password_trial")
	if not trial then
		found, uci = pcall(require, "uci")
		-- While the first provider is off another may be on: the service looks.
		found = found and uci.cursor():get("sso-login", "default", "enabled") == "1"
	end
end
if found then
	io.write("Status: 200 OK\r\nContent-Type: application/json\r\n", require("sso_login.web.security_headers").lines,
		'\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n{"enabled":true}')
else
	require("sso_login.io.code").use({})
	require("sso_login.entry_points.cgi").main()
end
-- Ends here: Lua's own end would free every object first.
os.exit()
