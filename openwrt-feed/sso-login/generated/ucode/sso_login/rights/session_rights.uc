'use strict';
// Generated from src/sso_login/rights/session_rights.ts by "make ucode"; do not edit.

/**
 * The rights of sessions, kept in the run directory: to read all access groups is half of what a login computes. The name of a file is
 * the hash of everything that its rights depend on: the version, the roles' lists, and size and times of each file of groups.
 */

import { load_module } from 'sso_login.ecma';
import { encode_repeatable, is_object } from 'sso_login.io.json';
import { strings_of } from 'sso_login.base.json_values';
import { path_of as store_path_of, read_fresh, cache_lifetime, write as store_write } from 'sso_login.base.store';
import { version as version_version } from 'sso_login.base.version';
import { digest_of } from 'sso_login.settings.compiled_config';

/** Seconds after which a change of a file shows in its times. */
const settling_time = 2;

/** Facts of the files of groups; undefined where a file could change now and its facts stay the same. */
function facts_of_groups(io) {
	const now = io.time();
	const facts = [];
	for (let name in io.list_dir(io.paths.acl_dir) ?? []) {
		const info = io.file_info(io.paths.acl_dir + "/" + name);
		if (info === null || info.kind !== "file" || info.ctime + settling_time > now) {
			return null;
		}
		push(facts, `${name} ${info.size} ${info.mtime} ${info.ctime}`);
	}
	return facts;
}

/** The file that keeps the rights of roles. */
function path_of(io, match) {
	const facts = facts_of_groups(io);
	if (facts === null) {
		return null;
	}
	const lists = map(match.roles, (role) => [role.name, role.read, role.write]);
	const made_of = encode_repeatable([version_version, facts, match.role_name, lists]);
	return store_path_of(io, `rights_${digest_of(made_of)}.json`);
}

function read_kept(io, path, name) {
	const kept = read_fresh(io, path, "made_at", cache_lifetime) ?? {};
	const grants = kept.grants;
	const read = strings_of(kept.read);
	const write = strings_of(kept.write);
	return is_object(grants) && read !== null && write !== null
		? { grants: grants, section: { name, read, write } }
		: null;
}

/** The rights of a session of the matching roles, by the router's access groups. */
export function find(io, match) {
	const path = path_of(io, match);
	const kept = path !== null ? read_kept(io, path, match.role_name) : null;
	if (kept !== null) {
		return kept;
	}
	const loaded = load_module('sso_login.rights.acl').load_groups(io);
	const roles = map(match.roles, (one) => load_module('sso_login.rights.role_rights').judge(io, loaded.groups, one));
	// The first role names the session's user.
	const first = roles[0] ?? load_module('sso_login.rights.role_rights').judge(io, loaded.groups, { name: match.role_name });
	const section = load_module('sso_login.rights.role_rights').section_of(io, loaded.groups, first);
	const grants = load_module('sso_login.rights.role_rights').grants_of_judged(io, loaded.groups, roles);
	if (path !== null && length(loaded.ignored) == 0) {
		store_write(io, path, { made_at: io.time(), grants, read: section.read, write: section.write });
	}
	return { grants, section };
};
