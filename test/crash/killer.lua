--- Ends a CGI process by SIGKILL at a chosen step. Read by LUA_INIT before the program itself.
--
-- A step is the moment after a call that changes the outside world: a kernel's call that changes files, one of UCI, ubus, the
-- provider or the log that does, and the output. Calls that only ask leave the world as it was, so that to end before or after
-- them is the same. Steps are counted from 1 and written to KILL_STEPS, one a line; KILL_AT is the one at which the process ends,
-- none when absent. What libuci and the stand-in of ubus do inside is no step.
local posix_signal = require("posix.signal")
local posix_unistd = require("posix.unistd")

local kill_at = tonumber(os.getenv("KILL_AT") or "")
local steps = assert(io.open(assert(os.getenv("KILL_STEPS")), "w"))
local process = posix_unistd.getpid()
local count = 0
-- Whether a function on files is running, so that the calls below it are its own.
local in_files = false

-- As it is before calls of it are steps.
local write = steps.write

local function step(text)
  count = count + 1
  write(steps, text, "\n")
  steps:flush()
  if count == kill_at then
    posix_signal.kill(process, posix_signal.SIGKILL)
  end
end

local function ending(name, ...)
  step("after " .. name)
  return ...
end

--- Makes a step of those calls of a function to which the condition applies.
local function watch(holder, key, name, applies)
  local original = holder[key]
  holder[key] = function(...)
    if not applies(...) then
      return original(...)
    end
    return ending(name, original(...))
  end
end

local function inside_files() return in_files end

local function always() return true end

local posix_fcntl = require("posix.fcntl")
--- Whether opening a file may make or empty it; the flags are powers of two.
local function changes_file(_, flags)
  local function has(flag) return flags % (2 * flag) >= flag end
  return in_files and (has(posix_fcntl.O_CREAT) or has(posix_fcntl.O_TRUNC))
end

--- The same of Lua's own files.
local function is_to_write(_, mode) return in_files and mode:find("^r") == nil end

local file_functions = { "write_file", "rename", "remove", "make_dir", "append_byte", "lock" }

--- Marks a function as one on files.
local function mark_files(record, name)
  local original = record[name]
  local function finish(...)
    in_files = false
    return ...
  end
  record[name] = function(...)
    in_files = true
    return finish(original(...))
  end
end

local asking = { get = true, list = true, access = true }

local function describe_ubus(record)
  local original = record.ubus_call
  record.ubus_call = function(object, method, args)
    if asking[method] then
      return original(object, method, args)
    end
    return ending("ubus_call " .. method, original(object, method, args))
  end
end

--- Further functions that change something; the record loads each function when it is asked for.
local other_functions = { "log", "start", "uci_add", "uci_set", "uci_delete", "uci_save", "uci_commit", "https" }

local function watch_record(record)
  for _, name in ipairs(file_functions) do
    mark_files(record, name)
  end
  for _, name in ipairs(other_functions) do
    watch(record, name, name, always)
  end
  describe_ubus(record)
  return record
end

-- Modules that files.lua uses. The modules are shared with the stand-ins, whose calls are not counted.
for _, name in ipairs({ "write", "unlink" }) do
  watch(posix_unistd, name, name .. "()", inside_files)
end
watch(posix_fcntl, "open", "open()", changes_file)
watch(io, "open", "open()", is_to_write)
watch(getmetatable(steps).__index, "write", "write()", inside_files)
for _, name in ipairs({ "mkdir", "chmod" }) do
  watch(require("posix.sys.stat"), name, name .. "()", inside_files)
end
watch(os, "rename", "rename()", inside_files)
watch(os, "remove", "remove()", inside_files)
watch(io, "write", "output", always)

local function watch_create(module)
  local create = module.create
  module.create = function(options)
    local record = create(options)
    -- In ucode, an object has its members in `v`.
    watch_record(record.v or record)
    return record
  end
end

-- The record is made when the program asks for it: what sees a module as soon as it is loaded.
local see = { ["sso_login.io.system"] = watch_create }

-- With a program in ucode the stand-in imports the module.
see["ucode.runtime"] = function()
  local values = require("ucode.operators")
  local import = values.import
  local seen = {}
  values.import = function(loaded, name, export)
    -- Loads the module, of which what is named may be taken once it is watched.
    import(loaded, name)
    local system = loaded["sso_login.io.system"]
    if system and not seen[system] then
      seen[system] = true
      watch_create(system.v)
    end
    return import(loaded, name, export)
  end
end

-- Modules are loaded by the loaders after this one.
table.insert(package.loaders, 1, function(name)
  for index = 2, see[name] and #package.loaders or 0 do
    local chunk = package.loaders[index](name)
    if type(chunk) == "function" then
      return function(...)
        local exports = chunk(...)
        see[name](exports)
        return exports
      end
    end
  end
  return nil
end)
