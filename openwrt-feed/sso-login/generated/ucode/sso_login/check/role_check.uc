'use strict';
// Generated from src/sso_login/check/role_check.ts by "make ucode"; do not edit.

/** The part of the check that judges the roles: names, users and rights. */

import { array_some, starts_with } from 'sso_login.ecma';
import { list as json_list } from 'sso_login.io.json';
import { luci_group } from 'sso_login.base.public_names';
import { read_groups as acl_read_groups, groups_in } from 'sso_login.rights.acl';
import { excluded_pattern, role_access, causes_of } from 'sso_login.rights.permissions';
import { all_pages, opens_one } from 'sso_login.rights.menu';
import { of_groups } from 'sso_login.rights.access_level';
import { mark as unknown_groups_mark } from 'sso_login.rights.unknown_groups';
import { grants_of_roles, of_roles } from 'sso_login.rights.role_rights';
import { add_missing } from 'sso_login.base.strings';
import { read_sections, usable_roles, conflicts } from 'sso_login.rpcd.rpcd_logins';
import { lag_of } from 'sso_login.rpcd.reconcile';
import { role_names } from 'sso_login.rpcd.rpcd_sessions';
import { outdated_roles, growth_text } from 'sso_login.rpcd.rpcd_sync';
import { fault_of as role_sections_fault_of } from 'sso_login.settings.role_sections';
import { allows, kinds as role_matching_kinds, counts_at } from 'sso_login.rights.role_matching';
import { warning, warn_of, ok as report_ok, error, error_of } from 'sso_login.check.report';
import { odd_in_entry } from 'sso_login.check.typos';

/** Whether an entry of a list, a name or a pattern with or without `!`, matches an access group. */
function matches_a_group(io, entry, groups) {
	const bare = starts_with(entry, "!") ? excluded_pattern(entry) : entry;
	return array_some(groups, (group) => group === bare || io.fnmatch(bare, group));
}

/** The router's access groups, and the files that are ignored, each of which is noted. */
function access_groups(run) {
	const read = acl_read_groups(run.io);
	for (let file in read.ignored) {
		const reason = { id: file.text !== null ? "file_malformed" : "file_unreadable" };
		warning(run, "acl_file_ignored", { file: file.name, reason });
	}
	return read;
}

/** The entries of all roles that match no access group, as `role: entry`. */
function unknown_entries(run, groups, roles) {
	const unknown = [];
	for (let role in roles) {
		const entries = filter([...role.read, ...role.write], (entry) => !matches_a_group(run.io, entry, groups));
		add_missing(
			unknown,
			map(entries, (entry) => role.name + ": " + entry)
		);
	}
	return unknown;
}

function has_rights(role) {
	return length(role.read) + length(role.write) > 0;
}

function names_of(roles) {
	return map(roles, (role) => role.name);
}

/** Notes roles that open no page of LuCI. */
function check_luci(run, groups, roles) {
	const without_luci = [];
	const without_page = [];
	const found = all_pages(run.io);
	for (let role in filter(roles, (candidate) => has_rights(candidate) && allows(candidate, "web"))) {
		const granted = groups_in(grants_of_roles(run.io, groups, [role]));
		if (!(index(granted, luci_group) >= 0)) {
			push(without_luci, role);
		} else if (!opens_one(found, granted)) {
			push(without_page, role);
		}
	}
	warn_of(run, "roles_without_luci", "roles", names_of(without_luci));
	warn_of(run, "roles_without_page", "roles", names_of(without_page));
}

/** Notes the access level of each role with rights; with a warning where a role without `write` reaches beyond looking. */
function check_access_levels(run, read, roles) {
	const levels = unknown_groups_mark(of_groups(run.io, read.groups), read.ignored);
	const pages = all_pages(run.io);
	for (let role in filter(roles, (candidate) => has_rights(candidate))) {
		const found = role_access(run.io, levels, pages, role);
		const verdict = { id: "can_" + found.verdict };
		const params = { role: role.name, verdict, pages: json_list(causes_of(found)) };
		if (found.verdict === "look") {
			report_ok(run, "role_looks", { role: role.name, verdict });
		} else if (length(role.write) > 0) {
			report_ok(run, "role_reaches", params);
		} else {
			warning(run, "role_reads_more", params);
		}
	}
}

