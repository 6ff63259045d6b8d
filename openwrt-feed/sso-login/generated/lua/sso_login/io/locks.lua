-- Generated from src/lua/io/locks.ts by "make lua"; do not edit.
--- Locks of the kernel on files, through luaposix. base/io.ts documents each function.
local M = {}

--- Permission bits, octal 600.
local file_mode = 384

local function posix_unistd()
	return require("posix.unistd")
end

local function posix_fcntl()
	return require("posix.fcntl")
end

--- The descriptors of this process's locks by path: a POSIX lock ends when the process closes the file.
local locked = {}

function M.lock(path)
	local fcntl = posix_fcntl()
	local unistd = posix_unistd()
	local fd = locked[path] or fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode)
	if fd == nil then
		return true
	end
	-- A length of 0 is the whole file.
	local whole = {l_type = fcntl.F_WRLCK, l_whence = unistd.SEEK_SET, l_start = 0, l_len = 0}
	local is_locked = fcntl.fcntl(fd, fcntl.F_SETLK, whole) ~= nil
	locked[path] = is_locked and fd or nil
	if is_locked then
		unistd.write(fd, ".")
	else
		unistd.close(fd)
	end
	return is_locked
end

function M.has_lock(path)
	return locked[path] ~= nil
end

function M.unlock(path)
	local fd = locked[path]
	if fd ~= nil then
		locked[path] = nil
		posix_unistd().close(fd)
	end
end

return M
