-- Generated from src/sso_login/web/endpoints/logout.ts by "make lua"; do not edit.
--- GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout").
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local log_identity = require("sso_login.rpcd.log_identity")
local end_session = require("sso_login.logout.end_session")
local result = require("sso_login.result")
local sessions = require("sso_login.rpcd.sessions")
local requests = require("sso_login.web.request")
local responses = require("sso_login.web.responses")
local rate_limit = require("sso_login.web.rate_limit")
local err, ok = result.err, result.ok

--- Loaded for browsers without a session.
local function hand_over()
	return require("sso_login.logout.hand_over")
end

--- The session that the browser has, under the name LuCI prefers.
local function find_session(io, request)
	for _, sid in ipairs(sessions.ids_in_cookies(request.cookies)) do
		local found = sessions.session_values(io, sid)
		if found ~= nil then
			return {sid = sid, values = found}
		end
	end
	return nil
end

--- Whether `stoken` is the token of a session.
local function has_token(live, stoken)
	local token = values.text_of(live.values.token)
	return stoken ~= nil and token ~= "" and hash.constant_time_eq(stoken, token)
end

local function cleared_cookies()
	return lib.ArrayMap(
		names.session_cookies,
		function(_, name) return responses.set_cookie(name, "", {path = "/", same_site = "Strict", max_age = 0}) end
	)
end

--- Whether there is a cookie to clear. Any site may link here, and its request brings no SameSite=Strict cookie: clearing
-- them all the same would let that site log the user out without `stoken`.
local function has_session_cookie(request)
	return #sessions.ids_in_cookies(request.cookies) > 0
end

--- Ends the session here, then at the provider; INTERNAL_ERROR when it cannot be ended.
local function end_session_of(io, config, environment, live)
	if not sessions.destroy_session(io, live.sid) then
		return err("INTERNAL_ERROR", {reason = "the session could not be ended"})
	end
	-- The provider may be slow and the browser impatient: what has happened is logged first.
	log_identity.log_logout(io, config, {"remote", environment.remote_addr}, sessions.to_session("", live.values, 0))
	local hint = values.text_of(live.values.sso_id_token)
	return ok(responses.redirect(end_session.location(io, config, hint), cleared_cookies()))
end

--- A browser without a session is sent to `/`, or to the provider where LuCI has ended the session and left that part.
local function leave(io, load, request)
	local left = hand_over().take(io, request.params.handover or "")
	local config = load(left ~= nil and left.provider or nil)
	if not config.ok then
		return config
	end
	local target = left ~= nil and end_session.location(io, config.data, left.id_token) or "/"
	return ok(responses.redirect(target, has_session_cookie(request) and cleared_cookies() or {}))
end

--- Ends the session of the browser and clears its cookies. What proves itself, by the session's token or by a hand-over, is
-- counted apart from all else. CSRF_TOKEN_INVALID when `stoken` is not the session's.
function M.judge(io, environment, load)
	local request = requests.parse(environment)
	if not request.ok then
		return {window = rate_limit.requests, respond = function() return request end}
	end
	local live = find_session(io, request.data)
	if live == nil then
		local is_handed_over = hand_over().is_waiting(io, request.data.params.handover or "")
		local window = is_handed_over and rate_limit.logouts or rate_limit.requests
		return {window = window, respond = function() return leave(io, load, request.data) end}
	end
	local config = load(sessions.provider_of(live.values))
	if not config.ok then
		return {window = rate_limit.requests, respond = function() return config end}
	end
	local log_name = config.data.log_name
	return has_token(live, request.data.params.stoken) and ({
		window = rate_limit.logouts,
		log_name = log_name,
		respond = function() return end_session_of(io, config.data, environment, live) end
	}) or ({
		window = rate_limit.requests,
		log_name = log_name,
		respond = function() return err("CSRF_TOKEN_INVALID") end
	})
end

return M
