#!/bin/bash
# The README's two commands where a newcomer runs them: a plain user of a bare Debian 12 that was just started, in a folder whose
# name is not ASCII, with another time zone, a strict umask and Turkish, whose i is no I: .ci/bare-debian.sh LOGS
#
# Writes the TAP of the suites to the folder LOGS, test-<name> each. Where this machine permits no such Debian it says why and ends
# with 3. Downloads are kept in ~/.cache/sso-login-ci. This machine's mirrors, proxies and certificate authorities are used there as well.
set -euo pipefail

source=$(cd "$(dirname "$0")/.." && pwd)
logs=$(realpath -m "${1:?usage: .ci/bare-debian.sh LOGS}")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/sso-login-ci
authorities=/etc/ssl/certs/ca-certificates.crt

say() { echo "bare-debian: $*" >&2; }
refuse() { say "$*"; exit 3; }

# Everything else has mounts and processes of its own, which end with it.
if [ "${2:-}" != inside ]; then
	[ "$(id -u)" = 0 ] || refuse "only root can make a Debian"
	unshare --mount-proc --pid --fork --kill-child true 2>/dev/null || refuse "mounts and processes of its own are not permitted here"
	command -v debootstrap >/dev/null || { apt-get update && apt-get install --yes --no-install-recommends debootstrap; } >/dev/null 2>&1 ||
		refuse "debootstrap is missing and cannot be installed"
	places=${TMPDIR:-/var/tmp}
	find "$places" -maxdepth 1 -name 'sso-login-bare.*' -mmin +1440 -exec rm -rf --one-file-system {} +
	place=$(mktemp -d "$places/sso-login-bare.XXXXXX")
	trap 'rm -rf --one-file-system "$place"' EXIT
	# The signal comes while this process waits; with that child all of the Debian's processes and mounts end.
	trap '[ -z "$child" ] || kill -KILL "$child"; exit 143' INT TERM HUP
	child=
	mkdir -p "$logs" "$cache"/{debootstrap,apt,npm}
	status=0
	unshare --mount-proc --pid --fork --kill-child "$0" "$logs" inside "$place" &
	child=$!
	wait "$child" || status=$?
	exit "$status"
fi
root=$3/root
mkdir -m 755 "$root"

# Debian's mirror of this machine, where it is a Debian itself.
# shellcheck disable=SC2016 # apt's own words
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' 'Created-By: Packages' 2>/dev/null | head -n 1 || :)
settings=()
for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
	[ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
while IFS= read -r setting; do
	settings+=("$setting")
done < <(for name in registry proxy https-proxy noproxy cafile strict-ssl; do
	value=$(npm config get $name 2>/dev/null) || continue
	[ "$name" != cafile ] || [ "$value" = null ] || value=$authorities
	case "$value" in null | undefined | '') ;; *) echo "npm_config_${name//-/_}=$value" ;; esac
done)
[ -z "${NODE_EXTRA_CA_CERTS:-}" ] || settings+=("NODE_EXTRA_CA_CERTS=$authorities")

say "a minimal Debian 12${mirror:+ from $mirror} (usually half a minute)"
exec 9>"$cache/lock"
flock 9
debootstrap --variant=minbase --cache-dir="$cache/debootstrap" bookworm "$root" ${mirror:+"$mirror"} >"$logs/debootstrap.log" 2>&1 ||
	{ tail -n 5 "$logs/debootstrap.log" >&2; refuse "debootstrap failed"; }
[ ! -c "$root/dev/null" ] || : 2>/dev/null >"$root/dev/null" || refuse "device files cannot be used in $root"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump 2>/dev/null | grep -E '^Acquire::(https?|Retries|Languages)\b' >"$root/etc/apt/apt.conf.d/90host" || :
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount --bind "$cache/apt" "$root/var/cache/apt/archives"

as_root() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "${settings[@]}" "$@"; }
# What README.md takes for granted; then what set-up names.
say "git, make and a locale"
as_root sh -c 'apt-get update && apt-get install --yes --no-install-recommends git make ca-certificates locales &&
	localedef -i tr_TR -f UTF-8 tr_TR.UTF-8' >"$logs/apt.log" 2>&1 ||
	{ tail -n 5 "$logs/apt.log" >&2; exit 1; }
if [ -f $authorities ]; then
	cp $authorities "$root/usr/local/share/ca-certificates/host.crt"
	as_root update-ca-certificates >>"$logs/apt.log" 2>&1
fi
as_root useradd --create-home --uid 1000 --shell /bin/bash mia
mkdir "$root/home/mia/.npm"
mount --bind "$cache/npm" "$root/home/mia/.npm"
place=/home/mia/Übung
(umask 077 && git -c safe.directory='*' clone --quiet --no-local "$source" "$root$place")
as_root chown -R mia:mia /home/mia

up=$(cut -d. -f1 /proc/uptime)
young=(unshare --time --boottime $((60 - up)) --monotonic $((60 - up)))
if ! "${young[@]}" true 2>/dev/null; then
	say "the kernel permits no other uptime: it is that of this machine, $up seconds"
	young=()
fi
# Runs a command in the checkout as the plain user.
# shellcheck disable=SC2016 # expanded there
as_user=("${young[@]}" chroot --userspec=mia:mia "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/home/mia USER=mia
	LOGNAME=mia TZ=Pacific/Auckland LC_ALL=tr_TR.UTF-8 "${settings[@]}" sh -c 'umask 077 && cd "$0" && exec "$@"' "$place")

# The first `make` names a command for root, which may be another one after it.
for _ in 1 2 3; do
	"${as_user[@]}" make setup >"$logs/setup.log" 2>&1 && break
	command=$(sed -n 's/^setup: install them as root: //p' "$logs/setup.log")
	[ -n "$command" ] || { tail -n 20 "$logs/setup.log" >&2; exit 1; }
	say "$command"
	as_root sh -c "${command//apt-get install/apt-get install --yes}" >>"$logs/apt.log" 2>&1 || { tail -n 20 "$logs/apt.log" >&2; exit 1; }
done
as_root sh -c "cd $place && apt-get install --yes --no-install-recommends \$(scripts/setup.sh --names browser)" >>"$logs/apt.log" 2>&1
as_root apt-get autoclean >>"$logs/apt.log" 2>&1
flock -u 9
say "$(cat "$root/etc/debian_version"), up for $("${as_user[@]}" cut -d. -f1 /proc/uptime) seconds"

"$source/.ci/readme.sh" "$logs" "$root$place" "${as_user[@]}" >&2
