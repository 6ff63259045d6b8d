#!/usr/bin/lua
-- Single sign-on for LuCI: login start, callback, logout, probe. uhttpd starts CGI programs in /www, so the module
-- paths are given in full.
package.path = "/usr/lib/lua/?.lua"
package.cpath = "/usr/lib/lua/?.so"
-- The probe, which the login page asks on every visit, is less than a look at the compiled modules. Where it fails, the whole
-- program says why.
local function answers_probe()
  return require("sso_login.program.probe").main({})
end
local is_probe = os.getenv("QUERY_STRING") == "action=enabled"
if is_probe and select(2, pcall(answers_probe)) == true then
  os.exit()
end
-- Collected from the first call to the provider on.
collectgarbage("stop")
require("sso_login.io.code").use({})
require("sso_login.program.cgi").main()
-- Ends here: Lua's own end would free every object first.
os.exit()
