-- Generated from src/lua/io/cgi.ts by "make lua"; do not edit.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local function variable(name)
	return os.getenv(name) or ""
end
--- The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`.
function M.read_environment()
	return {
		method = variable("REQUEST_METHOD"),
		https = variable("HTTPS") == "on" or variable("REQUEST_SCHEME") == "https",
		path_info = variable("PATH_INFO"),
		query_string = variable("QUERY_STRING"),
		cookie = variable("HTTP_COOKIE"),
		remote_addr = variable("REMOTE_ADDR"),
		host = variable("HTTP_HOST"),
		content_type = variable("CONTENT_TYPE")
	}
end
--- Writes the response to the web server.
function M.write_output(text)
	io.write(text)
end
--- Runs a function; a Lua error becomes INTERNAL_ERROR with its text, which is for the log alone, and CONFIG_ERROR where
-- a module is missing, cannot be loaded, or has another interface.
function M.protect(run)
	local success, value = pcall(run)
	if success then
		return ok(value)
	end
	local text = tostring(value)
	local of_module = string.match(text, "module '[%w_.]+' .*")
	if of_module == nil then
		return err("INTERNAL_ERROR", {reason = text})
	end
	-- Behind "not found:" Lua tells everywhere that it has looked.
	local reason = string.gsub(of_module, " not found:.*", " not found")
	return err("CONFIG_ERROR", {reason = reason, hint = {id = "reinstall"}})
end
--- Logs by a program of the router, for want of the module.
function M.log_without_module(level, line)
	local word = string.gsub(line, "'", "'\\''")
	os.execute(((("logger -t sso-login -p authpriv." .. level) .. " -- '") .. word) .. "'")
end
return M
