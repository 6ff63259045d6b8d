--- The operators of ucode, and its loops, as functions of the table `values`, which the compiled programs know as R.
local fail = require("ucode.failure")
local values = require("ucode.values")

local Array, Double, Object = values.Array, values.Double, values.Object
local kind_of = values.kind_of

--- A value as ucode counts with it: null is 0, what is no number is NaN.
function values.number(value)
  local lua_type = type(value)
  if lua_type == "number" then
    return value
  elseif lua_type == "nil" or lua_type == "boolean" then
    return value and 1 or 0
  elseif lua_type == "string" then
    fail.unknown("a text as a number")
  end
  return kind_of(value) == Double and value or values.double(0 / 0)
end

-- The Lua number of a value, and whether it is a double.
local function raw(value)
  if type(value) == "number" then
    return value, false
  elseif kind_of(value) == Double then
    return value.d, true
  end
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

local function truncated(number) return number < 0 and math.ceil(number) or math.floor(number) end
values.truncated = truncated

--- A place or count as a whole number; 0 for what is none.
function values.whole(value)
  local number = raw(value)
  return number == number and truncated(number) or 0
end

local function sum(a, b) return a + b end -- luacheck: ignore
local function difference(a, b) return a - b end -- luacheck: ignore
local function product(a, b) return a * b end -- luacheck: ignore

local add_numbers = arithmetic(sum, sum)
values.subtract = arithmetic(difference, difference)
values.multiply = arithmetic(product, product)

values.divide = arithmetic(function(a, b)
  return b == 0 and values.double(1 / 0) or truncated(a / b)
end, function(a, b) return a / b end)

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

function values.unequal(a, b) return not values.equal(a, b) end

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
    return type(wanted) == "string" and container.v[values.property_name(wanted)] ~= nil
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
    return place + 1, name, values.get(object, name)
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

return values
