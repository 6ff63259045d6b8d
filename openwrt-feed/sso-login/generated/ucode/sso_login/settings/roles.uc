'use strict';
// Generated from src/sso_login/settings/roles.ts by "make ucode"; do not edit.

/** Role sections, and the roles that a user's claims match (specification, "Role sections"). Pure functions. */

import { array_includes, array_some, key_of, lower } from 'sso_login.ecma';
import { email_of, groups_of } from 'sso_login.settings.claims';
import { err, ok } from 'sso_login.result';

/** A list; a single option counts as a list of one, and empty members are left out. */
function list_option(section, option) {
	const value = section.options[key_of(option)];
	const members = type(value) == "string" ? [value] : (value ?? []);
	return filter(members, (member) => member !== "");
}

/** A role section's name and lists, whatever they are. */
export function of_section(section) {
	const sub = list_option(section, "sub");
	return {
		name: section.name,
		email: list_option(section, "email"),
		group: list_option(section, "group"),
		sub: length(sub) > 0 ? sub : null,
		sub_issuer: list_option(section, "sub_issuer")[0],
		read: list_option(section, "read"),
		write: list_option(section, "write"),
	};
};

/** All role sections in file order; CONFIG_ERROR when one has no name, or subjects of nobody. */
export function of_sections(sections) {
	const roles = [];
	for (let section in sections) {
		if (section.type === "role") {
			if (section.anonymous) {
				return err("CONFIG_ERROR", { option: "role", role: section.name, must: { id: "role_name" } });
			}
			const role = of_section(section);
			if (role.sub !== null && role.sub_issuer === null) {
				return err("CONFIG_ERROR", { option: "sub_issuer", role: role.name, must: { id: "set" } });
			}
			push(roles, role);
		}
	}
	return ok(roles);
};

/**
 * The e-mail that counts as the user's: where there is a claim `email_verified`, that must be `true` or the text "true",
 * unless the option allows another. Undefined where there is none.
 */
export function counting_email(rules, claims) {
	const mark = claims.email_verified;
	const email = email_of(rules, claims);
	const verified = mark === null || mark === true || mark === "true";
	const counts = verified || rules.allow_unverified_email === true;
	return counts && type(email) == "string" ? email : null;
};

function complete(role) {
	return {
		name: role.name,
		email: role.email ?? [],
		group: role.group ?? [],
		sub: role.sub,
		sub_issuer: role.sub_issuer,
		read: role.read ?? [],
		write: role.write ?? [],
	};
}

/** Whether a role lists an e-mail, without regard to ASCII case; undefined, or "", where there is none that counts. */
export function lists_email(role, email) {
	const wanted = email !== null && email !== "" ? lower(email) : null;
	return array_some((role.email ?? []), (allowed) => lower(allowed) === wanted);
};

/** Whether a role lists a subject of this issuer. */
export function lists_sub(role, user) {
	const is_ours = role.sub_issuer !== null && role.sub_issuer === user.issuer;
	return is_ours && array_some((role.sub ?? []), (allowed) => allowed === user.sub);
};

/** Whether a role lists a user's e-mail, as above, the subject, or one of the groups, exactly. */
export function matches(role, user) {
	const by_name = lists_email(role, user.email) || lists_sub(role, user);
	return by_name || array_some((role.group ?? []), (allowed) => array_includes(user.groups, allowed));
};

/** The same rules with other roles. */
export function with_roles(rules, all) {
	return {
		roles: all,
		allow_unverified_email: rules.allow_unverified_email,
		groups_claim: rules.groups_claim,
		email_claim: rules.email_claim,
		issuer_url: rules.issuer_url,
	};
};

/** Who claims are about. */
export function user_of(rules, claims) {
	return {
		email: counting_email(rules, claims),
		groups: groups_of(rules, claims) ?? [],
		sub: claims.sub,
		issuer: rules.issuer_url,
	};
};

/** Those of the groups that any of the roles lists. */
function listed(all, groups) {
	return filter(groups, (group) => array_some(all, (role) => array_includes((role.group ?? []), group)));
}

function add_missing(target, items) {
	for (let item in items) {
		if (!array_includes(target, item)) {
			push(target, item);
		}
	}
}

/**
 * The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
 * is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
 */
export function find_roles_for_user(rules, claims) {
	const claim = email_of(rules, claims);
	const address = type(claim) == "string" ? claim : null;
	const user = user_of(rules, claims);
	const unverified = address !== null && user.email === null;
	const all = rules.roles;
	const matching = map(filter(all, (role) => matches(role, user)), (role) => complete(role));
	const first = matching[0];
	if (first === null) {
		return err("USER_NOT_AUTHORIZED", {
			reason: "matched no roles",
			hint: unverified ? { id: "unverified_email" } : null,
		});
	}
	const email_ignored = array_some(all, (role) => lists_email(role, address) && !matches(role, user));
	const read = [];
	const write = [];
	for (let role in matching) {
		add_missing(read, role.read);
		add_missing(write, role.write);
	}
	return ok({ role_name: first.name, read, write, roles: matching, groups: listed(all, user.groups), email_ignored });
};
