#!/bin/sh
# Makes of an .ipk the .apk that OpenWrt's build makes of the same Makefile, from 25.12 on:
#
#   scripts/openwrt/ipk-to-apk.sh FILE.ipk OUT_FOLDER [PRIORITY]
#
# APK names apk 3 (apk). PRIORITY is the provider-priority, 100 for a package with DEFAULT_VARIANT. Prints the file.
set -eu
umask 022
export LC_ALL=C

if [ $# -lt 2 ]; then
	sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
apk="$(command -v "${APK:-apk}")" || { echo "ipk-to-apk: apk 3 is not here: APK=… names it" >&2; exit 1; }
mkdir -p "$2"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/data" "$work/control"
tar -xzOf "$1" ./data.tar.gz | tar -xpz -C "$work/data"
tar -xzOf "$1" ./control.tar.gz | tar -xz -C "$work/control"

field() { sed -n "s/^$1: *//p" "$work/control/control"; }
name="$(field Package)"
version="$(field Version)"
out="$2/$name-$version.apk"

# Lists that sysupgrade and apk read: the package's files, those of the administrator, and their hashes as shipped.
lists="$work/data/lib/apk/packages"
mkdir -p "$lists"
if [ -f "$work/control/conffiles" ]; then
	cp "$work/control/conffiles" "$lists/$name.conffiles"
	cat "$work/data/lib/upgrade/keep.d/$name" >>"$lists/$name.conffiles" 2>/dev/null || :
	rm -rf "$work/data/lib/upgrade"
	while read -r path; do
		echo "$path $(sha256sum <"$work/data$path" | cut -d' ' -f1)"
	done <"$work/control/conffiles" >"$lists/$name.conffiles_static"
fi
(cd "$work/data" && find . -type f -o -type l) | sed 's/^\.//' | sort >"$work/list"
mv "$work/list" "$lists/$name.list"
SOURCE_DATE_EPOCH="$(field SourceDateEpoch)"
export SOURCE_DATE_EPOCH
find "$work/data" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

# 1: the script's name  2: what runs before the package's own script  3: that script, which may be absent
script() {
	{
		echo '#!/bin/sh'
		echo "$2"
		[ ! -f "$work/control/$3" ] || sed '/^#!/d' "$work/control/$3"
	} >"$work/$1"
	scripts="$scripts --script $1:$work/$1"
}
functions="[ -s \${IPKG_INSTROOT}/lib/functions.sh ] || exit 0
. \${IPKG_INSTROOT}/lib/functions.sh
export root=\"\${IPKG_INSTROOT}\" pkgname=$name"
install="[ \"\${IPKG_NO_SCRIPT}\" = 1 ] && exit 0
$functions
add_group_and_user
default_postinst"
upgrade='export PKG_UPGRADE=1'
scripts=
script post-install "$install" postinst-pkg
script post-upgrade "$upgrade
$install" postinst-pkg
script pre-deinstall "$functions
default_prerm" prerm-pkg
[ ! -f "$work/control/preinst" ] || { script pre-install : preinst; script pre-upgrade "$upgrade" preinst; }
[ ! -f "$work/control/postrm" ] || script post-deinstall : postrm

architecture="$(field Architecture | sed 's/^all$/noarch/')"
provides="$(field Provides)"
# shellcheck disable=SC2086 # a list of options
"$apk" mkpkg --info "name:$name" --info "version:$version" \
	--info "description:$(field Description)" --info "arch:$architecture" \
	--info "license:$(field License)" --info "origin:$(field Source)" --info "maintainer:$(field Maintainer)" \
	--info "depends:$(field Depends | sed 's/ //g; s/[()]//g; s/,/ /g')" ${provides:+--info "provides:$provides=$version"} \
	${3:+--info "provider-priority:$3"} $scripts --files "$work/data" --output "$out" >/dev/null
echo "$out"
