#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The service copies this file to /etc/uci-defaults while passwords are turned off. At a boot it gives them back where a trial was
# open or sso-login is gone. It is sourced at each boot and stays while it exits with 1.
[ -n "${sso_login_removed:-}" ] || [ ! -x /usr/sbin/sso-login ] || grep -qs sso_login_trial /etc/config/rpcd || exit 1
grep -qs sso_login_password /etc/config/rpcd || exit 0
umask 077
rm -f /etc/config/.sso-login.reserve*
# On a full flash uci commit leaves an empty file.
saved="$(cat /etc/config/rpcd)"
printf '%s\n' "$saved" >/etc/config/.sso-login.room
room="$(cat /etc/config/.sso-login.room)"
rm -f /etc/config/.sso-login.room
[ "$room" = "$saved" ] || exit 1
i=0
while uci -q get "rpcd.@login[$i]" >/dev/null; do
	section="rpcd.@login[$i]"
	original="$(uci -q get "$section.sso_login_password")"
	[ -z "$original" ] || [ "$(uci -q get "$section.password")" != "!" ] || uci -q set "$section.password=$original"
	uci -q delete "$section.sso_login_password"
	uci -q delete "$section.sso_login_trial"
	i=$((i + 1))
done
uci commit rpcd
[ -s /etc/config/rpcd ] || printf '%s\n' "$saved" >/etc/config/rpcd
! uci -q delete sso-login.default.password_login || uci commit sso-login
! grep -qs sso_login_password /etc/config/rpcd
