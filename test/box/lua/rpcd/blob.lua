--- Values as they travel over ubus, and their way from and to Lua as libubus-lua does it.
--
-- A string, a boolean and a whole number stay what they are; tables become {kind = "array", items} or
-- {kind = "table", fields}, where fields is a sequence of {name, value}.
local blob = {}

local INT32_MAX = 2147483647

function blob.kind(value)
  local lua_type = type(value)
  if lua_type == "table" then
    return value.kind
  elseif lua_type == "number" then
    return math.abs(value) > INT32_MAX and "int64" or "int32"
  end
  return lua_type == "boolean" and "bool" or lua_type
end

--- A table made of {name, value} pairs in this order.
function blob.table(fields) return { kind = "table", fields = fields } end

--- A reply that is there in Lua already.
function blob.ready(value) return { kind = "ready", value = value } end

function blob.array(items) return { kind = "array", items = items } end

local from_lua

-- A fraction becomes another number in each Lua: stock Lua cuts it off, OpenWrt's makes it 0, for a time-out "never". So a program must hand
-- none over. The number that a negative one becomes depends on the processor, here as on x86-64.
local function number_from_lua(number)
  if number ~= math.floor(number) then
    error(("a call of ubus has the fraction %s"):format(number))
  end
  return number < 0 and 18446744073709551616 + number or number
end

-- Only what `next` gives as 1, 2, 3 … in this order is an array; an empty table is one too.
local function is_array(value)
  local expected = 1
  for key in next, value do
    if key ~= expected then
      return false
    end
    expected = expected + 1
  end
  return true
end

local function array_from_lua(value)
  local items = {}
  for _, item in next, value do
    local converted = from_lua(item)
    if converted == nil then
      return nil
    end
    items[#items + 1] = converted
  end
  return blob.array(items)
end

--- A table, as the arguments of a call are one; nil when a value cannot be sent (a function, a thread). The binding turns
-- a number key into a string inside the table that it walks through, so that the next step fails.
function blob.fields_from_lua(value)
  local fields = {}
  for key, item in next, value do
    local converted = from_lua(item)
    if converted == nil then
      return nil
    end
    if type(key) == "number" then
      error("invalid key to 'next'", 0)
    end
    fields[#fields + 1] = { key, converted }
  end
  return blob.table(fields)
end

function from_lua(value)
  local lua_type = type(value)
  if lua_type == "string" then
    return (value:gsub("%z.*", "")) -- C strings end at the first NUL
  elseif lua_type == "boolean" then
    return value
  elseif lua_type == "number" then
    return number_from_lua(value)
  elseif lua_type == "table" then
    return (is_array(value) and array_from_lua or blob.fields_from_lua)(value)
  elseif lua_type == "userdata" then
    error("libubus-lua crashes on a userdata such as cjson.null", 0)
  end
  return nil
end

--- A value as libubus-lua hands it to Lua. Of two fields of one name the later one stays.
function blob.to_lua(value)
  local kind = blob.kind(value)
  if kind == "ready" then
    return value.value
  elseif kind == "array" then
    local items = {}
    for index, item in ipairs(value.items) do
      items[index] = blob.to_lua(item)
    end
    return items
  elseif kind == "table" then
    local fields = {}
    for _, field in ipairs(value.fields) do
      fields[field[1]] = blob.to_lua(field[2])
    end
    return fields
  end
  return value
end

--- The first field of a name and a kind; a field of another kind counts as absent, as in rpcd's argument policies.
function blob.field(arguments, name, kind)
  for _, field in ipairs(arguments.fields) do
    if field[1] == name and blob.kind(field[2]) == kind then
      return field[2]
    end
  end
  return nil
end

return blob
