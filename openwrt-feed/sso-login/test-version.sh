#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# For the packages feed's CI, with the package installed: test-version.sh PACKAGE VERSION, or the same as PKG_NAME and
# PKG_VERSION. Of its programs the command line has an option for it; those that web server, rpcd and procd start only have to be
# there.

set -e

case "${PKG_NAME:-$1}" in
	sso-login | sso-login-lua)
		/usr/sbin/sso-login --version | grep -Fx "sso-login ${PKG_VERSION:-$2}"
		for program in /www/cgi-bin/sso-login /www/cgi-bin/webui /usr/libexec/rpcd/sso-login /etc/init.d/sso-login; do
			[ -x "$program" ]
		done
		;;
	*) exit 1 ;;
esac
