-- Generated from src/sso_login/session/password_sessions.ts by "make lua"; do not edit.
--- Live sessions of rpcd that a password opened.
local M = {}
local json = require("sso_login.io.json")

--- All of them; none where rpcd does not answer.
function M.list(io)
	local entries = io.ubus_call_all("session", "list", {})
	local sessions = {}
	for _, entry in ipairs(entries.ok and entries.data or {}) do
		local stored = entry.data
		local sid = entry.ubus_rpc_session
		local is_other = json.is_object(stored) and type(stored.sso_issuer) ~= "string"
		if is_other and type(sid) == "string" and type(stored.username) == "string" then
			local expires = type(entry.expires) == "number" and entry.expires or 0
			sessions[#sessions + 1] = {
				sid = sid,
				username = stored.username,
				is_at_luci = type(stored.token) == "string",
				["until"] = io.time() + expires
			}
		end
	end
	return sessions
end

return M
