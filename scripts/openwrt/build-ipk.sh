#!/bin/sh
# Builds one .ipk as OpenWrt does, from the feed's own Makefile:
#
#   scripts/openwrt/build-ipk.sh FEED_FOLDER PACKAGE OUT_FOLDER [NAME=VALUE...]
#
# NAME=VALUE goes to make, such as PKG_BUILD_DIR=objects or PKG_VERSION=0.0.9. The same sources give the same bytes. For
# a package that is not for all architectures the name of this machine's is ARCH, else OpenWrt's word for it.
set -eu
umask 022
export LC_ALL=C

if [ $# -lt 3 ]; then
	sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
	exit 2
fi
here="$(cd "$(dirname "$0")" && pwd)"
feed="$(cd "$1" && pwd)"
package="$2"
mkdir -p "$3"
out="$(cd "$3" && pwd)"
shift 3

host_architecture() {
	case "$(uname -m)" in
		x86_64) echo x86_64 ;;
		aarch64) echo aarch64_generic ;;
		i?86) echo i386_pentium4 ;;
		armv7*) echo arm_cortex-a7_neon-vfpv4 ;;
		*) uname -m ;;
	esac
}

# The last change of the sources, where git knows it.
source_time() {
	git -C "$feed" log -1 --format=%ct -- . 2>/dev/null | grep . || echo 1
}

SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(source_time)}"
export SOURCE_DATE_EPOCH
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/data" "$work/control" "$work/ipk"

run_make() {
	make -s --no-print-directory -C "$feed" TOPDIR="$here" ARCH="${ARCH:-$(host_architecture)}" "$@"
}

# OpenWrt strips every binary that it packs.
strip_binaries() {
	find "$work/data" -name '*.so' -exec strip --strip-unneeded --remove-section=.comment --remove-section=.note {} +
}

# Of the conffiles, those in the package stay, folders as the files in them; sysupgrade is told to keep the others.
resolve_conffiles() {
	[ -f "$work/control/conffiles" ] || return 0
	: >"$work/resolved"
	while read -r path; do
		[ -n "$path" ] || continue
		if [ ! -f "$work/data$path" ]; then
			mkdir -p "$work/data/lib/upgrade/keep.d"
			echo "$path" >>"$work/data/lib/upgrade/keep.d/$package"
		fi
		if [ -e "$work/data$path" ]; then
			(cd "$work/data" && find ".$path" -type f) | sed 's/^\.//' >>"$work/resolved"
		fi
	done <"$work/control/conffiles"
	sort -u "$work/resolved" >"$work/control/conffiles"
}

# The scripts that opkg calls run OpenWrt's own functions, which then run the package's.
write_script() {
	{
		echo '#!/bin/sh'
		# shellcheck disable=SC2016 # expanded on the router
		if [ "$1" = postinst ]; then
			echo '[ "${IPKG_NO_SCRIPT}" = "1" ] && exit 0'
		fi
		# shellcheck disable=SC2016
		printf '%s\n' '[ -s ${IPKG_INSTROOT}/lib/functions.sh ] || exit 0' '. ${IPKG_INSTROOT}/lib/functions.sh' \
			"default_$1 \$0 \$@"
	} >"$work/control/$1"
	chmod 0755 "$work/control/$1"
}

# 1: folder  2...: members
pack() {
	folder="$1"
	shift
	tar -C "$folder" --format=gnu --numeric-owner --owner=0 --group=0 --sort=name --mtime="@$SOURCE_DATE_EPOCH" \
		-cf - "$@"
}

run_make DESTDIR="$work/data" "$@" "install-$package"
run_make CONTROL_DIR="$work/control" "$@" "control-$package"
strip_binaries
resolve_conffiles
write_script postinst
write_script prerm
for script in preinst postinst-pkg prerm-pkg postrm; do
	[ ! -f "$work/control/$script" ] || chmod 0755 "$work/control/$script"
done

pack "$work/data" . >"$work/data.tar"
size="$(wc -c <"$work/data.tar")"
{
	sed "s/^Installed-Size: .*/Installed-Size: $size/" "$work/control/control"
	printf 'Description: '
	sed 's/^[[:space:]]*/ /' "$work/control/description"
} >"$work/control.new"
rm "$work/control/description"
mv "$work/control.new" "$work/control/control"

gzip -9nc "$work/data.tar" >"$work/ipk/data.tar.gz"
pack "$work/control" . | gzip -9nc >"$work/ipk/control.tar.gz"
echo 2.0 >"$work/ipk/debian-binary"

version="$(sed -n 's/^Version: //p' "$work/control/control")"
architecture="$(sed -n 's/^Architecture: //p' "$work/control/control")"
file="$out/${package}_${version}_$architecture.ipk"
pack "$work/ipk" ./debian-binary ./data.tar.gz ./control.tar.gz | gzip -9nc >"$file"
echo "$file"
