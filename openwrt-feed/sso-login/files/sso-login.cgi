#!/usr/bin/lua
-- Single sign-on for LuCI: login start, callback, logout, probe. uhttpd starts CGI programs in /www, so the module
-- paths are given in full.
package.path = "/usr/lib/lua/?.lua"
package.cpath = "/usr/lib/lua/?.so"
-- The probe, which the login page asks on every visit, is less than a look at the compiled modules.
if os.getenv("QUERY_STRING") ~= "action=enabled" then
  require("sso_login.io.code").use({})
end
require("sso_login.program.cgi").main()
