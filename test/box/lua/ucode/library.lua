--- Shared objects of C that are modules of ucode, built against the stand-in of its headers (test/native/ucode-api).
local convert = require("ucode.modules.convert")
local exports = require("ucode.modules.exports")
local fail = require("ucode.failure")

-- Values go over in both directions; a module of ours has functions and strings.
local function member_of(member)
  return type(member) ~= "function" and member or function(...)
    local arguments = {}
    for place = 1, select("#", ...) do
      arguments[place] = convert.to_lua((select(place, ...)))
    end
    return convert.from_lua(member(unpack(arguments, 1, select("#", ...))))
  end
end

--- The module in a file. What keeps it from being loaded is an exception.
return function(path)
  local done, members = pcall(require("bridge").load, path)
  if not done then
    fail.throw("Runtime error", ("Unable to dlopen file '%s': %s"):format(path, members))
  end
  for name, member in pairs(members) do
    members[name] = member_of(member)
  end
  return exports(members)
end
