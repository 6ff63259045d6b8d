-- Generated from src/sso_login/program/cgi.ts by "make lua"; do not edit.
--- Entry of the CGI program /www/cgi-bin/sso-login: one process, one request (RFC 3875).
local M = {}
local cgi = require("sso_login.io.cgi")
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local output = require("sso_login.web.output")

--- The landing page needs none.
local function router()
	return require("sso_login.web.router")
end

--- Loaded for a request that is refused.
local function refusals()
	return require("sso_login.web.refusals")
end

local function answer(io, environment, handler)
	local outcome = protect.protect(function() return handler(io, environment) end)
	if outcome.ok then
		return outcome.data
	end
	local refusal = protect.protect(function() return refusals().refuse(io, environment, outcome) end)
	if refusal.ok then
		return refusal.data
	end
	-- The module that writes the log may be missing, or one that makes the page for people.
	io.log = protect.log_without_module
	environment.accept = ""
	return refusals().refuse(io, environment, refusal)
end

--- Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause only in the log.
function M.serve(options, handler)
	local environment = cgi.read_environment()
	cgi.write_output(output.serialize(answer(system.create(options), environment, handler)))
end

--- Answers the request that the web server describes in the environment.
function M.main(options)
	M.serve(options or {}, router().handle)
end

return M
