-- Generated from src/sso_login/cgi.ts by "make lua"; do not edit.
local ____exports = {}
local ____cgi = require("sso_login.io.cgi")
local protect = ____cgi.protect
local read_environment = ____cgi.read_environment
local write_output = ____cgi.write_output
local ____system = require("sso_login.io.system")
local create = ____system.create
local ____response = require("sso_login.response")
local serialize = ____response.serialize
local ____result = require("sso_login.result")
local err = ____result.err
local ____router = require("sso_login.router")
local handle = ____router.handle
local refuse = ____router.refuse
--- Runs a handler; what goes wrong unexpectedly becomes INTERNAL_ERROR, with its cause in the log alone.
function ____exports.answer(io, handler)
	local environment = read_environment()
	local outcome = protect(function() return handler(io, environment) end)
	local response = outcome.ok and outcome.data or refuse(
		io,
		environment,
		err("INTERNAL_ERROR", outcome.details)
	)
	write_output(serialize(response))
end
--- Answers the request that the web server describes in the environment.
function ____exports.main(options)
	____exports.answer(
		create(options or ({})),
		handle
	)
end
return ____exports
