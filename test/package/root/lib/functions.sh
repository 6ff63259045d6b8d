# Stand-in for OpenWrt's /lib/functions.sh: the two functions that every package's scripts call, with the order of
# steps that OpenWrt has. Under opkg the package's name comes from the script's; apk sets `pkgname`.

# shellcheck shell=dash disable=SC1090 # scripts of packages are sourced here

info=/usr/lib/opkg/info

# The installed files of a package below a folder.
files_below() {
	local list="$IPKG_INSTROOT$info/$1.list"

	[ -f "$IPKG_INSTROOT/lib/apk/packages/$1.list" ] && list="$IPKG_INSTROOT/lib/apk/packages/$1.list"
	grep -s "^$2/" "$list"
}

# The name of the package that a script is of.
package_of() {
	local file="${1##*/}"

	echo "${pkgname:-${file%.*}}"
}

# None of our packages wants a user of its own.
add_group_and_user() {
	:
}

# Runs a package's script of a kind, then its init scripts: an action for the next boot, on a router another one now.
run_scripts() {
	local script="$IPKG_INSTROOT$info/$1.$2-pkg"
	local file status=0

	if [ -f "$script" ]; then
		(. "$script")
		status=$?
	fi
	for file in $(files_below "$1" /etc/init.d); do
		if [ -n "$IPKG_INSTROOT" ]; then
			/bin/sh "$IPKG_INSTROOT/etc/rc.common" "$IPKG_INSTROOT$file" "$3"
		else
			[ "$PKG_UPGRADE" = 1 ] || "$file" "$3"
			"$file" "$4"
		fi
	done
	return $status
}

default_postinst() {
	local package file

	package="$(package_of "$1")"
	if [ -z "$IPKG_INSTROOT" ]; then
		for file in $(files_below "$package" /etc/uci-defaults); do
			(cd "${file%/*}" && . "$file") && rm -f "$file"
			uci commit
		done
	fi
	run_scripts "$package" postinst enable start
}

default_prerm() { run_scripts "$(package_of "$1")" prerm disable stop; }
