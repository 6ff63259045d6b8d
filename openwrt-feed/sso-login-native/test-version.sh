#!/bin/sh
# The packages hold Lua modules and no program that could print a version.

case "$1" in
	sso-login-native | sso-login-native-openssl) exit 0 ;;
esac
exit 1
