#!/usr/bin/lua
-- SPDX-License-Identifier: Apache-2.0
-- The page between the login and the web interface: starts the navigation that carries the session cookies.
package.path = "/usr/lib/lua/?.lua"
package.cpath = "/usr/lib/lua/?.so"
require("sso_login.io.code").use({})
require("sso_login.entry_points.landing").main()
