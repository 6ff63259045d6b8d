'use strict';
// Generated from src/sso_login/rights/unknown_groups.ts by "make ucode"; do not edit.

/**
 * Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control. Others
 * of such a file grant nothing, as rpcd's sections name only groups that were read, and the public group.
 */

import { array_some } from 'sso_login.ecma';
import { luci_group, reduced_luci_group } from 'sso_login.base.public_names';
import { may_define } from 'sso_login.rights.acl';
import { public_group } from 'sso_login.rights.permissions';

function with_unknown(group, ignored) {
	// In rpcd's sections the reduced group stands for LuCI's.
	const names = group.name === luci_group ? [group.name, reduced_luci_group] : [group.name];
	const files = map(filter(ignored, (file) => array_some(names, (name) => may_define(file, name))), (file) => file.name);
	return length(files) == 0
		? group
		: { name: group.name, read: "everything", write: "everything", gives: group.gives, unknown_in: files };
}

/** The levels of groups, with those raised that a file of `ignored` may define. */
export function mark(levels, ignored) {
	const is_listed = array_some(levels, (group) => group.name === public_group);
	const all = is_listed ? levels : [...levels, ...[{ name: public_group }]];
	return filter(map(all, (group) => with_unknown(group, ignored)), (group) => is_listed || group.name !== public_group || group.unknown_in !== null);
};
