-- Generated from src/lua/io/cgi.ts by "make lua"; do not edit.
--- The web server's side of a CGI program: meta-variables in, bytes out (RFC 3875).
local M = {}

--- A meta-variable; "" where it is absent.
function M.variable(name)
	return os.getenv(name) or ""
end

function M.write_output(text)
	io.write(text)
end

return M
