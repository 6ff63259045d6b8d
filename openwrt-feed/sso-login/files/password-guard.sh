#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The service copies this file to /etc/uci-defaults while passwords are turned off. It gives them back where the service cannot, at one of
# these events: a boot during a trial; the package is removed; or as its caller says in sso_login_by. It is sourced at each boot and stays
# while it exits with 1.
by="${sso_login_by:-}"
if [ -n "$by" ]; then :
elif [ -n "${sso_login_removed:-}" ] || [ ! -x /usr/sbin/sso-login ]; then by=removal
# Of a command of opkg or apk that did not come to its end (removal.sh).
elif [ -e /etc/config/.sso-login.again ]; then by=removal
elif grep -qs sso_login_trial /etc/config/rpcd; then by=trial
else exit 1
fi
umask 077
rm -f /etc/config/.sso-login.reserve* /etc/config/.sso-login.again
# Without a login section rpcd refuses every password: the file of the release, or what it has of root, takes its place.
uci -q show rpcd | grep -q '=login$' || {
	mv -f /etc/config/rpcd /etc/config/.rpcd.damaged 2>/dev/null
	cp /rom/etc/config/rpcd /etc/config/rpcd 2>/dev/null || printf '%s\n' 'config login' "	option username 'root'" \
		"	option password '\$p\$root'" "	list read '*'" "	list write '*'" >/etc/config/rpcd
}
# The file with each `!` replaced by the original beside it, and without the other options of the service. awk reads it twice, as a section
# may have its original after the `!`. UCI itself needs room in /tmp, and says nothing where there is none. An awk that was ended, as for want
# of memory, changes nothing.
if restored="$(awk '
	FNR == 1 { section = 0 }
	/^[ \t]*config[ \t]/ { section++ }
	NR == FNR && /^[ \t]*option[ \t]+password[ \t]+.?!.?$/ { refused[section] = 1 }
	NR == FNR && /^[ \t]*option[ \t]+sso_login_password[ \t]/ { original[section] = $0 }
	NR == FNR { next }
	/^[ \t]*option[ \t]+sso_login_/ { next }
	/^[ \t]*option[ \t]+password[ \t]/ && refused[section] && original[section] {
		sub(/sso_login_/, "", original[section])
		print original[section]
		next
	}
	{ print }' /etc/config/rpcd /etc/config/rpcd)" && [ -n "$restored" ]; then
	printf '%s\n' "$restored" 2>/dev/null >/etc/config/.sso-login.room
	[ "$(cat /etc/config/.sso-login.room 2>/dev/null)" != "$restored" ] || mv -f /etc/config/.sso-login.room /etc/config/rpcd
	rm -f /etc/config/.sso-login.room
fi
# On a full flash or a read-only one what is not committed counts until the next boot.
i=0
while uci -q get "rpcd.@login[$i]" >/dev/null; do
	section="rpcd.@login[$i]"
	original="$(uci -q get "$section.sso_login_password")"
	[ -z "$original" ] || [ "$(uci -q get "$section.password")" != "!" ] || uci -q set "$section.password=$original"
	for option in password trial proof; do uci -q delete "$section.sso_login_$option"; done
	i=$((i + 1))
done
# This script stays until rpcd reads a file by which passwords count.
if uci -q show rpcd | grep -q '\.sso_login_password='; then
	logger -t sso-login -p authpriv.err "PASSWORD_LOGIN_STUCK error=UCI_ERROR config=rpcd"
	exit 1
fi
# A commit on a full flash would empty the file.
if uci -q delete sso-login.default.password_login; then
	cp /etc/config/sso-login /etc/config/.sso-login.room 2>/dev/null
	has_room=$?
	rm -f /etc/config/.sso-login.room
	[ "$has_room" -ne 0 ] || uci commit sso-login
fi
sync
# At a boot there is no log yet, and the init script writes the line.
line="PASSWORD_LOGIN state=on by=$by"
if [ -S /dev/log ]; then logger -t sso-login -p authpriv.notice "$line"; else echo "$line" >/var/run/sso-login.restored; fi
# By success the caller removes this script: not while it may be needed again. That is for the file alone to say, as what is uncommitted
# is gone at the next boot.
! grep -qs sso_login_password /etc/config/rpcd
