#!/bin/sh
# The contract suite in a root folder of its own: run.sh lua asks the stand-ins of test/box, run.sh ucode the box's
# program ucode or the one that UCODE names.
set -eu

cd "$(dirname "$0")/../.."

mkdir -p build/contract
root=$(mktemp -d "$PWD/build/contract/root.XXXXXX")
trap 'rm -rf "$root"' EXIT
trap 'exit 130' INT TERM HUP
mkdir -p "$root/etc/config" "$root/usr/share/rpcd/acl.d" "$root/var/run/ubus" "$root/tmp" "$root/modules" "$root/config" \
	"$root/save"

case "$1" in
lua)
	: >"$root/etc/config/rpcd"
	CONTRACT_ROOT=$root LUA_PATH="test/box/lua/?.lua;;" LUA_CPATH="build/libuci/?.so;;" lua5.1 test/contract/run.lua
	;;
ucode) TZ=UTC "${UCODE:-test/box/bin/ucode}" -L "$root/modules/*.uc" test/contract/ucode_cases.uc "$root" ;;
esac
