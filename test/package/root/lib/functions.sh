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

name_of_script() {
	local file="${1##*/}"

	echo "${file%.*}"
}

# None of our packages wants a user of its own.
add_group_and_user() {
	:
}

default_postinst() {
	local package="${pkgname:-$(name_of_script "$1")}"
	local script="$IPKG_INSTROOT$info/$package.postinst-pkg"
	local file status=0

	if [ -z "$IPKG_INSTROOT" ]; then
		for file in $(files_below "$package" /etc/uci-defaults); do
			(cd "${file%/*}" && . "$file") && rm -f "$file"
			uci commit
		done
	fi
	if [ -f "$script" ]; then
		(. "$script")
		status=$?
	fi
	for file in $(files_below "$package" /etc/init.d); do
		if [ -n "$IPKG_INSTROOT" ]; then
			/bin/sh "$IPKG_INSTROOT/etc/rc.common" "$IPKG_INSTROOT$file" enable
		else
			[ "$PKG_UPGRADE" = 1 ] || "$file" enable
			"$file" start
		fi
	done
	return $status
}

default_prerm() {
	local package="${pkgname:-$(name_of_script "$1")}"
	local script="$IPKG_INSTROOT$info/$package.prerm-pkg"
	local file status=0

	if [ -f "$script" ]; then
		(. "$script")
		status=$?
	fi
	for file in $(files_below "$package" /etc/init.d); do
		if [ -n "$IPKG_INSTROOT" ]; then
			/bin/sh "$IPKG_INSTROOT/etc/rc.common" "$IPKG_INSTROOT$file" disable
		else
			[ "$PKG_UPGRADE" = 1 ] || "$file" disable
			"$file" stop
		fi
	done
	return $status
}
