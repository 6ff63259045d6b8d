--- ucode's module fs. A function that fails returns null, and `error()` says why, once. As in the real one, text is
-- written through a buffer of the C library: neither a flush nor a close tells of a full disk.
local dirent = require("posix.dirent")
local errno = require("posix.errno")
local fcntl = require("posix.fcntl")
local posix_stat = require("posix.sys.stat")
local stdio = require("posix.stdio")
local unistd = require("posix.unistd")
local fail = require("ucode.failure")
local values = require("ucode.values")

local fs = {}
local last_error

-- Text for the C library: it ends at a NUL.
local function path_text(path)
  return type(path) == "string" and path:match("^%Z*") or nil
end

local function failed(code)
  last_error = errno.errno(code)
  return nil
end

-- true, or null after a failure, of a POSIX call's results.
local function outcome(result, _, code)
  if result == nil then
    return failed(code)
  end
  return true
end

-- A function of a path, and of another argument for which there is a default.
local function on_path(call, default)
  return function(path, argument)
    path = path_text(path)
    if not path then
      return failed(errno.EINVAL)
    end
    if argument == nil and default == nil then
      return outcome(call(path))
    end
    return outcome(call(path, argument or default))
  end
end

--- Why the last call failed, or null; asking clears it.
function fs.error()
  local known = last_error
  last_error = nil
  return known
end

fs.mkdir = on_path(posix_stat.mkdir, 511) -- 0777
fs.chmod = on_path(posix_stat.chmod)
fs.rmdir = on_path(unistd.rmdir)

-- luaposix' unlink is unlink(2), as in the real module: a folder is not removed.
fs.unlink = on_path(unistd.unlink)

function fs.rename(from, to)
  return outcome(stdio.rename(path_text(from), path_text(to)))
end

local kinds = {
  file = posix_stat.S_ISREG,
  directory = posix_stat.S_ISDIR,
  link = posix_stat.S_ISLNK,
  fifo = posix_stat.S_ISFIFO,
  socket = posix_stat.S_ISSOCK,
  char = posix_stat.S_ISCHR,
  block = posix_stat.S_ISBLK,
}

local function facts_of(call)
  return function(path)
    path = path_text(path)
    local found, _, code = call(path or "")
    if not found then
      return failed(code)
    end
    local kind
    for name, is_kind in pairs(kinds) do
      kind = is_kind(found.st_mode) ~= 0 and name or kind
    end
    return values.object(8, {
      "inode", found.st_ino, "mode", found.st_mode % 4096, "nlink", found.st_nlink, "uid", found.st_uid,
      "gid", found.st_gid, "size", found.st_size, "mtime", found.st_mtime, "type", kind,
    })
  end
end

fs.stat = facts_of(posix_stat.stat)
fs.lstat = facts_of(posix_stat.lstat)

--- Names in a folder, without `.` and `..`; in the real one their order is the file system's.
function fs.lsdir(path, pattern)
  if pattern ~= nil then
    fail.unknown("a pattern for lsdir")
  end
  local readable, names = pcall(dirent.dir, path_text(path) or "")
  if not readable then
    return failed(errno.ENOENT)
  end
  local kept, count = {}, 0
  for _, name in ipairs(names) do
    if name ~= "." and name ~= ".." then
      count = count + 1
      kept[count] = name
    end
  end
  table.sort(kept)
  return values.array(count, kept)
end

--- Whether a path is there (`f`), or may be read, written or run (`r`, `w`, `x`).
function fs.access(path, mode)
  return outcome(unistd.access(path_text(path) or "", mode or "f"))
end

-- An open file of C's standard library as a resource.
local function file_resource(file, close)
  local function done(result, _, code)
    if result == nil then
      return failed(code)
    end
    return true
  end
  local methods = { error = fs.error }
  function methods.read(amount)
    if not file then
      return failed(errno.EBADF)
    end
    local what = amount == "all" and "*a" or amount
    if type(what) ~= "number" and what ~= "*a" then
      fail.unknown("how much to read: " .. values.text(amount))
    end
    return file:read(what) or ""
  end
  function methods.write(data)
    if not file then
      return failed(errno.EBADF)
    end
    local text = values.text(data)
    local written, _, code = file:write(text)
    return written and #text or failed(code)
  end
  function methods.tell()
    return file and file:seek() or failed(errno.EBADF)
  end
  function methods.seek(offset, whence)
    local from = ({ [0] = "set", "cur", "end" })[whence or 0]
    return file and done(file:seek(from, offset or 0)) or failed(errno.EBADF)
  end
  function methods.flush()
    if not file then
      return failed(errno.EBADF)
    end
    file:flush()
    return true
  end
  function methods.fileno()
    return file and stdio.fileno(file) or failed(errno.EBADF)
  end
  function methods.close()
    if not file then
      return failed(errno.EBADF)
    end
    local closing = file
    file = nil
    return close(closing)
  end
  return values.resource(methods)
end

local flags_of = {
  r = fcntl.O_RDONLY,
  w = fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_TRUNC,
  a = fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND,
}

--- Opens a file: mode r, w or a, with x to be the one who makes it; `permissions` are a new file's. `error()` does not tell
-- why it failed.
function fs.open(path, mode, permissions)
  mode = mode or "r"
  local flags = flags_of[mode:match("^([rwa])[xe]*$") or fail.unknown("the mode " .. mode .. " of open")]
  local exclusive = mode:find("x") and fcntl.O_EXCL or 0
  local fd = fcntl.open(path_text(path) or "", flags + exclusive, permissions or 438) -- 0666
  if not fd then
    return nil
  end
  return file_resource(assert(stdio.fdopen(fd, mode:sub(1, 1))), function(closing)
    closing:close()
    return true
  end)
end

--- A command for the shell whose output is read; close() gives its exit code.
function fs.popen(command, mode)
  if mode ~= nil and mode ~= "r" then
    fail.unknown("popen to write")
  end
  -- Lua 5.1 does not tell how a program ended, so the shell writes it down.
  local status_path = os.tmpname()
  local wrapped = ("(%s\n); echo $? >%s"):format(values.text(command), status_path)
  io.stdout:flush()
  return file_resource(io.popen(wrapped, "r"), function(closing)
    closing:close()
    local status = io.open(status_path)
    local code = status:read("*n")
    status:close()
    os.remove(status_path)
    return code
  end)
end

--- A file's bytes, or the first `limit` of them.
function fs.readfile(path, limit)
  local file, _, code = io.open(path_text(path) or "", "rb")
  if not file then
    return failed(code)
  end
  local text, _, problem = file:read(limit or "*a")
  file:close()
  if text == nil and problem then
    return failed(problem)
  end
  return text or ""
end

--- Writes a file and returns how many bytes it was to hold.
function fs.writefile(path, data)
  local file, _, code = io.open(path_text(path) or "", "wb")
  if not file then
    return failed(code)
  end
  local text = values.text(data)
  file:write(text)
  file:close()
  return #text
end

for _, name in ipairs({ "stdin", "stdout", "stderr" }) do
  fs[name] = file_resource(io[name], function(closing)
    closing:close()
    return true
  end)
end

return require("ucode.modules.exports")(fs)
