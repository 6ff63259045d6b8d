'use strict';
// Generated from src/sso_login/rpcd/log_identity.ts by "make ucode"; do not edit.

/** The user in a log line: e-mail and subject, or hashes of them where `log_identity` is off. */

import { array_find, load_module, substring } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { package_name, first } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { read as package_sections_read, section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { role_names } from 'sso_login.rpcd.rpcd_sessions';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';

/** Bytes of an identity that are hashed. UserInfo may have longer ones than a hash takes. */
const max_hashed = 16384;

function log_id(identity) {
	return hash_safe_id(substring(identity, 0, max_hashed));
}

/** The option `log_identity`, also where other options are wrong; off where it is, and where it cannot be read. */
export function setting(io) {
	const saved = package_sections_read(io, package_name);
	const section = saved.ok ? package_sections_section_of(saved.data, first) : null;
	const option = section !== null ? section.options.log_identity : null;
	return { log_identity: saved.ok && (option ?? "1") === "1" };
};

/** The pairs of a log line for a user; `unverified` shows in the name of the pair. The e-mail is "" for a user without one. */
export function pairs(config, email, sub, unverified) {
	const name = unverified === true ? "email_unverified" : "email";
	return config.log_identity !== false
		? [
				[name, email],
				["sub", sub],
			]
		: [
				[name + "_id", log_id(email)],
				["sub_id", log_id(sub)],
			];
};

/** The pair for the actor of a session: e-mail, else subject, or their hash; a local login has its user name. */
export function actor_pair(config, entry) {
	const actor = array_find([entry.email, entry.sub], (text) => text !== "") ?? entry.role;
	return config.log_identity === false && entry.issuer !== "" ? ["by_id", log_id(actor)] : ["by", actor];
};

/** The e-mail address of claims, and whether it does not count; "" without one. */
function email_of(config, claims) {
	const claim_rules = load_module('sso_login.rights.claim_rules');
	const role_matching = load_module('sso_login.rights.role_matching');
	const email = text_of(claim_rules.email_of(config, claims));
	return { email, unverified: email !== "" && role_matching.verified_email(config, claims) === null };
}

/** The pairs of a log line for a user, by claims. */
export function pairs_of_claims(config, claims) {
	const address = email_of(config, claims);
	return pairs(config, address.email, text_of(claims.sub), address.unverified);
};

/** The e-mail address of claims that does not count, as far as it may be named; undefined where `log_identity` is off, or without one. */
export function unverified_email(config, claims) {
	const address = email_of(config, claims);
	return address.unverified && config.log_identity !== false ? address.email : null;
};

/**
 * Logs an event of a session under a code: the first of `facts` (the user's IP address, or what ended it), the user, and the other facts.
 * A session without an id is not named. Without the configuration of the provider, `config`, the sections are read for it.
 */
export function log_session(io, entry, facts, code, config) {
	const saved_config = load_module('sso_login.settings.saved_config');
	const identity = pairs(config ?? setting(io), entry.email, entry.sub);
	const is_further = entry.provider !== first;
	const has_several = () => config !== null ? config.log_name !== null : length(saved_config.providers(io)) > 1;
	const own = [
		["provider", is_further || has_several() ? entry.provider : null],
		["role", role_names(entry)],
		["session", entry.sid !== "" ? hash_safe_id(entry.sid) : null],
	];
	event(io, "notice", code, [...slice(facts, 0, 1), ...[...identity, ...own], ...slice(facts, 1)]);
};
