#!/bin/sh
# Runs test/router on a router: scripts/openwrt/test-router.sh ssh root@192.168.1.1
#
# The arguments are a command that runs its last argument as a command line on the router. The suite and luaunit.lua, of
# this machine's package lua-unit, go to a folder in the router's RAM disk and are removed afterwards.
set -eu

if [ $# -eq 0 ]; then
	sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
here="$(cd "$(dirname "$0")/../.." && pwd)"
luaunit="$(lua5.1 -e '
	for path in package.path:gmatch("[^;]+") do
		local file = path:gsub("?", "luaunit")
		if io.open(file) then print(file) os.exit(0) end
	end')"
if [ -z "$luaunit" ]; then
	echo "test-router: luaunit is not installed here: apt-get install lua-unit" >&2
	exit 1
fi

folder=/tmp/sso-login-tests
tar -cf - -C "$here/test/router" run.lua signatures.lua -C "$(dirname "$luaunit")" "$(basename "$luaunit")" |
	"$@" "rm -rf $folder && mkdir -m 0700 $folder && tar -xf - -C $folder"
status=0
"$@" "lua $folder/run.lua -v" || status=$?
"$@" "rm -rf $folder"
exit "$status"
