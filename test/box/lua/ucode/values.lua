--- Values of ucode in Lua, and the operators on them.
--
-- null is nil; booleans, strings and functions are Lua's. Whole numbers are Lua's numbers, so they are exact up to
-- 2^53 where ucode's are up to 2^64; doubles are boxed, as ucode keeps 1 and 1.0 apart. Arrays are { n = length, … },
-- objects { k = names in their order, v = values by name }, in which `values.null` stands for a null that is there.
local fail = require("ucode.failure")

local values = { null = setmetatable({}, { __tostring = function() return "null" end }) } -- luacheck: ignore
local null = values.null

local Array, Double, Object, Regexp, Resource = {}, {}, {}, {}, {}

local function kind_of(value)
  return type(value) == "table" and getmetatable(value)
end

function values.double(number)
  return setmetatable({ d = number }, Double)
end

function values.regexp(pattern, is_global)
  return setmetatable({ compiled = require("rex_posix").new(pattern), is_global = is_global }, Regexp)
end

--- A value with methods alone, such as an open file: { name = function(...) }.
function values.resource(methods)
  return setmetatable(methods, Resource)
end

function values.array(length, items)
  items.n = length
  return setmetatable(items, Array)
end

function values.pack(...)
  return values.array(select("#", ...), { ... })
end

function values.unpack(list)
  return unpack(list, 1, list.n)
end

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

-- Names of properties are C strings: they end at a NUL.
local function property_name(key)
  if key == nil then
    fail.unknown("null as the name of a property")
  end
  return (values.text(key):match("^%Z*"))
end

local function array_place(list, key)
  local place = tonumber(key)
  if not place or place % 1 ~= 0 then
    return nil
  end
  return (place < 0 and place + list.n or place) + 1
end

local function own(object, name)
  return object.v[name]
end

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

--- What a module exports: an object that nobody can change.
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

-- Operators on numbers -------------------------------------------------------------------------------------------------

-- A text as a number; NaN when it is none.
local function parsed(text)
  local digits = text:match("^%s*([+-]?%d+)%s*$")
  if digits or text == "" then
    return tonumber(digits or 0)
  elseif text:match("^%s*[+-]?%d+%.%d*$") then
    return values.double(tonumber(text))
  elseif text:match("^%s*[+-]?%d") then
    fail.unknown("the text " .. text .. " as a number")
  end
  return values.double(0 / 0)
end

--- A value as ucode counts with it: null is 0, what is no number is NaN.
function values.number(value)
  local lua_type = type(value)
  if lua_type == "number" then
    return value
  elseif lua_type == "nil" or lua_type == "boolean" then
    return value and 1 or 0
  elseif lua_type == "string" then
    return parsed(value)
  end
  return kind_of(value) == Double and value or values.double(0 / 0)
end

-- The Lua number of a value, and whether it is a double.
local function raw(value)
  local number = values.number(value)
  if type(number) == "number" then
    return number, false
  end
  return number.d, true
end
values.raw = raw

local function arithmetic(of_integers, of_doubles)
  return function(a, b)
    if type(a) == "number" and type(b) == "number" then
      return of_integers(a, b)
    end
    local left, left_double = raw(a)
    local right, right_double = raw(b)
    if left_double or right_double then
      return values.double(of_doubles(left, right))
    end
    return of_integers(left, right)
  end
end

local function truncated(number)
  return number < 0 and math.ceil(number) or math.floor(number)
end
values.truncated = truncated

local function sum(a, b) return a + b end -- luacheck: ignore
local function difference(a, b) return a - b end -- luacheck: ignore
local function product(a, b) return a * b end -- luacheck: ignore

local add_numbers = arithmetic(sum, sum)
values.subtract = arithmetic(difference, difference)
values.multiply = arithmetic(product, product)

values.divide = arithmetic(function(a, b)
  return b == 0 and values.double(1 / 0) or truncated(a / b)
end, function(a, b)
  return a / b
end)

values.modulo = arithmetic(function(a, b)
  return b == 0 and values.double(0 / 0) or math.fmod(a, b)
end, math.fmod)

function values.add(a, b)
  if type(a) == "string" or type(b) == "string" then
    return values.text(a) .. values.text(b)
  end
  return add_numbers(a, b)
end

--- `|` of whole numbers that are not negative.
function values.bit_or(a, b)
  local left, right, bit, result = raw(a), raw(b), 1, 0
  if left < 0 or right < 0 or left % 1 ~= 0 or right % 1 ~= 0 then
    fail.unknown("| of such numbers")
  end
  while left > 0 or right > 0 do
    result = result + ((left % 2 == 1 or right % 2 == 1) and bit or 0)
    left, right, bit = math.floor(left / 2), math.floor(right / 2), bit * 2
  end
  return result
end

function values.negative(value)
  local number, is_double = raw(value)
  return is_double and values.double(-number) or 0 - number
end

-- Comparisons ----------------------------------------------------------------------------------------------------------

--- `===`: 1 is not 1.0, and NaN is nothing.
function values.same(a, b)
  if kind_of(a) == Double and kind_of(b) == Double then
    return a.d == b.d
  end
  return a == b
end

--- `==`: what is of two types is compared as numbers, but null.
function values.equal(a, b)
  if type(a) == type(b) and kind_of(a) ~= Double and kind_of(b) ~= Double then
    return a == b
  elseif a == nil or b == nil then
    return false
  end
  local left, right = raw(a), raw(b)
  return left == right
end

function values.unequal(a, b)
  return not values.equal(a, b)
end

local function comparison(compare)
  return function(a, b)
    local kind = type(a)
    if kind == type(b) and (kind == "number" or kind == "string") then
      return compare(a, b)
    end
    local left, right = raw(a), raw(b)
    return compare(left, right)
  end
end

values.less = comparison(function(a, b) return a < b end) -- luacheck: ignore
values.at_most = comparison(function(a, b) return a <= b end) -- luacheck: ignore
values.greater = comparison(function(a, b) return a > b end) -- luacheck: ignore
values.at_least = comparison(function(a, b) return a >= b end) -- luacheck: ignore

--- `in`: a name of an object, or a member of an array as `===` compares.
function values.contains(wanted, container)
  local kind = kind_of(container)
  if kind == Object then
    return type(wanted) == "string" and own(container, property_name(wanted)) ~= nil
  elseif kind == Array then
    for place = 1, container.n do
      if values.same(container[place], wanted) then
        return true
      end
    end
  end
  return false
end

-- Loops ----------------------------------------------------------------------------------------------------------------

-- Steps of a loop: the place, which is never null, and what the loop's variables get.
local function next_item(list, place)
  if place < list.n then
    return place + 1, list[place + 1]
  end
end

local function next_place(list, place)
  if place < list.n then
    return place + 1, place, list[place + 1]
  end
end

local function next_property(object, place)
  local name = object.k[place + 1]
  if name then
    return place + 1, name, lookup(object, name)
  end
end

local function no_step() end

local function loop(of_arrays)
  return function(list)
    local kind = kind_of(list)
    return kind == Array and of_arrays or kind == Object and next_property or no_step, list, 0
  end
end

--- `for (let a in list)`: items of an array, names of an object, nothing of all else.
values.items = loop(next_item)
--- `for (let a, b in list)`: places or names, and values.
values.pairs = loop(next_place)

--- The kind of a value: one of these, or nothing.
values.kind_of = kind_of
values.Array, values.Double, values.Object, values.Regexp, values.Resource = Array, Double, Object, Regexp, Resource

return values
