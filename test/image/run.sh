#!/bin/sh
# The packages on an image of OpenWrt (image.sh), as TAP: test/image/run.sh [PART...]
#
#   contract   test/contract against the image's ucode, ubus and uci, and rpcd where the image has Lua with luaposix
#   install    by the image's own opkg or apk, from a feed whose key it must have
#   login      the command line's check, logins, LuCI with its pages, logouts: end-to-end tests
#   e2e        all end-to-end tests
#   upgrade    the same version once more; the configuration stays, sessions live
#   remove     nothing but the configuration stays
#
# ROOTFS names the image, PACKAGES the folder with the packages for it (build/ipk/ucode), RUNTIME what they run in. What they
# depend on comes from the image, from PACKAGES, or from the feeds that the image names. APK names apk 3 of this machine,
# which makes the index for an image with apk.
# shellcheck disable=SC2016 # command lines for the image expand there
set -u

cd "$(dirname "$0")/../.." || exit
work=$PWD/build/image
image=test/image/image.sh
packages=${PACKAGES:-build/ipk/ucode}
export RUNTIME="${RUNTIME:-ucode}"
service=sso-login
[ "$RUNTIME" = ucode ] || ! ls "$packages"/sso-login-lua[_-]* >/dev/null 2>&1 || service=sso-login-lua
count=0
failed=0
began=$(date +%s)

say() { echo "# $*"; }

# 1: the test's name, which has passed if the last command did. A part that cannot go on ends the run.
report() {
	status=$?
	count=$((count + 1))
	if [ "$status" -eq 0 ]; then
		echo "ok $count - $1"
	else
		failed=$((failed + 1))
		echo "not ok $count - $1"
		sed 's/^/# /' "$work/output" 2>/dev/null
	fi
	return "$status"
}

# A command line in the image, whose output only a failure shows.
try() { $image shell "$1" >"$work/output" 2>&1; }

# The results of another suite as further tests of this one. 1: the suite's name  2...: its command
suite() {
	name=$1
	shift
	"$@" 2>&1 | tee "$work/$name.log" | awk -v count="$count" -v suite="$name" '
		/^(not )?ok / { sub(/ok [0-9]+ *-?/, "ok " ++count " - " suite ":") } /^1\.\./ { next } { print; fflush() }'
	count=$((count + $(grep -cE '^(not )?ok ' "$work/$name.log")))
	failed=$((failed + $(grep -c '^not ok ' "$work/$name.log")))
	cp "$work/$name.log" "$work/output"
	grep -qE '^ok ' "$work/$name.log"
	report "$name: has run"
}

end_to_end() {
	suite "$1" env ROUTER=https://router.localhost:"${IMAGE_PORT:-8453}" ROUTER_SHELL="$PWD/$image shell" ROUTER_CA="$work/ca.pem" \
		PROVIDER_HOST=idp.localhost ROUTER_PASSWORD=image MAKEFLAGS= make -s test-e2e TESTS="$2"
}

# The image's feeds may be out of reach; what counts is ours.
manager() {
	case "$1" in
	opkg-key) echo 'opkg-key add /root/feed.pub' ;;
	apk-key) echo 'cp /root/feed.pub /etc/apk/keys/sso-login-test.pem' ;;
	opkg-update) echo 'opkg update; ls /var/opkg-lists/sso_login' ;;
	apk-update) echo 'apk update; apk search -e luci-app-sso-login | grep .' ;;
	opkg-install) echo "opkg install $service luci-app-sso-login" ;;
	apk-install) echo "apk add $service luci-app-sso-login" ;;
	opkg-again) echo "opkg install --force-reinstall $service luci-app-sso-login" ;;
	apk-again) echo "apk fix --reinstall $service luci-app-sso-login" ;;
	opkg-remove) echo "opkg remove --autoremove luci-app-sso-login $service; ! opkg list-installed | grep sso-login" ;;
	apk-remove) echo "apk del luci-app-sso-login $service" ;;
	esac
}

do_contract() {
	rm -rf "$work/root/root/contract"
	cp -r test/contract "$work/root/root/contract"
	suite contract-ucode $image shell 'd=/tmp/contract; for i in etc/config usr/share/rpcd/acl.d var/run/ubus tmp modules config save; do
		mkdir -p $d/$i; done; cd /root; TZ=UTC ucode -L "$d/modules/*.uc" contract/ucode_cases.uc $d'
	if try 'lua -e "require(\"posix.time\"); require(\"uci\"); require(\"ubus\")"'; then
		cp /usr/share/lua/5.1/luaunit.lua "$work/root/root/contract/"
		suite contract-lua $image shell "cd /root; CONTRACT_ROOT= CONTRACT_RELOAD='/etc/init.d/rpcd reload; sleep 2' lua contract/run.lua"
	else
		say 'contract-lua: the image has no Lua with luaposix, libuci-lua and libubus-lua'
	fi
}

