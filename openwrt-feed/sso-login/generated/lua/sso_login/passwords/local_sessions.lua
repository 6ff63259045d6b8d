-- Generated from src/sso_login/passwords/local_sessions.ts by "make lua"; do not edit.
--- Live sessions that passwords opened: sessions of rpcd's local logins, which this service did not create.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local hash = require("sso_login.jose.hash")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local password_sections = require("sso_login.passwords.password_sections")

--- All of these sessions; none where rpcd does not answer.
function M.live_sessions(io)
	local entries = io.ubus_call_all("session", "list", {})
	local found = {}
	for _, entry in ipairs(entries.ok and entries.data or {}) do
		local stored = entry.data
		local sid = entry.ubus_rpc_session
		local is_other = json.is_object(stored) and type(stored.sso_issuer) ~= "string"
		if is_other and type(sid) == "string" and type(stored.username) == "string" then
			local seconds = type(entry.expires) == "number" and entry.expires or 0
			local is_at_luci = type(stored.token) == "string"
			found[#found + 1] = {
				sid = sid,
				username = stored.username,
				is_at_luci = is_at_luci,
				["until"] = io.time() + seconds
			}
		end
	end
	return found
end

--- Ends the sessions of users whose passwords are refused, and returns their number.
function M.end_sessions(io)
	local sections = rpcd_logins.read_sections(io)
	local locked = lib.ArrayFilter(
		sections.ok and sections.data or {},
		function(_, section) return password_sections.is_locked(section) end
	)
	local users = password_sections.users_of(locked)
	local ended = 0
	for _, entry in ipairs(M.live_sessions(io)) do
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
