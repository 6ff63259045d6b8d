'use strict';
// Generated from src/sso_login/rights/full_control.ts by "make ucode"; do not edit.

/** The proof that a role has full control, by the released sources of OpenWrt, rpcd and LuCI. */

import { array_every, array_some, key_of } from 'sso_login.ecma';
import { split_words } from 'sso_login.base.strings';
import { grants_of_lists } from 'sso_login.rights.acl';

const packages = "dhcp dropbear firewall fstab network rpcd sso-login system uhttpd wireless";
const files = "/etc/crontabs/root /etc/dropbear/authorized_keys /etc/passwd /etc/rc.local /etc/shadow";

/** Rights that suffice together, a row each, as the released sources show; of each right one object and one function. */
const proofs = [
	[
		["uci", packages, "write"],
		["ubus", "uci", "set"],
		["ubus", "uci", "apply commit"],
	],
	[
		["file", files, "write"],
		["ubus", "file", "write"],
	],
	[
		["file", files, "write"],
		["cgi-io", "upload", "write"],
	],
	[
		["file", "/bin/sh", "exec"],
		["ubus", "file", "exec"],
	],
	[
		["file", "/bin/sh", "exec"],
		["cgi-io", "exec", "read"],
	],
];

/** Whether grants give a right, as rpcd judges a call (rpc_session_acl_allowed). */
export function gives(io, grants, right) {
	const objects = split_words(right[1], " ");
	const functions = split_words(right[2], " ");
	return array_some((grants[key_of(right[0])] ?? []), (pair) => array_some(functions, (name) => io.fnmatch(pair[1], name)) && array_some(objects, (object) => io.fnmatch(pair[0], object)));
};

/**
 * Whether a role with these lists is proved to have full control. A level is careful in words, as a grant that nobody knows counts as the
 * worst; such a role is protected as one that looks.
 */
export function has_full_control(io, groups, role) {
	const grants = grants_of_lists(io, groups, [role]);
	return array_some(proofs, (rights) => array_every(rights, (right) => gives(io, grants, right)));
};
