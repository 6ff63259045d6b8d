-- Generated from src/sso_login/passwords/local_sessions.ts by "make lua"; do not edit.
--- The end of sessions that passwords opened.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local hash = require("sso_login.jose.hash")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local password_sections = require("sso_login.passwords.password_sections")

--- Ends the sessions of users whose passwords are refused, and returns their number.
function M.end_sessions(io)
	local sections = rpcd_logins.read_sections(io)
	local locked = lib.ArrayFilter(
		sections.ok and sections.data or {},
		function(_, section) return password_sections.is_locked(section) end
	)
	local users = password_sections.users_of(locked)
	local ended = 0
	for _, entry in ipairs(rpcd_sessions.list_local_sessions(io)) do
		if lib.ArrayIncludes(users, entry.username) and rpcd_sessions.destroy_session(io, entry.sid) then
			ended = ended + 1
			log.event(io, "notice", "LOGOUT", {
				{"by", "password_login"},
				{"user", entry.username},
				{"session", hash.safe_id(entry.sid)}
			})
		end
	end
	return ended
end

return M
