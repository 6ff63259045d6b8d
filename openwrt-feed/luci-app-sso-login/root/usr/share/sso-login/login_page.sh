#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Opens LuCI's login page as a browser without a session does. It ends with 0 where the page loads the script with the button: by itself, or by
# the handler of a uhttpd that runs (login_page.uc).
root="${0%/usr/share/sso-login/*}"
unset HTTP_COOKIE HTTP_AUTH_USER HTTP_AUTH_PASS HTTP_ACCEPT_LANGUAGE CONTENT_LENGTH
export HTTPS=on REQUEST_METHOD=GET SERVER_PROTOCOL=HTTP/1.1 SCRIPT_NAME=/cgi-bin/luci PATH_INFO=/ REQUEST_URI=/cgi-bin/luci/ QUERY_STRING=
page="$("$root/www/cgi-bin/luci" </dev/null 2>/dev/null)"
case "$page" in
	*luci_password*/admin/translations/* | */admin/translations/*luci_password*) exit 0 ;;
	*luci_password*) ;;
	*) exit 1 ;;
esac
for process in $(pidof uhttpd); do
	! tr '\0' '\n' <"/proc/$process/cmdline" | grep -qx /usr/share/sso-login/login_page.uc || exit 0
done
exit 1
