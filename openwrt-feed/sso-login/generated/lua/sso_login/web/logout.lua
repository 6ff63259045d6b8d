-- Generated from src/sso_login/web/logout.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local log_identity = require("sso_login.login.log_identity")
local end_session = require("sso_login.protocol.end_session")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local session = require("sso_login.session.session")
local requests = require("sso_login.web.requests")
local responses = require("sso_login.web.responses")
--- The session that the browser has, under the name LuCI prefers.
local function find_session(io, request)
	for _, name in ipairs(names.session_cookies) do
		local sid = request.cookies[name]
		local found = sid ~= nil and session.session_values(io, sid) or nil
		if sid ~= nil and found ~= nil then
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
local function log_logout(io, config, environment, ended)
	local facts = {{"remote", environment.remote_addr}}
	local identity = log_identity.pairs(
		config,
		values.text_of(ended.sso_email),
		values.text_of(ended.sso_sub)
	)
	log.event(
		io,
		"notice",
		"LOGOUT",
		lib.ArrayConcat(
			facts,
			identity,
			{{
				"role",
				values.text_of(ended.username)
			}}
		)
	)
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
	return lib.ArraySome(
		names.session_cookies,
		function(_, name) return request.cookies[name] ~= nil end
	)
end
--- Ends the session and clears its cookies; a browser without one is sent to `/`.
function M.handle(io, config, environment)
	local request = requests.parse(environment)
	if not request.ok then
		return request
	end
	local live = find_session(io, request.data)
	if live == nil then
		return ok(responses.redirect(
			"/",
			has_session_cookie(request.data) and cleared_cookies() or ({})
		))
	end
	local ended = end_live(io, live, request.data.params.stoken)
	if not ended.ok then
		return ended
	end
	-- The provider may be slow and the browser impatient: what has happened is logged first.
	log_logout(io, config, environment, live.values)
	local hint = values.text_of(live.values.sso_id_token)
	return ok(responses.redirect(
		end_session.location(io, config, hint),
		cleared_cookies()
	))
end
return M
