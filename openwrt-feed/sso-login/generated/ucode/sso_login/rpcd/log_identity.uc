'use strict';
// Generated from src/sso_login/rpcd/log_identity.ts by "make ucode"; do not edit.

/** The user in a log line: e-mail and subject, or hashes of them where `log_identity` is off. */

import { array_find, load_module, substring } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { first } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { option_of } from 'sso_login.settings.package_sections';
import { role_names } from 'sso_login.rpcd.rpcd_sessions';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';

/** Bytes of an identity that are hashed. UserInfo may have longer ones than a hash takes. */
const max_hashed = 16384;

function log_id(identity) {
	return hash_safe_id(substring(identity, 0, max_hashed));
}

/** The option `log_identity`, also where other options are wrong. */
export function setting(io) {
	return { log_identity: option_of(io, "log_identity") !== "0" };
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

/** The pairs of a log line for a user, by claims. */
export function pairs_of_claims(config, claims) {
	const claim_rules = load_module('sso_login.rights.claim_rules');
	const role_matching = load_module('sso_login.rights.role_matching');
	const email = text_of(claim_rules.email_of(config, claims));
	const unverified = email !== "" && role_matching.verified_email(config, claims) === null;
	return pairs(config, email, text_of(claims.sub), unverified);
};

/** Whether there are several providers. Only a whole configuration has its provider; without it the sections are read. */
function has_several(io, config) {
	const saved_config = load_module('sso_login.settings.saved_config');
	return config.log_name !== null || (config.provider === null && length(saved_config.providers(io)) > 1);
}

/** The pair that says whose a session was, where there are several providers. */
export function provider_pairs(io, config, provider) {
	return provider !== first || has_several(io, config) ? [["provider", provider]] : [];
};

/**
 * Logs the end of a session: the first fact of the cause (the user's address, or what ended it), the user, and the other facts. `code` is
 * `LOGOUT` where absent. A session without an id is not named.
 */
export function log_logout(io, config, cause, ended, code) {
	const identity = pairs(config, ended.email, ended.sub);
	const facts = [
		["role", role_names(ended)],
		["session", ended.sid !== "" ? hash_safe_id(ended.sid) : null],
	];
	const provider = provider_pairs(io, config, ended.provider);
	const pairs_of_user = [...identity, ...provider, ...facts];
	event(io, "notice", code ?? "LOGOUT", [...slice(cause, 0, 1), ...pairs_of_user, ...slice(cause, 1)]);
};
