-- Generated from src/sso_login/web/routes.ts by "make lua"; do not edit.
--- The table of requests, and the checks in their order: HTTPS, method, path, probe, limits, rate, switch, configuration, endpoint. A
-- signature or a session that proves something is looked for before a request is counted, as it tells the window; what has no such proof is
-- read after that.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local rate_limit = require("sso_login.web.rate_limit")
local web_request = require("sso_login.web.web_request")
local err, ok = result.err, result.ok

--- Loaded for a failure.
local function failures()
	return require("sso_login.base.failures")
end

--- Modules of requests that are refused, and of routers without passwords.
local function refusal()
	return require("sso_login.web.refusal")
end

local function password_events()
	return require("sso_login.passwords.password_events")
end
local backchannel_path = "/backchannel-logout"

local function is_probe(request)
	local query = request.query
	return query.values.action ~= nil or lib.ArraySome(
		query.problems,
		function(_, problem) return problem[1] == "action" end
	)
end

--- Whether it begins a test login.
local function has_ticket(request)
	return request.query.values.test ~= nil
end

--- Whether it ends a test login: its state is one that no other login has.
local function is_of_test(request)
	local state = request.query.values.state
	return state ~= nil and lib.StringStartsWith(state, public_names.test_state)
end

local function has_backchannel_logout(io, provider)
	return package_sections.option_of(io, "backchannel_logout", provider) == "1"
end

--- Whether a provider's access tokens open sessions. The option of the first provider, which costs least to read, counts even while that provider is
-- off; the endpoint then refuses.
local function has_exchanges(io)
	local audience = package_sections.option_of(io, "api_audience") or ""
	return audience ~= "" or #saved_config.providers_with(io, "api_audience") > 0
end
local routes = {
	{path = "/", match = is_probe, is_silent = true, takes_excess = true, endpoint = "probe"},
	{path = "/", match = has_ticket, window = "requests", endpoint = "test_login"},
	{path = "/", window = "requests", is_silent = true, endpoint = "start"},
	{path = "/callback", match = is_of_test, providers = "all", window = "requests", endpoint = "test_login"},
	{path = "/callback", providers = "on", window = "requests", ends_overdue = true, endpoint = "callback"},
	{path = "/jwks", window = "requests", endpoint = "jwks"},
	{path = "/logout", window = "requests", has_proof = true, endpoint = "user_logout"},
	{
		path = backchannel_path,
		providers = "on",
		method = "POST",
		window = "backchannel",
		is_of_provider = true,
		has_proof = true,
		is_on = has_backchannel_logout,
		off = "backchannel_logout is off",
		ends_overdue = true,
		endpoint = "backchannel_logout"
	},
	{
		path = web_request.exchange_path,
		method = "POST",
		window = "exchanges",
		has_proof = true,
		is_on = has_exchanges,
		off = "api_audience is not set",
		ends_overdue = true,
		endpoint = "token_exchange"
	}
}

--- The paths, each with the module of its endpoint for requests that no row above matches.
function M.endpoints()
	return lib.ArrayMap(
		lib.ArrayFilter(routes, function(_, route) return route.match == nil end),
		function(_, route) return {path = route.path, module = "web.endpoints." .. route.endpoint} end
	)
end

--- Whether a route has an address of a provider; the first one's is the path alone.
local function has_provider(io, route, provider)
	return provider == public_names.first or route.providers == "all" or route.providers == "on" and enabled.is_on(
		io,
		provider
	)
end

local function find_row(io, request)
	local row = lib.ArrayFind(
		routes,
		function(_, one) return one.path == request.path and (one.match == nil or one.match(request)) end
	)
	if row == nil then
		return {kind = "none"}
	end
	if row.is_on ~= nil and not row.is_on(io, request.provider) then
		return row.method == request.method and ({kind = "lacking", route = row}) or ({kind = "none"})
	end
	return has_provider(io, row, request.provider) and ({kind = "served", route = row}) or ({kind = "none"})
end

--- Counts a request in a window, before that in the share of its client; the answer is whether it is the first there.
local function count_in(io, request, window)
	local function client_limit()
		return require("sso_login.web.client_limit")
	end
	local limit = rate_limit.limit_of(io, window)
	local share = limit ~= nil and client_limit().count_client(io, request.remote_addr, limit, window) or ok(true)
	return share.ok and rate_limit.count_request(io, window) or share
end

