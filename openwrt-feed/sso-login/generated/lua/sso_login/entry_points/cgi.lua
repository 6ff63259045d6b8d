-- Generated from src/sso_login/entry_points/cgi.ts by "make lua"; do not edit.
--- Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875).
local M = {}
local cgi = require("sso_login.io.cgi")
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local response_text = require("sso_login.web.response_text")

--- Loaded where a missing module is still answered.
local function web_request()
	return require("sso_login.web.web_request")
end

--- The landing page needs none.
local function routes()
	return require("sso_login.web.routes")
end

--- Loaded for a request that is refused.
local function refusal()
	return require("sso_login.web.refusal")
end

local function answer(io, environment, handler)
	local request = protect.protect(function() return web_request().parse(environment) end)
	local outcome = request.ok and protect.protect(function() return handler(io, request.data) end) or request
	if outcome.ok then
		return outcome.data
	end
	local refused = request.ok and protect.protect(
		function() return refusal().refuse(io, request.data, outcome, web_request().is_of_program(request.data)) end
	) or request
	if refused.ok then
		return refused.data
	end
	-- Logs what went wrong last: the module that writes the log may be missing, or one that makes the page for people.
	io.log = protect.log_without_module
	return refusal().refuse_plainly(io, environment.remote_addr, refused)
end

--- The request as the web server hands it over. A request is HTTPS when `HTTPS=on` or `REQUEST_SCHEME=https`.
local function read_environment()
	return {
		method = cgi.variable("REQUEST_METHOD"),
		https = cgi.variable("HTTPS") == "on" or cgi.variable("REQUEST_SCHEME") == "https",
		path_info = cgi.variable("PATH_INFO"),
		query_string = cgi.variable("QUERY_STRING"),
		cookie = cgi.variable("HTTP_COOKIE"),
		remote_addr = cgi.variable("REMOTE_ADDR"),
		host = cgi.variable("HTTP_HOST"),
		content_type = cgi.variable("CONTENT_TYPE"),
		authorization = cgi.variable("HTTP_AUTHORIZATION"),
		accept = cgi.variable("HTTP_ACCEPT"),
		accept_language = cgi.variable("HTTP_ACCEPT_LANGUAGE")
	}
end

--- Meta-variables with what opens a session, or is part of it: who may read files as root would find them in `/proc/<pid>/environ`.
local secrets = {"HTTP_COOKIE", "HTTP_AUTHORIZATION", "QUERY_STRING", "REQUEST_URI"}

--- Answers this process's request; an unexpected failure becomes INTERNAL_ERROR, its cause only in the log.
function M.serve(options, handler)
	local environment = read_environment()
	-- A request is answered also where a module is missing.
	protect.protect(function()
		cgi.forget(secrets)
	end)
	cgi.write_output(response_text.serialize(answer(system.create(options), environment, handler)))
end

--- Answers the request that the web server describes in the environment.
function M.main(options)
	M.serve(options or {}, function(io, request) return routes().handle(io, request) end)
end

return M
