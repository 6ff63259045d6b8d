#!/bin/sh
# The contract suite against the stand-ins of test/box, in a root folder of its own.
set -eu

cd "$(dirname "$0")/../.."

mkdir -p build/contract
root=$(mktemp -d "$PWD/build/contract/root.XXXXXX")
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/etc/config" "$root/usr/share/rpcd/acl.d" "$root/var/run/ubus" "$root/tmp"
: >"$root/etc/config/rpcd"

CONTRACT_ROOT=$root LUA_PATH="test/box/lua/?.lua;;" lua5.1 test/contract/run.lua
