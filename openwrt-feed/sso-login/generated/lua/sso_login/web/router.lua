-- Generated from src/sso_login/web/router.ts by "make lua"; do not edit.
--- From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
-- configuration, endpoint. A logout or an exchange is judged before it is counted: what it proves says in which window it counts.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local load = require("sso_login.settings.load")
local option_forms = require("sso_login.settings.option_forms")
local sections = require("sso_login.settings.sections")
local password_trial = require("sso_login.passwords.trial")
local rate_limit = require("sso_login.web.rate_limit")
local requests = require("sso_login.web.request")
local err, ok = result.err, result.ok

local function start()
	return require("sso_login.web.endpoints.start")
end

--- A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for.
local endpoints = {["/"] = start, ["/callback"] = function() return require("sso_login.web.endpoints.callback") end}
local logout_path = "/logout"

local function logout()
	return require("sso_login.web.endpoints.logout")
end
local backchannel_path = "/backchannel-logout"

local function backchannel()
	return require("sso_login.web.endpoints.backchannel_logout")
end

local function token_exchange()
	return require("sso_login.web.endpoints.token_exchange")
end

local function test_login()
	return require("sso_login.web.endpoints.test_login")
end
local jwks_path = "/jwks"

local function jwks()
	return require("sso_login.web.endpoints.jwks")
end

--- Modules for requests that are refused, and for routers without passwords.
local function late()
	return require("sso_login.web.late")
end

local function refusals()
	return require("sso_login.web.refusals")
end

local function password_login()
	return require("sso_login.passwords.transitions")
end

--- Counts a request in a window; the answer is whether it is the first there.
local function count(io, environment, window)
	local limit = not window.is_proven and (sections.option_of(io, "client_limit") or window.client_limit) or nil
	if limit ~= nil then
		local client_limit = require("sso_login.web.client_limit")
		local counted = client_limit.count_client(io, environment.remote_addr, limit, window)
		if not counted.ok then
			return counted
		end
	end
	return rate_limit.count_request(io, window)
end

--- The configuration of a provider, where its switch is on.
local function load_config(io, provider)
	local on = enabled.is_provider_enabled(io, provider or names.first)
	if not on.ok then
		return on
	end
	return on.data and load.load(io, provider) or err("SSO_DISABLED")
end

--- Whether a request is of a test login: only the ticket, or a state that no login has.
local function is_test(path, query)
	if path == "/" then
		return lib.StringStartsWith(query, "test=")
	end
	return path == "/callback" and lib.StringIncludes("&" .. query, "&state=test.")
end

--- Paths that further providers have each for itself, `<path>/<name>`.
local own_paths = {"/callback/", "/backchannel-logout/"}

