--- Module `uci` for bench.ts, where the box's stand-in would hide what the service costs: it reads files as the box writes them.

--- A word without its quotes.
local function bare(text)
  return (text:gsub("^'", ""):gsub("'$", ""):gsub("'\\''", "'"))
end

local function read(path)
  local file = io.open(path)
  if not file then
    return nil
  end
  local sections, section, count = {}, nil, 0
  for line in file:lines() do
    local word, name, value = line:match("^%s*(%l+) (%S+) ?(.*)$")
    value = value and bare(value)
    if word == "config" then
      local id = value ~= "" and value or "cfg" .. count
      section = { [".type"] = name, [".name"] = id, [".anonymous"] = value == "", [".index"] = count }
      sections[id] = section
      count = count + 1
    elseif word == "option" then
      section[name] = value
    elseif word == "list" then
      section[name] = section[name] or {}
      table.insert(section[name], value)
    end
  end
  file:close()
  return sections
end

local cursor = {}
cursor.__index = cursor

function cursor:get_all(package)
  self.packages[package] = self.packages[package] or read(self.folder .. "/" .. package)
  return self.packages[package]
end

function cursor:get(package, section, option)
  local found = ((self:get_all(package) or {})[section] or {})[option]
  return found, found == nil and "Entry not found" or nil
end

function cursor:unload(package)
  self.packages[package] = nil
end

return {
  cursor = function(folder)
    return setmetatable({ folder = folder or "/etc/config", packages = {} }, cursor)
  end,
}
