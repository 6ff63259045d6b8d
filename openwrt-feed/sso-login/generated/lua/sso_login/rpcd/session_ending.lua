-- Generated from src/sso_login/rpcd/session_ending.ts by "make lua"; do not edit.
--- Ends sessions: one of them, those that have lasted too long, and those that a login replaces.
local lib = require("sso_login.lualib")
local M = {}
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local ok = result.ok
local option_bounds = require("sso_login.settings.option_bounds")
local package_sections = require("sso_login.settings.package_sections")
local log_identity = require("sso_login.rpcd.log_identity")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local err, ok = result.err, result.ok

--- Most live sessions of a subject by logins of one kind.
local max_sessions = 10

--- Loaded for sessions that are revalidated, and for those that the supervisor has to end, or to revoke the refresh token of.
local function refresh_tokens()
	return require("sso_login.rpcd.refresh_tokens")
end

local function supervisor()
	return require("sso_login.rpcd.supervisor")
end

--- Loaded for sessions that are over.
local function pending_change()
	return require("sso_login.rpcd.pending_change")
end

--- After the end of a session of a provider: its refresh token, where there may be one, is revoked in the background.
function M.after_end(io, provider)
	if package_sections.option_of(io, "session_revalidate", provider) ~= nil then
		supervisor().tell(io)
	end
end

--- Ends a session and logs it; false when it cannot be ended.
local function end_and_log(io, entry, code, facts)
	local is_ended = rpcd_sessions.destroy_session(io, entry.sid)
	if is_ended then
		log_identity.log_session(io, entry, facts, code)
	end
	return is_ended
end

--- Ends a session, has its refresh token revoked, and logs `facts` about its end under `code`; false when it cannot be ended.
function M.end_with(io, entry, code, facts)
	local is_ended = end_and_log(io, entry, code, facts)
	if is_ended then
		M.after_end(io, entry.provider)
	end
	return is_ended
end

--- The same; `by` is what ends it, in a line LOGOUT.
function M.end_session(io, entry, by)
	return M.end_with(io, entry, "LOGOUT", {{"by", by}})
end

--- The option `session_max_lifetime` in seconds, also where other options are wrong; undefined where it is absent or wrong.
function M.max_lifetime(io)
	local option = package_sections.option_of(io, "session_max_lifetime")
	local seconds = type(option) == "string" and strings.parse_integer(option) or nil
	local is_valid = seconds ~= nil and seconds >= option_bounds.min_session_lifetime
	return is_valid and seconds <= option_bounds.max_session_lifetime and seconds or nil
end

--- Whether a login is older than so many seconds, by the clock that does not jump where the session has its moment.
local function is_older(io, entry, seconds)
	if entry.uptime ~= nil then
		return not store.is_fresh_uptime(io, entry.uptime, seconds)
	end
	return not store.is_fresh(entry.since, io.time(), seconds)
end

--- The option `session_revalidate` of a session's provider.
local function revalidation_of(io, entry)
	return package_sections.option_of(io, "session_revalidate", entry.provider)
end

--- Whether a session ends while it is used: by its token, its age, or the age of its last proof.
function M.has_end(io, entry)
	return entry["end"] ~= nil or M.max_lifetime(io) ~= nil or revalidation_of(io, entry) ~= nil
end

--- The end of a session that is over, in use or not, for the log; undefined where it is not over.
local function overdue_by(io, entry, lifetime)
	local expiry = entry["end"]
	-- The life that the token had at the login, by the steady clock: the other one may have gone back.
	local has_passed = expiry ~= nil and entry.since ~= nil and is_older(io, entry, expiry - entry.since)
	if has_passed or expiry ~= nil and io.time() >= expiry then
		return "token"
	end
	if lifetime ~= nil and is_older(io, entry, lifetime) then
		return "lifetime"
	end
	local option = revalidation_of(io, entry)
	return option ~= nil and refresh_tokens().is_unproved(io, entry, option) and "unproved" or nil
end

--- Ends those sessions that are over, unless by an option whose change they have yet to confirm, and returns the others. Unlike `end_with` it does
-- not tell the supervisor: mostly that is the caller, and it finds within a minute what others end.
function M.end_overdue(io, all)
	local lifetime = M.max_lifetime(io)
	return lib.ArrayFilter(all, function(_, entry)
		local by = overdue_by(io, entry, lifetime)
		if by == nil or by ~= "token" and pending_change().unconfirmed_session(io) == entry.sid then
			return true
		end
		local is_unproved = by == "unproved"
		local code = is_unproved and "SESSION_ENDED" or "LOGOUT"
		return not end_and_log(io, entry, code, {{is_unproved and "reason" or "by", by}})
	end)
end

--- Ends all sessions that are over, and returns their number. UBUS_LOGIN_FAILED when rpcd does not answer.
function M.expire(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	return list.ok and ok(#list.data - #M.end_overdue(io, list.data)) or list
end

--- Whether two sessions are of one subject and count together: programs' ones, logins that another site may have begun, and the other logins,
-- so that no other site ends one of these.
local function count_together(entry, other)
	local is_same_user = entry.sub == other.sub and entry.issuer == other.issuer
	local is_same_site = entry.is_own_site == other.is_own_site
	return is_same_user and is_same_site and entry.client ~= "" == (other.client ~= "")
end

--- After the session `sid` has opened: of all sessions ends those that are over, and those of its subject beyond `max` that are idle longest. The
-- supervisor learns of a session that it has to end; also of one of which rpcd does not tell.
local function after_opening(io, sid, found, max)
	local all = M.end_overdue(io, found)
	local current = lib.ArrayFind(all, function(_, entry) return entry.sid == sid end)
	if current == nil or M.has_end(io, current) then
		supervisor().tell(io)
	end
	if current == nil then
		return
	end
	local others = lib.ArrayFilter(
		all,
		function(_, entry) return entry.sid ~= sid and count_together(entry, current) end
	)
	-- Each use moves the end of a session; of those that were used last in the same second the older one goes.
	lib.ArraySort(
		others,
		function(_, a, b) return a["until"] ~= b["until"] and a["until"] - b["until"] or (a.since or 0) - (b.since or 0) end
	)
	for _, entry in ipairs(lib.ArraySlice(others, 0, math.max(0, #others + 1 - max))) do
		M.end_session(io, entry, "limit")
	end
end

--- All live sessions; none where rpcd does not answer.
local function live_sessions(io)
	local list = rpcd_sessions.list_sso_sessions(io)
	return list.ok and list.data or {}
end

--- After an exchange of a token has opened the session `sid`; `max` is ten by default.
function M.after_exchange(io, sid, max)
	after_opening(io, sid, live_sessions(io), max or max_sessions)
end

--- After a login has opened the session `sid`: first ends the browser's former sessions, unless another site may have begun the login, whatever
-- cookies come with the provider's answer.
function M.after_login(io, sid, is_own_site, former)
	local last_login = is_own_site and former.last_login or nil
	local cookie_hash = last_login ~= nil and hash.hash_sha256_hex(last_login.value) or nil
	-- Those opened by a password, too.
	for _, replaced in ipairs(is_own_site and former.sessions or {}) do
		local live = replaced ~= sid and rpcd_sessions.find_session(io, replaced) or nil
		if live ~= nil then
			M.end_session(io, live, "login")
		end
	end
	local left = lib.ArrayFilter(live_sessions(io), function(_, entry)
		-- A session without a cookie has "" there.
		local is_last_login = entry.cookie_hash == cookie_hash and entry.sid ~= sid
		return not is_last_login or not M.end_session(io, entry, "login")
	end)
	after_opening(io, sid, left, max_sessions)
end

return M