do_install() {
	rm -rf "$work"/feed*
	if [ "$manager" = opkg ]; then
		signify-openbsd -G -n -p "$work/feed.pub" -s "$work/feed.sec"
		say 'replaced: usign of the maintainer by signify-openbsd'
	else
		openssl ecparam -name prime256v1 -genkey -noout -out "$work/feed.sec"
		openssl ec -in "$work/feed.sec" -pubout -out "$work/feed.pub" 2>/dev/null
	fi
	scripts/openwrt/make-feed.sh "$packages" "$work/feed" "$work/feed.sec" >"$work/output" 2>&1
	report "a feed of $packages" || return
	cp -r "$work/feed" "$work/feed.pub" "$work/root/root/"
	if [ "$manager" = opkg ]; then
		try "sed -i '/sso_login/d' /etc/opkg/customfeeds.conf; echo 'src/gz sso_login file:///root/feed' >>/etc/opkg/customfeeds.conf"
	else
		try "echo /root/feed/packages.adb >/etc/apk/repositories.d/sso-login.list"
	fi
	! try "$(manager "$manager-update")"
	report "$manager refuses a feed whose key it does not have"
	try "$(manager "$manager-key") && $(manager "$manager-update")"
	report "$manager takes it with its key"
	try "$(manager "$manager-install")"
	report "$manager installs $service and luci-app-sso-login" || return
	try "sso-login --version | grep -Fx 'sso-login $(sed -n 's/^export const version = "\(.*\)";/\1/p' src/sso_login/base/version.ts)'"
	report 'sso-login --version'
	try 'ubus -t 10 wait_for sso-login && /etc/init.d/sso-login enabled'
	report "rpcd has the package's object, and the service starts at boot"
}

# Pages as LuCI's own menu has them, with a password; the last one is the package's.
do_pages() {
	address=https://router.localhost:${IMAGE_PORT:-8453}/cgi-bin/luci
	get() { rm -f "$work/output"; curl -sS --cacert "$work/ca.pem" -b "$work/cookies" -c "$work/cookies" -o "$work/output" -w '%{http_code}' "$@"; }
	rm -f "$work/cookies"
	code=$(get --data 'luci_username=root&luci_password=image' "$address/")
	case $code in 200 | 302) ;; *) false ;; esac
	report "LuCI: root's password opens a session" || return
	for page in status/overview status/logs system/system system/startup network/network services/sso-login; do
		[ "$(get "$address/admin/$page")" = 200 ] && grep -q 'L.require\|ui.instantiateView\|data-page' "$work/output"
		report "LuCI: page $page"
	done
	get "$address/admin/logout" >/dev/null
	[ "$(get "$address/admin/status/overview")" = 403 ]
	report 'LuCI: after the logout it asks for the password' || :
}

do_login() {
	do_pages
	end_to_end login 'check login webui logout'
}
do_e2e() { end_to_end e2e ''; }

do_upgrade() {
	try 'uci set sso-login.default.client_id=kept; uci commit sso-login; ubus call session create "{\"timeout\":600}" | sed -n "s/.*ubus_rpc_session\": \"\(.*\)\".*/\1/p" >/root/session'
	try "$(manager "$manager-again")"
	report "$manager installs the same version again" || return
	# shellcheck disable=SC2016
	try 'ubus -t 10 wait_for session && ubus call session access "{\"ubus_rpc_session\":\"$(cat /root/session)\"}"'
	report 'a session lives on'
	[ "$($image shell 'uci get sso-login.default.client_id')" = kept ]
	report 'the configuration stays'
	end_to_end login-after-upgrade login
}

do_remove() {
	try "$(manager "$manager-remove")"
	report "$manager removes the packages" || return
	$image shell 'find / -xdev \( -name "*sso[-_]login*" -o -name webui \) ! -path "/proc/*" ! -path "/root/*"' | grep -vE \
		'^/(etc/config/sso-login(-opkg)?|etc/apk/repositories.d/.*|etc/apk/keys/.*|lib/apk/packages/.*|var/opkg-lists/.*|tmp/opkg-lists/.*)$' >"$work/output"
	[ ! -s "$work/output" ]
	report 'nothing stays but the configuration'
	try '! grep -q sso_login /etc/config/rpcd && /etc/init.d/rpcd reload && sleep 2 && ubus -t 10 wait_for session && ! ubus list sso-login'
	report 'rpcd has no sections of it, and after its next reload no object'
}

parts='contract install login e2e upgrade remove'
# shellcheck disable=SC2086 # a list of names
[ $# -gt 0 ] || set -- $parts
for part in "$@"; do
	case " $parts " in
	*" $part "*) ;;
	*) echo "test-image: there is no part $part; there are: $parts" >&2; exit 2 ;;
	esac
done
$image start "${ROOTFS:?names no archive or folder}" >&2 || exit
trap '$image stop' EXIT
trap 'exit 130' INT TERM HUP
manager=opkg
! try 'command -v apk' || manager=apk
say "$($image shell '. /etc/openwrt_release; echo "$DISTRIB_DESCRIPTION, $DISTRIB_TARGET, $DISTRIB_ARCH"'), $manager, $RUNTIME"
say 'replaced: the kernel, process 1, and all that netifd, the firewall and hotplug do'
sed 's/^/# boot: /' "$work/console"
for part in "$@"; do
	"do_$part" || break
	say "$part: after $((($(date +%s) - began) / 60)) minutes"
done
echo "1..$count"
[ "$failed" -eq 0 ]
