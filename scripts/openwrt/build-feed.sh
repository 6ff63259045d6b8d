#!/bin/sh
# Builds every package of a feed as .ipk, as a release has them whose own runtime is RUNTIME: lua on 23.05, else ucode.
#
#   scripts/openwrt/build-feed.sh FEEDS_FOLDER RUNTIME OUT_FOLDER [NAME=VALUE...]
#
# NAME=VALUE goes to make. The C modules are those of `make native`. Prints the files. Where APK_OUT names a folder, the same
# packages are made there as .apk, which takes apk 3 (ipk-to-apk.sh).
set -eu

if [ $# -lt 3 ]; then
	sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
here="$(cd "$(dirname "$0")" && pwd)"
feeds="$1"
runtime="$2"
out="$3"
shift 3

# The folder with the C modules of a package's variant; a package without one has none.
modules() {
	case "$1" in
		lua-*) echo "${1#lua-}" ;;
		*) [ "$runtime" = lua ] && echo "$1" || echo "$runtime/$1" ;;
	esac
}

for feed in sso-login sso-login-native luci-app-sso-login; do
	make -s --no-print-directory -C "$feeds/$feed" TOPDIR="$here" RUNTIME="$runtime" list | while read -r package variant default; do
		file="$("$here/build-ipk.sh" "$feeds/$feed" "$package" "$out" RUNTIME="$runtime" "$@" \
			PKG_BUILD_DIR="$here/../../build/native/$(modules "$variant")")"
		echo "$file"
		[ "$default" = - ] && default= || default=100
		[ -z "${APK_OUT:-}" ] || "$here/ipk-to-apk.sh" "$file" "$APK_OUT" "$default"
	done
done
