# sso-login: see README.md. Every target does the set-up that it needs.

TSX := node --import tsx
FEED := openwrt-feed
NATIVE := $(CURDIR)/build/native
# Of the box and the tests in it: crypto backend, mbedtls or openssl; and RUNTIME, lua or ucode.
export CRYPTO ?= mbedtls

help: ## this list
	@sed -n 's/^\([a-z][a-z0-9 -]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 28

setup: setup-base ## install what is missing, or say what may not be installed
setup-%: ; @scripts/setup.sh $*
clean: ## remove everything that was built
	rm -rf build

# Build -----------------------------------------------------------------------------------------------------------------

lua ucode: %: setup-node ## TypeScript to the modules inside the feed, which are committed
	@$(TSX) scripts/build-$*.ts

# The same, where a source is newer than what was built last.
build/lua build/ucode: build/%: $(shell find src/sso_login src/lua src/ucode scripts/build-* scripts/ucode -type f)
	@$(MAKE) --no-print-directory $*
	@mkdir -p build && touch $@

luci: setup-luci ## TypeScript to the JavaScript of LuCI's pages, committed too, and their texts to translate
	@$(TSX) scripts/build-luci.ts
	@scripts/i18n.sh

native: setup-build ## the C modules with both crypto backends: build/native/<backend>; ucode's for tests alone: …/ucode/<backend>
	@for crypto in mbedtls openssl; do \
		$(MAKE) -s -C $(FEED)/sso-login-native/src CRYPTO=$$crypto OUT=$(NATIVE)/$$crypto && \
		$(MAKE) -s -C test/native/ucode-api CRYPTO=$$crypto OUT=$(NATIVE)/ucode || exit; done
native-sizes: native ## the size of each C module, stripped as on a router
	@test/native/sizes.sh 32768 $(NATIVE)/mbedtls $(NATIVE)/openssl $(NATIVE)/ucode/mbedtls $(NATIVE)/ucode/openssl
docs: setup-node ## documents that are made from the sources
	@$(TSX) scripts/gen-docs.ts