/** Notes the rule that a role breaks, or subjects of no configured issuer. */
function check_rule(run, role, issuers) {
	const fault = role_sections_fault_of(role, role.anonymous === true);
	const issuer = role.sub_issuer ?? "";
	if (fault !== null) {
		const id = fault.option === "sub_issuer" ? "role_without_issuer" : "role_wrong";
		error(run, id, { role: role.name, must: fault.must });
	} else if (role.sub !== null && !(index(issuers, issuer) >= 0)) {
		warning(run, "role_other_issuer", { role: role.name, issuer });
	}
}

/** Notes entries with a character that most often comes from copying: a login compares it like any other. */
function check_entries(run, role) {
	const entries = [];
	for (let list in role_matching_kinds) {
		for (let entry in role[list] ?? []) {
			const character = odd_in_entry(list, entry);
			add_missing(entries, character !== null ? [`'${entry}' (${character})`] : []);
		}
	}
	if (length(entries) > 0) {
		warning(run, "role_entries", { role: role.name, entries: join(", ", entries) });
	}
}

/** Notes saved roles whose sections of rpcd are not current, and those whose sessions have other rights. */
export function check_sections(run, saved) {
	const logins = read_sections(run.io);
	if (!logins.ok) {
		error_of(run, "rpcd_unreadable", logins);
		return;
	}
	const usable = usable_roles(logins.data, saved);
	const rights = of_roles(run.io, usable);
	const outdated = outdated_roles(logins.data, rights);
	warn_of(run, "roles_behind", "roles", outdated);
	run.growth = length(outdated) > 0 ? growth_text(rights) : null;
	// Not everybody who may check may know who is logged in.
	const behind = [];
	for (let entry in lag_of(run.io).sessions) {
		add_missing(behind, [role_names(entry)]);
	}
	warn_of(run, "rights_behind", "roles", behind);
};

/** Notes the providers at which each role counts, and those of a role that do not exist. */
function check_providers(run, roles, providers) {
	for (let role in roles) {
		for (let provider in filter((role.provider ?? []), (name) => !(index(providers, name) >= 0))) {
			warning(run, "role_provider_gone", { role: role.name, provider });
		}
		const at = filter(providers, (name) => counts_at(role, name));
		if (length(providers) > 1 && length(at) > 0) {
			report_ok(run, "role_counts", { role: role.name, providers: join(", ", at) });
		}
	}
}

/** Judges names, rules and rights of all roles; `configs` are those of the providers. */
export function check_roles(run, roles, configs) {
	const before = length(run.findings);
	const issuers = map(configs, (config) => config.issuer_url);
	if (length(roles) == 0) {
		error(run, "roles_none");
	}
	for (let role in roles) {
		check_rule(run, role, issuers);
		check_entries(run, role);
	}
	const logins = read_sections(run.io);
	for (let conflict in conflicts(logins.ok ? logins.data : [], roles)) {
		warning(run, "role_left_out", { role: conflict.role });
	}
	const without_users = filter(roles, (role) => length([...[...role.email, ...role.group, ...role.sub ?? []], ...role.client ?? []]) == 0);
	warn_of(run, "roles_match_nobody", "roles", names_of(without_users));
	const without_rights = filter(roles, (role) => !has_rights(role));
	warn_of(run, "roles_without_rights", "roles", names_of(without_rights));
	const read = access_groups(run);
	const groups = read.groups;
	const names = map(groups, (group) => group.name);
	if ((index(names, luci_group) >= 0)) {
		check_luci(run, groups, roles);
	}
	warn_of(run, "access_groups_unknown", "entries", unknown_entries(run, names, roles));
	if (length(run.findings) == before) {
		report_ok(run, "roles_ok", { roles: join(", ", names_of(roles)) });
	}
	const providers = map(configs, (config) => config.provider);
	check_providers(run, roles, providers);
	check_access_levels(run, read, roles);
};

/** Notes whether programs may exchange tokens, and whether a role is for them. */
export function check_programs(run, roles, audience) {
	if (audience === null) {
		return;
	}
	const open = filter(roles, (role) => allows(role, "api"));
	if (length(open) == 0) {
		warning(run, "programs_without_role", { audience });
	} else {
		report_ok(run, "programs_on", { audience, roles: join(", ", names_of(open)) });
	}
};
