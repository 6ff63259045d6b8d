#!/bin/sh
# Builds the packages with OpenWrt's SDK, for a release and any number of its targets:
#
#   scripts/openwrt/build-with-sdk.sh 24.10.4 x86/64 ath79/generic
#
# Needs a network, about 2 GB a target, and what the SDK needs on a Linux x86_64 machine (build-essential, python3, perl,
# rsync, unzip, zstd, file, git, gawk). SDKs are kept in build/sdk; packages end in build/packages, in a folder for series and
# architecture, such as 24.10/mips_24kc. OPENWRT_MIRROR names another server than downloads.openwrt.org.
set -eu

if [ $# -lt 2 ]; then
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
release="$1"
shift
root="$(cd "$(dirname "$0")/../.." && pwd)"
packages="sso-login sso-login-native sso-login-native-openssl luci-app-sso-login"
case "$release" in
	23.*) ;;
	*) packages="$packages sso-login-lua sso-login-native-lua sso-login-native-lua-openssl" ;;
esac

# Downloads and unpacks the SDK of a target into $sdk.
fetch_sdk() {
	archive="$("$root/scripts/openwrt/fetch.sh" "$release" "$1" sdk "$sdk.archive")"
	mkdir -p "$sdk"
	tar -x -f "$archive" -C "$sdk" --strip-components=1
	rm -r "$sdk.archive"
}

# Modes are git's, whatever the umask of the checkout was: OpenWrt's build inherits them.
chmod -R u=rwX,go=rX "$root/openwrt-feed"

configure() {
	cp feeds.conf.default feeds.conf
	echo "src-link sso_login $root/openwrt-feed" >>feeds.conf
	./scripts/feeds update -a
	# shellcheck disable=SC2086 # a list of names
	./scripts/feeds install $packages
	: >.config
	for package in $packages; do
		echo "CONFIG_PACKAGE_$package=m" >>.config
	done
	make defconfig
}

for target in "$@"; do
	sdk="$root/build/sdk/$release/$target"
	[ -f "$sdk/rules.mk" ] || fetch_sdk "$target"
	cd "$sdk"
	configure
	make "-j$(nproc)" package/sso-login/compile
	make package/luci-app-sso-login/compile
	# The folder of an architecture has one of each feed.
	for folder in bin/packages/*/sso_login; do
		architecture="$(basename "$(dirname "$folder")")"
	done
	out="$root/build/packages/${release%.*}/$architecture"
	mkdir -p "$out"
	find bin/packages -path '*/sso_login/*' \( -name '*.ipk' -o -name '*.apk' \) -exec cp {} "$out/" \;
	ls -l "$out"
done
