--- `uci` for the benchmark, where the box's stand-in would hide what the service costs: it reads files as the box writes them.
local cursor = {}
cursor.__index = cursor

local function read(file)
  local sections, section, count = {}, nil, 0
  for command, name, value in file:read("*a"):gmatch("(%l+) (%S+) ?'?([^\n]-)'?\n") do
    value = value:gsub("'\\''", "'")
    if command == "config" then
      local own = value ~= "" and value or "cfg" .. count
      section = { [".type"] = name, [".name"] = own, [".anonymous"] = value == "", [".index"] = count }
      sections[own], count = section, count + 1
    elseif command == "option" then
      section[name] = value
    elseif command == "list" then
      section[name] = section[name] or {}
      table.insert(section[name], value)
    end
  end
  return sections
end

function cursor:get_all(package)
  local file = not self[package] and io.open(self.folder .. "/" .. package)
  if file then
    self[package] = read(file)
    file:close()
  end
  return self[package]
end

function cursor:get(package, section, option)
  local found = self:get_all(package)
  found = found and found[section]
  return found and found[option], "Entry not found"
end

function cursor:unload(package)
  self[package] = nil
end

return { cursor = function(folder) return setmetatable({ folder = folder }, cursor) end }
