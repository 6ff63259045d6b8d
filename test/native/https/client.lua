-- Drives sso_login.native_https: one JSON call on each line of standard input, one JSON answer on each line of
-- standard output. {"call": "request", "options": {...}}, "peer", "close" or "connections". An option {"hex": "..."} stands
-- for bytes, {"lua": "nan"} for what JSON cannot say.
local cjson = require("cjson")
local https = require("sso_login.native_https")

local special = {
  nan = math.huge - math.huge,
  inf = math.huge,
  func = print,
  hostile = setmetatable({}, { __index = function() error("index") end, __len = function() error("len") end }),
}

local function decode(value)
  if type(value) ~= "table" then return value end
  if value.hex then
    return (value.hex:gsub("..", function(byte) return string.char(tonumber(byte, 16)) end))
  elseif value.lua then
    return special[value.lua]
  end
  local copy = {}
  for key, item in pairs(value) do copy[key] = decode(item) end
  return copy
end

local function hex(s)
  return (s:gsub(".", function(c) return ("%02x"):format(c:byte()) end))
end

for line in io.lines() do
  local input = cjson.decode(line)
  local answer = {}
  local ok, result, kind, message = pcall(https[input.call], decode(input.options))
  if not ok then
    answer.raised = tostring(result)
  elseif type(result) == "table" and result.der then
    answer = { subject = result.subject, issuer = result.issuer, der = hex(result.der) }
  elseif type(result) == "table" then
    answer = {
      status = result.status, content_type = result.content_type, body = hex(result.body), date = result.date,
      location = result.location, renewed = result.renewed,
    }
    for key in pairs(result) do
      if answer[key] == nil then answer.raised = "unknown field " .. key end
    end
  elseif type(result) == "number" then
    answer.number = result
  else
    answer.kind, answer.message = kind, message
  end
  io.write(cjson.encode(answer), "\n")
  io.flush()
end
