#!/bin/sh
# Makes the signed feeds that are published, one for each release and architecture, as docs/install.md expects them:
#
#   scripts/openwrt/make-site.sh PACKAGES OUT_FOLDER KEYS
#
# PACKAGES has folders such as 24.10/x86_64, as `make sdk` leaves them. KEYS is a folder with opkg.sec and opkg.pub, a pair of
# signify, and apk.sec, an EC key; docs/building.md says how to make them. OUT_FOLDER gets the feeds and both public keys.
set -eu

if [ $# -ne 3 ]; then
	sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
here="$(cd "$(dirname "$0")" && pwd)"
mkdir -p "$2"
for folder in "$1"/*/*/; do
	kind=apk
	if ls "$folder"*.ipk >/dev/null 2>&1; then kind=opkg; fi
	[ -s "$3/$kind.sec" ] || { echo "site: $3 has no $kind.sec" >&2; exit 1; }
	feed="$2/${folder#"$1"/}"
	rm -rf "$feed"
	"$here/make-feed.sh" "$folder" "$feed" "$3/$kind.sec"
	case $kind in
		opkg) [ -s "$feed/Packages.sig" ] && cp "$3/opkg.pub" "$2/sso-login.pub" ;;
		apk) openssl ec -in "$3/apk.sec" -pubout -out "$2/sso-login.pem" ;;
	esac
done
