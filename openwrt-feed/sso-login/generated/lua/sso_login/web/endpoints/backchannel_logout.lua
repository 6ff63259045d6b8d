-- Generated from src/sso_login/web/endpoints/backchannel_logout.ts by "make lua"; do not edit.
--- POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8).
local M = {}
local failures = require("sso_login.base.failures")
local named_sessions = require("sso_login.logout.named_sessions")
local logout_token = require("sso_login.protocol.logout_token")
local result = require("sso_login.result")
local saved_config = require("sso_login.settings.saved_config")
local rate_limit = require("sso_login.web.rate_limit")
local posted_forms = require("sso_login.web.endpoints.posted_forms")
local err, ok = result.err, result.ok

--- The window of requests that prove nothing, at the address of a provider.
local function unproven(request)
	return rate_limit.window_of("backchannel", request.provider)
end

--- The posted token; INVALID_REQUEST or INPUT_TOO_LARGE.
local function posted_token(io, request)
	local params = posted_forms.read(io, request, unproven(request), {"logout_token"})
	if not params.ok then
		return params
	end
	local token = params.data.logout_token
	return token ~= nil and ok(token) or err("INVALID_REQUEST", {reason = "no logout_token"})
end

--- The one refusal that the provider gets, with the cause for the log.
local function refusal(failure)
	return failures.renamed(failure, "LOGOUT_REFUSED")
end

--- Verifies the posted token, which counts once. While `may_call` is false the provider is not asked for its keys.
local function verify(io, config, request, may_call)
	local token = posted_token(io, request)
	local logout = token.ok and logout_token.verify(io, config, token.data, may_call) or token
	return logout.ok and named_sessions.check_unused(io, config, logout.data) or logout
end

--- Ends the sessions that a logout token names: 200 without a body, also when there were none. A token that verifies and was not used yet is
-- a proof; LOGOUT_REFUSED for all else. While the window of requests that prove nothing is full, the provider is not asked for its keys.
function M.admit(io, request)
	local config = saved_config.load_enabled(io, request.provider)
	if not config.ok then
		return {respond = function() return config end}
	end
	local may_call = not rate_limit.is_window_full(io, unproven(request))
	local logout = verify(io, config.data, request, may_call)
	if not logout.ok then
		return {log_name = config.data.log_name, respond = function() return refusal(logout) end}
	end
	local function respond()
		local ended = named_sessions.end_all(io, config.data, logout.data)
		return ended.ok and ok({status = 200, headers = {}, body = ""}) or refusal(ended)
	end
	local window = rate_limit.window_of("logout_tokens", request.provider)
	return {window = window, log_name = config.data.log_name, respond = respond}
end

return M
