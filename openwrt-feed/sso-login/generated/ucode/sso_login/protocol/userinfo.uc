'use strict';
// Generated from src/sso_login/protocol/userinfo.ts by "make ucode"; do not edit.

/** The UserInfo endpoint (OpenID Connect Core section 5.3). */

import { key_of, load_module, lower } from 'sso_login.ecma';
import { before, split_words } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { for_client, claim_error } from 'sso_login.jose.token_claims';
import { parse_jws } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { email_of, denies_email, has_email, groups_claims, find as claim_rules_find, email_claim } from 'sso_login.rights.claim_rules';
import { by_metadata } from 'sso_login.protocol.known_metadata';
import { get, caller, read_json } from 'sso_login.protocol.provider_calls';
import { parse_id_token, verify as id_token_verify } from 'sso_login.protocol.id_token';

/** The claims of a signed answer (OpenID Connect Core section 5.3.2), which is verified as an ID Token is. */
function verified_claims(io, text, verifier) {
	const config = verifier.config;
	const parsed = parse_id_token(text, config.id_token_algs);
	if (!parsed.ok) {
		return parsed;
	}
	const expected = for_client(config, io.time());
	expected.optional = ["iss", "aud", "exp", "iat"];
	expected.leaves_subject = true;
	const found = id_token_verify(io, config, verifier.metadata, parsed.data, expected);
	return found.ok ? ok(found.data.claims) : found;
}

function is_jwt(response) {
	const type_ = before(lower(response.content_type), ";");
	return response.status == 200 && split_words(type_, " ")[0] === "application/jwt";
}

/**
 * The claims of an access token's user; the caller compares `sub`. Fails with USERINFO_NETWORK_ERROR or SSL_INIT_FAILED, and for a
 * signed answer as an ID Token's verification does; without a `verifier` that is refused.
 */
export function fetch_userinfo(io, provider, endpoint, access_token, verifier) {
	const code = "USERINFO_NETWORK_ERROR";
	const bearer = ["Authorization: Bearer " + access_token];
	const response = get(io, endpoint, bearer, code, caller(provider));
	if (!response.ok) {
		return response;
	}
	if (verifier === null || !is_jwt(response.data)) {
		return read_json(response.data, endpoint, code, [access_token]);
	}
	const text = response.data.body;
	const signed = parse_jws(text);
	if (!signed.ok) {
		return load_module('sso_login.explain.failed_answer').unsigned(code, endpoint, signed);
	}
	const claims = verified_claims(io, text, verifier);
	// A failure of the answer, not of the ID Token: it says nothing of the user.
	return claims.ok ? claims : err(claims.error, load_module('sso_login.base.failures').adding(claims, { token: "userinfo" }).details);
};

/** Whether claims say that an e-mail address is not verified: their own, or the user's if they have none. */
function deny_email(rules, claims, email) {
	const own = email_of(rules, claims);
	const is_same = lower(text_of(own)) === lower(text_of(email));
	return denies_email(claims) && (is_same || !has_email(rules, claims));
}

/** The denial of the e-mail of a user by the claims of two sources. */
export function denial_by(rules, id_claims, userinfo) {
	const email = email_of(rules, has_email(rules, id_claims) ? id_claims : userinfo);
	if (deny_email(rules, id_claims, email)) {
		return "id_token";
	}
	return deny_email(rules, userinfo, email) ? "userinfo" : "none";
};

/** The claims of two sources by their names; those of `first` win. */
function join_(first, second) {
	const joined = {};
	for (let claims in [second, first]) {
		for (let name in keys(claims)) {
			joined[key_of(name)] = claims[key_of(name)];
		}
	}
	return joined;
}

/**
 * A user's claims from two sources: those of `first` win. `email_verified` comes from the source of the e-mail, but is false where either
 * source denies it. A claim found by a path is put under the name of the path.
 */
export function merge(first, second, rules) {
	const merged = join_(first, second);
	for (let name in groups_claims(rules)) {
		merged[key_of(name)] = claim_rules_find(first, name) ?? claim_rules_find(second, name);
	}
	const source = has_email(rules, first) ? first : second;
	// A claim that is no e-mail address is kept where neither has one: the log names its kind.
	const email = email_of(rules, source) ?? email_of(rules, first);
	merged[key_of(email_claim(rules))] = email;
	merged.email_verified = denial_by(rules, first, second) === "none" ? source.email_verified : false;
	return merged;
};

/**
 * UserInfo's claims of a user whose `sub` is known, by metadata that have it; ID_TOKEN_VERIFICATION_FAILED when they are about another subject.
 */
export function claims_of(io, user) {
	const config = user.config;
	const userinfo = by_metadata(io, config, ok(user.metadata), "userinfo_endpoint", (metadata) => {
		const endpoint = metadata.userinfo_endpoint ?? "";
		return fetch_userinfo(io, config, endpoint, user.tokens.access_token, { config, metadata });
	});
	const subject = userinfo.ok ? userinfo.data.sub : null;
	if (!userinfo.ok || (type(subject) == "string" && subject === user.claims.sub)) {
		return userinfo;
	}
	if (type(subject) == "string" && subject !== "") {
		return claim_error("sub", "UserInfo is about another subject", "other_subject");
	}
	const reason = (subject ?? "") === "" ? "no sub, and must have that of the ID Token" : "a sub that is not a text";
	return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "UserInfo has " + reason });
};

/** The claims of a user completed by UserInfo; fails as `claims_of` does. */
export function complete_claims(io, user) {
	const userinfo = claims_of(io, user);
	if (!userinfo.ok) {
		return userinfo;
	}
	const rules = user.config;
	const denial = denial_by(rules, user.claims, userinfo.data);
	return ok({ claims: merge(user.claims, userinfo.data, rules), denial });
};
