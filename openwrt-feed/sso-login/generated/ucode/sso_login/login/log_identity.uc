'use strict';
// Generated from src/sso_login/login/log_identity.ts by "make ucode"; do not edit.

/** Who a log line is about: the e-mail and subject themselves, or with `log_identity` off only hashes of them. */

import { array_concat, substring } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.names';
import { text_of } from 'sso_login.base.values';
import { email_of } from 'sso_login.settings.claims';
import { counting_email } from 'sso_login.settings.roles';
import { safe_id } from 'sso_login.jose.hash';

/** Bytes of the longest input of a hash. */
const max_hashed = 16384;

/** The name of an identity. UserInfo may give a longer text than can be hashed. */
function log_id(identity) {
	return safe_id(substring(identity, 0, max_hashed));
}

/** What the configuration says of it, however wrong it is otherwise. */
export function rule(io) {
	const option = io.uci_get(package_name, "default", "log_identity");
	return { log_identity: !option.ok || option.data !== "0" };
};

/** The pairs of a log line that say who it is about; "" stands for a user without e-mail. */
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

/** The same of claims, whatever they are; an e-mail that does not count is called so. */
export function of_claims(config, claims) {
	const email = text_of(email_of(config, claims));
	const unverified = email !== "" && counting_email(config, claims) === null;
	return pairs(config, email, text_of(claims.sub), unverified);
};

/** The line of a user's log-out; `ended` are the values of the session, `remote` the user's address. */
export function log_logout(io, config, remote, ended) {
	const facts = [["remote", remote]];
	const identity = pairs(config, text_of(ended.sso_email), text_of(ended.sso_sub));
	event(io, "notice", "LOGOUT", array_concat(facts, identity, [["role", text_of(ended.username)]]));
};
