-- Generated from src/sso_login/rpcd/pending_change.ts by "make lua"; do not edit.
--- A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back.
local M = {}
local json_values = require("sso_login.base.json_values")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")

--- The name of no session: rpcd refuses to let it confirm the change of another one, and has no data where none waits.
local nobody = "sso-login"

--- Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back.
function M.is_pending(io)
	local reply = io.ubus_call("uci", "confirm", {ubus_rpc_session = nobody})
	return not reply.ok and reply.meaning == "denied"
end

--- The session that has applied the change of the service's own file that waits; "" where none waits. Only this session can confirm it, so that
-- the change does not end it before.
function M.unconfirmed_session(io)
	local is_waiting = io.file_info(io.paths.unconfirmed) ~= nil
	return is_waiting and json_values.text_of(rpcd_sessions.waiting_change(io).session) or ""
end

return M
