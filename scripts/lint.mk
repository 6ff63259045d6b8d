# All static checks: make -sk -f scripts/lint.mk, or some of them by name. What finds nothing prints nothing.

BIN := node_modules/.bin
# A large young generation halves the garbage collector's work.
NODE := node --max-semi-space-size=64
TSX := $(NODE) --import tsx
NATIVE_SRC := openwrt-feed/sso-login-native/src

# Files that git tracks or would track: files by their name, and those whose first line calls a program.
FILES := git ls-files --cached --others --exclude-standard
CALLING := git grep --untracked --files-with-matches --extended-regexp
LUA = $(shell $(FILES) '*.lua'; $(CALLING) '^#!/usr/bin/lua' -- openwrt-feed test)
RC_SCRIPTS = $(shell $(CALLING) '^#!/bin/sh /etc/rc\.common' -- openwrt-feed test)
SHELL_SCRIPTS = $(shell $(FILES) '*.sh' .ci/run; $(CALLING) '^#!/bin/sh$$' -- docs openwrt-feed test ':!*Makefile' ':!*.md')

# Long ones first: two run at a time.
CHECKS := typescript prettier lua luci ucode releases texts docs closure comments rooms luacheck native shellcheck
.PHONY: all $(CHECKS)
all: $(CHECKS)

# The service with the subset's own library, src/ecma.d.ts; TypeScriptToLua checks the types with the real one.
typescript:
	$(TSX) scripts/check-typescript.ts

prettier:
	$(NODE) $(BIN)/prettier --check --log-level=warn .

# Committed files that are generated are what the sources give: always so where they were just generated (build/lua, build/ucode).
lua ucode: %:
	test -e build/$* && test -z "$$(find src scripts package-lock.json openwrt-feed/sso-login/generated/$* -newer build/$* -print -quit)" \
		|| $(TSX) scripts/build-$*.ts --check
luci:
	$(TSX) scripts/build-luci.ts --check

# The ucode is what OpenWrt 24.10 takes (test/box/lua/ucode/releases.lua); in two halves, as Lua has at most 200 variables.
UCODE_DIR := $(CURDIR)/openwrt-feed/sso-login/generated/ucode
releases:
	for half in 0 1; do test/box/bin/ucode -S -c -o /dev/null -L '$(UCODE_DIR)/*.uc' -e "$$(cd $(UCODE_DIR) && find sso_login -name '*.uc' | \
		sed "s|/|.|g; s|\.uc$$||; s|.*|import * as m from '&'; { }|" | awk 'NR % 2 == '$$half' { sub(/ m /, " m" NR " "); print }')" || exit; done

texts:
	scripts/i18n.sh --check
	$(TSX) scripts/catalogues.ts --check

docs:
	$(TSX) scripts/gen-docs.ts --check
	$(TSX) scripts/check-docs.ts
	scripts/version.sh --check

# A request does not load more than it did.
closure:
	$(TSX) scripts/closure.ts

# Comments begin with a noun phrase or a verb in the third person, as ESLint demands of doc comments. No layer names an entry point.
comments:
	! git grep --untracked -n 'entry_points/' -- src/sso_login ':!src/sso_login/entry_points'
	! git grep --untracked -nE '(^|\s)(/?\*+|//|--+|#+) *(What|Who|Whoever|That|Where)\b' -- eslint openwrt-feed scripts src test Makefile \
		':!*.md' ':!openwrt-feed/*/generated/*' ':!openwrt-feed/*/htdocs/*'

# A room of src/luci has at most 16 files, and its name tells a file from all others. The runtimes have the same files of `io`.
rooms:
	! $(FILES) 'src/luci/*.ts' | sed 's|/[^/]*$$||' | sort | uniq -c | awk '$$1 > 16' | grep .
	! $(FILES) 'src/luci/*.ts' | sed 's|.*/||' | sort | uniq -d | grep .
	! $(FILES) src/lua/io src/ucode/io | sed 's|.*/||; s|\..*||' | sort | uniq -u | grep .

luacheck:
	luacheck --formatter=plain --codes $(sort $(LUA))

# rc.common sources its scripts, so they are ash with functions and variables that are used from outside. Any user may put a file or a
# link into /tmp, and these run as root.
shellcheck:
	! git grep --untracked -n '/tmp/' -- openwrt-feed/sso-login/files
	shellcheck --external-sources $(sort $(SHELL_SCRIPTS))
	shellcheck --shell=dash --exclude=SC2034,SC3043 $(RC_SCRIPTS)

native:
	clang-format --style=file:$(NATIVE_SRC)/.clang-format --dry-run --Werror $(NATIVE_SRC)/*.[ch] $(shell $(FILES) 'test/native/*.[ch]')
	for crypto in mbedtls openssl; do for binding in lua ucode; do $(MAKE) -s --no-print-directory -C $(NATIVE_SRC) \
		CRYPTO=$$crypto BINDING=$$binding UCODE_CFLAGS=-I$(CURDIR)/test/native/ucode-api \
		OUT=$(CURDIR)/build/native/strict/$$binding-$$crypto CFLAGS="-O2 -Werror" || exit; done; done
