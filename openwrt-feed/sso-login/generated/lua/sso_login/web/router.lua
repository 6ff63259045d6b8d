-- Generated from src/sso_login/web/router.ts by "make lua"; do not edit.
--- From a request to a response, with the checks in their order: HTTPS, method, path, probe, limits, rate, switch,
-- configuration, endpoint. A logout or an exchange is judged before it is counted: what it proves says in which window it counts.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local probe = require("sso_login.web.probe")
local err, ok = result.err, result.ok

--- A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for.
local endpoints = {
	["/"] = function() return require("sso_login.web.start") end,
	["/callback"] = function() return require("sso_login.web.callback") end
}
local logout_path = "/logout"

local function logout()
	return require("sso_login.web.logout")
end
local backchannel_path = "/backchannel-logout"

local function backchannel()
	return require("sso_login.web.backchannel_logout")
end
local exchange_path = "/token"

local function token_exchange()
	return require("sso_login.web.token_exchange")
end

local function test_login()
	return require("sso_login.web.test_login")
end
local jwks_path = "/jwks"

local function jwks()
	return require("sso_login.web.jwks")
end

--- Modules that every request except the probe needs, loaded at their first use.
local lazy = {
	client_limit = function() return require("sso_login.web.client_limit") end,
	ending = function() return require("sso_login.session.ending") end,
	error_page = function() return require("sso_login.web.error_page") end,
	errors = function() return require("sso_login.web.errors") end,
	late = function() return require("sso_login.web.late") end,
	password_login = function() return require("sso_login.session.password_login") end,
	load = function() return require("sso_login.settings.load") end,
	rate_limit = function() return require("sso_login.web.rate_limit") end,
	requests = function() return require("sso_login.web.requests") end
}

--- The raw value of an option.
local function option_of(io, name)
	local option = io.uci_get(names.package_name, "default", name)
	return option.ok and option.data or nil
end

--- Counts a request in a window; the answer is whether it is the first there.
local function count(io, environment, window)
	local limit = not window.is_proven and (option_of(io, "client_limit") or window.client_limit) or nil
	local client_counted = limit ~= nil and lazy.client_limit().count_client(
		io,
		environment.remote_addr,
		limit,
		window
	) or ok(true)
	return client_counted.ok and lazy.rate_limit().count_request(io, window) or client_counted
end

--- The configuration, where the switch is on.
local function load_config(io)
	local on = enabled.is_enabled(io)
	if not on.ok then
		return on
	end
	return on.data and lazy.load().load(io) or err("SSO_DISABLED")
end

--- The value of `action`, decoded; the login page's own way to write it costs no decoding.
local function action_of(query)
	return query == "action=enabled" and "enabled" or lazy.requests().query_param(query, "action")
end

--- Whether this is a back-channel logout, and the option is on.
local function is_backchannel_logout(io, environment)
	local is_posted = environment.method == "POST" and environment.path_info == backchannel_path
	return is_posted and option_of(io, "backchannel_logout") == "1"
end

--- Whether a path is that of token exchanges, and the option is on.
local function is_exchange(io, path_info)
	return path_info == exchange_path and (option_of(io, "api_audience") or "") ~= ""
end

--- The first request of a window also ends the sessions that have lasted as long as they may.
local function expire(io)
	if (option_of(io, "session_max_lifetime") or option_of(io, "api_audience")) ~= nil then
		lazy.ending().expire(io)
	end
end

--- Counts a request and serves it.
local function serve(io, environment, path, endpoint)
	local counted = count(io, environment, lazy.rate_limit().requests)
	if not counted.ok then
		return counted
	end
	local config = load_config(io)
	if path ~= "/" then
		io.open_log()
	end
	local response = config.ok and endpoint().handle(io, config.data, environment) or config
	-- A login has ended overdue sessions already.
	if counted.data and not (response.ok and path == "/callback") then
		expire(io)
	end
	return response
end

