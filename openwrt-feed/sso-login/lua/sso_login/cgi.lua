-- Generated from src/sso_login/cgi.ts by "make lua"; do not edit.
local ____exports = {}
local ____cgi = require("sso_login.io.cgi")
local protect = ____cgi.protect
local read_environment = ____cgi.read_environment
local write_output = ____cgi.write_output
local ____uci = require("sso_login.io.uci")
local make_uci = ____uci.make_uci
local ____probe = require("sso_login.probe")
local is_plain_probe = ____probe.is_plain_probe
local probe = ____probe.probe
local ____response = require("sso_login.response")
local serialize = ____response.serialize
local ____result = require("sso_login.result")
local err = ____result.err
--- Runs a handler; what goes wrong unexpectedly becomes INTERNAL_ERROR, with its cause in the log alone.
function ____exports.answer(options, environment, handler)
	local system = require("sso_login.io.system")
	local io = system.create(options)
	local outcome = protect(function() return handler(io, environment) end)
	if outcome.ok then
		write_output(serialize(outcome.data))
		return
	end
	local refusal = require("sso_login.refusal")
	write_output(serialize(refusal.refuse(
		io,
		environment,
		err("INTERNAL_ERROR", outcome.details)
	)))
end
--- Answers the request that the web server describes in the environment.
function ____exports.main(options)
	local chosen = options or ({})
	local environment = read_environment()
	if is_plain_probe(environment) then
		local answered = protect(function() return probe(make_uci(chosen.root or "")) end)
		if answered.ok then
			write_output(serialize(answered.data))
			return
		end
	end
	____exports.answer(
		chosen,
		environment,
		function(io, request)
			local router = require("sso_login.router")
			return router.handle(io, request)
		end
	)
end
return ____exports
