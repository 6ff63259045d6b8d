-- Generated from src/sso_login/web/router.ts by "make lua"; do not edit.
local M = {}
local names, result, enabled, probe =
    require("sso_login.use")("base.names", "result", "settings.enabled", "web.probe")
local err, ok = result.err, result.ok
--- A process serves one request and pays for what it loads: an endpoint is loaded when its path is asked for.
local endpoints = {
	["/"] = function() return require("sso_login.web.start") end,
	["/callback"] = function() return require("sso_login.web.callback") end,
	["/logout"] = function() return require("sso_login.web.logout") end
}
local backchannel_path = "/backchannel-logout"
local function backchannel()
	return require("sso_login.web.backchannel_logout")
end
--- What every request but the probe needs; the login page asks the probe on every visit.
local late = {
	client_limit = function() return require("sso_login.web.client_limit") end,
	errors = function() return require("sso_login.web.errors") end,
	load = function() return require("sso_login.settings.load") end,
	rate_limit = function() return require("sso_login.web.rate_limit") end,
	requests = function() return require("sso_login.web.requests") end,
	upkeep = function() return require("sso_login.login.upkeep") end
}
--- An option as it stands.
local function option_of(io, name)
	local option = io.uci_get(names.package_name, "default", name)
	return option.ok and option.data or nil
end
--- Limits and rate; the answer is whether this is the first request of its minute.
local function count(io, environment)
	local within = late.requests().check_limits(environment)
	if not within.ok then
		return within
	end
	local limit = option_of(io, "client_limit")
	local own = limit ~= nil and late.client_limit().count_client(io, environment.remote_addr, limit) or ok(true)
	return own.ok and late.rate_limit().count_request(io) or own
end
--- The configuration, where the switch is on.
local function configure(io)
	local on = enabled.is_enabled(io)
	if not on.ok then
		return on
	end
	return on.data and late.load().load(io) or err("SSO_DISABLED")
end
--- The value of `action`, decoded; the login page's own way to write it costs no decoding.
local function action_of(query)
	return query == "action=enabled" and "enabled" or late.requests().query_param(query, "action")
end
--- What may be posted: the provider's log-out, where it is on.
local function posted_endpoint(io, environment)
	if environment.method ~= "POST" or environment.path_info ~= backchannel_path then
		return nil
	end
	return option_of(io, "backchannel_logout") == "1" and backchannel or nil
end
local function route(io, environment)
	if not environment.https then
		return err("HTTPS_REQUIRED")
	end
	local posted = posted_endpoint(io, environment)
	if environment.method ~= "GET" and posted == nil then
		return err(
			"METHOD_NOT_ALLOWED",
			{method = string.sub(environment.method, 1, 16)}
		)
	end
	local path = environment.path_info == "" and "/" or environment.path_info
	local endpoint = posted or endpoints[path]
	if endpoint == nil then
		return err("NOT_FOUND")
	end
	local action = path == "/" and action_of(environment.query_string) or nil
	if action == "enabled" then
		return ok(probe.answer(io))
	end
	if action ~= nil then
		return err("NOT_FOUND", {reason = "unknown action"})
	end
	local counted = count(io, environment)
	if not counted.ok then
		return counted
	end
	local config = configure(io)
	if path ~= "/" then
		io.open_log()
	end
	local response = config.ok and endpoint().handle(io, config.data, environment) or config
	-- A login and a log-out at the provider have looked through the sessions already.
	local has_looked = response.ok and (posted ~= nil or path == "/callback")
	if counted.data and not has_looked and option_of(io, "session_max_lifetime") ~= nil then
		late.upkeep().expire(io)
	end
	return response
end
--- The error page of a failure, and its log line (errors.ts).
function M.refuse(io, environment, failure)
	return late.errors().refuse(
		io,
		environment,
		failure,
		function(world) return late.rate_limit().count_refusal(world) end
	)
end
--- Answers one request; every request gets a response, and every refused one a log line.
function M.handle(io, environment)
	local response = route(io, environment)
	return response.ok and response.data or M.refuse(io, environment, response)
end
return M
