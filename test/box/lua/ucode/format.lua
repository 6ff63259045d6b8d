--- Values as text: JSON as ucode writes it, and the formats of printf.
local fail = require("ucode.failure")
local values = require("ucode.operators")

local format = {}

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

-- Bytes from 0x7f on are unchanged, whether or not they are UTF-8.
local function quoted(text)
  return '"' .. text:gsub('[%z\1-\31\\"]', function(char)
    return escapes[char] or ("\\u%04x"):format(char:byte())
  end) .. '"'
end

local function double(number)
  if number ~= number then
    return '"NaN"'
  elseif number == 1 / 0 or number == -1 / 0 then
    return number > 0 and "1e309" or "-1e309"
  end
  local text = values.number_text(number)
  return text:find("[.e]") and text or text .. ".0"
end

local function list(opening, parts, closing)
  return #parts == 0 and opening .. " " .. closing or opening .. " " .. table.concat(parts, ", ") .. " " .. closing
end

function format.json(value)
  local kind = values.type(value)
  if kind == "string" or (kind == "object" and value.is_exception) then
    return quoted(values.text(value))
  elseif kind == "double" then
    return double(value.d)
  elseif kind == "array" then
    local parts = {}
    for place = 1, value.n do
      parts[place] = format.json(value[place])
    end
    return list("[", parts, "]")
  elseif kind == "object" then
    local parts = {}
    for place, name in ipairs(value.k) do
      parts[place] = quoted(name) .. ": " .. format.json(values.get(value, name))
    end
    return list("{", parts, "}")
  end
  return values.text(value)
end

-- %s takes what is a C string then: it ends at a NUL, and null is "(null)".
local function text_argument(value)
  return value == nil and "(null)" or values.until_nul(values.text(value))
end

--- sprintf; knows %s, %d, %x, %X, %J and %%, with width and precision.
function format.sprintf(pattern, ...)
  local arguments, used = { ... }, 0
  return (pattern:gsub("%%([-0]?%d*%.?%d*)(.)", function(flags, conversion)
    if conversion == "%" then
      return "%"
    end
    used = used + 1
    local value = arguments[used]
    if conversion == "J" and flags == "" then
      return format.json(value)
    elseif conversion == "s" then
      return ("%" .. flags .. "s"):format(text_argument(value))
    elseif conversion:match("[dxX]") then
      return ("%" .. flags .. conversion):format(values.whole(value))
    end
    fail.unknown("the conversion %" .. flags .. conversion)
  end))
end

return format
