-- Generated from src/sso_login/program/cgi.ts by "make lua"; do not edit.
local M = {}
local cgi = require("sso_login.io.cgi")
local system = require("sso_login.io.system")
local ____result = require("sso_login.result")
local err = ____result.err
local responses = require("sso_login.web.responses")
local router = require("sso_login.web.router")
--- Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause in the log alone.
function M.serve(options, handler)
	local environment = cgi.read_environment()
	local io = system.create(options)
	local outcome = cgi.protect(function() return handler(io, environment) end)
	local response = outcome.ok and outcome.data or router.refuse(
		io,
		environment,
		err("INTERNAL_ERROR", outcome.details)
	)
	cgi.write_output(responses.serialize(response))
end
--- Answers the request that the web server describes in the environment.
function M.main(options)
	M.serve(options or ({}), router.handle)
end
return M