--- Ends the sessions that are over, where a lifetime or exchanges are configured; with `session_revalidate` alone only the supervisor does.
local function expire(io)
	if package_sections.option_of(io, "session_max_lifetime") ~= nil or has_exchanges(io) then
		local session_ending = require("sso_login.rpcd.session_ending")
		session_ending.expire(io)
	end
end

--- Looks for a proof in a request, which is then counted and served. A process serves one request and pays for what it loads: an
-- endpoint is loaded when a request has come to it.
local function admit(io, request, name)
	if name == "start" then
		return require("sso_login.web.endpoints.start").admit(io, request)
	end
	if name == "callback" then
		return require("sso_login.web.endpoints.callback").admit(io, request)
	end
	if name == "probe" then
		return require("sso_login.web.endpoints.probe").admit(io, request)
	end
	if name == "test_login" then
		return require("sso_login.web.endpoints.test_login").admit(io, request)
	end
	if name == "jwks" then
		return require("sso_login.web.endpoints.jwks").admit(io)
	end
	if name == "user_logout" then
		return require("sso_login.web.endpoints.user_logout").admit(io, request)
	end
	if name == "backchannel_logout" then
		return require("sso_login.web.endpoints.backchannel_logout").admit(io, request)
	end
	return require("sso_login.web.endpoints.token_exchange").admit(io, request)
end

--- The window of a request that proves nothing; undefined where it is not counted.
local function unproven_window(route, request)
	local owner = route.is_of_provider == true and request.provider or nil
	return route.window ~= nil and rate_limit.window_of(route.window, owner) or nil
end

--- Counts a request in the narrower window of its admission, then in its window; the answer is whether it is the first in the latter.
local function count(io, request, route, admission)
	local narrower = admission.narrower ~= nil and count_in(io, request, admission.narrower) or ok(false)
	if not narrower.ok then
		return narrower
	end
	local window = admission.window or unproven_window(route, request)
	return window ~= nil and count_in(io, request, window) or ok(false)
end

local function serve(io, request, route)
	if route.is_silent ~= true then
		io.open_log()
	end
	-- A proof is compared with files of the run directory, so that must be the service's own.
	if route.has_proof == true and not store.ensure_run_dir(io) then
		return rate_limit.no_run_dir(io)
	end
	local admission = admit(io, request, route.endpoint)
	local counted = count(io, request, route, admission)
	if not counted.ok then
		local known = admission.refusal
		local refused = known ~= nil and failures().instead_of(counted, known) or counted
		return failures().about(admission.log_name, refused)
	end
	local response = admission.respond()
	-- The first request of a window ends overdue sessions for all, unless this success has done so.
	local is_done = response.ok and route.ends_overdue == true
	if counted.data and not is_done then
		expire(io)
	end
	return response.ok and response or failures().about(admission.log_name, response)
end

--- Checks a request up to its path, and serves it by its row.
local function respond(io, request, found)
	if not request.https then
		return err("HTTPS_REQUIRED", {hint = {id = "https_of_proxy"}})
	end
	local method = string.sub(request.method, 1, 16)
	if found.kind == "lacking" then
		return err("METHOD_NOT_ALLOWED", {method = method, reason = found.route.off})
	end
	local route = found.kind == "served" and found.route or nil
	local allow = route ~= nil and route.method or nil
	if request.method ~= (allow or "GET") then
		local hint = request.path == "/callback" and request.method == "POST" and ({id = "no_form_post"}) or nil
		return err("METHOD_NOT_ALLOWED", {method = method, allow = allow, hint = hint}, nil, {allow = allow})
	end
	if route == nil then
		return err("NOT_FOUND")
	end
	return request.excess ~= nil and route.takes_excess ~= true and request.excess or serve(io, request, route)
end

--- Answers one request; every request gets a response. A refusal has a log line, but for a late callback of a user who is in, and
-- those beyond the minute's share (`rate_limit.count_refusal`).
function M.handle(io, request)
	-- The first program that runs after the end of a trial ends it; there is no such file otherwise.
	if io.file_info(store.path_of(io, public_names.trial_file)) ~= nil then
		password_events().end_overdue_trial(io)
	end
	local found = find_row(io, request)
	local response = respond(io, request, found)
	if response.ok then
		return response.data
	end
	return refusal().refuse(io, request, response, found.kind ~= "none" and web_request.is_of_program(request))
end

return M
