# sso-login: see README.md. Every target does the set-up that it needs.

SHELL := /bin/sh
TSX := node --import tsx

# Crypto backend of the build, the box and the end-to-end tests: mbedtls or openssl.
CRYPTO ?= mbedtls

.PHONY: all setup lua luci lint docs format test test-long test-tools ucode ucode-expected test-ucode test-unit test-e2e demo run
.PHONY: install contract bench clean

all: lua native

## Set-up ------------------------------------------------------------------------------------------------------------

setup:
	@scripts/setup.sh base

## Build -------------------------------------------------------------------------------------------------------------

# TypeScript to the Lua modules inside the feed, which are committed.
lua: setup
	@$(TSX) scripts/build-lua.ts

# Exactly the files that the packages install, below DESTDIR, by the recipes of the feed's own Makefiles.
install: lua native
	@test -n "$(DESTDIR)" || { echo "usage: make install DESTDIR=folder" >&2; exit 2; }
	@$(MAKE) --no-print-directory -C openwrt-feed/sso-login TOPDIR=$(CURDIR)/scripts/openwrt \
		DESTDIR=$(abspath $(DESTDIR)) install-sso-login
	@$(MAKE) -s --no-print-directory -C openwrt-feed/luci-app-sso-login TOPDIR=$(CURDIR)/scripts/openwrt \
		DESTDIR=$(abspath $(DESTDIR)) install-luci-app-sso-login
	@$(MAKE) --no-print-directory -C openwrt-feed/sso-login-native TOPDIR=$(CURDIR)/scripts/openwrt \
		PKG_BUILD_DIR=$(CURDIR)/build/native/$(CRYPTO) DESTDIR=$(abspath $(DESTDIR)) \
		install-sso-login-native$(if $(filter openssl,$(CRYPTO)),-openssl)

# TypeScript to the JavaScript of LuCI's pages inside the feed, which is committed too, and their texts to translate.
luci: setup
	@$(TSX) scripts/build-luci.ts
	@$(TSX) scripts/i18n.ts

## Checks ------------------------------------------------------------------------------------------------------------

# Static checks of everything: generated files, the TypeScript subset, types, style. Prints what fails.
lint: setup
	@$(TSX) scripts/lint.ts

# Documents that are made from the sources.
docs: setup
	@$(TSX) scripts/check-subset.ts --write
	@$(TSX) scripts/gen-errors-doc.ts
	@$(TSX) scripts/gen-troubleshooting-doc.ts

