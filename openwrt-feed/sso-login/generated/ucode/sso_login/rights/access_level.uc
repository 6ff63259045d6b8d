'use strict';
// Generated from src/sso_login/rights/access_level.ts by "make ucode"; do not edit.

/**
 * The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
 * and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
 */

import { array_some, ends_with, key_of, starts_with, substring } from 'sso_login.ecma';
import { sorted_keys, add_missing } from 'sso_login.base.strings';
import { grants_of, groups_in } from 'sso_login.rights.acl';
import { higher_level } from 'sso_login.rights.permissions';

/** Harmless grants: `scope function object`, or `ubus object method`; a final `*` matches any rest. */
const harmless = [
	"access-group *",
	// For these rpcd and cgi-io check the scope `file` or `uci`, too.
	"ubus file *",
	"ubus uci *",
	"cgi-io read exec",
	"cgi-io read download",
	"cgi-io write exec",
	"cgi-io write upload",
	"ubus iwinfo *",
	"ubus luci get*",
	"ubus luci-rpc get*",
	"ubus session access",
	"ubus session login",
	"ubus sso-login get",
	"ubus system board",
	"ubus system info",
	"ubus network get_proto_handlers",
	"ubus network.device status",
	"ubus network.interface dump",
	"ubus network.rrdns lookup",
	"ubus log read",
	"ubus dsl metrics",
	"ubus dsl statistics",
	"ubus fingerprint fingerprint",
	"ubus rc list",
	"file list *",
	"file stat *",
	"file read /proc/sys/*",
	"file read /sys/block/*",
	"file read /etc/board.json",
	"file read /etc/services",
	// Whole command lines; a grant of the bare program would permit any arguments.
	"file exec /bin/dmesg -r",
	"file exec /sbin/logread -e ^",
	"file exec /usr/sbin/logread -e ^",
	"file exec /usr/libexec/syslog-wrapper",
	"file exec /sbin/sysupgrade --list-backup",
	"file exec /sbin/ip -[46] neigh show",
	"file exec /sbin/ip -[46] route show table all",
	"file exec /sbin/ip -[46] rule show",
	"file exec /sbin/ip -[46] -j neigh show",
	"file exec /sbin/ip -[46] -j route show table all",
	"file exec /sbin/ip -[46] -j rule show",
	"uci read luci",
	"uci read system",
	"uci read dhcp",
	"uci read firewall",
	"uci read fstab",
];

/** The restart, by its method and by its program, which restarts with any argument. */
const restarting = ["ubus system reboot", "file exec /sbin/reboot"];

/** Grants with which LuCI's page Wireless works. */
const of_wifi = ["uci write wireless", "file exec /sbin/wifi", "ubus hostapd.* del_client"];

/** Methods that match harmless ones, but tell keys of wireless networks, or command lines of other users. */
const revealing_methods = ["ubus luci-rpc getWirelessDevices", "ubus luci getProcessList"];

/** Beginnings of the names of methods that change nothing. */
const read_verbs = ["get", "list", "read", "stat", "info", "dump", "show"];

function is_harmless(io, grant) {
	const known = array_some(harmless, (entry) => ends_with(entry, "*") ? starts_with(grant, substring(entry, 0, length(entry) - 1)) : grant === entry);
	// The grant itself may be a pattern.
	return known && !array_some(revealing_methods, (method) => io.fnmatch(grant, method));
}

function level_of_grant(io, scope, object, name) {
	const is_method = scope === "ubus";
	const grant = scope + " " + (is_method ? object + " " + name : name + " " + object);
	if (is_harmless(io, grant)) {
		return "look";
	}
	if ((index(restarting, grant) >= 0)) {
		return "restart";
	}
	if ((index(of_wifi, grant) >= 0)) {
		return "wifi";
	}
	if (scope === "file" && name === "exec") {
		return "programs";
	}
	const reads = is_method ? array_some(read_verbs, (verb) => starts_with(name, verb)) : name === "read";
	return reads ? "secrets" : "everything";
}

/** Adds a permission of a group to what is known of it: the higher level, and the groups that it gives. */
function add_permission(known, io, group, permission) {
	const grants = grants_of(group, permission);
	let worst = known[permission];
	for (let scope in sorted_keys(grants)) {
		for (let pair in grants[key_of(scope)] ?? []) {
			worst = higher_level(worst, level_of_grant(io, scope, pair[0], pair[1]));
		}
	}
	known[permission] = worst;
	const others = filter(groups_in(grants), (name) => name !== group.name);
	if (length(others) > 0) {
		known.gives = known.gives ?? [];
		add_missing(known.gives, others);
	}
}

/** The level of each access group, sorted by name; several files may define one group. */
export function of_groups(io, groups) {
	const found = {};
	for (let group in groups) {
		const known = found[key_of(group.name)] ?? { name: group.name };
		add_permission(known, io, group, "read");
		add_permission(known, io, group, "write");
		found[key_of(group.name)] = known;
	}
	return map(sorted_keys(found), (name) => found[key_of(name)] ?? { name });
};
