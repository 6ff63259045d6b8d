-- Generated from src/sso_login/program/cgi.ts by "make lua"; do not edit.
local M = {}
local cgi, protect, system, output, router =
    require("sso_login.use")("io.cgi", "io.protect", "io.system", "web.output", "web.router")
local function answer(io, environment, handler)
	local outcome = protect.protect(function() return handler(io, environment) end)
	if outcome.ok then
		return outcome.data
	end
	local refusal = protect.protect(function() return router.refuse(io, environment, outcome) end)
	if refusal.ok then
		return refusal.data
	end
	-- The log's own module may be what is missing.
	io.log = protect.log_without_module
	return router.refuse(io, environment, refusal)
end
--- Answers this process's request; what goes wrong unexpectedly becomes INTERNAL_ERROR, its cause in the log alone.
function M.serve(options, handler)
	local environment = cgi.read_environment()
	cgi.write_output(output.serialize(answer(
		system.create(options),
		environment,
		handler
	)))
end
--- Answers the request that the web server describes in the environment.
function M.main(options)
	M.serve(options or {}, router.handle)
end
return M
