-- Generated from src/sso_login/io/cgi.ts by "make lua"; do not edit.
local ____exports = {}
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local function variable(name)
	return os.getenv(name) or ""
end
--- The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`.
function ____exports.read_environment()
	return {
		method = variable("REQUEST_METHOD"),
		https = variable("HTTPS") == "on" or variable("REQUEST_SCHEME") == "https",
		path_info = variable("PATH_INFO"),
		query_string = variable("QUERY_STRING"),
		cookie = variable("HTTP_COOKIE"),
		remote_addr = variable("REMOTE_ADDR"),
		host = variable("HTTP_HOST")
	}
end
--- Writes the response to the web server.
function ____exports.write_output(text)
	io.write(text)
end
--- Runs a function; a Lua error becomes INTERNAL_ERROR with its text, which is for the log alone.
function ____exports.protect(run)
	local success, value = pcall(run)
	return success and ok(value) or err(
		"INTERNAL_ERROR",
		{reason = tostring(value)}
	)
end
return ____exports
