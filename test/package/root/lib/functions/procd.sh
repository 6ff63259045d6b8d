# Stand-in for OpenWrt's procd functions, as far as a service without a process needs them. What procd would know of a
# service is a file in /var/run/procd: one line `reload <package> <script>` for each trigger.

# shellcheck shell=dash disable=SC2154 # variables are set by rc.common

procd_add_reload_trigger() {
	local package

	for package in "$@"; do
		echo "reload $package $initscript" >>"/var/run/procd/$service"
	done
}

procd_register() {
	mkdir -p /var/run/procd
	: >"/var/run/procd/$service"
	service_triggers
}

procd_forget() {
	rm -f "/var/run/procd/$service"
}
