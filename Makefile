# sso-login: see README.md. Every target does the set-up that it needs.

SHELL := /bin/sh
TSX := node --import tsx

# Crypto backend of the build, the box and the end-to-end tests: mbedtls or openssl.
CRYPTO ?= mbedtls

.PHONY: all setup lua native lint format test test-unit test-e2e demo run install clean

all: lua native

## Set-up ------------------------------------------------------------------------------------------------------------

setup:
	@scripts/setup.sh base

## Build -------------------------------------------------------------------------------------------------------------

# TypeScript to the Lua modules inside the feed, which are committed.
lua: setup
	$(TSX) scripts/build-lua.ts

# Exactly the files that the packages install, below DESTDIR. Comments stay in the feed: flash is small.
install: lua native
	@test -n "$(DESTDIR)" || { echo "usage: make install DESTDIR=folder" >&2; exit 2; }
	install -d "$(DESTDIR)/usr/lib/lua/sso_login/io" "$(DESTDIR)/www/cgi-bin" "$(DESTDIR)/etc/config"
	cd openwrt-feed/sso-login/lua && for file in sso_login/*.lua sso_login/io/*.lua; do \
		sed '/^[[:space:]]*--/d' "$$file" >"$(abspath $(DESTDIR))/usr/lib/lua/$$file"; done
	install -m 0755 build/native/$(CRYPTO)/sso_login/*.so "$(DESTDIR)/usr/lib/lua/sso_login/"
	install -m 0755 openwrt-feed/sso-login/files/sso-login.cgi "$(DESTDIR)/www/cgi-bin/sso-login"
	install -m 0755 openwrt-feed/sso-login/files/webui.cgi "$(DESTDIR)/www/cgi-bin/webui"
	install -D -m 0755 openwrt-feed/sso-login/files/sso-login.sbin "$(DESTDIR)/usr/sbin/sso-login"
	install -m 0600 openwrt-feed/sso-login/files/sso-login.config "$(DESTDIR)/etc/config/sso-login"

## Checks ------------------------------------------------------------------------------------------------------------

lint: setup
	$(TSX) scripts/build-lua.ts --check

## Native layer ------------------------------------------------------------------------------------------------------

NATIVE_SRC := openwrt-feed/sso-login-native/src

# Both crypto backends, each beside its own copy of the HTTPS client: build/native/<backend>/sso_login/*.so.
native: setup
	@$(MAKE) --no-print-directory -C $(NATIVE_SRC) CRYPTO=mbedtls OUT=$(CURDIR)/build/native/mbedtls
	@$(MAKE) --no-print-directory -C $(NATIVE_SRC) CRYPTO=openssl OUT=$(CURDIR)/build/native/openssl

# End of the native layer ---------------------------------------------------------------------------------------------

clean:
	rm -rf build
