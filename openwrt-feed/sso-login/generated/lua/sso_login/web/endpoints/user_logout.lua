-- Generated from src/sso_login/web/endpoints/user_logout.ts by "make lua"; do not edit.
--- GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout").
local M = {}
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local log_identity = require("sso_login.rpcd.log_identity")
local browser = require("sso_login.login.browser")
local rp_logout = require("sso_login.logout.rp_logout")
local result = require("sso_login.result")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local saved_config = require("sso_login.settings.saved_config")
local rate_limit = require("sso_login.web.rate_limit")
local request_fields = require("sso_login.web.request_fields")
local responses = require("sso_login.web.responses")
local err, ok = result.err, result.ok

--- Loaded for browsers without a session.
local function hand_over()
	return require("sso_login.logout.hand_over")
end

--- Loaded to have the refresh token of the session revoked.
local function supervisor()
	return require("sso_login.rpcd.supervisor")
end

--- Whether `stoken` is the token of a session.
local function has_token(live, stoken)
	local token = json_values.text_of(live.values.token)
	return stoken ~= nil and token ~= "" and hash.constant_time_eq(stoken, token)
end

local function not_ended()
	return err("INTERNAL_ERROR", {reason = "the session could not be ended"})
end

--- Ends the session here, then at the provider; INTERNAL_ERROR when it cannot be ended.
local function end_session_of(io, config, request, live)
	if not rpcd_sessions.destroy_session(io, live.sid) then
		return not_ended()
	end
	-- The provider may be slow and the browser impatient, so the end of the session is logged first.
	local ended = rpcd_sessions.to_session(live.sid, live.values)
	log_identity.log_session(io, ended, {{"remote", request.remote_addr}}, "LOGOUT", config)
	if config.session_revalidate ~= nil then
		supervisor().tell(io)
	end
	local issuer = json_values.text_of(live.values.sso_issuer)
	local id_token = json_values.text_of(live.values.sso_id_token)
	return ok(responses.redirect(rp_logout.address(io, config, issuer, id_token), browser.logs_out()))
end

--- Sends a browser without a session to `/`, or to the provider where LuCI has ended the session and left that part. INTERNAL_ERROR where
-- rpcd does not answer: the session may live.
local function leave(io, from, handover, is_told)
	local left = hand_over().take(io, handover)
	local config = saved_config.load_enabled(io, left ~= nil and left.provider or public_names.first)
	if not config.ok then
		return config
	end
	local target = left ~= nil and rp_logout.address(io, config.data, left.issuer, left.id_token) or "/"
	-- Any site may link here, and its request brings no SameSite=Strict cookie: to clear them all the same would let that site log the user
	-- out without `stoken`.
	if left == nil and not is_told then
		return not_ended()
	end
	local is_known = left ~= nil or #from.sessions > 0
	return ok(responses.redirect(target, is_known and browser.logs_out() or {}))
end

--- Ends the session of the browser and clears its cookies. A logout proves itself by the session's token or by a hand-over.
-- CSRF_TOKEN_INVALID when `stoken` is not the session's.
function M.admit(io, request)
	local params = request_fields.checked_values(request.query)
	if not params.ok then
		return {respond = function() return params end}
	end
	local from = browser.read(request.cookies)
	local named = rpcd_sessions.first_live(io, from.sessions)
	local live = named.live
	if live == nil then
		local handover = json_values.text_of(params.data.handover)
		local window = hand_over().is_waiting(io, handover) and rate_limit.window_of("logouts") or nil
		return {window = window, respond = function() return leave(io, from, handover, named.is_told) end}
	end
	local config = saved_config.load_enabled(io, rpcd_sessions.provider_of(live.values))
	if not config.ok then
		return {respond = function() return config end}
	end
	local log_name = config.data.log_name
	if not has_token(live, params.data.stoken) then
		return {log_name = log_name, respond = function() return err("CSRF_TOKEN_INVALID") end}
	end
	return {
		window = rate_limit.window_of("logouts"),
		log_name = log_name,
		respond = function() return end_session_of(io, config.data, request, live) end
	}
end

return M
