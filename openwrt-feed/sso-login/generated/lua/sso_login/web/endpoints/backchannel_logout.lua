-- Generated from src/sso_login/web/endpoints/backchannel_logout.ts by "make lua"; do not edit.
--- POST /backchannel-logout: the provider ends sessions (OpenID Connect Back-Channel Logout 1.0 sections 2.5 to 2.8).
local M = {}
local values = require("sso_login.base.values")
local named_sessions = require("sso_login.logout.named_sessions")
local logout_token = require("sso_login.protocol.logout_token")
local result = require("sso_login.result")
local forms = require("sso_login.web.forms")
local rate_limit = require("sso_login.web.rate_limit")
local err, ok = result.err, result.ok

--- The posted token; INVALID_REQUEST or INPUT_TOO_LARGE.
local function posted_token(io, environment)
	local params = forms.read(io, environment, {"logout_token"})
	if not params.ok then
		return params
	end
	local token = params.data.logout_token
	return token ~= nil and ok(token) or err("INVALID_REQUEST", {reason = "no logout_token"})
end

--- The one refusal that the provider gets, with the cause for the log.
local function refusal(failure)
	local facts = values.facts_of(failure)
	facts.cause = failure.error
	return err("LOGOUT_REFUSED", facts)
end

--- Ends the named sessions: 200 without a body, also when there were none; else LOGOUT_REFUSED.
local function end_sessions(io, config, request)
	local ended = named_sessions.end_all(io, config, request)
	return ended.ok and ok({status = 200, headers = {}, body = ""}) or refusal(ended)
end

--- Ends the sessions that a logout token names. A token that verifies and was not used yet is a proof; LOGOUT_REFUSED for all
-- else. While the window of what proves nothing is full, the provider is not asked for its keys.
function M.judge(io, environment, load)
	local loaded = load(environment.provider)
	if not loaded.ok then
		return {window = rate_limit.backchannel, respond = function() return loaded end}
	end
	local config = loaded.data
	local may_call = not rate_limit.is_window_full(io, rate_limit.backchannel)
	local token = posted_token(io, environment)
	local logout = token.ok and logout_token.verify(io, config, token.data, may_call) or token
	local unused = logout.ok and named_sessions.check_unused(io, config, logout.data) or logout
	return unused.ok and ({
		window = rate_limit.logouts,
		log_name = config.log_name,
		respond = function() return end_sessions(io, config, unused.data) end
	}) or ({
		window = rate_limit.backchannel,
		log_name = config.log_name,
		respond = function() return refusal(unused) end
	})
end

return M
