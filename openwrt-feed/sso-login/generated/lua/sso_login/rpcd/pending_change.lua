-- Generated from src/sso_login/rpcd/pending_change.ts by "make lua"; do not edit.
--- A change that was applied in LuCI and waits for its confirmation: until that comes, rpcd may take it back.
local M = {}
local json_values = require("sso_login.base.json_values")

--- libubus's status for what is not permitted.
local permission_denied = 6

--- The name of no session: rpcd refuses to let it confirm the change of another one, and has no data where none waits.
local nobody = "sso-login"

--- Whether a change waits for its confirmation, of whatever package; false where rpcd does not answer, as then none is taken back.
function M.is_pending(io)
	local reply = io.ubus_call("uci", "confirm", {ubus_rpc_session = nobody})
	return not reply.ok and json_values.facts_of(reply).status == permission_denied
end

return M
