--- ucode's global functions, as far as the service calls them.
local fail = require("ucode.failure")
local format = require("ucode.format")
local json = require("ucode.json")
local values = require("ucode.values")

local Array, Object = values.Array, values.Object
local kind_of = values.kind_of

local builtins = {}

local function until_nul(text)
  return (text:match("^%Z*"))
end

-- A place or count as a whole number.
local function whole(value)
  local number = values.raw(value)
  return number == number and values.truncated(number) or 0
end

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

-- Texts ----------------------------------------------------------------------------------------------------------------

function builtins.substr(text, ...)
  if type(text) ~= "string" then
    return nil
  end
  local from, count = ...
  from = whole(from)
  from = from < 0 and math.max(0, #text + from) or math.min(from, #text)
  count = select("#", ...) < 2 and #text or whole(count)
  count = count < 0 and math.max(0, #text - from + count) or count
  return text:sub(from + 1, from + count)
end

function builtins.index(container, wanted)
  if type(container) == "string" then
    return type(wanted) == "string" and (container:find(wanted, 1, true) or 0) - 1 or -1
  elseif kind_of(container) == Array then
    for place = 1, container.n do
      if values.same(container[place], wanted) then
        return place - 1
      end
    end
    return -1
  end
end

function builtins.split(text, separator, limit)
  if type(text) ~= "string" then
    return nil
  elseif limit ~= nil then
    fail.unknown("split up to a limit")
  end
  local function find(from)
    if kind_of(separator) == values.Regexp then
      return separator.compiled:find(text, from)
    end
    return text:find(separator, from, true)
  end
  local parts, count, from = {}, 0, 1
  while true do
    local first, last = find(from)
    if separator == "" then
      first, last = from + 1, from
    end
    if not first or (separator == "" and from >= #text) then
      break
    end
    count = count + 1
    parts[count] = text:sub(from, first - 1)
    from = last + 1
  end
  parts[count + 1] = text:sub(from)
  return values.array(count + 1, parts)
end

function builtins.join(separator, list)
  if kind_of(list) ~= Array then
    return nil
  end
  local parts = {}
  for place = 1, list.n do
    parts[place] = values.text(list[place])
  end
  return table.concat(parts, values.text(separator))
end

function builtins.trim(text)
  return type(text) == "string" and text:match("^[ \t\n\r]*(.-)[ \t\n\r%z]*$") or nil
end

-- Both end at a NUL in releases before 2026-07.
function builtins.lc(value)
  return until_nul(values.text(value)):lower()
end

function builtins.uc(value)
  return until_nul(values.text(value)):upper()
end

function builtins.ord(text, at)
  if type(text) ~= "string" then
    return nil
  end
  at = whole(at)
  return text:byte(at < 0 and at + #text + 1 or at + 1)
end

function builtins.chr(...)
  local bytes = {}
  for place = 1, select("#", ...) do
    bytes[place] = string.char(math.max(0, math.min(255, whole((select(place, ...))))))
  end
  return table.concat(bytes)
end

function builtins.hexenc(value)
  return (values.text(value):gsub(".", function(char)
    return ("%02x"):format(char:byte())
  end))
end

function builtins.hexdec(value)
  local digits = values.text(value):gsub("[ \t\n]", "")
  if #digits % 2 == 1 or digits:find("%X") then
    return nil
  end
  return (digits:gsub("..", function(pair)
    return string.char(tonumber(pair, 16))
  end))
end

function builtins.wildcard(text, pattern, ignores_case)
  if ignores_case then
    fail.unknown("wildcard without regard to case")
  end
  return require("posix.fnmatch").fnmatch(until_nul(values.text(pattern)), until_nul(values.text(text))) == 0
end

function builtins.match(text, pattern)
  if text == nil or kind_of(pattern) ~= values.Regexp then
    return nil
  end
  local subject = until_nul(values.text(text))
  local first, last, groups = pattern.compiled:exec(subject)
  if not first then
    return nil
  end
  local found = { subject:sub(first, last) }
  for place = 1, #groups / 2 do
    found[place + 1] = groups[2 * place - 1] and subject:sub(groups[2 * place - 1], groups[2 * place]) or nil
  end
  return values.array(#groups / 2 + 1, found)
end

--- Replaces what a regular expression with flag `g` matches by what a text says, or a function of the match and its groups.
function builtins.replace(text, pattern, by)
  local is_text = type(by) == "string" and not by:find("$", 1, true)
  if type(text) ~= "string" or kind_of(pattern) ~= values.Regexp or not pattern.is_global or not (is_text or type(by) == "function") then
    fail.unknown("such a use of replace")
  end
  local parts, from = {}, 1
  while true do
    local first, last, groups = pattern.compiled:exec(text, from)
    if not first then
      parts[#parts + 1] = text:sub(from)
      return table.concat(parts)
    elseif last < first then
      fail.unknown("replace of nothing")
    end
    local found = {}
    for place = 1, #groups / 2 do
      found[place] = groups[2 * place - 1] and text:sub(groups[2 * place - 1], groups[2 * place]) or nil
    end
    parts[#parts + 1] = text:sub(from, first - 1)
    parts[#parts + 1] = is_text and by or values.text(by(text:sub(first, last), unpack(found, 1, #groups / 2)))
    from = last + 1
  end
end

function builtins.sprintf(pattern, ...)
  return format.sprintf(values.text(pattern), ...)
end

function builtins.json(text)
  return json.decode(text)
end

-- Arrays and objects ---------------------------------------------------------------------------------------------------

function builtins.push(list, ...)
  if kind_of(list) ~= Array then
    return nil
  end
  for place = 1, select("#", ...) do
    list[list.n + 1] = (select(place, ...))
    list.n = list.n + 1
  end
  return list[list.n]
end

function builtins.map(list, change)
  if kind_of(list) ~= Array then
    return nil
  end
  local made = {}
  for place = 1, list.n do
    made[place] = change(list[place], place - 1, list)
  end
  return values.array(list.n, made)
end

function builtins.filter(list, test)
  if kind_of(list) ~= Array then
    return nil
  end
  local made, count = {}, 0
  for place = 1, list.n do
    local item = list[place]
    if values.truthy(test(item, place - 1, list)) then
      count = count + 1
      made[count] = item
    end
  end
  return values.array(count, made)
end

function builtins.slice(list, from, to)
  if kind_of(list) ~= Array then
    return nil
  end
  local function place_of(value)
    local place = whole(value)
    return math.min(list.n, place < 0 and math.max(0, list.n + place) or place)
  end
  from = place_of(from)
  to = to == nil and list.n or place_of(to)
  return values.array(math.max(0, to - from), { unpack(list, from + 1, to) })
end

-- Without a function texts are in order up to a NUL, numbers by value, and null is the last.
local function is_before(a, b)
  if type(a) == "string" and type(b) == "string" then
    return until_nul(a) < until_nul(b)
  elseif a == nil or b == nil then
    return a ~= nil
  elseif type(a) == "number" and type(b) == "number" then
    return a < b
  end
  fail.unknown("an order of what is of several types")
end

--- Sorts an array in place; what is equal stays in its order.
function builtins.sort(list, compare)
  if kind_of(list) ~= Array then
    return nil
  end
  local function goes_before(a, b)
    if compare then
      return values.raw(compare(a, b)) < 0
    end
    return is_before(a, b)
  end
  for place = 2, list.n do
    local item, at = list[place], place
    while at > 1 and goes_before(item, list[at - 1]) do
      list[at] = list[at - 1]
      at = at - 1
    end
    list[at] = item
  end
  return list
end

function builtins.keys(object)
  return kind_of(object) == Object and values.array(#object.k, { unpack(object.k) }) or nil
end

function builtins.values(object)
  if kind_of(object) ~= Object then
    return nil
  end
  local list = {}
  for place, name in ipairs(object.k) do
    list[place] = values.get(object, name)
  end
  return values.array(#object.k, list)
end

--- The prototype of an object, or the object with another one.
function builtins.proto(object, ...)
  if select("#", ...) == 0 then
    return object.prototype
  end
  object.prototype = (...)
  return object
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

function builtins.time()
  return os.time()
end

--- Seconds and nanoseconds: the time of day, or since an arbitrary moment.
function builtins.clock(is_monotonic)
  local clock = require("posix.time")
  local now = clock.clock_gettime(values.truthy(is_monotonic) and clock.CLOCK_MONOTONIC or clock.CLOCK_REALTIME)
  return values.array(2, { now.tv_sec, now.tv_nsec })
end

--- A time in the local time zone, as an object.
function builtins.localtime(seconds)
  local at = os.date("*t", whole(seconds or os.time()))
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
  io.stdout:write(text)
  return #text
end

function builtins.printf(pattern, ...)
  return builtins.print(builtins.sprintf(pattern, ...))
end

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
