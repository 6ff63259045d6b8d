-- Generated from src/sso_login/web/pieces.ts by "make lua"; do not edit.
--- The plan of the compiled modules (io/compile): the programs that requests run, and what is not worth its memory. All else follows from the
-- sources, as what a program loads late is compiled, too.
local lib = require("sso_login.lualib")
local M = {}
local routes = require("sso_login.web.routes")

--- Modules that only routers with one of these options need; without an option, what only an administrator's own doing needs.
local owners = {
	{"login.revalidation.revalidation_turn", {"session_revalidate"}},
	{"passwords.password_events", {"password_login"}},
	{"rpcd.reconcile", {}},
	{"rpcd.refresh_tokens", {"session_revalidate"}},
	{"web.client_limit", {"client_limit", "password_login"}},
	{"web.endpoints.backchannel_logout", {"backchannel_logout"}},
	{"web.endpoints.test_login", {}},
	{"web.endpoints.token_exchange", {"api_audience"}}
}

--- The options for which the supervisor runs.
local supervised = {"session_revalidate", "api_audience", "session_max_lifetime"}

--- Whether a section has one of the options, with a value that asks for something.
local function has_one(sections, options)
	local function values(section)
		return lib.ArrayMap(options, function(_, name) return section.options[name] or "" end)
	end
	return lib.ArraySome(
		sections,
		function(_, section) return lib.ArraySome(
			values(section),
			function(_, value) return value ~= "" and value ~= "0" and value ~= "on" end
		) end
	)
end

--- The plan for the configuration of these sections.
function M.plan(sections)
	local left_out = lib.ArrayMap(
		lib.ArrayFilter(owners, function(_, owner) return not has_one(sections, owner[2]) end),
		function(_, owner) return owner[1] end
	)
	local of_requests = lib.ArrayMap(routes.endpoints(), function(_, found)
		local modules = {"web.web_request", "web.routes", found.module}
		return {program = "entry_points.cgi", path = found.path, modules = modules}
	end)
	local landing = {program = "entry_points.landing", path = "/", modules = {"web.web_request"}}
	local watch = {
		{program = "entry_points.watch", path = "/", modules = {}},
		{program = "entry_points.watch", path = "/turn", modules = {"login.revalidation.revalidation_turn"}}
	}
	local runs = lib.ArrayConcat(of_requests, {landing}, has_one(sections, supervised) and watch or {})
	local function is_served(run)
		return not lib.ArraySome(run.modules, function(_, name) return lib.ArrayIncludes(left_out, name) end)
	end
	return {runs = lib.ArrayFilter(runs, function(_, run) return is_served(run) end), left_out = left_out}
end

return M
