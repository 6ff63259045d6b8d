--- The functions and constants of a Lua table as a module's exports.
local values = require("ucode.values")

return function(members)
  local list = {}
  for name, member in pairs(members) do
    list[#list + 1] = name
    -- A function of ucode has one value.
    list[#list + 1] = type(member) == "function" and function(...)
      return (member(...))
    end or member
  end
  return values.exports(#list / 2, list)
end
