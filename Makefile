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

## Checks ------------------------------------------------------------------------------------------------------------

lint: setup
	$(TSX) scripts/build-lua.ts --check

## Native layer ------------------------------------------------------------------------------------------------------

NATIVE_SRC := openwrt-feed/sso-login-native/src
NATIVE_TEST := $(TSX) test/native/run.ts
NATIVE_SIZE_MAX := 32768

.PHONY: native native-sizes lint-native test-native test-native-long fuzz

# Both crypto backends, each beside its own copy of the HTTPS client: build/native/<backend>/sso_login/*.so.
native: setup
	@$(MAKE) --no-print-directory -C $(NATIVE_SRC) CRYPTO=mbedtls OUT=$(CURDIR)/build/native/mbedtls
	@$(MAKE) --no-print-directory -C $(NATIVE_SRC) CRYPTO=openssl OUT=$(CURDIR)/build/native/openssl

# Prints the size of each module, stripped as on a router.
native-sizes: native
	@test/native/sizes.sh $(NATIVE_SIZE_MAX) build/native/mbedtls build/native/openssl

lint-native: setup
	clang-format --style=file:$(NATIVE_SRC)/.clang-format --dry-run --Werror $(NATIVE_SRC)/*.[ch] test/native/fuzz/*.[ch]
	for crypto in mbedtls openssl; do \
		$(MAKE) -s -C $(NATIVE_SRC) CRYPTO=$$crypto OUT=$(CURDIR)/build/native/strict/$$crypto \
			CFLAGS="-O2 -Werror" || exit 1; \
	done

# Both backends through one suite, plain and under gcc's sanitizers; the HTTPS client too.
test-native: setup
	@$(NATIVE_TEST)

# The same under valgrind, against mbedtls 3.6 and on other architectures; then the fuzzers, ten seconds each.
test-native-long: setup
	@scripts/setup.sh long
	@$(NATIVE_TEST) valgrind mbedtls36 curl-mbedtls architectures
	@$(MAKE) --no-print-directory fuzz

# make fuzz TIME=300: seconds for each target.
fuzz: setup
	@scripts/setup.sh long
	@$(MAKE) --no-print-directory -C test/native/fuzz TIME=$(or $(TIME),10)

# End of the native layer ---------------------------------------------------------------------------------------------

clean:
	rm -rf build
