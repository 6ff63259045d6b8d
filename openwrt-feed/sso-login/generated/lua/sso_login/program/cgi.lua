-- Generated from src/sso_login/program/cgi.ts by "make lua"; do not edit.
--- Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875).
local M = {}
local cgi = require("sso_login.io.cgi")
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local names = require("sso_login.base.names")
local responses = require("sso_login.web.responses")

--- Loaded where a missing module is still answered.
local function requests()
	return require("sso_login.web.request")
end

--- The landing page needs none.
local function router()
	return require("sso_login.web.router")
end

--- Loaded for a request that is refused.
local function refusal()
	return require("sso_login.web.refusal")
end

local function answer(io, environment, handler)
	local outcome = protect.protect(function() return handler(io, requests().parse(environment)) end)
	if outcome.ok then
		return outcome.data
	end
	local refused = protect.protect(function()
		local request = requests().parse(environment)
		return refusal().refuse(io, request, outcome, request.path == names.exchange_path_info)
	end)
	if refused.ok then
		return refused.data
	end
	-- The module that writes the log may be missing, or one that makes the page for people.
	io.log = protect.log_without_module
	return refusal().refuse_plainly(io, environment.remote_addr, refused)
end

--- Answers this process's request; an unexpected failure becomes INTERNAL_ERROR, its cause only in the log.
function M.serve(options, handler)
	local environment = cgi.read_environment()
	cgi.write_output(responses.serialize(answer(system.create(options), environment, handler)))
end

--- Answers the request that the web server describes in the environment.
function M.main(options)
	M.serve(options or {}, function(io, request) return router().handle(io, request) end)
end

return M
