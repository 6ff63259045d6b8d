-- lua5.1 -l modules: require() gives the modules for ucode that UCODE_MODULES names a folder of, run by bridge.c, in
-- the way of the modules for Lua: nil, and why, in place of null or a failure. At the end of the program, which
-- watches the collector, every value of ucode must have been released.
local bridge = require("bridge")

local function load(name)
  local module = bridge.load(("%s/%s.so"):format(os.getenv("UCODE_MODULES"), (name:gsub("%.", "/"))))
  local adapted = {}
  for key, member in pairs(module) do
    adapted[key] = type(member) ~= "function" and member or function(...)
      local result = member(...)
      if type(result) == "table" and result.kind then return nil, result.kind, result.message end
      if result == nil and module.error then return nil, module.error() end
      return result
    end
  end
  return adapted
end

package.preload["sso_login.native_crypto"] = load
package.preload["sso_login.native_https"] = load

local sentinel = newproxy(true)
getmetatable(sentinel).__gc = function()
  local living = bridge.end_program()
  if living ~= 0 then
    io.stderr:write(living, " values were not released\n")
    os.exit(1)
  end
end
package.loaded["modules.end"] = sentinel
