-- lua5.1 -l modules: require() gives the modules for ucode that UCODE_MODULES names a folder of, run by bridge.c, in
-- the way of the modules for Lua: nil, and why, in place of null or a failure. At the end of the program, which
-- watches the collector, every value of ucode must have been released.
local bridge = require("bridge")

local function load(name) return bridge.load(("%s/%s.so"):format(os.getenv("UCODE_MODULES"), (name:gsub("%.", "/")))) end

package.preload["sso_login.native_crypto"] = function(name)
  local module = load(name)
  local crypto = { backend = module.backend }
  for function_name, run in pairs(module) do
    crypto[function_name] = type(run) == "function"
      and function(...)
        local result = run(...)
        if result == nil then return nil, module.error() end
        return result
      end or run
  end
  return crypto
end

package.preload["sso_login.native_https"] = function(name)
  local module = load(name)
  local function request(...)
    local answer = module.request(...)
    if answer.kind then return nil, answer.kind, answer.message end
    return answer
  end
  return { request = request, peer = module.peer, close = module.close, connections = module.connections }
end

local sentinel = newproxy(true)
getmetatable(sentinel).__gc = function()
  local living = bridge.end_program()
  if living ~= 0 then
    io.stderr:write(living, " values were not released\n")
    os.exit(1)
  end
end
package.loaded["modules.end"] = sentinel
