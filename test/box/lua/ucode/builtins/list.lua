--- Global functions on arrays and objects.
local fail = require("ucode.failure")
local values = require("ucode.operators")

local Array, Object = values.Array, values.Object
local kind_of, until_nul, whole = values.kind_of, values.until_nul, values.whole

-- A function of a kind of values, which gives null of all else.
local function of(kind, run)
  return function(value, ...)
    if kind_of(value) == kind then
      return run(value, ...)
    end
  end
end

return function(builtins)
  builtins.push = of(Array, function(list, ...)
    for place = 1, select("#", ...) do
      list[list.n + 1] = (select(place, ...))
      list.n = list.n + 1
    end
    return list[list.n]
  end)

  builtins.map = of(Array, function(list, change)
    local made = {}
    for place = 1, list.n do
      made[place] = change(list[place], place - 1, list)
    end
    return values.array(list.n, made)
  end)

  builtins.filter = of(Array, function(list, test)
    local made, count = {}, 0
    for place = 1, list.n do
      local item = list[place]
      if values.truthy(test(item, place - 1, list)) then
        count = count + 1
        made[count] = item
      end
    end
    return values.array(count, made)
  end)

  builtins.slice = of(Array, function(list, from, to)
    local function place_of(value)
      local place = whole(value)
      return math.min(list.n, place < 0 and math.max(0, list.n + place) or place)
    end
    from = place_of(from)
    to = to == nil and list.n or place_of(to)
    return values.array(math.max(0, to - from), { unpack(list, from + 1, to) })
  end)

  -- Without a function texts are in order up to a NUL, numbers by value, and null is the last.
  local function is_before(a, b)
    if type(a) == "string" and type(b) == "string" then
      return until_nul(a) < until_nul(b)
    elseif a == nil or b == nil then
      return a ~= nil
    elseif type(a) == "number" and type(b) == "number" then
      return a < b
    end
    fail.unknown("an order of what is of several types")
  end

  --- Sorts an array in place; what is equal stays in its order.
  builtins.sort = of(Array, function(list, compare)
    local function goes_before(a, b)
      if compare then
        return values.raw(compare(a, b)) < 0
      end
      return is_before(a, b)
    end
    for place = 2, list.n do
      local item, at = list[place], place
      while at > 1 and goes_before(item, list[at - 1]) do
        list[at] = list[at - 1]
        at = at - 1
      end
      list[at] = item
    end
    return list
  end)

  builtins.keys = of(Object, function(object)
    -- Not by unpack(), which has room for only some thousands.
    local names = {}
    for place, name in ipairs(object.k) do
      names[place] = name
    end
    return values.array(#names, names)
  end)

  builtins.values = of(Object, function(object)
    local list = {}
    for place, name in ipairs(object.k) do
      list[place] = values.get(object, name)
    end
    return values.array(#object.k, list)
  end)

  function builtins.proto(object, ...)
    if select("#", ...) == 0 then
      return object.prototype
    end
    object.prototype = (...)
    return object
  end
end
