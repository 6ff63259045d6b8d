--- JSON as rpcd reads it from a file (json_object_from_file): as liberal as json-c, the first object, whatever stands behind it.
local json = require("ucode.json")
local values = require("ucode.values")

local jsonc = {}

-- Texts end at a NUL in blobmsg; a null is a member without a value, here `false`.
local function plain(value)
  local kind = values.type(value)
  if kind == "object" then
    local object = {}
    for _, name in ipairs(value.k) do
      object[name] = plain(values.get(value, name))
    end
    return object
  elseif kind == "array" then
    local list = {}
    for place = 1, value.n do
      list[place] = plain(value[place])
    end
    return list
  elseif kind == "null" then
    return false
  end
  return kind == "string" and values.until_nul(value) or value
end

--- The object at the beginning of a text; nil where there is none.
function jsonc.first_object(text)
  local done, found = pcall(json.first, text)
  return done and values.type(found) == "object" and plain(found) or nil
end

return jsonc
