--- ucode's global functions, as far as the service calls them: those on texts (builtins/text.lua), on arrays and objects
-- (builtins/list.lua), and what is left.
local fail = require("ucode.failure")
local values = require("ucode.operators")

local Array, Object = values.Array, values.Object
local kind_of, whole = values.kind_of, values.whole

local builtins = {}
require("ucode.builtins.text")(builtins)
require("ucode.builtins.list")(builtins)

function builtins.type(value)
  local kind = values.type(value)
  return kind ~= "null" and kind or nil
end

function builtins.length(value)
  local kind = kind_of(value)
  if type(value) == "string" then
    return #value
  end
  return kind == Array and value.n or kind == Object and #value.k or nil
end

-- Numbers and time -----------------------------------------------------------------------------------------------------

local function extreme(is_better)
  return function(best, ...)
    for place = 1, select("#", ...) do
      local item = (select(place, ...))
      if not (builtins.type(item) == "int" or builtins.type(item) == "double") then
        fail.unknown("min or max of what is no number")
      end
      if is_better(item, best) then
        best = item
      end
    end
    return best
  end
end

builtins.min = extreme(values.less)
builtins.max = extreme(values.greater)

function builtins.int(value)
  local number = type(value) == "string" and tonumber((value:match("^%s*[+-]?%d+"))) or nil
  if type(value) ~= "string" then
    number = values.raw(value)
  end
  if not number or number ~= number or math.abs(number) >= 2 ^ 63 then
    return values.double(0 / 0)
  end
  return values.truncated(number)
end

function builtins.sleep(milliseconds)
  local nanoseconds = milliseconds % 1000 * 1000000
  require("posix.time").nanosleep({ tv_sec = math.floor(milliseconds / 1000), tv_nsec = nanoseconds })
  return true
end

--- A handler, or "default".
function builtins.signal(name, handler)
  local signals = require("posix.signal")
  signals.signal(signals["SIG" .. name], handler == "default" and signals.SIG_DFL or function() handler() end)
end

function builtins.time() return os.time() end

--- Seconds and nanoseconds: the time of day, or since an arbitrary moment.
function builtins.clock(is_monotonic)
  local clock = require("posix.time")
  local now = clock.clock_gettime(values.truthy(is_monotonic) and clock.CLOCK_MONOTONIC or clock.CLOCK_REALTIME)
  return values.array(2, { now.tv_sec, now.tv_nsec })
end

function builtins.gmtime(seconds)
  local at = os.date("!*t", whole(seconds or os.time()))
  return values.object(9, {
    "sec", at.sec, "min", at.min, "hour", at.hour, "mday", at.day, "mon", at.month, "year", at.year,
    "wday", (at.wday + 5) % 7 + 1, "yday", at.yday, "isdst", at.isdst and 1 or 0,
  })
end

-- The world ------------------------------------------------------------------------------------------------------------

local function written(...)
  local parts = {}
  for place = 1, select("#", ...) do
    local item = (select(place, ...))
    parts[place] = item == nil and "" or values.text(item)
  end
  return table.concat(parts)
end

function builtins.print(...)
  local text = written(...)
  io.write(text)
  return #text
end

function builtins.printf(pattern, ...) return builtins.print(builtins.sprintf(pattern, ...)) end

function builtins.warn(...)
  local text = written(...)
  io.stderr:write(text)
  return #text
end

function builtins.getenv(name)
  if type(name) ~= "string" then
    fail.unknown("getenv without a name")
  end
  return os.getenv(name)
end

--- Runs a program: a command line for the shell, or an array. The exit code, or the negative number of a signal.
function builtins.system(command)
  local unistd, wait = require("posix.unistd"), require("posix.sys.wait")
  local words = kind_of(command) == Array and { unpack(command, 1, command.n) } or { "/bin/sh", "-c", values.text(command) }
  io.stdout:flush()
  local child = assert(unistd.fork())
  if child == 0 then
    unistd.execp(words[1], { unpack(words, 2) })
    unistd._exit(127)
  end
  local _, how, code = wait.wait(child)
  return how == "exited" and code or -code
end

function builtins.exit(code)
  os.exit(whole(code))
end

function builtins.die(message)
  if message ~= nil and type(message) ~= "string" then
    fail.unknown("die with another thing than a text")
  end
  fail.throw("Error", message or "Died")
end

return builtins
