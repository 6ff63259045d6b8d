#!/bin/sh
# Boots an image as far as it goes without its kernel: boot.sh PORT, run in the chroot (image.sh). procd is not process 1 here,
# and starts nothing by itself; netifd, firewall and whatever else is for this machine's network or hardware does not start.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
cd /

wait_for() {
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		ubus list ${1+"$1"} >/dev/null 2>&1 && return
		sleep 1
	done
	echo "boot: there is no ${1-service} on ubus"
}

mkdir -p /tmp/.uci /tmp/state /tmp/etc /tmp/lib /tmp/run/logd /tmp/run/rpcd
chmod 700 /tmp/.uci
! grep -q '^logd:' /etc/passwd || chown logd:logd /tmp/run/logd
wait_for
/sbin/procd -S &
wait_for service

[ -e /etc/board.json ] || /bin/board_detect
[ -s /etc/config/system ] || /bin/config_generate
# shellcheck disable=SC1090 # files of the image
(cd /etc/uci-defaults && for file in *; do [ ! -f "$file" ] || { (. "./$file") && rm -f "$file"; }; done)
printf 'image\nimage\n' | passwd root
uci -q batch <<END
delete uhttpd.main.listen_http
delete uhttpd.main.listen_https
add_list uhttpd.main.listen_http='127.0.0.1:$(($1 - 1))'
add_list uhttpd.main.listen_https='127.0.0.1:$1'
set uhttpd.main.cert='/root/uhttpd.crt'
set uhttpd.main.key='/root/uhttpd.key'
set uhttpd.main.redirect_https='0'
END
uci commit

for service in log rpcd uhttpd; do
	/etc/init.d/$service enable
	/etc/init.d/$service boot
done
wait_for session
reload_config
: >/tmp/booted
