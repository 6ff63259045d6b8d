-- Generated from src/sso_login/check/ready.ts by "make lua"; do not edit.
--- Whether everything that a login needs can be loaded.
local M = {}
local native = require("sso_login.io.native")

--- Loads what a login needs of C; a part that is missing ends the program, and one that is cut may kill it.
function M.load_everything()
	native.load_crypto()
	native.load("sso_login.native_https")
end

--- Whether another process of this program loads everything: what kills it does not kill this one.
function M.is_ready(io)
	return io.succeeds(io.paths.program, "password-login ready")
end

return M
