#!/bin/sh
# Installs what the build and the tests need and this machine lacks: scripts/setup.sh GROUP...
# Where it may not install, it says what is missing and exits 1.
set -eu

cd "$(dirname "$0")/.."

# The Debian packages of a group; Node's are installed with each.
packages() {
	case "$1" in
	node) ;;
	luci) echo gettext ;;
	format) echo clang-format ;;
	build) echo gcc libc6-dev make pkg-config liblua5.1-0-dev libcurl4-openssl-dev libmbedtls-dev libssl-dev ;;
	# The box, the suites that `make test` runs, and all checks.
	base)
		echo lua5.1 lua-cjson lua-lpeg lua-posix lua-busted lua-check lua-rex-posix lua-unit openssl \
			lighttpd lighttpd-mod-openssl curl busybox gawk mawk shellcheck faketime perl signify-openbsd
		packages build
		packages luci
		packages format
		;;
	bench) echo ca-certificates strace valgrind ;;
	browser) echo chromium-headless-shell fonts-dejavu-core ;;
	# Providers; what a portal needs that Debian only recommends, and a database that needs no answers.
	glewlwyd) echo glewlwyd dbconfig-sqlite3 sqlite3 ;;
	lemonldap) echo liblemonldap-ng-portal-perl libplack-perl libstring-random-perl libio-string-perl ;;
	firefox) echo firefox-esr fonts-dejavu-core ;;
	webkit) echo webkit2gtk-driver xvfb xauth fonts-dejavu-core ;;
	oracle) echo libapache2-mod-auth-openidc ;;
	# Fuzzing, valgrind, foreign architectures.
	long)
		echo clang libclang-rt-14-dev llvm valgrind dpkg-dev qemu-user-static debian-archive-keyring zlib1g-dev \
			gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-mipsel-linux-gnu gcc-s390x-linux-gnu \
			libc6-dev-armhf-cross libc6-dev-arm64-cross libc6-dev-mipsel-cross libc6-dev-s390x-cross
		;;
	*)
		echo "setup: no such group: $1" >&2
		return 2
		;;
	esac
}

wanted=$(for group in "${@:-base}"; do packages "$group" || exit; done)
# shellcheck disable=SC2086 # a list of names
installed=$([ -z "$wanted" ] || dpkg-query -W -f='${Package} ${db:Status-Status} ' $wanted 2>/dev/null || true)
missing=""
for package in $wanted; do
	case " $installed " in
	*" $package installed "*) ;;
	*) missing="$missing $package" ;;
	esac
done

if [ -n "$missing" ]; then
	if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
		echo "setup: missing Debian packages:$missing" >&2
		echo "setup: install them as root: apt-get install$missing" >&2
		exit 1
	fi
	echo "setup: installing$missing"
	log=$(mktemp)
	export DEBIAN_FRONTEND=noninteractive
	# shellcheck disable=SC2086 # a list of names
	if ! { apt-get update && apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		echo "setup: could not install:$missing" >&2
		exit 1
	fi
	rm -f "$log"
fi

if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
	echo "setup: npm ci"
	# No package's own script runs: what the tools need is in them.
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch node_modules/.package-lock.json
fi
