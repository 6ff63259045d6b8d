#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The package holds pages and no program that could print a version.

case "${PKG_NAME:-$1}" in
	luci-app-sso-login) exit 0 ;;
esac
exit 1