format: setup
	@-node_modules/.bin/eslint --fix --quiet . >/dev/null
	@node_modules/.bin/prettier --write --log-level warn .
	@clang-format -i $(NATIVE_SRC)/*.[ch]

## Tests -------------------------------------------------------------------------------------------------------------

# Every suite but the long ones; the last line is the count of all tests. Output: build/test-logs/. The generated Lua is
# tested as it is committed: the first suite, lint, fails when it is not what the sources give.
test: native
	@$(TSX) scripts/run-suites.ts test

test-long: native
	@$(TSX) scripts/run-suites.ts test-long

# The project's own tools: the subset check, the test runner, the emitter.
test-tools: setup
	@node --import tsx --test --test-reporter=tap test/tools/*.test.ts

.PHONY: test-luci

# What runs in LuCI, without a browser: the pages' pure modules, and the controller where there is a ucode program.
test-luci: setup
	@node --import tsx --test --test-reporter=tap test/luci/*.test.ts

# ucode of the modules that need nothing of the outside world: build/ucode/sso_login/*.uc.
ucode: setup
	@$(TSX) scripts/build-ucode.ts --verbose

# After a change of the sources or of the emitter: the ucode that the tests compare with.
ucode-expected: setup
	@$(TSX) scripts/build-ucode.ts --expected

# The same calls in Lua and, where there is a ucode program on the path, in ucode.
test-ucode: setup
	@$(TSX) scripts/build-ucode.ts
	@$(TSX) test/ucode/run.ts

## Native layer ------------------------------------------------------------------------------------------------------

NATIVE_SRC := openwrt-feed/sso-login-native/src
NATIVE_TEST := $(TSX) test/native/run.ts
NATIVE_SIZE_MAX := 32768

.PHONY: native native-sizes lint-native test-native test-native-long fuzz

# Both crypto backends, each beside its own copy of the HTTPS client: build/native/<backend>/sso_login/*.so.
native: setup
	@$(MAKE) -s --no-print-directory -C $(NATIVE_SRC) CRYPTO=mbedtls OUT=$(CURDIR)/build/native/mbedtls
	@$(MAKE) -s --no-print-directory -C $(NATIVE_SRC) CRYPTO=openssl OUT=$(CURDIR)/build/native/openssl

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

## Router in a box ---------------------------------------------------------------------------------------------------

# One whole login, hop by hop; ROLE=operator or ROLE=viewer lets somebody with fewer rights log in.
demo: lua native
	@CRYPTO=$(CRYPTO) $(TSX) scripts/demo.ts

# A box to try with a browser; ROUTER_PORT=… and PROVIDER_PORT=… choose the ports.
run: lua native
	@CRYPTO=$(CRYPTO) $(TSX) scripts/run-box.ts

# Whole logins over HTTPS, good and bad ones; TESTS="login logout" runs some files alone.
test-e2e: lua native
	@CRYPTO=$(CRYPTO) $(TSX) scripts/test-e2e.ts $(TESTS)

.PHONY: test-browser

# Logins, settings and log-outs in Chromium; CHROMIUM=... names another program than /usr/bin/chromium.
test-browser: lua native
	@scripts/setup.sh browser
	@CRYPTO=$(CRYPTO) $(TSX) scripts/test-browser.ts $(TESTS)

# End of the router in a box -----------------------------------------------------------------------------------------

## Hostile world ----------------------------------------------------------------------------------------------------

.PHONY: test-hostile test-crash

# Providers that attack, and providers as they are: a whole login each; TESTS="kid Keycloak" runs some cases alone.
test-hostile: lua native
	@CRYPTO=$(CRYPTO) $(TSX) test/hostile/hostile.test.ts $(TESTS)

# Many requests at once, kill -9 at every step of a login, full and damaged disks, clocks that jump: with real processes.
# TESTS="clock disk" runs some cases alone.
test-crash: lua native
	@CRYPTO=$(CRYPTO) $(TSX) test/crash/crash.test.ts $(TESTS)

# End of the hostile world --------------------------------------------------------------------------------------------

## Unit tests --------------------------------------------------------------------------------------------------------

UNIT_PATH := openwrt-feed/sso-login/generated/lua/?.lua;test/unit/?.lua;;

# busted specs of the generated Lua, one file a module; ends with `N passed, N failed`. Needs the build (make native).
test-unit:
	@LUA_PATH="$(UNIT_PATH)" LUA_CPATH="build/native/$(CRYPTO)/?.so;;" \
		busted --output=test/unit/support/report.lua --pattern=_spec test/unit

# End of the unit tests -----------------------------------------------------------------------------------------------

## Contract suite ---------------------------------------------------------------------------------------------------

# The same cases for the stand-ins of ubus and uci and for the real modules; says which it ran against.
contract: setup
	@test/contract/run.sh

# End of the contract suite -------------------------------------------------------------------------------------------

## Packages ----------------------------------------------------------------------------------------------------------

.PHONY: ipk test-package e2e test-router sdk

BUILD_IPK := scripts/openwrt/build-ipk.sh

# The .ipk files for this machine's architecture, in build/ipk.
ipk: lua native
	@rm -rf build/ipk
	@$(BUILD_IPK) openwrt-feed/sso-login sso-login build/ipk
	@$(BUILD_IPK) openwrt-feed/luci-app-sso-login luci-app-sso-login build/ipk
	@$(BUILD_IPK) openwrt-feed/sso-login-native sso-login-native build/ipk PKG_BUILD_DIR=$(CURDIR)/build/native/mbedtls
	@$(BUILD_IPK) openwrt-feed/sso-login-native sso-login-native-openssl build/ipk \
		PKG_BUILD_DIR=$(CURDIR)/build/native/openssl
	@ls -l build/ipk

# Installation, login, upgrade and removal in a root folder; KEEP_BOX=1 leaves it in build/package. chroot needs root.
test-package: ipk
	@$(if $(filter-out 0,$(shell id -u)),sudo -n env "PATH=$$PATH") $(TSX) test/package/run.ts

# The end-to-end tests against a real router; it needs LuCI and the packages. docs/packaging.md says more.
e2e: lua
	@test -n "$(ROUTER)" && test -n "$(ROUTER_SHELL)" && test -n "$(ROUTER_CA)" && test -n "$(PROVIDER_HOST)" || { \
		echo "usage: make e2e ROUTER=https://router ROUTER_SHELL='ssh root@router' ROUTER_CA=file.pem" \
			"PROVIDER_HOST=name-of-this-machine" >&2; exit 2; }
	@ROUTER="$(ROUTER)" ROUTER_SHELL="$(ROUTER_SHELL)" ROUTER_CA="$(abspath $(ROUTER_CA))" \
		PROVIDER_HOST="$(PROVIDER_HOST)" $(TSX) scripts/test-e2e.ts $(TESTS)

# The luaunit suite on a real router.
test-router: setup
	@test -n "$(ROUTER_SHELL)" || { echo "usage: make test-router ROUTER_SHELL='ssh root@router'" >&2; exit 2; }
	@scripts/openwrt/test-router.sh $(ROUTER_SHELL)

# Packages for real routers by OpenWrt's SDK, which is downloaded: make sdk RELEASE=24.10.4 TARGETS="x86/64 ..."
sdk: lua
	@scripts/openwrt/build-with-sdk.sh $(RELEASE) $(TARGETS)

# End of the packages -------------------------------------------------------------------------------------------------

## Benchmark --------------------------------------------------------------------------------------------------------

# Instructions and peak memory against the budgets of docs/architecture.md.
bench: lua native
	@scripts/setup.sh bench
	@$(TSX) scripts/bench.ts

clean:
	rm -rf build
