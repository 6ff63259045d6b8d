# sso-login: see README.md. Every target does the set-up that it needs.

# Neither make nor the shell scripts take such a path apart rightly.
ifneq ($(shell pwd | LC_ALL=C tr -d 'A-Za-z0-9._/+~@=,\200-\377\n-'),)
$(error The path of this folder, $(CURDIR), has a blank or another character that make cannot take: move it, for example to $(HOME)/sso-login)
endif
# Node of this checkout, where the system's is too old (scripts/setup.sh).
# lighttpd and others are where a plain user's PATH does not look.
export PATH := $(CURDIR)/build/node/bin:$(PATH):/usr/sbin:/sbin

TSX := node --import tsx
FEED := openwrt-feed
NATIVE := $(CURDIR)/build/native
# Settings of the box and its tests: CRYPTO is mbedtls or openssl, RUNTIME is lua or ucode.
export CRYPTO ?= mbedtls
# The needs of a box.
BOX := setup build/$(or $(RUNTIME),lua) native

# The targets that a newcomer needs come first.
help: ## print this list
	@LC_ALL=C awk -F ':.*## ' '/^[a-z][a-z0-9 -]*:.*## / { wide = length($$1) > 20 ? "\n" sprintf("%21s", "") : ""; \
		line = sprintf("%-21s%s%s\n", $$1, wide, $$2); \
		if ($$1 ~ /^(setup|demo|run|test|ipk)$$/) first = first line; else others = others line } \
		END { printf "%s\nOthers:\n%s", first, others }' $(MAKEFILE_LIST)
	@printf '\nSuites (SUITES="...") of make test:\n%s\nof make test-long:\n%s\n' '$(SHORT_SUITES)' '$(LONG_SUITES)' | fold -s -w 120

setup: setup-base ## install missing packages; without root: name them
setup-%: ; @scripts/setup.sh $*
clean: ## remove the folder build/
	rm -rf build

# Build -----------------------------------------------------------------------------------------------------------------

lua ucode: %: setup-node ## generate the service's Lua or ucode from TypeScript (committed)
	@$(TSX) scripts/catalogues.ts
	@$(TSX) scripts/build-$*.ts

# The same, only when a source has changed.
build/lua build/ucode: build/%: $(shell find src/sso_login src/lua src/ucode scripts/build-* scripts/lua-* scripts/ucode -type f)
	@echo '$*: generating it from src/ (usually 15 seconds)' >&2
	@$(MAKE) --no-print-directory $*
	@mkdir -p build && touch $@
# Another RUNTIME than these.
build/%: ; @echo 'RUNTIME: there is no $*; there are: lua ucode' >&2; exit 2

luci: setup-luci ## generate the JavaScript of LuCI's pages and the translation templates (committed)
	@$(TSX) scripts/build-luci.ts
	@scripts/i18n.sh

native: setup-build ## compile the C modules for both crypto backends into build/native/
	@test -d $(NATIVE)/openssl || echo 'native: compiling the C modules (usually 20 seconds)' >&2
	@for crypto in mbedtls openssl; do \
		$(MAKE) -s -C $(FEED)/sso-login-native/src CRYPTO=$$crypto OUT=$(NATIVE)/$$crypto && \
		$(MAKE) -s -C test/native/ucode-api CRYPTO=$$crypto OUT=$(NATIVE)/ucode || exit; done
docs: setup-node ## generate the tables of the documents from the sources
	@$(TSX) scripts/gen-docs.ts
