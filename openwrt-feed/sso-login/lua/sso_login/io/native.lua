-- Generated from src/sso_login/io/native.ts by "make lua"; do not edit.
local ____exports = {}
--- Loads the installed crypto backend.
function ____exports.load_crypto()
	return require("sso_login.native_crypto")
end
--- Ends the request: the CGI entry answers 500. For what leaves no safe way to go on, such as no random numbers.
function ____exports.panic(message)
	error(message, 0)
end
return ____exports
