#!/bin/sh
# Runs the userland of an OpenWrt image as a router, as root: its own ubusd, procd, logd, rpcd and uhttpd, in a chroot with
# mounts, processes and IPC of its own and with this machine's network, of which it uses only the loopback interface.
#
#   test/image/image.sh start ROOTFS    an archive that tar reads, or a folder; an image that runs is ended first
#   test/image/image.sh shell COMMAND   a command line as root in it: ROUTER_SHELL="test/image/image.sh shell"
#   test/image/image.sh stop
#
# The copy is in build/image/root; /tmp is in memory. Address https://router.localhost:IMAGE_PORT (8453), certificate
# build/image/ca.pem, password of root: image. An image of another processor needs qemu-user and its binfmt entry.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../build/image
root=$work/root
port=${IMAGE_PORT:-8453}

# Without these nothing in the image changes this machine's network, clock or modules.
bounds=-net_admin,-net_raw,-sys_module,-sys_time,-sys_boot,-sys_rawio,-mknod

fail() {
	echo "image: $*" >&2
	exit 1
}

alive() { grep -qs image-init "/proc/$(cat "$work/pid" 2>/dev/null)/cmdline"; }

# 1: user  2...: a program of the image
inside() {
	user=$1
	shift
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root USER=root TERM=dumb \
		/usr/bin/setpriv --bounding-set="$bounds" /usr/sbin/chroot --userspec="$user" "$root" "$@"
}

stop() {
	! alive || kill -9 "$(cat "$work/pid")"
	rm -f "$work/pid"
}

unpack() {
	rm -rf "$root"
	mkdir -p "$root"
	if [ -d "$1" ]; then
		cp -a "$1/." "$root/"
	else
		tar -x -p -f "$1" -C "$root"
	fi
	mkdir -p "$root/dev" "$root/proc" "$root/sys" "$root/tmp" "$root/root" "$root/etc/config"
	[ -e "$root/var" ] || ln -s tmp "$root/var"
	inside 0:0 /bin/sh -c : || fail "the image's /bin/sh does not run here: is it of another processor? Then install" \
		"qemu-user-static and binfmt-support"
}

# Names, and a certificate for the web server.
configure() {
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=router.localhost \
		-addext subjectAltName=DNS:router.localhost -addext basicConstraints=critical,CA:TRUE \
		-keyout "$root/root/uhttpd.key" -out "$root/root/uhttpd.crt" 2>/dev/null
	cp "$root/root/uhttpd.crt" "$work/ca.pem"
	echo '127.0.0.1 localhost router.localhost idp.localhost' >"$root/etc/hosts"
	cp "$here/boot.sh" "$root/root/boot.sh"
}

# Process 1 of the image: makes its mounts, starts boot.sh and reaps whatever ends.
init() {
	mount --make-rprivate /
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount --bind -o ro "$root/proc/sys" "$root/proc/sys" && mount -o remount,bind,ro "$root/proc/sys"
	mount -t sysfs -o ro sysfs "$root/sys"
	mount -t tmpfs -o mode=1777 tmp "$root/tmp"
	mount -t tmpfs -o mode=755 dev "$root/dev"
	for device in null zero full random urandom tty; do
		: >"$root/dev/$device"
		mount --bind "/dev/$device" "$root/dev/$device"
	done
	: >"$root/dev/console"
	: >"$root/dev/kmsg"
	ln -s /proc/self/fd "$root/dev/fd"
	hostname OpenWrt
	cp -L /etc/resolv.conf "$root/tmp/resolv.conf" 2>/dev/null || :
	mkdir -p "$root/tmp/run/ubus" "$root/tmp/lock" "$root/tmp/log"
	user=0:0
	! grep -q '^ubus:' "$root/etc/passwd" || user=ubus:ubus
	chown --reference="$root/root" "$root/tmp/run/ubus"
	[ "$user" = 0:0 ] || inside 0:0 /bin/chown ubus:ubus /tmp/run/ubus
	inside "$user" /sbin/ubusd &
	inside 0:0 /bin/sh /root/boot.sh "$port" &
	while :; do sleep 1; done
}

start() {
	stop
	unpack "$1"
	configure
	setsid unshare --mount --pid --uts --ipc --fork sh "$here/image.sh" init image-init </dev/null >"$work/console" 2>&1 &
	parent=$!
	for _ in $(seq 50); do
		pid=$(pgrep --parent "$parent" || :)
		[ -z "$pid" ] || break
		sleep 0.1
	done
	echo "$pid" >"$work/pid"
	for _ in $(seq "${IMAGE_PATIENCE:-60}"); do
		[ -e "/proc/$pid/root$root/tmp/booted" ] && return
		sleep 1
	done
	cat "$work/console" >&2
	stop
	fail "it has not booted in ${IMAGE_PATIENCE:-60} seconds"
}

shell() {
	alive || fail "no image runs"
	exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root USER=root TERM=dumb \
		nsenter --target "$(cat "$work/pid")" --mount --pid --uts --ipc \
		/usr/bin/setpriv --bounding-set="$bounds" /usr/sbin/chroot "$root" /bin/sh -c "$1"
}

[ "$(id -u)" -eq 0 ] || fail "needs root, for chroot(2) and mounts"
case "${1:-}" in
start) start "${2:?ROOTFS}" ;;
shell) shell "${2:?COMMAND}" ;;
init) init ;;
stop) stop ;;
*) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
