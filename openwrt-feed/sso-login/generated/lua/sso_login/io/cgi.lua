-- Generated from src/lua/io/cgi.ts by "make lua"; do not edit.
--- The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
local M = {}
local native = require("sso_login.io.native")

--- A meta-variable; "" where it is absent.
function M.variable(name)
	return os.getenv(name) or ""
end

--- Empties meta-variables, so that nobody reads them in the environment of this process, or of one that it starts.
function M.forget(names)
	local forget_variable = native.load_crypto().forget_variable
	for _, name in ipairs(names) do
		forget_variable(name)
	end
end

function M.write_output(text)
	io.write(text)
end

return M
