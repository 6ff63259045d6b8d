#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Functional test for the packages feed's CI, with the package installed: test.sh PACKAGE VERSION

set -e

case "${PKG_NAME:-$1}" in
	sso-login | sso-login-lua)
		sso-login --version | grep -F "sso-login ${PKG_VERSION:-$2}"
		# As shipped it is off, and says so.
		REQUEST_METHOD=GET HTTPS=on QUERY_STRING=action=enabled /www/cgi-bin/sso-login | grep '{"enabled":false}'
		# Over plain HTTP nothing is served.
		REQUEST_METHOD=GET /www/cgi-bin/sso-login | grep 'Status: 403'
		# Every option that must be set is missing yet.
		sso-login check-config 2>&1 | grep CONFIG_ERROR
		# rpcd runs this for the settings page.
		/usr/libexec/rpcd/sso-login list | grep '"get"'
		echo '{}' | /usr/libexec/rpcd/sso-login call get | grep '"client_secret_set":false'
		echo '{}' | /usr/libexec/rpcd/sso-login call check | grep '"ok":false'
		;;
esac
