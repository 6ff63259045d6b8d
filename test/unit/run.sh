#!/bin/sh
# Runs specs of the generated Lua: those of the modules (jose/jws) and folders (settings) that are named, or all.
set -eu

cd "$(dirname "$0")/../.."
backend=${CRYPTO:-mbedtls}
[ -d "build/native/$backend" ] || { echo "CRYPTO: there is no $backend; there are: mbedtls openssl" >&2; exit 2; }

if [ $# -eq 0 ]; then
	# shellcheck disable=SC2046 # names of files have no blanks
	set -- $(node --import tsx test/unit/order.ts)
fi
for name; do
	shift
	[ ! -e "$name" ] || { set -- "$@" "$name"; continue; }
	case $name in
	*/*) folder=test/unit/${name%/*} ;;
	*) folder=test/unit ;;
	esac
	found=$(find "$folder" -maxdepth 1 \( -name "${name##*/}_spec.lua" -o -name "${name##*/}_*_spec.lua" \) 2>/dev/null) || :
	[ "$found" ] || [ ! -d "test/unit/$name" ] || found=test/unit/$name
	if [ -z "$found" ]; then
		[ -d "$folder" ] || folder=test/unit
		echo "TESTS: there is no spec $name; there are:" \
			"$(find "$folder" -name '*_spec.lua' | sed 's|^test/unit/||; s|_spec\.lua$||' | sort | paste -s -d ' ')" >&2
		exit 2
	fi
	# shellcheck disable=SC2086 # names of files have no blanks
	set -- "$@" $found
done
# In a suite each spec has its line, else only the failures have.
[ "${HARNESS_ACTIVE:-}" ] || set -- -Xoutput brief "$@"
export LUA_PATH="openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;;" LUA_CPATH="build/native/$backend/?.so;;"
exec busted --output=test/unit/support/output.lua --pattern=_spec "$@"
