'use strict';
// Generated from src/sso_login/rights/role_matching.ts by "make ucode"; do not edit.

/** The roles that a user's claims match (specification, "Role sections"). Pure functions. */

import { array_find, array_some, key_of, lower } from 'sso_login.ecma';
import { first as public_names_first } from 'sso_login.base.public_names';
import { add_missing } from 'sso_login.base.strings';
import { email_claim, email_of, groups_of } from 'sso_login.rights.claim_rules';
import { err, ok } from 'sso_login.result';
import { of_lists } from 'sso_login.settings.role_sections';

export const kinds = ["client", "email", "sub", "group"];

/** Whether an e-mail may count at all: `email_verified` vouches only for the claim `email`. */
function is_claim_trusted(rules) {
	return email_claim(rules) === "email" || rules.email_claim_trusted === true;
}

/** Whether a section is that of the first provider. */
function is_first(provider) {
	return (provider ?? "") === "" || provider === public_names_first;
}

/**
 * The e-mail that counts for roles; undefined where there is none. `email_verified`, where it is there, must be `true` or the text "true",
 * unless an option allows another value; at further providers it must be there. A claim other than `email` must be trusted by an option.
 */
export function verified_email(rules, claims) {
	const mark = claims.email_verified;
	const email = email_of(rules, claims);
	const verified = mark === true || mark === "true";
	const is_lenient = mark === null || rules.allow_unverified_email === true;
	const counts = is_claim_trusted(rules) && (verified || (is_lenient && is_first(rules.provider)));
	return counts && type(email) == "string" ? email : null;
};

/** Whether a role lists an e-mail, without regard to ASCII case; false for "" and undefined. */
function lists_email(role, email) {
	const lower_case = email !== null && email !== "" ? lower(email) : null;
	return array_some((role.email ?? []), (allowed) => lower(allowed) === lower_case);
}

/** Whether an e-mail gives a role although the provider does not say whether it is verified. */
export function counts_unmarked(rules, claims) {
	const is_meant = email_claim(rules) === "email" && rules.allow_unverified_email !== true;
	const email = is_meant && claims.email_verified === null ? verified_email(rules, claims) : null;
	return array_some(rules.roles, (role) => lists_email(role, email));
};

/** Whether a role lists a subject of this issuer. */
function lists_sub(role, user) {
	const same_issuer = role.sub_issuer !== null && role.sub_issuer === user.issuer;
	return same_issuer && array_some((role.sub ?? []), (allowed) => allowed === user.sub);
}

/** Whether a role's e-mails, groups and clients count at a provider. */
export function counts_at(role, provider) {
	const own = role.provider ?? [];
	if (is_first(provider)) {
		return length(own) == 0 || (index(own, public_names_first) >= 0);
	}
	return provider !== null && (index(own, provider) >= 0);
};

/** Whether a role counts for a kind of access, `web` or `api`. */
export function allows(role, kind) {
	const access = role.access ?? [];
	return length(access) > 0 ? (index(access, kind) >= 0) : kind === "web";
};

/** Claims that only a user's token has. */
const claims_of_persons = ["email", "preferred_username", "auth_time", "amr", "acr", "sid"];

/**
 * Whether an access token is a person's, and not that of a client for itself (RFC 9068 section 5), where `sub` is the client, and no claim
 * is a person's. Where a person may choose `sub`, that alone is no proof.
 */
export function is_of_person(claims, client) {
	return claims.sub !== client || array_some(claims_of_persons, (name) => claims[key_of(name)] !== null);
};

/** Whether a user is a person, in a browser or by a token, and not a client that came for itself. */
function is_person(user) {
	const client = user.client ?? "";
	return client === "" || client !== user.sub || user.is_of_person === true;
}

/** The rules by which a role lists a user: e-mail, subject or a group, or without a user the client or one of its groups. */
export function rules_listing(role, user) {
	const of_person = is_person(user);
	const counts = counts_at(role, user.provider);
	// A subject has its issuer, and so needs no provider; a role that names its providers counts at no other.
	const counts_sub = of_person && (counts || length((role.provider ?? [])) == 0);
	const by = {
		client: counts && !of_person && array_some((role.client ?? []), (listed) => listed === user.client),
		email: counts && of_person && lists_email(role, user.email),
		sub: counts_sub && lists_sub(role, user),
		group: counts && array_some((role.group ?? []), (allowed) => (index(user.groups, allowed) >= 0)),
	};
	return filter(kinds, (kind) => by[kind]);
};

/** Whether a role lists a user, and counts for the kind of access. */
export function matches(role, user) {
	return allows(role, (user.client ?? "") === "" ? "web" : "api") && length(rules_listing(role, user)) > 0;
};

export function with_roles(rules, all) {
	return {
		roles: all,
		allow_unverified_email: rules.allow_unverified_email,
		groups_claim: rules.groups_claim,
		email_claim: rules.email_claim,
		email_claim_trusted: rules.email_claim_trusted,
		issuer_url: rules.issuer_url,
		provider: rules.provider,
	};
};

/** The user of claims; `client` is the client of an access token. */
export function user_of(rules, claims, client) {
	return {
		email: verified_email(rules, claims),
		groups: groups_of(rules, claims) ?? [],
		sub: claims.sub,
		issuer: rules.issuer_url,
		provider: rules.provider,
		client,
		is_of_person: client !== null && is_of_person(claims, client),
	};
};

/** The advice for the log about an e-mail that does not count; undefined where it counts, or there is none. */
export function unverified_hint(rules, claims) {
	if (type(email_of(rules, claims)) != "string" || verified_email(rules, claims) !== null) {
		return null;
	}
	if (!is_claim_trusted(rules)) {
		return { id: "untrusted_email_claim" };
	}
	return { id: is_first(rules.provider) ? "unverified_email" : "unverified_further" };
};

/** The advice for a program whose token matches no role: a role that is for people, or lists the client of a user's token. */
function program_hint(all, user) {
	const closed = array_find(all, (role) => !allows(role, "api") && length(rules_listing(role, user)) > 0);
	if (closed !== null) {
		return { id: "role_without_api", params: { role: closed.name } };
	}
	const is_listed = array_some(all, (role) => array_some((role.client ?? []), (listed) => listed === user.client));
	return is_listed && is_person(user) ? { id: "client_of_user" } : null;
}

/**
 * The roles that claims match, in file order; `client` is the client of an access token. USER_NOT_AUTHORIZED when no role
 * matches, with an advice where the e-mail did not count.
 */
export function find_roles_for_user(rules, claims, client) {
	const claim = email_of(rules, claims);
	const address = type(claim) == "string" ? claim : null;
	const user = user_of(rules, claims, client);
	const all = rules.roles;
	const matching = map(filter(all, (role) => matches(role, user)), (role) => of_lists(role.name, role.sub_issuer, (list) => role[list] ?? []));
	const first = matching[0];
	if (first === null) {
		return err("USER_NOT_AUTHORIZED", {
			reason: "matched no roles",
			hint: unverified_hint(rules, claims) ?? program_hint(all, user),
		});
	}
	const is_unverified = address !== null && user.email === null;
	const email_ignored = is_unverified && array_some(all, (role) => lists_email(role, address) && !matches(role, user));
	const groups = filter(user.groups, (group) => array_some(all, (role) => (index((role.group ?? []), group) >= 0)));
	const read = [];
	const write = [];
	for (let role in matching) {
		add_missing(read, role.read);
		add_missing(write, role.write);
	}
	return ok({ role_name: first.name, read, write, roles: matching, groups, email_ignored });
};
