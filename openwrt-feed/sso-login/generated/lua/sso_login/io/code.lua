-- Generated from src/lua/io/code.ts by "make lua"; do not edit.
--- Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps what requests may need in
-- one file, module by module. The file counts while it belongs to the user that runs the request and no one
-- else may read it, while it has the length that it says, and while runtime and package are the files that it was made with and of;
-- otherwise the sources are used. It begins with the module that looks at the rest, as each request compiles this one.
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
	local sizes = is_own and file:read("*l") or ""
	-- Modules are read one by one.
	file:setvbuf("no")
	local ____opt_0 = (loadstring(file:read(tonumber((string.match(sizes, "%d+"))) or 0) or ""))
	if ____opt_0 ~= nil then
		____opt_0()
	end
	local problem = require("sso_login.io.pieces").use(file, sizes)
	if problem ~= nil then
		require("sso_login.io.compile").refuse(path, options, problem)
	end
end

return M
