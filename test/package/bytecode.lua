-- lua5.1 bytecode.lua FILE: a module in ucode as bytecode of Lua, by way of the Lua that the stand-in of ucode makes of it.
local here = arg[0]:match("^(.*)/[^/]*$")
package.path = here .. "/../box/lua/?.lua;" .. package.path

local releases = require("ucode.releases")

local file = assert(io.open(arg[1], "rb"))
local source = file:read("*a")
local done, result = pcall(require("ucode.compiler").compile, source, arg[1], {
  module = arg[1]:match("(sso_login/.*)%.uc$"):gsub("/", "."),
  is_strict = true,
  newer_members = releases.newer_members,
  is_builtin = function(name) return releases.globals[name] end,
  find_exports = function() end,
})
file:close()
if not done then
  error(type(result) == "table" and arg[1] .. ": " .. result.syntax or result, 0)
end
io.write(string.dump(result))
