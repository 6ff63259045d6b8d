-- Generated from src/sso_login/web/last_login.ts by "make lua"; do not edit.
--- A browser's last login, which a cookie names: by the state's id and the value of the login's own cookie, whose hash the session keeps. The
-- session cookies are SameSite=Strict and do not come with a callback from another site; this one does, and opens nothing by itself.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local store = require("sso_login.base.store")
local hash = require("sso_login.jose.hash")
local login_cookie = require("sso_login.login.login_cookie")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local session_ending = require("sso_login.rpcd.session_ending")
local late_callback = require("sso_login.web.late_callback")

--- Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example.
local again_time = 60

--- The live sessions of the logins whose own cookies had these values.
local function sessions_by(io, values)
	local hashes = lib.ArrayMap(
		lib.ArrayFilter(values, function(_, value) return value ~= "" end),
		function(_, value) return hash.hash_sha256_hex(value) end
	)
	local list = #hashes > 0 and rpcd_sessions.list_sso_sessions(io) or nil
	return list ~= nil and list.ok and lib.ArrayFilter(
		list.data,
		function(_, entry) return lib.ArrayIncludes(hashes, entry.cookie_hash) end
	) or {}
end

--- The value of the last login's own cookie, "" where there is none, or where it is of another state than a wanted one.
local function kept_value(cookies, state)
	local kept = cookies[public_names.last_login_cookie] or ""
	local id = hash.safe_id(state or "")
	return (state == nil or lib.StringStartsWith(kept, id)) and lib.StringSubstring(kept, #id) or ""
end

--- The session of the login that the same browser has just finished with this state; undefined for every other failure. The answer to the
-- first callback, with its cookies, may have been lost. Nothing is asked or made again.
function M.finished_session(io, request, code)
	local state = json_values.text_of(request.query.values.state)
	local cookies = request.cookies
	local values = {cookies[login_cookie.name_of(state)] or "", kept_value(cookies, state)}
	local found = late_callback.may_be(request, code) and sessions_by(io, values) or {}
	return lib.ArrayFind(found, function(_, entry) return store.is_fresh(entry.since, io.time(), again_time) end)
end

--- After a login, `sid`: ends the session of the browser's former one.
function M.end_former(io, cookies, sid)
	for _, entry in ipairs(
		lib.ArrayFilter(sessions_by(io, {kept_value(cookies)}), function(_, one) return one.sid ~= sid end)
	) do
		session_ending.end_session(io, entry, "login")
	end
end

return M
