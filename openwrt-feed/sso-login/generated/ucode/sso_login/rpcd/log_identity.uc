'use strict';
// Generated from src/sso_login/rpcd/log_identity.ts by "make ucode"; do not edit.

/** Who a log line is about: the e-mail and subject themselves, or with `log_identity` off only hashes of them. */

import { load_module, substring } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { package_name, first } from 'sso_login.base.names';
import { text_of } from 'sso_login.base.values';
import { role_names } from 'sso_login.rpcd.sessions';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';

/** Bytes of the longest input of a hash. */
const max_hashed = 16384;

/** The name of an identity. UserInfo may give a longer text than can be hashed. */
function log_id(identity) {
	return hash_safe_id(substring(identity, 0, max_hashed));
}

/** The option `log_identity`, also when other options are wrong. */
export function setting(io) {
	const option = io.uci_get(package_name, "default", "log_identity");
	return { log_identity: !option.ok || option.data !== "0" };
};

/** The pairs of a log line that say who it is about; the e-mail is "" for a user without one. */
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

/** The pairs for claims; the name of the pair says when the e-mail is not verified. */
export function pairs_of_claims(config, claims) {
	const claim_rules = load_module('sso_login.rights.claim_rules');
	const roles = load_module('sso_login.rights.roles');
	const email = text_of(claim_rules.email_of(config, claims));
	const unverified = email !== "" && roles.verified_email(config, claims) === null;
	return pairs(config, email, text_of(claims.sub), unverified);
};

/** Whether the configuration has several providers; a process that has loaded it need not read it again. */
function has_several(io) {
	const load = load_module('sso_login.settings.load');
	return io.provider !== null || (io.has_one_provider !== true && length(load.providers(io)) > 1);
}

/** The pair that says whose a session was, where there are several providers. */
export function provider_pairs(io, provider) {
	return provider !== first || has_several(io) ? [["provider", provider]] : [];
};

/** Logs the end of a session; `cause` is the user's address, or says what ended it. One without an id is not named. */
export function log_logout(io, config, cause, ended) {
	const identity = pairs(config, ended.email, ended.sub);
	const facts = [
		["role", role_names(ended)],
		["session", ended.sid !== "" ? hash_safe_id(ended.sid) : null],
	];
	event(io, "notice", "LOGOUT", [...[cause], ...identity, ...[...provider_pairs(io, ended.provider), ...facts]]);
};
