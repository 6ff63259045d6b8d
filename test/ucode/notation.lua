--- Values as JSON texts: a string is "s" and its bytes in hexadecimal, an empty table {"e":1}, since Lua cannot tell whether
-- it is an array or a record, and of a number that is no integer there are the digits that ucode prints.
local cjson = require("cjson")

local notation = {}

local hex, byte_of = {}, {}
for code = 0, 255 do
  local digits = ("%02x"):format(code)
  hex[string.char(code)], byte_of[digits] = digits, string.char(code)
end

local function text(value) return '"s' .. value:gsub(".", hex) .. '"' end

local function encode_table(value, levels, nul)
  local parts = {}
  if #value > 0 then
    for i, item in ipairs(value) do
      parts[i] = notation.encode(item, levels - 1, nul)
    end
    for key in pairs(value) do
      assert(type(key) == "number", "neither array nor record")
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do
    assert(type(key) == "string" and (nul or not key:find("%z")), "no array, nor a record that ucode can have")
    parts[#parts + 1] = text((key:gsub("%z", nul or ""))) .. ":" .. notation.encode(item, levels - 1, nul)
  end
  table.sort(parts)
  return #parts == 0 and '{"e":1}' or '{"o":{' .. table.concat(parts, ",") .. "}}"
end

--- A value of at most so many levels; others raise an error, and so do names with a NUL, unless it is said what ucode has
-- in its place.
function notation.encode(value, levels, nul)
  local kind = type(value)
  assert(levels > 0, "too deep")
  if kind == "string" then
    return text(value)
  elseif kind == "table" then
    return encode_table(value, levels, nul)
  elseif kind == "number" then
    assert(value == value and value ~= 1 / 0 and value ~= -1 / 0, "not finite")
    local is_integer = value % 1 == 0 and math.abs(value) <= 2 ^ 53
    return (is_integer and "%.17g" or "%.14g"):format(value + 0) -- -0 is 0
  end
  assert(kind == "boolean" or kind == "nil", kind)
  return kind == "nil" and "null" or tostring(value)
end

--- The bytes of a written text.
function notation.bytes(written) return (written:sub(2):gsub("..", byte_of)) end

--- A written value, as cjson decodes it, as a value.
function notation.revive(written)
  if type(written) == "string" then
    return notation.bytes(written)
  elseif written == cjson.null then
    return nil
  elseif type(written) ~= "table" then
    return written
  end
  local made = {}
  for key, item in pairs(written.o or written) do
    made[written.o and notation.bytes(key) or key] = notation.revive(item)
  end
  return made
end

return notation
