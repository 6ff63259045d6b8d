'use strict';
// Generated from src/sso_login/session/reach.ts by "make ucode"; do not edit.

/**
 * How far access groups reach: what somebody who has them can do beyond looking. LuCI's own groups of programs run as
 * root, of backups and of flash stand under `read`, so that their names say little.
 *
 * Grants count as harmless that are known to be; whatever is not counts as the worst that it may be.
 */

import { array_some, ends_with, key_of, starts_with, substring } from 'sso_login.ecma';
import { sorted_keys } from 'sso_login.base.strings';
import { grants_of } from 'sso_login.session.acl';
import { worse } from 'sso_login.session.lists';

/** `scope function object`, or `ubus object method`; a final `*` stands for any rest. */
const harmless = [
	"access-group *",
	// Doors: rpcd and cgi-io ask the scope `file` or `uci` as well.
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
	// Whole command lines that only show something; a program alone could be given any arguments.
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

/** Methods among them that tell keys of wireless networks, and command lines of other users. */
const telling = ["ubus luci-rpc getWirelessDevices", "ubus luci getProcessList"];

/** How methods begin that tell something and change nothing. */
const getters = ["get", "list", "read", "stat", "info", "dump", "show"];

function is_harmless(io, grant) {
	const known = array_some(harmless, (entry) => ends_with(entry, "*") ? starts_with(grant, substring(entry, 0, length(entry) - 1)) : grant === entry);
	// The grant itself may be a pattern.
	return known && !array_some(telling, (method) => io.fnmatch(grant, method));
}

/** How far one grant reaches. */
function reach_of(io, scope, object, name) {
	const is_method = scope === "ubus";
	if (is_harmless(io, scope + " " + (is_method ? object + " " + name : name + " " + object))) {
		return "look";
	}
	if (scope === "file" && name === "exec") {
		return "programs";
	}
	const tells = is_method ? array_some(getters, (verb) => starts_with(name, verb)) : name === "read";
	return tells ? "secrets" : "everything";
}

/** The worse of what was known and what a permission of a group gives. */
function permission_reach(known, io, group, permission) {
	const grants = grants_of(group, permission);
	let worst = known;
	for (let scope in sorted_keys(grants)) {
		for (let pair in grants[key_of(scope)] ?? []) {
			worst = worse(worst, reach_of(io, scope, pair[0], pair[1]));
		}
	}
	return worst;
}

/** How far each access group reaches, sorted by name; several files may define one. */
export function of_groups(io, groups) {
	const found = {};
	for (let group in groups) {
		const known = found[key_of(group.name)] ?? { name: group.name };
		known.read = permission_reach(known.read, io, group, "read");
		known.write = permission_reach(known.write, io, group, "write");
		found[key_of(group.name)] = known;
	}
	return map(sorted_keys(found), (name) => found[key_of(name)] ?? { name });
};