format: setup-format ## format all sources
	@-node_modules/.bin/eslint --fix --quiet . >/dev/null
	@node_modules/.bin/prettier --write --log-level warn .
	@clang-format -i $(FEED)/sso-login-native/src/*.[ch]

# Router in a box -------------------------------------------------------------------------------------------------------

demo: $(BOX) ## show one login request by request; ROLE=operator or ROLE=viewer has fewer rights, PROVIDERS=2 a second provider
	@$(TSX) test/box/demo.ts
run: $(BOX) ## run router and provider for a login in a browser, on ROUTER_PORT and PROVIDER_PORT
	@# With job control Ctrl-C reaches the box alone, and make does not report it as an error. It needs a terminal.
	@bash $$(! { : </dev/tty; } 2>/dev/null || echo -m) -c '$(TSX) test/box/run-box.ts'
bench: setup build/lua native ## measure instructions, memory, files and system calls against docs/performance.md
	@scripts/setup.sh bench && $(TSX) test/bench/bench.ts && $(TSX) test/bench/loops.ts

# Tests: a suite is a target test-<name> that writes TAP ------------------------------------------------------------------

export SHORT_SUITES := ucode lint e2e browser native package-ucode e2e-sample-ucode tools hostile luci contract-lua contract-ucode
export LONG_SUITES := native-long fuzz differential mutation mutate crash growth load oracle e2e-openssl package providers browser-firefox \
	browser-webkit $(addsuffix -ucode,crash e2e e2e-openssl browser hostile providers)

# Two suites at a time, that of the specs first. What they share is built first, so that they do not build it twice.
test: setup build/lua build/ucode native ## run all tests but the long ones; SUITES="luci ucode" runs these suites
	@scripts/suites.sh $(if $(SUITES),,'all take 11 minutes on two idle cores') -j2 $(or $(SUITES),$(SHORT_SUITES))
test-long: setup native ## run the suites that take long
	@scripts/suites.sh $(if $(SUITES),,'they take hours') -j1 $(or $(SUITES),$(LONG_SUITES))

lint: setup ## run all static checks; prints only what fails
	@$(MAKE) -skj2 --no-print-directory -f scripts/lint.mk
lint-%: setup
	@$(MAKE) -s --no-print-directory -f scripts/lint.mk $*

# Data of the specs: keys, tokens and documents, and the tokens, keys and claims of the hostile suite.
SPEC_DATA := build/unit-fixtures.json build/vectors.json
build/unit-fixtures.json: test/unit/support/make-fixtures.ts | setup-node
	@$(TSX) $<
build/vectors.json: $(shell find test/hostile test/box/provider -name '*.ts') | setup-node
	@mkdir -p build && $(TSX) test/hostile/vectors.ts $@

mutate: setup native $(SPEC_DATA) ## run the specs against changed sources (mutation testing); MODULE="jose/jws web" tries a module and a folder
	@$(TSX) test/mutation/mutate.ts $(if $(MODULE),"module=$(MODULE)")

# A command as a suite of one test.
test-lint test-fuzz test-mutate: test-%:
	@echo 1..1; out=$$(make $* 2>&1) && echo "ok 1 - $*" || { echo "not ok 1 - $*"; echo "$$out" | sed 's/^/# /'; exit 1; }

test-tools test-luci test-mutation: test-%: setup ## test the build scripts, the logic of LuCI's pages, the mutator
	@$(TSX) test/run-files.ts 2 test/$* $(TESTS)

test-unit: setup native $(SPEC_DATA) ## run only the specs of the generated Lua; TESTS="jose/jws settings" runs those of a module, a folder
	@test/unit/run.sh $(TESTS)
test-ucode: setup native $(SPEC_DATA) ## run the specs in Lua and their calls in ucode; UCODE=… names a real ucode
	@$(TSX) test/ucode/run.ts
# The stand-in of ucode has Lua's parsers: only the released program has something to tell.
test-differential: setup native ## put generated JSON, tokens, queries, cookies and addresses to Lua and to the ucode that UCODE=… names
	@$(if $(UCODE),$(TSX) test/ucode/differential.ts,echo "1..0 # SKIP UCODE names no released ucode")
contract: test-contract-lua test-contract-ucode ## test the stand-ins of ubus and ucode, and libuci
test-contract-%: setup
	@test/contract/run.sh $*

test-native: setup ## test both crypto backends and the HTTPS client with sanitizers
	@ROUNDS=$(or $(ROUNDS),5) $(TSX) test/native/run.ts
test-native-long: setup ## test them without sanitizers, with valgrind, on mbedtls 3.6 and on other architectures
	@scripts/setup.sh long && $(TSX) test/native/run.ts host valgrind mbedtls36 curl-mbedtls architectures
coverage: setup ## print the branch coverage of the C layer by test-native
	@rm -rf build/coverage
	@export NATIVE_BUILD=build/coverage CPPFLAGS= CFLAGS="-O0 -g --coverage -fprofile-update=atomic" LDFLAGS=--coverage; \
		tap=$$($(MAKE) -s test-native) || { echo "$$tap" | grep -v '^ok'; exit 1; }; $(TSX) test/native/coverage.ts
fuzz: setup ## run the C layer's fuzzers, TIME=10 seconds each
	@scripts/setup.sh fuzz && $(MAKE) -j2 --no-print-directory -C test/native/fuzz TIME=$(or $(TIME),10)

test-e2e: $(BOX) ## run whole logins over HTTPS; TESTS="login logout" runs these files
	@$(TSX) test/run-files.ts 4 test/e2e $(TESTS)
test-e2e-openssl: ; @$(MAKE) test-e2e CRYPTO=openssl
test-e2e-sample: ; @$(MAKE) test-e2e TESTS="$(or $(TESTS),callback login logout pieces runtimes)"
test-%-ucode: ; @$(MAKE) test-$* RUNTIME=ucode
test-browser: $(BOX) ## run whole logins in Chromium (CHROMIUM=…), or in Firefox ESR (BROWSER=firefox)
	@if test "$(CHROMIUM)$(BROWSER)" || scripts/setup.sh browser >&2; then \
		$(TSX) test/run-files.ts $(if $(BROWSER),1,2) test/browser $(TESTS); \
	else echo "1..0 # SKIP no browser; as root: apt-get install $$(scripts/setup.sh --names browser)"; fi

# A suite is skipped where its browser cannot be installed.
test-browser-firefox: ; @if scripts/setup.sh firefox >&2; then $(MAKE) test-browser BROWSER=firefox; \
	else echo "1..0 # SKIP no Firefox; as root: apt-get install $$(scripts/setup.sh --names firefox)"; fi
test-browser-webkit: $(BOX) ## run the main browser tests in WebKitGTK
	@if scripts/setup.sh webkit >&2; then xvfb-run -a $(TSX) test/run-files.ts 1 test/webkit $(TESTS); \
	else echo "1..0 # SKIP no WebKitGTK; as root: apt-get install $$(scripts/setup.sh --names webkit)"; fi
test-providers: $(BOX) ## run logins at real providers: Keycloak, Hydra, Dex, Gitea, Canaille, Spring, glewlwyd, LemonLDAP::NG
	@for group in glewlwyd lemonldap; do scripts/setup.sh $$group || :; done
	@scripts/providers.sh $(TESTS)
	@$(TSX) test/run-files.ts 2 test/providers $(TESTS)

# hostile: misbehaving providers; oracle: their tokens and documents at Debian's mod_auth_openidc.
test-hostile test-crash test-growth test-load test-oracle: test-%: $(BOX) ## test bad providers, crashes, growth, load; TESTS="kid clock" runs these cases
	@test $* != oracle || scripts/setup.sh oracle || :
	@$(TSX) test/$*/$*.test.ts $(TESTS)

test-untouched: setup ## run suites on ROUTER=… and compare the router before and after; TESTS="e2e browser"
	@$(TSX) test/untouched/untouched.ts $(or $(TESTS),e2e browser load)

# The suite is set up by hand (test/conformance/README.md), so that no list of suites has this one.
conformance: reach-suite $(BOX) ## run the OpenID Foundation's suite at SUITE=https://localhost:8443; TESTS="logout" runs these plans
	@scripts/suites.sh --verbose conformance
reach-suite: setup ; @$(TSX) test/conformance/conformance.ts --reach
test-conformance: ; @$(TSX) test/conformance/conformance.ts $(TESTS)

include scripts/openwrt/packages.mk

# A target that there is not.
.DEFAULT:
	@awk -v wanted='$@' -f scripts/nearest.awk $(MAKEFILE_LIST) >&2; exit 2

.PHONY: $(shell LC_ALL=C sed -n 's/^\([a-z][a-z0-9 -]*\):.*/\1/p' $(MAKEFILE_LIST))
