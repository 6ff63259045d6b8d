-- Generated from src/sso_login/check/ready.ts by "make lua"; do not edit.
--- Whether this program can serve a login, as a process of its own finds out.
local M = {}

--- Whether another process of this program can serve a login: what kills it does not kill this one.
function M.is_ready(io)
	return io.succeeds(io.paths.program, "password-login ready")
end

return M
