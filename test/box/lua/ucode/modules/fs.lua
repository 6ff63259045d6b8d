--- ucode's module fs. A function that fails returns null, and `error()` says why, once. As in the real one, text is
-- written through a buffer of the C library: neither a flush nor a close tells of a full disk.
local dirent = require("posix.dirent")
local errno = require("posix.errno")
local fcntl = require("posix.fcntl")
local posix_stat = require("posix.sys.stat")
local unistd = require("posix.unistd")
local fail = require("ucode.failure")
local values = require("ucode.values")

local fs = {}
local last_error

-- Text for the C library: it ends at a NUL.
local function path_text(path) return type(path) == "string" and path:match("^%Z*") or nil end

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

function fs.rename(from, to) return outcome(os.rename(path_text(from), path_text(to))) end

local kinds = {
  file = posix_stat.S_ISREG,
  directory = posix_stat.S_ISDIR,
  link = posix_stat.S_ISLNK,
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
    return values.object(6, {
      "mode", found.st_mode % 4096, "uid", found.st_uid, "size", found.st_size,
      "mtime", found.st_mtime, "ctime", found.st_ctime, "type", kind,
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
function fs.access(path, mode) return outcome(unistd.access(path_text(path) or "", mode or "f")) end

local buffer_size = 1024

-- Writes all bytes; true, or nil with what POSIX says.
local function write_all(fd, text)
  while text ~= "" do
    local written, problem, code = unistd.write(fd, text)
    if not written then
      return nil, problem, code
    end
    text = text:sub(written + 1)
  end
  return true
end

-- Reads a file in pieces as the C library reads them: `bytes(limit)` up to so many, `line()` up to the end of
-- a line, which is part of it, or null at the end of the file; `kept()` is how many bytes were read ahead.
local function reader(fd)
  local ahead = ""
  local function more()
    local part = unistd.read(fd, 65536) or ""
    ahead = ahead .. part
    return part ~= ""
  end
  local function take(count)
    local text = ahead:sub(1, count)
    ahead = ahead:sub(count + 1)
    return text
  end
  return {
    bytes = function(limit)
      while #ahead < limit and more() do end -- luacheck: ignore 542
      return take(math.min(limit, #ahead))
    end,
    line = function()
      local from, feed = 1
      repeat
        feed = ahead:find("\n", from, true)
        from = #ahead + 1
      until feed or not more()
      local line = take(feed or #ahead)
      return line ~= "" and line or nil
    end,
    kept = function() return #ahead end,
  }
end

-- An open file as a resource. Of the real one's flush() in 24.10 the answer is the wrong way round: null where it worked.
local function file_resource(fd, is_appending)
  local buffer = ""
  local input = reader(fd)
  local methods = { error = fs.error }
  local function flush()
    local text = buffer
    buffer = ""
    return write_all(fd, text)
  end
  local function method(name, run)
    methods[name] = function(...)
      if not fd then
        return failed(errno.EBADF)
      end
      return run(...)
    end
  end
  method("read", function(amount)
    if amount == "line" then
      return input.line()
    end
    if amount ~= "all" and type(amount) ~= "number" then
      fail.unknown("how much to read: " .. values.text(amount))
    end
    return input.bytes(amount == "all" and math.huge or amount)
  end)
  method("write", function(data)
    local text = values.text(data)
    buffer = buffer .. text
    if #buffer <= buffer_size then
      return #text
    end
    local done, _, code = flush()
    return done and #text or failed(code)
  end)
  method("seek", function(place, from)
    input = reader(fd)
    local whence = ({ [0] = unistd.SEEK_SET, [2] = unistd.SEEK_END })[from or 0]
    return unistd.lseek(fd, place, whence or fail.unknown("the position " .. values.text(from) .. " of seek")) and true
  end)
  method("tell", function()
    -- The C library knows that what it still keeps will be appended.
    local from = is_appending and buffer ~= "" and unistd.SEEK_END or unistd.SEEK_CUR
    return unistd.lseek(fd, 0, from) + #buffer - input.kept()
  end)
  method("flush", function() return flush() == nil or nil end)
  method("lock", function(mode)
    if mode ~= "xn" then
      fail.unknown("the mode " .. values.text(mode) .. " of lock")
    end
    -- An open file's, which programs inherit with it; luaposix has only those of processes.
    return require("bridge").flock(fd) or failed(errno.EAGAIN)
  end)
  method("close", function()
    flush()
    unistd.close(fd)
    fd = nil
    return true
  end)
  return values.resource(methods), methods
end

local flags_of = {
  r = fcntl.O_RDONLY,
  w = fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_TRUNC,
  a = fcntl.O_WRONLY + fcntl.O_CREAT + fcntl.O_APPEND,
}

--- Opens a file: mode r, w or a, with x to be the one who makes it, with e not for programs that this one starts;
-- `permissions` are a new file's. `error()` does not tell why it failed.
function fs.open(path, mode, permissions)
  mode = mode or "r"
  local flags = flags_of[mode:match("^([rwa])[xe]*$") or fail.unknown("the mode " .. mode .. " of open")]
  local exclusive = mode:find("x") and fcntl.O_EXCL or 0
  local fd = fcntl.open(path_text(path) or "", flags + exclusive, permissions or 438) -- 0666
  if fd and mode:find("e") then
    fcntl.fcntl(fd, fcntl.F_SETFD, fcntl.FD_CLOEXEC)
  end
  return fd and file_resource(fd, mode:sub(1, 1) == "a") or nil
end

--- Runs a command of the shell, whose standard input (w) or output (r) the answer is; its close() is the exit status.
function fs.popen(command, mode)
  if mode ~= "w" and mode ~= "r" then
    fail.unknown("the mode " .. values.text(mode) .. " of popen")
  end
  local posix = require("posix.init")
  local process = posix.popen({ "/bin/sh", "-c", command }, mode)
  local resource, methods = file_resource(process.fd, false)
  function methods.close()
    methods.flush()
    local _, status = posix.pclose(process)
    return status
  end
  return resource
end

function fs.readlink(path)
  local target, _, code = unistd.readlink(path_text(path) or "")
  return target or failed(code)
end

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

for fd, name in pairs({ [0] = "stdin", "stdout", "stderr" }) do
  fs[name] = file_resource(fd, false)
end

return require("ucode.modules.exports")(fs)
