--- File and table functions that several stand-ins share.
local fcntl = require("posix.fcntl")
local stdio = require("posix.stdio")
local unistd = require("posix.unistd")

local files = {}

--- The whole file, or nil and why it cannot be read.
function files.read(path)
  local file, problem = io.open(path, "rb")
  if not file then
    return nil, problem
  end
  local text = file:read("*a")
  file:close()
  return text or ""
end

function files.write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- Replaces a file at once. False where it cannot be written.
function files.replace(path, text)
  local temporary = path:gsub("[^/]*$", ".%0.new-" .. unistd.getpid())
  local file = io.open(temporary, "wb")
  if not file then
    return false
  end
  file:write(text)
  file:close()
  return stdio.rename(temporary, path) ~= nil
end

--- Runs `work` while no other process has the lock of this path. Returns its results, or raises its error.
function files.locked(path, work, ...)
  local lock = assert(fcntl.open(path, fcntl.O_RDWR + fcntl.O_CREAT, 384)) -- 0600
  local whole_file = { l_type = fcntl.F_WRLCK, l_whence = unistd.SEEK_SET, l_start = 0, l_len = 0 }
  assert(fcntl.fcntl(lock, fcntl.F_SETLKW, whole_file))
  local results = { pcall(work, ...) }
  unistd.close(lock)
  if not results[1] then
    error(results[2], 0)
  end
  return unpack(results, 2)
end

function files.random_hex(count)
  local file = assert(io.open("/dev/urandom", "rb"))
  local bytes = file:read(count)
  file:close()
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

--- The texts among a table's keys, in byte order.
function files.names(map)
  local names = {}
  for key in pairs(map) do
    if type(key) == "string" then
      names[#names + 1] = key
    end
  end
  table.sort(names)
  return names
end

--- A text as one word of the shell, or of a file of UCI.
function files.quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- A value as a constructor of Lua, which keeps every text and number exactly.
function files.serialized(value)
  if type(value) ~= "table" then
    local form = type(value) == "string" and "%q" or type(value) == "number" and "%.17g"
    return form and form:format(value) or tostring(value)
  end
  local members = {}
  for key, member in pairs(value) do
    members[#members + 1] = ("[%s]=%s"):format(files.serialized(key), files.serialized(member))
  end
  return "{" .. table.concat(members, ",") .. "}"
end

return files