--- Takes the provider out of a path that only it has, so that what serves the path finds it in the environment; NOT_FOUND for one
-- that is not there or off. A test login's may be either, as its settings need not be saved.
local function take_provider(io, environment)
	local own = lib.ArrayFind(
		own_paths,
		function(_, path) return lib.StringStartsWith(environment.path_info, path) end
	)
	if own == nil then
		return ok(true)
	end
	local name = lib.StringSubstring(environment.path_info, #own)
	local path = lib.StringSubstring(own, 0, #own - 1)
	if not option_forms.is_provider_name(name) or not (is_test(path, environment.query_string) or enabled.is_on(
		io,
		name
	)) then
		return err("NOT_FOUND")
	end
	environment.path_info = path
	environment.provider = name
	return ok(true)
end

--- Whether this is a back-channel logout, and the provider's option is on.
local function is_backchannel_logout(io, environment)
	local is_posted = environment.method == "POST" and environment.path_info == backchannel_path
	return is_posted and sections.option_of(io, "backchannel_logout", environment.provider) == "1"
end

--- Whether a path is that of token exchanges, and the option is on at some provider.
local function is_exchange(io, path_info)
	local function is_on()
		return (sections.option_of(io, "api_audience") or "") ~= "" or #load.providers_with(io, "api_audience") > 0
	end
	return path_info == names.exchange_path_info and is_on()
end

--- The first request of a window also ends the sessions that have lasted as long as they may.
local function expire(io)
	if (sections.option_of(io, "session_max_lifetime") or sections.option_of(io, "api_audience")) ~= nil then
		local ending = require("sso_login.rpcd.ending")
		ending.expire(io)
	end
end

--- Counts a request and serves it.
local function serve(io, environment, path, endpoint)
	local counted = count(io, environment, rate_limit.requests)
	if not counted.ok then
		return counted
	end
	local query = environment.query_string
	local named = path == "/" and start().provider_of(io, query) or ok(environment.provider)
	environment.provider = named.ok and named.data or nil
	local config = named.ok and load_config(io, named.data) or named
	if path ~= "/" then
		io.open_log()
	end
	local response = config.ok and log.about(
		config.data.log_name,
		endpoint().handle(io, config.data, environment)
	) or config
	-- A login has ended overdue sessions already.
	if counted.data and not (response.ok and path == "/callback") then
		expire(io)
	end
	return response
end

--- Counts a request that does not depend on the saved configuration, and serves it.
local function serve_independent(io, environment, endpoint)
	local counted = count(io, environment, rate_limit.requests)
	if not counted.ok then
		return counted
	end
	io.open_log()
	local response = endpoint().handle(io, environment)
	if counted.data then
		expire(io)
	end
	return response
end

--- Judges a request that may prove itself, counts it where it belongs, and serves it.
local function serve_judged(io, environment, judge, unproven)
	-- What is in the run directory is believed, so it must be the service's own before anything is judged by it.
	if not store.ensure_run_dir(io) then
		return rate_limit.no_run_dir(io)
	end
	io.open_log()
	local judged = judge().judge(io, environment, function(provider) return load_config(io, provider) end)
	local counted = count(io, environment, judged.window)
	if not counted.ok then
		return log.about(judged.log_name, counted)
	end
	local response = log.about(judged.log_name, judged.respond())
	-- A back-channel logout has ended overdue sessions already.
	if counted.data and not (response.ok and unproven ~= rate_limit.requests) then
		expire(io)
	end
	return response
end

local function route(io, environment)
	if not environment.https then
		return err("HTTPS_REQUIRED")
	end
	local taken = take_provider(io, environment)
	if not taken.ok then
		return taken
	end
	local exchanged = is_exchange(io, environment.path_info)
	environment.is_exchange = exchanged
	local posted = exchanged or is_backchannel_logout(io, environment)
	if environment.method ~= (posted and "POST" or "GET") then
		local allow = exchanged and "POST" or nil
		return err("METHOD_NOT_ALLOWED", {method = string.sub(environment.method, 1, 16), allow = allow})
	end
	local path = environment.path_info == "" and "/" or environment.path_info
	local endpoint = endpoints[path]
	if endpoint == nil and path ~= logout_path and path ~= jwks_path and not posted then
		return err("NOT_FOUND")
	end
	local action = path == "/" and requests.query_param(environment.query_string, "action") or nil
	if action == "enabled" then
		local probe = require("sso_login.web.endpoints.probe")
		return ok(probe.answer(io))
	end
	if action ~= nil then
		return err("NOT_FOUND", {reason = "unknown action"})
	end
	local limits = requests.check_limits(environment)
	if not limits.ok then
		return limits
	end
	if is_test(path, environment.query_string) then
		return serve_independent(io, environment, test_login)
	end
	if path == jwks_path then
		return serve_independent(io, environment, jwks)
	end
	if endpoint ~= nil then
		return serve(io, environment, path, endpoint)
	end
	if exchanged then
		return serve_judged(io, environment, token_exchange, rate_limit.exchanges)
	end
	return posted and serve_judged(io, environment, backchannel, rate_limit.backchannel) or serve_judged(
		io,
		environment,
		logout,
		rate_limit.requests
	)
end

--- Answers one request; every request gets a response, and every refused one a log line.
function M.handle(io, environment)
	-- Whoever comes when a trial is over ends it; there is no such file otherwise.
	if password_trial.is_there(io) then
		password_login().end_overdue_trial(io)
	end
	local response = route(io, environment)
	if response.ok then
		return response.data
	end
	local on = environment.path_info == "/callback" and late().go_on(io, environment, response.error) or nil
	return on or refusals().refuse(io, environment, response)
end

return M
