-- Generated from src/sso_login/rpcd/pending_change.ts by "make lua"; do not edit.
--- A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back.
local M = {}
local json = require("sso_login.io.json")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")

--- The name of no session.
local nobody = "sso-login"

--- Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back. This tries to
-- confirm it as nobody: rpcd denies that while a change waits, and says that there is no data where none does.
function M.is_pending(io)
	local reply = io.ubus_call("uci", "confirm", {ubus_rpc_session = nobody})
	return not reply.ok and reply.meaning == "denied"
end

--- The change for whose confirmation LuCI waits, or has waited: what it keeps may be left from an earlier one. Undefined where it keeps none.
function M.waiting_change(io)
	local reply = io.ubus_call("session", "get", {ubus_rpc_session = rpcd_sessions.default_session_id})
	local found
	if reply.ok and reply.data ~= nil then
		found = reply.data.values
	else
		found = nil
	end
	local kept = json.is_object(found) and json.is_object(found.rollback) and found.rollback or {}
	-- LuCI's name for the moment.
	local ends_at = kept.timeout
	return type(kept.session) == "string" and type(ends_at) == "number" and ({
		session = kept.session,
		ends_at = ends_at
	}) or nil
end

--- Seconds for which a confirmation is waited for at most, as in the init script.
M.max_wait_seconds = 600

--- The session that alone can confirm the change of the service's own file that waits, so that the change does not end it before; "" where none
-- waits. rpcd says that one waits; its copy of the file and LuCI's value say which, and both may be left from an earlier change.
function M.unconfirmed_session(io)
	if io.file_info(io.paths.unconfirmed) == nil or not M.is_pending(io) then
		return ""
	end
	local change = M.waiting_change(io)
	if change == nil then
		return ""
	end
	local seconds_left = change.ends_at - io.time()
	return seconds_left > 0 and seconds_left <= M.max_wait_seconds and change.session or ""
end

return M
