--- Records what the busted specs call, so that the same calls can be made in ucode: arguments and results of the
-- outermost calls of the modules named in RECORD_MODULES, one JSON value a line, into the file RECORD_FILE.
--
-- A string is written as "s" and its bytes in hexadecimal, an empty table as {"e":1}, since Lua cannot tell whether it is
-- an array or a record. Calls with functions among their arguments or results are left out, and counted.
local out = assert(io.open(assert(os.getenv("RECORD_FILE")), "w"))
local source_dir = "openwrt-feed/sso-login/generated/lua/sso_login/"

local wanted = {}
for name in assert(os.getenv("RECORD_MODULES")):gmatch("[%w_]+") do
  wanted[name] = true
end

local function text(value)
  return '"s' .. value:gsub(".", function(char) return ("%02x"):format(char:byte()) end) .. '"'
end

local encode

local function encode_table(value, depth)
  local parts = {}
  if #value > 0 then
    for i, item in ipairs(value) do
      parts[i] = encode(item, depth + 1)
    end
    for key in pairs(value) do
      assert(type(key) == "number", "neither array nor record")
    end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, item in pairs(value) do
    assert(type(key) == "string", "neither array nor record")
    parts[#parts + 1] = text(key) .. ":" .. encode(item, depth + 1)
  end
  table.sort(parts)
  return #parts == 0 and '{"e":1}' or '{"o":{' .. table.concat(parts, ",") .. "}}"
end

function encode(value, depth)
  local kind = type(value)
  assert(depth < 20, "too deep")
  if kind == "string" then
    return text(value)
  elseif kind == "table" then
    return encode_table(value, depth)
  elseif kind == "number" then
    assert(value == value and value ~= 1 / 0 and value ~= -1 / 0, "not finite")
    return ("%.17g"):format(value)
  end
  assert(kind == "boolean" or kind == "nil", kind)
  return tostring(value):gsub("nil", "null")
end

local depth = 0
local left_out = 0

-- The arguments are written down before the call, which may change them.
local function encode_arguments(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = encode((select(i, ...)), 0)
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function record(module, name, original)
  return function(...)
    if depth > 0 then
      return original(...)
    end
    local can_write, arguments = pcall(encode_arguments, ...)
    depth = depth + 1
    local called, result = pcall(original, ...)
    depth = depth - 1
    if not called then
      error(result, 0)
    end
    local can_return, returned = pcall(encode, result, 0)
    if can_write and can_return then
      out:write(('{"m":"%s","f":"%s","a":%s,"r":%s}\n'):format(module, name, arguments, returned))
    else
      left_out = left_out + 1
    end
    return result
  end
end

table.insert(package.loaders, 1, function(path)
  local module = path:match("^sso_login%.([%w_]+)$")
  if not wanted[module or ""] then
    return nil
  end
  return function(...)
    local exports = assert(loadfile(source_dir .. module .. ".lua"))(...)
    for name, value in pairs(exports) do
      if type(value) == "function" then
        exports[name] = record(module, name, value)
      end
    end
    return exports
  end
end)

require("busted").subscribe({ "exit" }, function()
  out:write(('{"left_out":%d}\n'):format(left_out))
  out:close()
  return nil, true
end)
