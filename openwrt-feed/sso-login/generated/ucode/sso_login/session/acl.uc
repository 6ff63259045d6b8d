'use strict';
// Generated from src/sso_login/session/acl.ts by "make ucode"; do not edit.

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
import { permissions, permits } from 'sso_login.session.lists';

const acl_suffix = ".json";
const access_group_scope = "access-group";

/** LuCI's largest file has some 10 KB. */
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

/** Whether the shell pattern `*.json` names the file; it never names hidden ones. */
function is_acl_file(name) {
	return ends_with(name, acl_suffix) && !starts_with(name, ".");
}

/**
 * All access groups of the router, file by file in the order of glob(3), and the files that are left out because they
 * cannot be read or parsed (rpc_login_setup_acls, rpc_login_setup_acl_file).
 */
export function read_groups(io) {
	const groups = [];
	const ignored = [];
	for (let name in filter((io.list_dir(io.paths.acl_dir) ?? []), (file) => is_acl_file(file))) {
		const text = io.read_file(io.paths.acl_dir + "/" + name, max_file_bytes);
		const file = text !== null ? decode_file(text) : null;
		if (file === null || !file.ok) {
			push(ignored, { name, malformed: text !== null });
		} else {
			for (let group in groups_in(file.data)) {
				push(groups, group);
			}
		}
	}
	return { groups, ignored };
};

/** All access groups of the router; the log names the files that are left out. */
export function load_groups(io) {
	const read = read_groups(io);
	for (let file in read.ignored) {
		event(io, "warning", "ACL_FILE_IGNORED", [
			["file", file.name],
			["reason", file.malformed ? "not a JSON object" : "cannot be read"],
		]);
	}
	return read.groups;
};

function add_grant(tree, scope, object, name) {
	const objects = tree[key_of(scope)] ?? {};
	const names = objects[key_of(object)] ?? {};
	names[key_of(name)] = true;
	objects[key_of(object)] = names;
	tree[key_of(scope)] = objects;
}

/** `"object": ["function", …]`; members that are not strings are skipped (rpc_login_setup_acl_scope). */
function add_functions(tree, scope, object, functions) {
	if (is_array(functions)) {
		for (let name in functions) {
			if (type(name) == "string") {
				add_grant(tree, scope, object, name);
			}
		}
	}
}

/**
 * A scope in either notation: an array of objects, for which the permission is the function, or a table of objects and
 * their functions (rpc_login_setup_acl_scope).
 */
function add_scope(tree, scope, definition, permission) {
	if (is_array(definition)) {
		for (let object in definition) {
			if (type(object) == "string") {
				add_grant(tree, scope, object, permission);
			}
		}
	} else if (is_object(definition)) {
		for (let object in sorted_keys(definition)) {
			add_functions(tree, scope, object, definition[key_of(object)]);
		}
	}
}

/**
 * All scopes of a permission, and the group itself as an object of the scope `access-group`. A permission without any
 * scope does not count as the group (rpc_login_setup_acl_file).
 */
function add_permission(tree, group, permission) {
	const scopes = group[permission];
	for (let scope in sorted_keys(scopes)) {
		add_scope(tree, scope, scopes[key_of(scope)], permission);
		add_grant(tree, access_group_scope, group.name, permission);
	}
}

function to_grants(tree) {
	const grants = {};
	for (let scope in sorted_keys(tree)) {
		const objects = tree[key_of(scope)] ?? {};
		const pairs = [];
		for (let object in sorted_keys(objects)) {
			for (let name in sorted_keys(objects[key_of(object)] ?? {})) {
				push(pairs, [object, name]);
			}
		}
		grants[key_of(scope)] = pairs;
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
 * cannot do without (rpc_login_setup_acls); of several roles all that any of them is granted alone, so that a `!` of one
 * never takes from another.
 */
export function grants_for(io, groups, roles) {
	const tree = {};
	for (let group in groups) {
		for (let permission in permissions) {
			if (array_some(roles, (role) => permits(io, role, permission, group.name))) {
				add_permission(tree, group, permission);
			}
		}
	}
	return to_grants(tree);
};
