#!/bin/sh
# Debian packages without installing them, with lists and cache of their own under build/debian/:
#
#   debian.sh source  SUITE NAME DIR             unpacks the source, as its authors released it, into DIR
#   debian.sh unpack  SUITE ARCH DIR NAME ...    unpacks binary packages of any architecture over DIR
#
# Nothing outside build/ changes; /etc/apt/apt.conf.d (a proxy, say) is honoured.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
command=$1
suite=$2
shift 2

# The mirror that this machine installs from, unless DEBIAN_MIRROR names another.
# shellcheck disable=SC2016 # apt fills it in
known=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
mirror=${DEBIAN_MIRROR:-${known%/}}
if [ -z "$mirror" ]; then
	echo "debian.sh: apt knows no Debian mirror: run apt-get update, or set DEBIAN_MIRROR" >&2
	exit 1
fi
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# One apt directory for each suite and architecture, so that runs do not fight over a lock.
case $command in
source) arch=source ;;
unpack) arch=$1 && shift ;;
*) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
apt=$root/build/debian/$suite-$arch
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/state"
: >"$apt/status"
if [ "$arch" = source ]; then
	echo "deb-src [signed-by=$keyring] $mirror $suite main" >"$apt/sources.list"
	arch=$(dpkg --print-architecture)
else
	echo "deb [signed-by=$keyring arch=$arch] $mirror $suite main" >"$apt/sources.list"
fi

run_apt() {
	apt-get -qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o "Dir::State=$apt/state" -o "Dir::State::lists=$apt/lists" -o "Dir::State::status=$apt/status" \
		-o "Dir::Cache=$apt/cache" -o "APT::Architecture=$arch" -o "APT::Architectures::=$arch" \
		-o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}

# Lists are fetched again only when they are a week old.
if [ -z "$(find "$apt/updated" -mtime -7 2>/dev/null)" ]; then
	run_apt update
	touch "$apt/updated"
fi

case $command in
source)
	name=$1 dir=$2
	[ ! -e "$dir" ] || exit 0
	mkdir -p "$apt/download" "$(dirname "$dir")"
	cd "$apt/download"
	run_apt source --download-only --tar-only "$name"
	mkdir -p "$dir.new"
	tar -x -C "$dir.new" --strip-components=1 -f "$name"_*.orig.tar.?z
	mv "$dir.new" "$dir"
	;;
unpack)
	dir=$1
	shift
	mkdir -p "$dir" "$apt/download"
	cd "$apt/download"
	for name; do
		[ ! -e "$dir/.unpacked-$name" ] || continue
		run_apt download "$name"
		dpkg -x "$name"_*.deb "$dir"
		touch "$dir/.unpacked-$name"
	done
	;;
esac
