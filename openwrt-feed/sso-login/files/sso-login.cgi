#!/usr/bin/lua
-- Single sign-on for LuCI: login start, callback, logout, probe. uhttpd starts CGI programs in /www, so the module
-- paths are given in full.
package.path = "/usr/lib/lua/?.lua"
package.cpath = "/usr/lib/lua/?.so"
require("sso_login.program.cgi").main()
