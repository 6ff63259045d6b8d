-- Generated from src/sso_login/router.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local ____exports = {}
local ____probe = require("sso_login.probe")
local is_enabled = ____probe.is_enabled
local probe = ____probe.probe
local ____request = require("sso_login.request")
local check_limits = ____request.check_limits
local query_param = ____request.query_param
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
--- The endpoint that a path names: `/`, `/callback`, `/logout`, or undefined.
local function endpoint_of(path_info)
	local path = path_info == "" and "/" or path_info
	return (path == "/" or path == "/callback" or path == "/logout") and path or nil
end
--- Limits, rate and the switch, then the endpoint's handler.
local function serve(io, path, environment)
	local within = check_limits(environment)
	if not within.ok then
		return within
	end
	local rate_limit = require("sso_login.rate_limit")
	local counted = rate_limit.count_request(io)
	if not counted.ok then
		return counted
	end
	local enabled = is_enabled(io)
	if not enabled.ok then
		return enabled
	end
	if not enabled.data then
		return err("SSO_DISABLED")
	end
	local handlers = require("sso_login.handlers")
	return handlers.serve(io, path, environment)
end
local function route(io, environment)
	if not environment.https then
		return err("HTTPS_REQUIRED")
	end
	if environment.method ~= "GET" then
		return err(
			"METHOD_NOT_ALLOWED",
			{method = __TS__StringSubstring(environment.method, 0, 16)}
		)
	end
	local path = endpoint_of(environment.path_info)
	if path == nil then
		return err("NOT_FOUND")
	end
	if path == "/" and environment.query_string ~= "" then
		local action = query_param(environment.query_string, "action")
		if action == "enabled" then
			return ok(probe(io))
		end
		if action ~= nil then
			return err("NOT_FOUND", {reason = "unknown action"})
		end
	end
	return serve(io, path, environment)
end
--- Answers one request; every request gets a response, and every refused one a log line.
function ____exports.handle(io, environment)
	local response = route(io, environment)
	if response.ok then
		return response.data
	end
	local refusal = require("sso_login.refusal")
	return refusal.refuse(io, environment, response)
end
return ____exports
