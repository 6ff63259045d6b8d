--- The functions and constants of a Lua table as a module's exports.
local values = require("ucode.values")

return function(members)
  local exported = values.object(0)
  for name, member in pairs(members) do
    values.set(exported, name, type(member) == "function" and function(...)
      return (member(...))
    end or member)
  end
  return exported
end
