--- Modules that were compiled before, below build/: a request of a test is a process, and would compile half the service
-- anew. An entry counts as long as source, strictness and compiler are the same and its imports have what it imports.
local files = require("files")
local stat = require("posix.sys.stat")

local cache = {}

local here = debug.getinfo(1, "S").source:match("^@(.*)/[^/]*$")
local folder = here .. "/../../../../build/ucode-cache"

-- Other inputs of the Lua that a source becomes.
local version = {}
for _, name in ipairs({ "builtins", "cache", "compiler", "expressions", "grammar", "records", "statements" }) do
  local found = stat.stat(here .. "/" .. name .. ".lua")
  version[#version + 1] = found.st_mtime .. "/" .. found.st_size
end
version = table.concat(version, " ")

local function imports_hold(imports, find_exports)
  for _, import in ipairs(imports) do
    local refused = false
    local done, exports = pcall(find_exports, import.name, function()
      refused = true
      error("refused", 0)
    end)
    if not done or refused then
      return false
    end
    for _, name in ipairs(import.wanted) do
      if exports and not exports[name] then
        return false
      end
    end
  end
  return true
end

--- The entry of a module: { code, exports, imports }; nil where it has to be compiled.
function cache.find(name, source, is_strict, find_exports)
  local chunk = loadfile(folder .. "/" .. name)
  local entry = chunk and chunk()
  if entry and entry.version == version and entry.source == source and entry.is_strict == is_strict
    and imports_hold(entry.imports, find_exports) then
    return entry
  end
end

function cache.keep(name, source, is_strict, entry)
  stat.mkdir(folder)
  entry.version, entry.source, entry.is_strict = version, source, is_strict
  files.replace(folder .. "/" .. name, "return " .. files.serialized(entry))
end

return cache
