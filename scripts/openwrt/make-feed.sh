#!/bin/sh
# Makes of a folder with packages one that opkg and apk take as a feed:
#
#   scripts/openwrt/make-feed.sh PACKAGES_FOLDER OUT_FOLDER [KEY]
#
# Of .ipk files it writes Packages and Packages.gz, and with usign or signify-openbsd and its secret key as KEY,
# Packages.sig; of .apk files packages.adb, which takes apk 3 (APK names another program), signed with the EC key KEY.
# Says what is missing for that; without an index it exits 1.
set -eu
export LC_ALL=C

if [ $# -lt 2 ]; then
	sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
key="${3:+$(realpath "$3")}"
mkdir -p "$2"
find "$1" -name '*.[ia]pk' -exec cp {} "$2/" \;
cd "$2"

# A package's stanza: what its control file says, and where the file is.
stanza() {
	tar -xzOf "$1" ./control.tar.gz | tar -xzO ./control | awk -v file="$1" -v size="$(wc -c <"$1")" \
		-v sum="$(sha256sum "$1" | cut -d' ' -f1)" \
		'/^Description:/ { print "Filename: " file "\nSize: " size "\nSHA256sum: " sum } { print } END { print "" }'
}

index_opkg() {
	for file in *.ipk; do stanza "$file"; done >Packages
	gzip -9nc Packages >Packages.gz
	rm -f Packages.sig
	signer="$(command -v usign || command -v signify-openbsd)" || echo "feed: not signed: neither usign nor signify-openbsd is here"
	[ -n "$key" ] || echo "feed: not signed: KEY names no secret key"
	[ -n "$signer" ] && [ -n "$key" ] || return 0
	"$signer" -S -m Packages -s "$key" -x Packages.sig
	number="$(sed -n 2p Packages.sig | base64 -d | od -An -tx1 -j2 -N8 | tr -d ' ')"
	echo "feed: signed; routers want the public key as /etc/opkg/keys/$number"
}

index_apk() {
	apk="$(command -v "${APK:-apk}")" || { echo "feed: no packages.adb: apk 3 is not here" >&2; return 1; }
	[ -n "$key" ] || echo "feed: not signed: KEY names no secret key"
	"$apk" mkndx --allow-untrusted ${key:+--sign-key "$key"} --output packages.adb ./*.apk
	[ -z "$key" ] || echo "feed: signed; routers want the public key in /etc/apk/keys, with a name that ends in .pem"
}

set -- ./*.[ia]pk
[ -e "$1" ] || { echo "feed: there are no packages" >&2; exit 1; }
set -- ./*.ipk
[ ! -e "$1" ] || index_opkg
set -- ./*.apk
[ ! -e "$1" ] || index_apk
ls -l
