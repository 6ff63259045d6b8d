#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Functional test for the packages feed's CI, with the package installed: test.sh PACKAGE VERSION

set -e

test_ucode() {
	ucode -e '
		const crypto = require("sso_login.native_crypto");
		if (hexenc(crypto.sha256("abc")) != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
			die("sha256");
		if (length(crypto.random(32)) != 32)
			die("random");
		const https = require("sso_login.native_https");
		if (https.request({ method: "GET", url: "http://localhost/", timeout: 1, max_body: 1 }).kind != "invalid")
			die("request");'
}

test_lua() {
	lua - <<'LUA'
package.cpath = "/usr/lib/lua/?.so"
local crypto = require("sso_login.native_crypto")
local digest = crypto.sha256("abc"):gsub(".", function(char) return ("%02x"):format(char:byte()) end)
assert(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", digest)
assert(#crypto.random(32) == 32)
local _, kind = require("sso_login.native_https").request({ method = "GET", url = "http://localhost/", timeout = 1, max_body = 1 })
assert(kind == "invalid", kind)
LUA
}

case "${PKG_NAME:-$1}" in
	sso-login-native*)
		for runtime in ucode lua; do
			[ -e "/usr/lib/$runtime/sso_login" ] || continue
			if command -v "$runtime" >/dev/null; then
				"test_$runtime"
				echo "modules of $runtime load and work"
			else
				echo "no interpreter of $runtime: the modules are not loaded"
			fi
		done
		;;
esac
