-- Generated from src/lua/io/native.ts by "make lua"; do not edit.
local M = {}
--- Loads the installed crypto backend.
function M.load_crypto()
	return require("sso_login.native_crypto")
end
--- Ends the request: the CGI entry answers 500. For what leaves no safe way to go on, such as no random numbers.
function M.panic(message)
	error(message, 0)
end
return M