--- Whether a request is of a test login: the ticket alone, or a state that no login has.
local function is_test(path, query)
	if path == "/" then
		return lib.StringStartsWith(query, "test=")
	end
	-- Another parameter may end as this one is called.
	local is_likely = path == "/callback" and lib.StringIncludes(query, "state=test.")
	return is_likely and lib.StringStartsWith(lazy.requests().query_param(query, "state") or "", "test.")
end

--- Counts a request that does not depend on the saved configuration, and serves it.
local function serve_independent(io, environment, endpoint)
	local counted = count(io, environment, lazy.rate_limit().requests)
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
		return lazy.rate_limit().no_run_dir(io)
	end
	local config = load_config(io)
	io.open_log()
	local judged = config.ok and judge().judge(io, config.data, environment) or ({
		window = unproven,
		respond = function() return config end
	})
	local counted = count(io, environment, judged.window)
	if not counted.ok then
		return counted
	end
	local response = judged.respond()
	-- A back-channel logout has ended overdue sessions already.
	if counted.data and not (response.ok and unproven ~= lazy.rate_limit().requests) then
		expire(io)
	end
	return response
end

local function route(io, environment)
	if not environment.https then
		return err("HTTPS_REQUIRED")
	end
	local exchanged = is_exchange(io, environment.path_info)
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
	local action = path == "/" and action_of(environment.query_string) or nil
	if action == "enabled" then
		return ok(probe.answer(io))
	end
	if action ~= nil then
		return err("NOT_FOUND", {reason = "unknown action"})
	end
	local limits = lazy.requests().check_limits(environment)
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
	local windows = lazy.rate_limit()
	if exchanged then
		return serve_judged(io, environment, token_exchange, windows.exchanges)
	end
	return posted and serve_judged(io, environment, backchannel, windows.backchannel) or serve_judged(
		io,
		environment,
		logout,
		windows.requests
	)
end

--- The words of error pages in a language: a process makes one page at most, and loads those of no other.
local function words_in(language)
	if language == "de" then
		return require("sso_login.web.words_de").words
	end
	return language == "fr" and require("sso_login.web.words_fr").words or nil
end

--- The error page for people.
local function make_page(io, environment, failure, reference)
	return lazy.error_page().make(io, environment, failure, reference, words_in)
end

--- Whether a failure is that of a token exchange. It asks nothing of the router, on which anything may be missing.
local function is_for_program(path_info, failure)
	local details = failure.details
	local is_off = failure.error == "METHOD_NOT_ALLOWED" and type(details) == "table" and details.allow == nil
	return path_info == exchange_path and failure.error ~= "NOT_FOUND" and not is_off
end

--- The error page of a failure, and its log line (errors.ts).
function M.refuse(io, environment, failure)
	local function count_refusal(caller_io)
		return lazy.rate_limit().count_refusal(caller_io)
	end
	if is_for_program(environment.path_info, failure) then
		-- A program reads no pages.
		local page = lazy.errors().refuse(io, environment, failure, count_refusal)
		return token_exchange().in_json(page, failure, environment.authorization)
	end
	return lazy.errors().refuse(io, environment, failure, count_refusal, make_page)
end

--- What the landing page shows whom a callback has sent there that came too late (late.ts); undefined for all others.
function M.late_page(io, environment)
	local reference = lazy.late().reference_of(environment)
	local is_refused = reference ~= "" and not lazy.late().has_live_session(io, environment.cookie)
	return is_refused and make_page(io, environment, err("STATE_NOT_FOUND"), reference) or nil
end

--- Answers one request; every request gets a response, and every refused one a log line.
function M.handle(io, environment)
	-- Whoever comes when a trial is over ends it; there is no such file otherwise.
	if io.file_info(store.path_of(io, store.trial_file)) ~= nil then
		lazy.password_login().end_overdue(io)
	end
	local response = route(io, environment)
	if response.ok then
		return response.data
	end
	local on = environment.path_info == "/callback" and lazy.late().go_on(io, environment, response.error) or nil
	return on or M.refuse(io, environment, response)
end

return M
