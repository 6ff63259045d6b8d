#!/bin/sh
# Writes a version into all places that name it, or says which of them differ from src/sso_login/base/version.ts:
#
#   scripts/version.sh 0.4.0
#   scripts/version.sh --check
set -eu
export LC_ALL=C

cd "$(dirname "$0")/.."
rule=src/sso_login/base/version.ts
[ $# -eq 1 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
version=$1
[ "$version" != --check ] || version=$(sed -n 's/^export const version = "\(.*\)";$/\1/p' $rule)
echo "$version" | grep -qE '^[0-9]+(\.[0-9]+){1,3}(_(alpha|beta|rc)[0-9]*)?$' || { echo "version: apk takes no $version" >&2; exit 1; }

# 1: file  2: sed's command for it. Says whether the file is as the command leaves it, or lets it be so.
place() {
	sed "$2" "$1" | cmp -s - "$1" && return
	if [ "$check" ]; then
		echo "$1: not $version, as $rule has it" >&2
		wrong=1
	else
		sed -i "$2" "$1"
	fi
}

check=
wrong=
[ "$1" != --check ] || check=1
place $rule "s/^\(export const version = \"\).*\"/\1$version\"/"
for name in sso-login sso-login-native luci-app-sso-login; do
	place openwrt-feed/$name/Makefile "s/^PKG_VERSION:=.*/PKG_VERSION:=$version/"
done
place package.json "s/^\(  \"version\": \"\).*\"/\1$version\"/"
# Of the lock file the package itself, at the beginning.
place package-lock.json "1,10s/^\( *\"version\": \"\).*\"/\1$version\"/"
place README.md "s/^\(- [*][*]Version[*][*] \)[0-9][0-9._a-z]*/\1$version/"
[ ! "$wrong" ]
