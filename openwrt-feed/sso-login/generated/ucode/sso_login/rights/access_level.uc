'use strict';
// Generated from src/sso_login/rights/access_level.ts by "make ucode"; do not edit.

/**
 * The access levels of access groups. The name of a permission says little: LuCI's groups for programs that run as root, for backups
 * and for flash are `read`. A grant that is not known to be harmless counts as the worst that it may be.
 */

import { array_some, ends_with, key_of, starts_with, substring } from 'sso_login.ecma';
import { luci_group } from 'sso_login.base.public_names';
import { sorted_keys, add_missing } from 'sso_login.base.strings';
import { grants_of, groups_in } from 'sso_login.rights.acl';
import { higher_level, permits } from 'sso_login.rights.permissions';

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

/** Methods that match harmless ones, but tell keys of wireless networks, or command lines of other users. */
const revealing_methods = ["ubus luci-rpc getWirelessDevices", "ubus luci getProcessList"];

/** Beginnings of the names of methods that change nothing. */
const read_verbs = ["get", "list", "read", "stat", "info", "dump", "show"];

function is_harmless(io, grant) {
	const known = array_some(harmless, (entry) => ends_with(entry, "*") ? starts_with(grant, substring(entry, 0, length(entry) - 1)) : grant === entry);
	// The grant itself may be a pattern.
	return known && !array_some(revealing_methods, (method) => io.fnmatch(grant, method));
}

/** Folders that name files by the ids of rpcd's sessions, and those above them; an id is all that rpcd and LuCI ask of a user. */
const session_folders = [
	"/",
	"/var",
	"/var/run",
	"/var/run/rpcd",
	"/tmp",
	"/tmp/run",
	"/tmp/run/rpcd",
	"/run",
	"/run/rpcd",
];

/** Whether a pattern matches only itself. */
function is_literal(pattern) {
	return !array_some(["*", "?", "[", "\\", ".."], (part) => (index(pattern, part) >= 0));
}

/** Whether a grant of the scope `file` reaches what rpcd keeps of sessions. */
function reaches_sessions(io, pattern) {
	const is_inside = starts_with(pattern, "/var/run/rpcd/") || starts_with(pattern, "/tmp/run/rpcd/");
	return is_inside || array_some(session_folders, (folder) => io.fnmatch(pattern, folder));
}

function level_of_grant(io, scope, object, name) {
	const is_method = scope === "ubus";
	const grant = scope + " " + (is_method ? object + " " + name : name + " " + object);
	if (scope === "file" && name !== "stat" && name !== "exec" && reaches_sessions(io, object)) {
		return "everything";
	}
	if (is_harmless(io, grant) || (scope === "file" && name === "list" && is_literal(object))) {
		return "look";
	}
	if (is_method && io.fnmatch(object, "session")) {
		return "everything";
	}
	if ((index(restarting, grant) >= 0)) {
		return "restart";
	}
	if (scope === "file" && name === "exec") {
		return "programs";
	}
	const reads = is_method ? array_some(read_verbs, (verb) => starts_with(name, verb)) : name === "read";
	return reads ? "secrets" : "everything";
}

/** The level of grants; undefined where there are none. The lists of folders of `luci-base` do not count (`role_rights`). */
function level_of(io, group, grants) {
	let worst;
	for (let scope in sorted_keys(grants)) {
		for (let pair in grants[key_of(scope)] ?? []) {
			const is_left_out = group.name === luci_group && scope === "file" && pair[1] === "list";
			if (!is_left_out && worst !== "everything") {
				worst = higher_level(worst, level_of_grant(io, scope, pair[0], pair[1]));
			}
		}
	}
	return worst;
}

/** Whether a role with these lists is full control. */
export function is_full_control(io, groups, role) {
	return array_some(["write", "read"], (permission) => array_some(groups, (group) => permits(io, role, permission, group.name) &&
				level_of(io, group, grants_of(group, permission)) === "everything"));
};

/** Adds a permission of a group to what is known of it: the higher level, and the groups that it gives. */
function add_permission(known, io, group, permission) {
	const grants = grants_of(group, permission);
	const level = level_of(io, group, grants);
	if (level !== null) {
		known[permission] = higher_level(known[permission], level);
	}
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
