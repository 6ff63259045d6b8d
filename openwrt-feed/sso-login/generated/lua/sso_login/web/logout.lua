-- Generated from src/sso_login/web/logout.ts by "make lua"; do not edit.
local lib, names, values, hash, hand_over, log_identity, end_session, result, session, requests, responses =
    require("sso_login.use")("lualib", "base.names", "base.values", "jose.hash", "login.hand_over", "login.log_identity", "protocol.end_session", "result", "session.session", "web.requests", "web.responses")
local M = {}
local err, ok = result.err, result.ok
--- The session that the browser has, under the name LuCI prefers.
local function find_session(io, request)
	for _, sid in ipairs(session.ids_in(request.cookies)) do
		local found = session.session_values(io, sid)
		if found ~= nil then
			return {sid = sid, values = found}
		end
	end
	return nil
end
--- Ends a session when `stoken` is its token, else CSRF_TOKEN_INVALID; INTERNAL_ERROR when it cannot be ended.
local function end_live(io, live, stoken)
	local token = values.text_of(live.values.token)
	if stoken == nil or token == "" or not hash.constant_time_eq(stoken, token) then
		return err("CSRF_TOKEN_INVALID")
	end
	return session.destroy_session(io, live.sid) and ok(true) or err("INTERNAL_ERROR", {reason = "the session could not be ended"})
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
	return #session.ids_in(request.cookies) > 0
end
--- Ends the session and clears its cookies. A browser without one is sent to `/`, or to the provider where LuCI has ended the
-- session and left the provider's part.
function M.handle(io, config, environment)
	local request = requests.parse(environment)
	if not request.ok then
		return request
	end
	local live = find_session(io, request.data)
	if live == nil then
		local left = hand_over.take(io, request.data.params.handover or "")
		local target = left ~= nil and end_session.location(io, config, left) or "/"
		return ok(responses.redirect(
			target,
			has_session_cookie(request.data) and cleared_cookies() or {}
		))
	end
	local ended = end_live(io, live, request.data.params.stoken)
	if not ended.ok then
		return ended
	end
	-- The provider may be slow and the browser impatient: what has happened is logged first.
	log_identity.log_logout(io, config, environment.remote_addr, live.values)
	local hint = values.text_of(live.values.sso_id_token)
	return ok(responses.redirect(
		end_session.location(io, config, hint),
		cleared_cookies()
	))
end
return M
