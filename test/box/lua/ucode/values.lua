--- Values of ucode in Lua; operators.lua has the operators on them.
--
-- null is nil; booleans, strings and functions are Lua's. Whole numbers are Lua's numbers, so they are exact up to
-- 2^53 where ucode's are up to 2^64; doubles are boxed, as ucode keeps 1 and 1.0 apart. Arrays are { n = length, … },
-- objects { k = names in their order, v = values by name }, in which `values.null` stands for a null that is there.
local fail = require("ucode.failure")

local values = { null = setmetatable({}, { __tostring = function() return "null" end }) } -- luacheck: ignore
local null = values.null

local Array, Double, Object, Regexp, Resource = {}, {}, {}, {}, {}

local function kind_of(value) return type(value) == "table" and getmetatable(value) end

function values.double(number) return setmetatable({ d = number }, Double) end

function values.regexp(pattern, is_global)
  return setmetatable({ compiled = require("rex_posix").new(pattern), is_global = is_global }, Regexp)
end

function values.resource(methods) return setmetatable(methods, Resource) end

function values.array(length, items)
  items.n = length
  return setmetatable(items, Array)
end

-- The items of an array within another one.
local Items = {}

--- `...list` in an array.
function values.items_of(list)
  if kind_of(list) ~= Array then
    -- The released program names the value.
    fail.throw("Type error", ("(%s) is not iterable"):format(list == nil and "null" or values.type(list)))
  end
  return setmetatable({ list = list }, Items)
end

--- An array of `count` parts, of which some are what `items_of` gave.
function values.spread_array(count, parts)
  local items, length = {}, 0
  for place = 1, count do
    local part = parts[place]
    local list = kind_of(part) == Items and part.list or { n = 1, part }
    for each = 1, list.n do
      length = length + 1
      items[length] = list[each]
    end
  end
  return values.array(length, items)
end

function values.pack(...) return values.array(select("#", ...), { ... }) end

function values.unpack(list) return unpack(list, 1, list.n) end

--- `type(value)` as ucode has it; "null" for null.
function values.type(value)
  local lua_type = type(value)
  if lua_type == "table" then
    local kind = getmetatable(value)
    return kind == Array and "array" or kind == Object and "object" or kind == Double and "double"
      or kind == Regexp and "regexp" or "resource"
  end
  return lua_type == "number" and "int" or lua_type == "boolean" and "bool" or lua_type == "nil" and "null" or lua_type
end

-- A number as text, %.14g as ucode does it.
local function number_text(number)
  if number ~= number then
    return "NaN"
  elseif number == 1 / 0 or number == -1 / 0 then
    return number > 0 and "Infinity" or "-Infinity"
  end
  return ("%.14g"):format(number)
end
values.number_text = number_text

--- A value as text, as in a template literal.
function values.text(value)
  local lua_type = type(value)
  if lua_type == "string" then
    return value
  elseif lua_type == "number" then
    return ("%.0f"):format(value + 0) -- no -0
  elseif lua_type == "function" then
    fail.unknown("a function as text")
  elseif lua_type ~= "table" then
    return value == nil and "null" or tostring(value)
  elseif getmetatable(value) == Double then
    return number_text(value.d)
  elseif value.is_exception then
    return value.v.message
  end
  return require("ucode.format").json(value)
end

--- The text up to a NUL, where a string of C ends.
function values.until_nul(text) return (text:match("^%Z*")) end

--- A value as a property's name, which is a C string: it ends at a NUL.
local function property_name(key)
  if key == nil then
    fail.unknown("null as the name of a property")
  end
  return values.until_nul(values.text(key))
end

values.property_name = property_name

local function array_place(list, key)
  local place = tonumber(key)
  if not place or place % 1 ~= 0 then
    return nil
  end
  return (place < 0 and place + list.n or place) + 1
end

local function own(object, name) return object.v[name] end

local function lookup(object, name)
  local found = own(object, name)
  while found == nil and object.prototype do
    object = object.prototype
    found = own(object, name)
  end
  if found == null then
    return nil
  end
  return found
end

function values.get_optional(object, key)
  local kind = kind_of(object)
  if kind == Object then
    return lookup(object, type(key) == "string" and not key:find("\0", 1, true) and key or property_name(key))
  elseif kind == Array then
    local place = array_place(object, key)
    return place and object[place]
  elseif kind == Resource then
    return object[key]
  end
end

function values.get(object, key)
  local kind = kind_of(object)
  if kind == Object or kind == Array or kind == Resource then
    return values.get_optional(object, key)
  end
  local what = object == nil and "null" or "not an array or object"
  fail.throw("Reference error", "left-hand side expression is " .. what)
end

function values.set(object, key, value)
  local kind = kind_of(object)
  if kind == Object and object.is_immutable then
    fail.throw("Type error", "object value is immutable")
  end
  if kind == Object then
    local name = property_name(key)
    if object.v[name] == nil then
      object.k[#object.k + 1] = name
    end
    if value == nil then
      object.v[name] = null
    else
      object.v[name] = value
    end
  elseif kind == Array then
    local place = array_place(object, key)
    if not place then
      fail.unknown("a property of an array")
    end
    object[place] = value
    object.n = math.max(object.n, place)
  else
    fail.throw("Type error", ("attempt to set property on %s value"):format(values.type(object)))
  end
  return value
end

function values.delete(object, key)
  for place, name in ipairs(object.k) do
    if name == property_name(key) then
      table.remove(object.k, place)
      object.v[name] = nil
      return true
    end
  end
  return false
end

function values.update(object, key, change)
  return values.set(object, key, change(values.get(object, key)))
end

--- Stands for a name where all members of another object are taken.
values.spread = {}

--- An object of `count` names and values in turns.
function values.object(count, pairs_)
  local made = setmetatable({ k = {}, v = {} }, Object)
  for place = 1, 2 * count, 2 do
    local name, value = pairs_[place], pairs_[place + 1]
    if name ~= values.spread then
      values.set(made, name, value)
    elseif kind_of(value) == Object then
      for _, each in ipairs(value.k) do
        values.set(made, each, lookup(value, each))
      end
    else
      fail.unknown("the members of " .. values.type(value))
    end
  end
  return made
end

--- Returns the exports of a module: an object that no one can change.
function values.exports(count, pairs_)
  local made = values.object(count, pairs_)
  made.is_immutable = true
  return made
end

function values.truthy(value)
  if value == nil or value == false or value == 0 or value == "" then
    return false
  end
  return kind_of(value) ~= Double or (value.d ~= 0 and value.d == value.d)
end

function values.coalesce(left, right)
  if left == nil then
    return right
  end
  return left
end

--- The kind of a value: one of these, or nothing.
values.kind_of = kind_of
values.Array, values.Double, values.Object, values.Regexp, values.Resource = Array, Double, Object, Regexp, Resource

return values
