-- Generated from src/sso_login/rpcd/pending_change.ts by "make lua"; do not edit.
--- A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back.
local M = {}

--- The name of no session: rpcd refuses to let it confirm the change of another one, and has no data where none waits.
local nobody = "sso-login"

--- Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back.
function M.is_pending(io)
	local reply = io.ubus_call("uci", "confirm", {ubus_rpc_session = nobody})
	return not reply.ok and reply.meaning == "denied"
end

return M
