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

clean:
	rm -rf build
