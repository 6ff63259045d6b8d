'use strict';
// Generated from src/sso_login/rights/acl.ts by "make ucode"; do not edit.

/**
 * Access groups and their grants by the rules of rpcd's session.c, so that a session gets exactly the grants of rpcd's own
 * `session login`. Each function names the C function that it follows.
 *
 * rpcd reads its files with a lenient parser (comments, trailing commas), as this service does in ucode; the parser in Lua is strict. A
 * file that cannot be read as rpcd reads it grants nothing here, is logged, and what it may define is unknown (`may_define`).
 */

import { array_some, ends_with, key_of, starts_with } from 'sso_login.ecma';
import { is_object, decode_as_rpcd, is_array } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { sorted_keys, add_missing } from 'sso_login.base.strings';
import { kinds as permissions_kinds, permits as permissions_permits } from 'sso_login.rights.permissions';

const access_group_scope = "access-group";

/** The largest files of rpcd have some 10 KB; rpcd itself has no limit. */
const max_file_bytes = 1048576;

/** The scopes of a permission of a group; none where it is no JSON object (rpc_login_setup_acl_file). */
function permission_of(group, permission) {
	const scopes = group[permission];
	return is_object(scopes) ? scopes : {};
}

function groups_of(file) {
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

/** The files of a folder that match `*.json`, without hidden ones, in the order of glob(3), as `decode` reads them. */
export function read_definitions(io, folder, max_bytes, decode) {
	const names = filter((io.list_dir(folder) ?? []), (name) => ends_with(name, ".json") && !starts_with(name, "."));
	return map(names, (name) => {
		const text = io.read_file(folder + "/" + name, max_bytes);
		const file = text !== null ? decode(text) : null;
		return { name, text, content: file !== null && file.ok ? file.data : null };
	});
};

/**
 * All access groups of the router, file by file, and the files without content (rpc_login_setup_acls, rpc_login_setup_acl_file).
 */
export function read_groups(io) {
	const files = read_definitions(io, io.paths.acl_dir, max_file_bytes, decode_as_rpcd);
	const groups = [];
	for (let file in files) {
		for (let group in groups_of(file.content ?? {})) {
			push(groups, group);
		}
	}
	return { groups, ignored: filter(files, (file) => file.content === null) };
};

/** Whether rpcd may read a group of this name in a file that cannot be read here; an escape may stand for any character. */
export function may_define(file, name) {
	const text = file.text;
	return text === null || array_some(["\\", '"' + name + '"', "'" + name + "'"], (part) => (index(text, part) >= 0));
};

/** All access groups of the router, and the files that are left out, which are logged. */
export function load_groups(io) {
	const read = read_groups(io);
	for (let file in read.ignored) {
		event(io, "warning", "ACL_FILE_IGNORED", [
			["file", file.name],
			["reason", file.text !== null ? "not a JSON object" : "cannot be read"],
		]);
	}
	return read;
};

/** The names of a record's members, in any order. */
function names_in(record) {
	return keys(record); // eslint-disable-line subset/key-order -- to_grants sorts what they fill
}

/**
 * Adds a scope in either notation: an array of objects, whose function is the permission, or a table
 * `"object": ["function", …]`; only strings count (rpc_login_setup_acl_scope).
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

/** Adds all scopes of a permission and, if it has any, the group itself in the scope `access-group` (rpc_login_setup_acl_file). */
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

/** The names of the access groups among grants. */
export function groups_in(grants) {
	return map((grants[access_group_scope] ?? []), (pair) => pair[0]);
};

/** The grants of a permission of a group. */
export function granted_by(group, permission) {
	const tree = {};
	add_permission(tree, group, permission);
	return to_grants(tree);
};

/** The grants of those permissions of groups for which `permits` says so. */
export function grants_where(groups, permits) {
	const tree = {};
	for (let group in groups) {
		for (let permission in permissions_kinds) {
			if (permits(permission, group.name)) {
				add_permission(tree, group, permission);
			}
		}
	}
	return to_grants(tree);
};

/**
 * The grants of `session login` for a login section with a role's lists and `list read 'unauthenticated'`, which LuCI needs
 * (rpc_login_setup_acls). Of several roles each is granted by itself, so a `!` of one never takes from another.
 */
export function grants_of_lists(io, groups, roles) {
	return grants_where(groups, (permission, name) => array_some(roles, (role) => permissions_permits(io, role, permission, name))
	);
};

function writable_groups(groups) {
	return filter(groups, (group) => length(sorted_keys(granted_by(group, "write"))) > 0);
}

/** The names of access groups with something to write, with which no role may write. */
export function groups_beyond(io, groups, roles) {
	const lists = map(roles, (role) => ({ read: [], write: role.write ?? [] }));
	const names = [];
	for (let group in writable_groups(groups)) {
		if (!array_some(lists, (list) => permissions_permits(io, list, "write", group.name))) {
			add_missing(names, [group.name]);
		}
	}
	return names;
};

/** Whether roles together may write with every access group of the router that has something to write; there must be one. */
export function change_everything(io, groups, roles) {
	return length(writable_groups(groups)) > 0 && length(groups_beyond(io, groups, roles)) == 0;
};
