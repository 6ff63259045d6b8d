'use strict';
// Generated from src/sso_login/protocol/userinfo.ts by "make ucode"; do not edit.

/** The UserInfo endpoint (OpenID Connect Core section 5.3). */

import { key_of } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import * as claim_rules from 'sso_login.settings.claims';
import * as back_channel from 'sso_login.protocol.back_channel';

/**
 * The claims that the endpoint gives for an access token; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR
 * or SSL_INIT_FAILED.
 */
export function fetch_userinfo(io, endpoint, access_token) {
	return back_channel.get_json(io, endpoint, ["Authorization: Bearer " + access_token], "USERINFO_NETWORK_ERROR");
};

/** Whether a claims object holds an e-mail. */
export function has_email(rules, claims) {
	const email = claim_rules.email_of(rules, claims);
	return type(email) == "string" && email !== "";
};

/**
 * ID Token claims completed by UserInfo's: those of the ID Token win, and `email_verified` comes from where the e-mail
 * comes from. What a path of `given` leads to stands under the path's own name.
 */
export function merge(id_claims, userinfo, given) {
	const rules = given ?? {};
	const merged = {};
	for (let name in keys(userinfo)) {
		merged[key_of(name)] = userinfo[key_of(name)];
	}
	for (let name in keys(id_claims)) {
		merged[key_of(name)] = id_claims[key_of(name)];
	}
	for (let name in claim_rules.groups_claims(rules)) {
		merged[key_of(name)] = claim_rules.find(id_claims, name) ?? claim_rules.find(userinfo, name);
	}
	const source = has_email(rules, id_claims) ? id_claims : userinfo;
	merged[key_of(rules.email_claim ?? "email")] = claim_rules.email_of(rules, source);
	merged.email_verified = source.email_verified;
	return merged;
};

/** ID Token claims completed by UserInfo; ID_TOKEN_VERIFICATION_FAILED when that is about another subject. */
export function complete_claims(io, endpoint, id_claims, access_token, rules) {
	const userinfo = fetch_userinfo(io, endpoint, access_token);
	if (!userinfo.ok) {
		return userinfo;
	}
	const subject = userinfo.data.sub;
	return type(subject) == "string" && subject === id_claims.sub
		? ok(merge(id_claims, userinfo.data, rules))
		: err("ID_TOKEN_VERIFICATION_FAILED", { reason: "UserInfo is about another subject" });
};
