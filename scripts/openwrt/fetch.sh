#!/bin/sh
# Downloads a file of an OpenWrt release for a target, and compares it with the release's list of checksums:
#
#   scripts/openwrt/fetch.sh 24.10.4 x86/64 sdk|rootfs OUT_FOLDER
#
# rootfs is the archive that `make test-image` takes. Prints the file. OPENWRT_MIRROR names another server than
# downloads.openwrt.org.
set -eu
export LC_ALL=C

if [ $# -ne 4 ]; then
	sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
url="${OPENWRT_MIRROR:-https://downloads.openwrt.org}/releases/$1/targets/$2"
case "$3" in
	sdk) pattern='openwrt-sdk-.*Linux-x86_64\.tar\.[a-z]*' ;;
	rootfs) pattern='openwrt-.*rootfs\.tar\.[a-z]*' ;;
	*) echo "fetch: neither sdk nor rootfs: $3" >&2; exit 2 ;;
esac
mkdir -p "$4"
cd "$4"
curl -fsS -o sha256sums "$url/sha256sums"
file="$(sed -n "s/^[0-9a-f]* [ *]\($pattern\)\$/\1/p" sha256sums | head -n 1)"
[ -n "$file" ] || { echo "fetch: $url has no $3" >&2; exit 1; }
curl -fsS -o "$file" "$url/$file"
grep "[ *]$file\$" sha256sums | sha256sum --check --quiet -
echo "$PWD/$file"
