#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The service copies this file to /etc/uci-defaults while passwords are turned off. It gives them back: at a boot where a trial was
# open or sso-login is gone, and where the init script finds that the program cannot run or rpcd's file cannot be read. It is
# sourced at each boot and stays while it exits with 1.
by="${sso_login_by:-}"
[ -z "${sso_login_removed:-}" ] && [ -x /usr/sbin/sso-login ] || by="${by:-removal}"
# Of a command of opkg or apk that did not come to its end (removal.sh).
[ ! -e /etc/config/.sso-login.again ] || by="${by:-removal}"
! grep -qs sso_login_trial /etc/config/rpcd || by="${by:-trial}"
[ -n "$by" ] || exit 1
umask 077
rm -f /etc/config/.sso-login.reserve* /etc/config/.sso-login.again
# Without a login section rpcd refuses every password: the file of the release, or what it has of root, takes its place.
uci -q show rpcd | grep -q '=login$' || {
	mv -f /etc/config/rpcd /etc/config/.rpcd.damaged 2>/dev/null
	cp /rom/etc/config/rpcd /etc/config/rpcd 2>/dev/null || printf '%s\n' 'config login' "	option username 'root'" \
		"	option password '\$p\$root'" "	list read '*'" "	list write '*'" >/etc/config/rpcd
}
i=0
while uci -q get "rpcd.@login[$i]" >/dev/null; do
	section="rpcd.@login[$i]"
	original="$(uci -q get "$section.sso_login_password")"
	[ -z "$original" ] || [ "$(uci -q get "$section.password")" != "!" ] || uci -q set "$section.password=$original"
	for option in password trial proof; do uci -q delete "$section.sso_login_$option"; done
	i=$((i + 1))
done
# On a full flash uci commit leaves an empty file. What is not committed counts, too, until the next boot.
saved="$(cat /etc/config/rpcd)"
printf '%s\n' "$saved" 2>/dev/null >/etc/config/.sso-login.room
room="$(cat /etc/config/.sso-login.room 2>/dev/null)"
rm -f /etc/config/.sso-login.room
[ "$room" != "$saved" ] || uci commit rpcd
[ -s /etc/config/rpcd ] || printf '%s\n' "$saved" >/etc/config/rpcd
! uci -q delete sso-login.default.password_login || uci commit sso-login
# At a boot there is no log yet, and the init script writes the line.
line="PASSWORD_LOGIN state=on by=$by"
if [ -S /dev/log ]; then logger -t sso-login -p authpriv.notice "$line"; else echo "$line" >/var/run/sso-login.restored; fi
! grep -qs sso_login_password /etc/config/rpcd
