--- Values of ucode as plain ones of Lua, and back, for modules that are built on Lua's.
local values = require("ucode.values")

local convert = {}

--- Arrays and objects as tables, doubles as numbers.
function convert.to_lua(value)
  local kind = values.kind_of(value)
  if kind == values.Double then
    return value.d
  elseif kind == values.Array then
    local items = {}
    for place = 1, value.n do
      items[place] = convert.to_lua(value[place])
    end
    return items
  elseif kind == values.Object then
    local members = {}
    for _, name in ipairs(value.k) do
      members[name] = convert.to_lua(values.get(value, name))
    end
    return members
  end
  return value
end

--- A table with something at 1 is an array, any other an object with its names in order; fractions become doubles.
function convert.from_lua(value)
  if type(value) == "number" and value % 1 ~= 0 then
    return values.double(value)
  elseif type(value) ~= "table" then
    return value
  elseif value[1] ~= nil then
    local items = {}
    for place, item in ipairs(value) do
      items[place] = convert.from_lua(item)
    end
    return values.array(#items, items)
  end
  local names, made = {}, values.object(0)
  for name in pairs(value) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    values.set(made, name, convert.from_lua(value[name]))
  end
  return made
end

return convert
