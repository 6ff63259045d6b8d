'use strict';
// Generated from src/sso_login/rights/unknown_groups.ts by "make ucode"; do not edit.

/** Access groups that a file may define which cannot be read as rpcd reads it: what they give is unknown, and counts as full control. */

import { may_define } from 'sso_login.rights.acl';

function with_unknown(group, ignored) {
	const files = map(filter(ignored, (file) => may_define(file, group.name)), (file) => file.name);
	return length(files) == 0
		? group
		: { name: group.name, read: "everything", write: "everything", gives: group.gives, unknown_in: files };
}

/** The levels of groups, with those raised that a file of `ignored` may define. */
export function mark(levels, ignored) {
	return map(levels, (group) => with_unknown(group, ignored));
};
