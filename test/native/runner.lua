-- Calls functions of the C modules: a call on each line of standard input, its answer on a line of standard output, both
-- in JSON. A call is [module, function, argument, …], an answer the list of results; what is no function is a field.
-- In a call {"hex": "…"} stands for bytes and {"lua": "nan"} for what JSON cannot say; results are strings of "x" and
-- hexadecimal digits. LUA_CPATH names the build under test.
local cjson = require("cjson")

local function fail() error("a metamethod was called") end

local special = {
  ["table"] = {},
  ["function"] = print,
  ["coroutine"] = coroutine.create(fail),
  ["userdata"] = io.stdout,
  ["hostile"] = setmetatable({}, { __index = fail, __tostring = fail, __len = fail, __eq = fail }),
  ["inf"] = math.huge,
  ["-inf"] = -math.huge,
  ["nan"] = math.huge - math.huge,
}

local function mapped(values, change)
  local copy = {}
  for key, value in pairs(values) do
    copy[key] = change(value)
  end
  return copy
end

local function decode(value)
  if type(value) ~= "table" then return value end
  if value.hex then
    return (value.hex:gsub("..", function(byte) return string.char(tonumber(byte, 16)) end))
  elseif value.lua then
    return special[value.lua]
  end
  return mapped(value, decode)
end

local function encode(value)
  if type(value) == "string" then
    return "x" .. value:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  end
  return type(value) == "table" and mapped(value, encode) or value
end

local function answer_of(count, ok, ...)
  if not ok then return { raised = tostring((...)) } end
  local results = {}
  for i = 1, count - 1 do
    local result = select(i, ...)
    results[i] = result == nil and cjson.null or encode(result)
  end
  return results
end

for line in io.lines() do
  local input = cjson.decode(line)
  local called = require("sso_login." .. input[1])[input[2]]
  local function run() return called end
  local arguments = {}
  for i = 3, #input do
    arguments[i - 2] = decode(input[i])
  end
  local answer = (function(...) return answer_of(select("#", ...), ...) end)(
    pcall(type(called) == "function" and called or run, unpack(arguments, 1, #input - 2))
  )
  io.write(cjson.encode(answer), "\n")
  io.flush()
end
