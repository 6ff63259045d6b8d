-- Generated from src/lua/io/files.ts by "make lua"; do not edit.
--- Files and folders through Lua and luaposix. base/io.ts documents each function.
local lib = require("sso_login.lualib")
local M = {}

--- Permissions of folders under the run directory, octal 700.
local directory_mode = 448

--- Permissions that nobody else gets at a new file, octal 77.
local mask_of_others = 63

--- The kinds of files in a mode, octal 100000 and 40000.
local kinds = {[32768] = "file", [16384] = "directory"}

--- Each function of luaposix costs 6 000 instructions.
local function kind_of(found)
	return kinds[found.st_mode - found.st_mode % 4096] or "other"
end

local function posix_stat()
	return require("posix.sys.stat")
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

--- Opens a file to be written: `wx` a new one, `a` also one that is there, at its end. Only its owner may read a new one. Lua does that itself, as
-- `posix.fcntl` and `posix.unistd` take 240 000 instructions to be loaded.
local function open_to_write(path, mode)
	local stat = posix_stat()
	local mask = stat.umask(mask_of_others)
	local file = io.open(path, mode)
	stat.umask(mask)
	return file
end

--- Writes all bytes to a new file; false, and no file, when that fails.
local function write_new(path, content)
	local file = open_to_write(path, "wx")
	if file == nil then
		return false
	end
	local written = file:write(content)
	local closed = file:close()
	if written ~= nil and closed then
		return true
	end
	os.remove(path)
	return false
end

--- Linux's number of the error EROFS.
local read_only_error = 30

function M.is_read_only(path)
	local unistd = require("posix.unistd")
	local ____, ____, code = unistd.access(path, "w")
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

local function process_id()
	-- The first word there.
	return (string.match(M.read_file("/proc/self/stat", 4096) or "", "^%d+")) or ""
end

function M.write_file(path, content)
	local temporary = ((path .. ".") .. process_id()) .. ".tmp"
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

--- The kernel names the owner of a process there; -1, which nobody is, without that.
function M.user_id()
	local ____opt_0 = posix_stat().lstat("/proc/self/.")
	return ____opt_0 and ____opt_0.st_uid or -1
end

--- The parent exists on a router; below a test's root it may not.
function M.make_dir(path)
	local stat = posix_stat()
	if stat.mkdir(path, directory_mode) ~= nil then
		return "created"
	end
	local known = stat.lstat(path)
	if known == nil or kind_of(known) ~= "directory" or known.st_uid ~= M.user_id() then
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

function M.append_byte(path)
	local file = open_to_write(path, "a")
	if file == nil then
		return nil
	end
	file:setvbuf("no")
	local written = file:write(".")
	-- The kernel moves the position to the end of what this very call appended.
	local place = written ~= nil and (file:seek()) or nil
	file:close()
	return place
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