format: setup-format ## all sources in the project's style
	@-node_modules/.bin/eslint --fix --quiet . >/dev/null
	@node_modules/.bin/prettier --write --log-level warn .
	@clang-format -i $(FEED)/sso-login-native/src/*.[ch]

# Router in a box -------------------------------------------------------------------------------------------------------

demo: setup build/$(or $(RUNTIME),lua) native ## one whole login, hop by hop; ROLE=operator or ROLE=viewer: with fewer rights
	@$(TSX) scripts/demo.ts
run: setup build/$(or $(RUNTIME),lua) native ## a box to try with a browser, on ROUTER_PORT and PROVIDER_PORT
	@$(TSX) scripts/run-box.ts
bench: setup build/lua native ## instructions, memory, files, system calls against the budgets of docs/performance.md
	@scripts/setup.sh bench && $(TSX) test/bench/bench.ts

# Tests: a suite is a target test-<name> that writes TAP ------------------------------------------------------------------

SUITES := lint e2e browser native package-ucode e2e-sample-ucode tools ucode hostile-sample luci contract-lua contract-ucode
LONG_SUITES := native-long fuzz mutation mutate crash growth load oracle e2e-openssl package hostile providers browser-firefox \
	browser-webkit $(addsuffix -ucode,crash e2e e2e-openssl browser hostile providers)

# A line a suite, what failed, and the counts of all as the last line; what a suite wrote is in build/test-logs/.
prove = @PERL5LIB=scripts PERL_TEST_HARNESS_DUMP_TAP=build/test-logs \
	prove $(2) --formatter SuiteCounts --merge --exec 'make -s --no-print-directory' $(1:%=test-%)

# Files of a folder's tests: those that TESTS names, or all. What makes up a box is nothing to ask a real router.
files = $(or $(TESTS:%=test/$(1)/%.test.ts),$(filter-out $(if $(ROUTER),%/boxes.test.ts %/runtimes.test.ts),$(wildcard test/$(1)/*.test.ts)))

# Two suites at a time, long ones first; what they share is built before.
test: setup build/lua build/ucode native ## all suites but the long ones, or those of SUITES; ends with the counts of all tests
	$(call prove,$(SUITES),-j2)
test-long: setup native ## the suites that take long
	$(call prove,$(LONG_SUITES))

lint: setup ## all static checks; prints what fails and nothing else
	@$(MAKE) -skj2 --no-print-directory -f scripts/lint.mk
lint-%: setup
	@$(MAKE) -s --no-print-directory -f scripts/lint.mk $*

mutate: setup native ## the service changed one place at a time: its specs must notice; MODULE=jose/jws tries one module
	@$(TSX) scripts/mutate.ts $(if $(MODULE),module=$(MODULE))

# One command as one test.
test-lint test-fuzz test-mutate: test-%:
	@echo 1..1; out=$$(make $* 2>&1) && echo "ok 1 - $*" || { echo "not ok 1 - $*"; echo "$$out" | sed 's/^/# /'; exit 1; }

test-tools test-luci test-mutation: test-%: setup ## the project's own tools, LuCI's pages without a browser, and the mutator
	@$(TSX) test/run-files.ts 2 $(call files,$*)

test-unit: setup native ## busted specs of the generated Lua, which test-ucode runs as well
	@LUA_PATH="$(FEED)/sso-login/generated/lua/?.lua;test/unit/?.lua;;" LUA_CPATH="build/native/$(CRYPTO)/?.so;;" \
		busted --output=TAP --pattern=_spec test/unit
test-ucode: setup native ## the specs' calls once more in ucode; UCODE=… names another program than the stand-in
	@$(TSX) test/ucode/run.ts
contract: test-contract-lua test-contract-ucode ## the stand-ins of ubus, uci and ucode, by cases that the real ones pass
test-contract-%: setup
	@test/contract/run.sh $*

test-native: setup ## both C backends and the HTTPS client, plain and under sanitizers
	@ROUNDS=$(or $(ROUNDS),5) $(TSX) test/native/run.ts
test-native-long: setup ## the same with more mutations, under valgrind, on mbedtls 3.6, and on other architectures
	@scripts/setup.sh long && $(TSX) test/native/run.ts crypto valgrind mbedtls36 curl-mbedtls architectures
fuzz: setup ## the C layer's fuzzers, TIME=10 seconds each
	@scripts/setup.sh long && $(MAKE) --no-print-directory -C test/native/fuzz TIME=$(or $(TIME),10)

# A router has one configuration, which every file of tests makes its own.
test-e2e: setup build/$(or $(RUNTIME),lua) native ## whole logins over HTTPS; TESTS="login logout" runs some files alone
	@$(TSX) test/run-files.ts $(if $(ROUTER),1,4) $(call files,e2e)
test-e2e-openssl: ; @$(MAKE) test-e2e CRYPTO=openssl
test-e2e-sample: ; @$(MAKE) test-e2e TESTS="requests callback login logout command-line code runtimes backchannel-logout slots"
test-%-ucode: ; @$(MAKE) test-$* RUNTIME=ucode
test-browser: setup build/$(or $(RUNTIME),lua) native ## the same in Chromium, or that of CHROMIUM; BROWSER=firefox: in Firefox ESR
	@scripts/setup.sh browser
	@$(TSX) test/run-files.ts $(if $(ROUTER)$(BROWSER),1,2) $(call files,browser)

# What may not be installed is skipped by name.
test-browser-firefox: ; @if scripts/setup.sh firefox >&2; then $(MAKE) test-browser BROWSER=firefox; \
	else echo "1..0 # SKIP there is no firefox-esr"; fi
test-browser-webkit: setup build/$(or $(RUNTIME),lua) native ## the main ones of these in WebKitGTK
	@if scripts/setup.sh webkit >&2; then xvfb-run -a $(TSX) test/run-files.ts 1 $(call files,webkit); \
	else echo "1..0 # SKIP there is no webkit2gtk-driver"; fi
test-providers: setup build/$(or $(RUNTIME),lua) native ## logins through providers that Debian has: glewlwyd, LemonLDAP::NG
	@for group in glewlwyd lemonldap; do scripts/setup.sh $$group || :; done
	@$(TSX) test/run-files.ts 2 $(call files,providers)

# Providers and times that are bad, load; what the former's tokens and documents come to at Debian's mod_auth_openidc.
test-hostile test-crash test-growth test-load test-oracle: test-%: setup build/$(or $(RUNTIME),lua) native ## bad providers, times, sizes; TESTS="kid clock" picks cases
	@test $* != oracle || scripts/setup.sh oracle || :
	@$(TSX) test/$*/$*.test.ts $(TESTS)
test-hostile-sample: ; @$(MAKE) test-hostile ONE_IN=4

include scripts/openwrt/packages.mk
.PHONY: $(shell sed -n 's/^\([a-z][a-z0-9 -]*\):.*/\1/p' $(MAKEFILE_LIST))
