-- Generated from src/lua/io/code.ts by "make lua"; do not edit.
--- Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps all that a
-- request may need in one file, and a request takes out of it what it does need. The file counts while it belongs to the user
-- that runs the request and no one else may read it, while it has the length that it says, and while runtime and package are
-- the files that it was made with and of; else the sources are there. The file begins with the code that takes modules out of it,
-- as each request compiles this module.
local M = {}

--- A regular file of mode 0600.
local private_file = 33152

--- From now on `require` takes modules from the file, where there is one that fits.
function M.use(options)
	local path = (options.root or "") .. "/var/run/sso-login.code"
	local file = io.open(path, "rb")
	if file == nil then
		return
	end
	local stat = require("posix.sys.stat")
	local own = stat.lstat(path)
	local process = stat.lstat("/proc/self/.")
	local is_own = own ~= nil and process ~= nil and own.st_uid == process.st_uid and own.st_mode == private_file
	local length = string.match(is_own and file:read("*l") or "", "%d+")
	local compiled = loadstring(file:read(tonumber(length) or 0) or "")
	local pieces = compiled ~= nil and compiled() or require("sso_login.io.pieces")
	pieces.use(file, path, is_own, options)
end

return M
