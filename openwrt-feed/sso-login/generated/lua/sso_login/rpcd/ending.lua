-- Generated from src/sso_login/rpcd/ending.ts by "make lua"; do not edit.
--- Ends sessions: one of them, those that have lasted too long, and those that a login replaces.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local ok = result.ok
local limits = require("sso_login.settings.limits")
local log_identity = require("sso_login.rpcd.log_identity")
local session = require("sso_login.rpcd.sessions")
local err, ok = result.err, result.ok

--- Live sessions that one subject may have by logins.
local max_sessions = 10

--- Ends a session and logs why, `by=…`; false when it cannot be ended.
function M.end_session(io, entry, by)
	local is_ended = session.destroy_session(io, entry.sid)
	if is_ended then
		log_identity.log_logout(io, log_identity.setting(io), {"by", by}, entry)
	end
	return is_ended
end

--- Seconds that a session may last; undefined where the option is absent or wrong. What else is wrong does not matter.
function M.max_lifetime(io)
	local option = io.uci_get(names.package_name, "default", "session_max_lifetime")
	local seconds = option.ok and type(option.data) == "string" and strings.parse_integer(option.data) or nil
	local is_valid = seconds ~= nil and seconds >= limits.min_session_lifetime
	return is_valid and seconds <= limits.max_session_lifetime and seconds or nil
end

--- Why a session is over although it may be in use; undefined where it is not.
local function overdue_by(entry, now, lifetime)
	if entry["end"] ~= nil and now >= entry["end"] then
		return "token"
	end
	return lifetime ~= nil and not store.is_fresh(entry.since, now, lifetime) and "lifetime" or nil
end

--- Ends those sessions that have lasted as long as they may, in use or not; the answer is what is left.
function M.end_overdue(io, sessions)
	local lifetime = M.max_lifetime(io)
	local now = io.time()
	return lib.ArrayFilter(sessions, function(_, entry)
		local by = overdue_by(entry, now, lifetime)
		return by == nil or not M.end_session(io, entry, by)
	end)
end

--- Does so with all sessions; the answer is how many ended. UBUS_LOGIN_FAILED when rpcd does not answer.
function M.expire(io)
	local list = session.list_sso_sessions(io)
	return list.ok and ok(#list.data - #M.end_overdue(io, list.data)) or list
end

--- After a login: ends the sessions whose cookies came with it, as no browser will send them again.
function M.end_replaced(io, cookies, sid)
	for _, replaced in ipairs(session.ids_in_cookies(cookies)) do
		local live = replaced ~= sid and session.find_session(io, replaced) or nil
		if live ~= nil then
			M.end_session(io, live, "login")
		end
	end
end

--- After a login: ends the sessions that are over, and a subject's oldest that are more than ten; the one of this login stays. Of
-- a program's it is those that came the same way, and `max` of them.
function M.end_oldest(io, sid, max)
	local list = session.list_sso_sessions(io)
	local all = M.end_overdue(io, list.ok and list.data or {})
	local current = lib.ArrayFind(all, function(_, entry) return entry.sid == sid end)
	if current == nil then
		return
	end
	local is_program = current.client ~= ""
	local others = lib.ArrayFilter(
		all,
		function(_, entry) return entry.sid ~= sid and entry.sub == current.sub and entry.issuer == current.issuer and entry.client ~= "" == is_program end
	)
	lib.ArraySort(others, function(_, a, b) return (a.since or 0) - (b.since or 0) end)
	for _, entry in ipairs(lib.ArraySlice(others, 0, math.max(0, #others + 1 - (max or max_sessions)))) do
		M.end_session(io, entry, "limit")
	end
end

return M
