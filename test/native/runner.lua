-- Runs crypto cases: one on each line of standard input, one result on each line of standard output.
-- A case is "function argument ...", see encodeCase() in case.ts. LUA_CPATH names the build under test.
local crypto = require("sso_login.native_crypto")

local hostile = setmetatable({}, {
  __index = function() error("index") end,
  __tostring = function() error("tostring") end,
  __len = function() error("len") end,
  __eq = function() error("eq") end,
})

local special = {
  ["nil"] = function() return nil end,
  ["true"] = function() return true end,
  ["table"] = function() return {} end,
  ["function"] = function() return print end,
  ["coroutine"] = function() return coroutine.create(function() end) end,
  ["userdata"] = function() return io.stdout end,
  ["hostile"] = function() return hostile end,
  ["inf"] = function() return math.huge end,
  ["-inf"] = function() return -math.huge end,
  ["nan"] = function() return math.huge - math.huge end,
}

local function decode(token)
  local kind, rest = token:sub(1, 1), token:sub(2)
  if kind == "s" then
    return (rest:gsub("..", function(byte) return string.char(tonumber(byte, 16)) end))
  elseif kind == "n" then
    return tonumber(rest)
  end
  return special[rest]()
end

local function encode(ok, value, reason, extra)
  if not ok then return "ERROR " .. tostring(value) end
  if extra ~= nil then return "EXTRA" end
  if type(value) == "string" then
    return "s" .. value:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
  elseif value == nil then
    return "nil " .. tostring(reason)
  end
  return tostring(value)
end

for line in io.lines() do
  local name, args, count = nil, {}, 0
  for token in line:gmatch("%S+") do
    if name == nil then
      name = token
    else
      count = count + 1
      args[count] = decode(token)
    end
  end
  local result
  if name == "backend" then
    result = encode(true, crypto.backend)
  else
    result = encode(pcall(crypto[name], unpack(args, 1, count)))
  end
  io.write(result, "\n")
end
