'use strict';
// Generated from src/sso_login/answers/settings_answer.ts by "make ucode"; do not edit.

/** The answer of the ubus method `get`: the saved settings, the rights that roles may give, and the live sessions. */

import { array_find, key_of } from 'sso_login.ecma';
import { list as json_list } from 'sso_login.io.json';
import { reduced_luci_group, package_name, first } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { version as version_version } from 'sso_login.base.version';
import { public_set } from 'sso_login.jose.client_keys';
import { ok } from 'sso_login.result';
import { of_groups } from 'sso_login.rights.access_level';
import { read_groups } from 'sso_login.rights.acl';
import { mark as unknown_groups_mark } from 'sso_login.rights.unknown_groups';
import { all_pages } from 'sso_login.rights.menu';
import { read_sections, local_logins } from 'sso_login.rpcd.rpcd_logins';
import { provider_sections } from 'sso_login.settings.package_sections';
import { saved_sections } from 'sso_login.settings.saved_config';
import { values_of, shown_values, roles_of } from 'sso_login.settings.page_settings';
import { list_names } from 'sso_login.settings.role_sections';
import { sessions } from 'sso_login.answers.panels';
import { answer as password_method_answer } from 'sso_login.answers.password_method';

/** The access groups by name, with the first of several descriptions. */
function access_groups(io) {
	const read = read_groups(io);
	const groups = read.groups;
	const levels = unknown_groups_mark(of_groups(io, groups), read.ignored);
	const shown = filter(levels, (group) => group.name !== reduced_luci_group);
	return map(shown, (group) => {
		const described = array_find(groups, (candidate) => candidate.name === group.name && candidate.description !== "");
		return {
			name: group.name,
			description: described !== null ? described.description : "",
			read: group.read,
			write: group.write,
			gives: group.gives !== null ? json_list(group.gives) : null,
			unknown_in: group.unknown_in !== null ? json_list(group.unknown_in) : null,
			downloads: group.downloads !== null ? json_list(group.downloads) : null,
			leads_out: group.leads_out !== null ? json_list(group.leads_out) : null,
		};
	});
}

/** Whether a caller may change the settings; root in the shell, who has no session, may. */
function may_write(io, sid) {
	const right = { ubus_rpc_session: sid, scope: "uci", object: package_name, function: "write" };
	const reply = sid !== "" ? io.ubus_call("session", "access", right) : null;
	return reply === null || (reply.ok && reply.data !== null && reply.data.access === true);
}

/** The lists of a role that name people and programs. */
const member_lists = ["email", "group", "sub", "client"];

function role_answer(role, with_members) {
	const answer = { anonymous: role.anonymous, sub_issuer: role.sub_issuer };
	for (let list in list_names) {
		answer[list] = json_list(with_members || !(index(member_lists, list) >= 0) ? (role[list] ?? []) : []);
	}
	answer.name = role.name;
	return answer;
}

function has_secret(sections, provider) {
	return (values_of(sections, provider).client_secret ?? "") !== "";
}

function rights_answer(io) {
	return {
		access_groups: json_list(access_groups(io)),
		pages: json_list(
			map(all_pages(io), (entry) => ({
				path: entry.path,
				titles: json_list(entry.titles),
				groups: json_list(entry.groups),
			}))
		),
	};
}

/**
 * `sid` is the caller's session. A caller that may not change the settings does not see other users' sessions and addresses. `with_page`
 * opens LuCI's login page for the question whether the caller may turn passwords off.
 */
function people_answer(io, sid, may_see_all, with_page) {
	return {
		sessions: json_list(filter(sessions(io, sid), (entry) => may_see_all || entry.own)),
		password_login: password_method_answer(io, sid, may_see_all, with_page),
	};
}

/** The saved settings, valid or not, with the members of roles or without; CONFIG_ERROR when UCI cannot read the package. */
function saved_answer(io, with_members) {
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const logins = read_sections(io);
	const all = provider_sections(sections.data);
	const further = filter(all, (section) => section.name !== first);
	return ok({
		values: shown_values(sections.data, first),
		client_secret_set: has_secret(sections.data, first),
		providers: json_list(
			map(further, (section) => ({
				name: section.name,
				values: shown_values(sections.data, section.name),
				client_secret_set: has_secret(sections.data, section.name),
			}))
		),
		roles: json_list(map(roles_of(sections.data), (role) => role_answer(role, with_members))),
		logins: json_list(local_logins(logins.ok ? logins.data : [])),
		jwks: public_set(io),
		version: version_version,
	});
}

/**
 * One part of the settings page's data, `saved`, `rights`, `people` or `sessions` (which opens no login page), or everything where `part` is "". A caller that may not change
 * the settings gets neither the members of roles nor other users' sessions and addresses. CONFIG_ERROR when UCI cannot read the package.
 */
export function get_settings(io, sid, part) {
	if (part === "rights") {
		return ok(rights_answer(io));
	}
	const may_see_all = may_write(io, sid);
	if (part === "people" || part === "sessions") {
		return ok(people_answer(io, sid, may_see_all, part === "people"));
	}
	const saved = saved_answer(io, may_see_all);
	if (!saved.ok || part === "saved") {
		return saved;
	}
	const all = {};
	const parts = [saved.data, rights_answer(io), people_answer(io, sid, may_see_all, true)];
	for (let each in parts) {
		for (let name in sorted_keys(each)) {
			all[key_of(name)] = each[key_of(name)];
		}
	}
	return ok(all);
};
