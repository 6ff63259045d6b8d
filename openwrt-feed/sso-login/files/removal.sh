#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The packages' scripts call it before files go: removal.sh FILE, by which the package is known. It succeeds where the command of
# opkg or apk that runs them installs packages again, as --force-reinstall does: then nothing is to end now. When that command has
# ended, in whatever way, and a file is missing or the program cannot run, the removal is completed. If the power fails before, the
# guard gives passwords back at the boot, as it finds the mark.
list=/var/run/sso-login.again
mark=/etc/config/.sso-login.again
guard=/etc/uci-defaults/zz-sso-login-password
program=/usr/sbin/sso-login

words_of() { tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline"; }

for_good() {
	rm -f "$list" "$mark"
	exit 1
}

is_back() {
	# The first line is the command's.
	sed 1d "$list" | while read -r file; do [ -e "$file" ] || exit 1; done || return 1
	/etc/init.d/sso-login "$wanted" && "$program" password-login ready
}

# Passwords come back, and the sections and sessions of this service go.
end_all() {
	[ ! -e "$guard" ] || "$program" password-login on || { sso_login_removed=1 sh "$guard" && rm -f "$guard"; }
	[ ! -x "$program" ] || return
	# Without its section rpcd takes a session's rights. No commit, which on a full flash empties the file.
	for section in $(uci -q show rpcd | sed -n 's/^rpcd\.\(sso_login_[^.=]*\)=login$/\1/p'); do
		uci -q delete "rpcd.$section"
	done
	rm -rf /var/run/sso-login
	/etc/init.d/rpcd reload
}

# A zombie, or another process of the same number, has other words.
finish() {
	while [ "$(words_of "$manager")" = "$words" ]; do sleep 1; done
	# The start is the one that a killed command did not come to.
	if is_back; then /etc/init.d/sso-login start; else end_all; fi
	rm -f "$list" "$mark"
}

# The command is the nearest process above this one that is opkg or apk.
manager=$PPID
until name="$(cat "/proc/$manager/comm" 2>/dev/null)" && { [ "$name" = opkg ] || [ "$name" = apk ]; }; do
	manager="$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$manager/status" 2>/dev/null)"
	[ "${manager:-0}" -gt 1 ] || for_good
done
words="$(words_of "$manager")"
case "$PKG_UPGRADE $name $words" in
	"1 "* | *" opkg "*" --force-reinstall "* | *" apk "*" add "* | *" apk "*" fix "* | *" apk "*" upgrade "*) ;;
	*) for_good ;;
esac
if [ "$(head -n 1 "$list" 2>/dev/null)" = "$manager $words" ]; then
	echo "$1" >>"$list"
	exit
fi
# opkg disables the service after this, apk has done so before.
wanted=enable
[ "$name" = apk ] || [ -e /etc/rc.d/S95sso-login ] || wanted=disable
{ [ ! -e "$guard" ] || : >"$mark"; } 2>/dev/null && printf '%s\n' "$manager $words" "$1" 2>/dev/null >"$list"
[ "$(sed -n 2p "$list" 2>/dev/null)" = "$1" ] || for_good
trap '' HUP INT TERM
# By exec: a redirection of the function would keep the pipe open whose end apk waits for.
(exec </dev/null >/dev/null 2>&1; finish) &
exit 0
