'use strict';
// Generated from src/sso_login/rights/acl.ts by "make ucode"; do not edit.

/**
 * Access groups and what they grant, by the rules of rpcd, so that a session can be given exactly what rpcd's own
 * `session login` would give. The rules are those of rpcd's session.c; each function names the one it follows.
 *
 * One difference: rpcd reads its files with a lenient parser (comments, trailing commas), this module with a strict
 * one. A file that only rpcd can read is left out and logged, so a session has fewer rights, never more.
 */

import { array_some, ends_with, key_of, starts_with } from 'sso_login.ecma';
import { is_object, decode_file, is_array } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { sorted_keys } from 'sso_login.base.strings';
import { kinds, permits } from 'sso_login.rights.permissions';

const access_group_scope = "access-group";

/** The largest files of rpcd and of LuCI's menu have some 10 KB. */
const max_file_bytes = 262144;

/** A permission of a group; what is no JSON object defines nothing (rpc_login_setup_acl_file). */
function permission_of(group, permission) {
	const scopes = group[permission];
	return is_object(scopes) ? scopes : {};
}

function groups_in(file) {
	const groups = [];
	for (let name in sorted_keys(file)) {
		const group = file[key_of(name)];
		if (is_object(group)) {
			push(groups, {
				name,
				description: type(group.description) == "string" ? group.description : "",
				read: permission_of(group, "read"),
				write: permission_of(group, "write"),
			});
		}
	}
	return groups;
}

/** The files of a folder that the shell pattern `*.json` names, in the order of glob(3); it never names hidden ones. */
export function read_definitions(io, folder) {
	const names = filter((io.list_dir(folder) ?? []), (name) => ends_with(name, ".json") && !starts_with(name, "."));
	return map(names, (name) => {
		const text = io.read_file(folder + "/" + name, max_file_bytes);
		// No name of rpcd's or LuCI's has a NUL. One search of the text replaces one of each name.
		const file = text !== null && !(index(text, "\\u0000") >= 0) ? decode_file(text) : null;
		const content = file !== null && file.ok ? file.data : null;
		return { name, content, is_readable: text !== null };
	});
};

/**
 * All access groups of the router, file by file, and the files that are left out because they cannot be read or parsed
 * (rpc_login_setup_acls, rpc_login_setup_acl_file).
 */
export function read_groups(io) {
	const files = read_definitions(io, io.paths.acl_dir);
	const groups = [];
	for (let file in files) {
		for (let group in groups_in(file.content ?? {})) {
			push(groups, group);
		}
	}
	return { groups, ignored: filter(files, (file) => file.content === null) };
};

/** All access groups of the router; the log names the files that are left out. */
export function load_groups(io) {
	const read = read_groups(io);
	for (let file in read.ignored) {
		event(io, "warning", "ACL_FILE_IGNORED", [
			["file", file.name],
			["reason", file.is_readable ? "not a JSON object" : "cannot be read"],
		]);
	}
	return read.groups;
};

/** The names of a record's members, in any order: only records are filled by them. */
function names_in(record) {
	return keys(record); // eslint-disable-line subset/key-order -- to_grants sorts what they fill
}

/**
 * A scope in either notation: an array of objects, for which the permission is the function, or a table of objects and
 * their functions, `"object": ["function", …]`; what is no string is skipped (rpc_login_setup_acl_scope).
 */
function add_scope(pairs, definition, permission) {
	if (is_array(definition)) {
		for (let object in definition) {
			if (type(object) == "string") {
				pairs[(object + "\n" + permission)] = [object, permission];
			}
		}
	} else if (is_object(definition)) {
		for (let object in names_in(definition)) {
			const functions = definition[object];
			for (let name in is_array(functions) ? functions : []) {
				if (type(name) == "string") {
					pairs[`${object}\n${name}`] = [object, name];
				}
			}
		}
	}
}

/**
 * All scopes of a permission, and the group itself as an object of the scope `access-group`. A permission without any
 * scope does not count as the group (rpc_login_setup_acl_file).
 */
function add_permission(tree, group, permission) {
	const scopes = group[permission];
	const names = names_in(scopes);
	for (let scope in names) {
		const pairs = tree[scope] ?? {};
		tree[scope] = pairs;
		add_scope(pairs, scopes[scope], permission);
	}
	if (length(names) > 0) {
		const groups = tree[access_group_scope] ?? {};
		groups[(group.name + "\n" + permission)] = [group.name, permission];
		tree[access_group_scope] = groups;
	}
}

function to_grants(tree) {
	const grants = {};
	for (let scope in sorted_keys(tree)) {
		const by_text = tree[scope] ?? {};
		const pairs = [];
		for (let text in sorted_keys(by_text)) {
			push(pairs, by_text[text]);
		}
		if (length(pairs) > 0) {
			grants[scope] = pairs;
		}
	}
	return grants;
}

/** What one permission of one group grants. */
export function grants_of(group, permission) {
	const tree = {};
	add_permission(tree, group, permission);
	return to_grants(tree);
};

/**
 * What `session login` grants for a login section with a role's lists and `list read 'unauthenticated'`, a group that LuCI
 * cannot do without (rpc_login_setup_acls); of several roles all that any single one is granted, so that a `!` of one
 * never takes from another.
 */
export function grants_for(io, groups, roles) {
	const tree = {};
	for (let group in groups) {
		for (let permission in kinds) {
			if (array_some(roles, (role) => permits(io, role, permission, group.name))) {
				add_permission(tree, group, permission);
			}
		}
	}
	return to_grants(tree);
};
