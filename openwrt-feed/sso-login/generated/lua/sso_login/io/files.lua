-- Generated from src/lua/io/files.ts by "make lua"; do not edit.
--- Files and folders through luaposix. base/io.ts documents each function.
local lib = require("sso_login.lualib")
local M = {}

--- Permission bits of files and folders under the run directory, octal 600 and 700.
local file_mode = 384
local directory_mode = 448

--- The kinds of files in a mode, octal 100000 and 40000.
local kinds = {[32768] = "file", [16384] = "directory"}

--- Each function of luaposix costs 6 000 instructions.
local function kind_of(found)
	return kinds[found.st_mode - found.st_mode % 4096] or "other"
end

local function posix_stat()
	return require("posix.sys.stat")
end

local function posix_unistd()
	return require("posix.unistd")
end

local function posix_fcntl()
	return require("posix.fcntl")
end

function M.read_file(path, max_bytes)
	local file = io.open(path, "rb")
	if file == nil then
		return nil
	end
	local text, problem = file:read(max_bytes + 1)
	file:close()
	if text == nil then
		return problem == nil and "" or nil
	end
	return #text <= max_bytes and text or nil
end

--- Writes all bytes to a new file; false, and no file, when that fails.
local function write_new(path, content)
	local fcntl = posix_fcntl()
	local unistd = posix_unistd()
	local fd = fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_EXCL, file_mode)
	if fd == nil then
		return false
	end
	local written = unistd.write(fd, content)
	local closed = unistd.close(fd)
	if written == #content and closed ~= nil then
		return true
	end
	unistd.unlink(path)
	return false
end

--- Linux's number of the error EROFS.
local read_only_error = 30

function M.is_read_only(path)
	local ____, ____, code = posix_unistd().access(path, "w")
	return code == read_only_error
end

function M.rename(from, to)
	local renamed = os.rename(from, to)
	return renamed == true
end

function M.remove(path)
	local removed = os.remove(path)
	return removed == true
end

function M.write_file(path, content)
	local temporary = ((path .. ".") .. tostring(posix_unistd().getpid())) .. ".tmp"
	-- A process of the same number may have died here before.
	os.remove(temporary)
	if not write_new(temporary, content) then
		return false
	end
	if M.rename(temporary, path) then
		return true
	end
	os.remove(temporary)
	return false
end

--- The parent exists on a router; below a test's root it may not.
function M.make_dir(path)
	local stat = posix_stat()
	if stat.mkdir(path, directory_mode) ~= nil then
		return "created"
	end
	local known = stat.lstat(path)
	if known == nil or kind_of(known) ~= "directory" or known.st_uid ~= posix_unistd().geteuid() then
		return "failed"
	end
	local is_private = known.st_mode % 4096 == directory_mode
	return (is_private or stat.chmod(path, directory_mode) ~= nil) and "exists" or "failed"
end

function M.list_dir(path)
	local dirent = require("posix.dirent")
	local readable, names = pcall(dirent.dir, path)
	if not readable or names == nil then
		return nil
	end
	return lib.ArraySort(
		lib.ArrayFilter(names, function(_, name) return name ~= "." and name ~= ".." end),
		function(_, a, b) return a < b and -1 or 1 end
	)
end

--- luaposix counts in 32 bits on a router: from 2038 on the number it gives is negative.
local function seconds_of(time)
	return time < 0 and time + 4294967296 or time
end

function M.file_info(path)
	local found = posix_stat().lstat(path)
	if found == nil then
		return nil
	end
	return {
		kind = kind_of(found),
		mode = found.st_mode % 4096,
		uid = found.st_uid,
		size = found.st_size,
		mtime = seconds_of(found.st_mtime),
		ctime = seconds_of(found.st_ctime)
	}
end

local function open_to_append(path)
	local fcntl = posix_fcntl()
	return fcntl.open(path, fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND, file_mode)
end

--- The descriptors of this process's locks by path: a POSIX lock ends when the process closes the file.
local locked = {}

function M.lock(path)
	local fcntl = posix_fcntl()
	local unistd = posix_unistd()
	local fd = locked[path] or open_to_append(path)
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

function M.append_byte(path)
	local unistd = posix_unistd()
	local fd = open_to_append(path)
	if fd == nil then
		return nil
	end
	-- The kernel moves the position to the end of what this very call appended.
	local written = unistd.write(fd, ".")
	local place = written == 1 and unistd.lseek(fd, 0, unistd.SEEK_CUR) or nil
	unistd.close(fd)
	return place
end

function M.user_id()
	return posix_unistd().geteuid()
end

function M.fnmatch(pattern, text)
	local matcher = require("posix.fnmatch")
	return matcher.fnmatch(pattern, text) == 0
end

--- Runs a program to its end, without any of its input and output.
function M.succeeds(executable, words)
	return os.execute(((("'" .. executable) .. "' ") .. words) .. " </dev/null >/dev/null 2>&1") == 0
end

--- With nothing of this process open but what no program inherits.
function M.start(executable, words)
	os.execute(((("'" .. executable) .. "' ") .. words) .. " </dev/null >/dev/null 2>&1 &")
end

return M
