#!/bin/sh
# Functional test for the packages feed's CI, with the package installed: test.sh PACKAGE VERSION

set -e

case "$1" in
	sso-login-native | sso-login-native-openssl)
		command -v lua >/dev/null || {
			echo "no Lua interpreter: the modules are not loaded"
			exit 0
		}
		lua - <<'LUA'
package.cpath = "/usr/lib/lua/?.so"
local crypto = require("sso_login.native_crypto")
local digest = crypto.sha256("abc"):gsub(".", function(char) return ("%02x"):format(char:byte()) end)
assert(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", digest)
assert(#crypto.random(32) == 32)
local _, kind = require("sso_login.native_https").request({ method = "GET", url = "http://localhost/", timeout = 1, max_body = 1 })
assert(kind == "invalid", kind)
print("modules load and work")
LUA
		;;
esac
