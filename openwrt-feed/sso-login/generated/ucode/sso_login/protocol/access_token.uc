'use strict';
// Generated from src/sso_login/protocol/access_token.ts by "make ucode"; do not edit.

/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */

import { array_find, array_some, floor, is_number, key_of, lower, starts_with } from 'sso_login.ecma';
import { split_words } from 'sso_login.base.strings';
import { text_of, strings_of, name_of as values_name_of } from 'sso_login.base.values';
import { read_claims } from 'sso_login.jose.jws';
import { ok } from 'sso_login.result';
import { claim_error, check_name, check_times as id_token_check_times, has_audience } from 'sso_login.protocol.id_token';
import { open as posted_token_open, cached_keys, fetch_keys, check_signature as posted_token_check_signature } from 'sso_login.protocol.posted_token';

/** What ID Tokens and logout tokens have, and access tokens have not. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version. */
const client_claims = ["client_id", "azp", "appid"];

/** The kind of token: `typ` of the header as an option allows it, and nothing that another kind of token has. */
function check_kind(header, claims, types) {
	const typ = lower(text_of(header.typ));
	const bare = starts_with(typ, "application/") ? substr(typ, length("application/")) : typ;
	if (!array_some(types, (type_) => lower(type_) === bare)) {
		return claim_error("typ", { id: "see_token_types" });
	}
	const foreign = array_find(foreign_claims, (name) => claims[key_of(name)] !== null);
	if (foreign !== null) {
		return claim_error(foreign, "is there: another kind of token");
	}
	if (claims.typ !== null && claims.typ !== "Bearer") {
		return claim_error("typ", "is not Bearer: another kind of token");
	}
	if (claims.token_use !== null && claims.token_use !== "access") {
		return claim_error("token_use", "is not access: another kind of token");
	}
	return claims.cnf === null
		? ok(true)
		: claim_error("cnf", "binds the token to a key, and nothing here proves its possession");
}

/** The client, which all claims that name it must agree on. */
function client_of(claims) {
	let client = "";
	for (let name in filter(client_claims, (claim) => claims[key_of(claim)] !== null)) {
		const found = check_name(claims, name);
		if (!found.ok) {
			return found;
		}
		if (client !== "" && client !== found.data) {
			return claim_error(name, "is another client");
		}
		client = found.data;
	}
	return client !== "" ? ok(client) : claim_error("client_id", "is missing");
}

/** The words of a claim that is a text or an array. */
function words_of(claim) {
	return type(claim) == "string" ? split_words(claim, " ") : (strings_of(claim) ?? []);
}

/** `iat` and `nbf` with the tolerance; `exp` without it, as the session ends then. */
function check_times(claims, config, now) {
	const times = id_token_check_times(claims, { now, clock_tolerance: config.clock_tolerance });
	if (!times.ok) {
		return times;
	}
	const expiry = is_number(claims.exp) ? floor(claims.exp) : 0;
	return expiry > now ? ok(expiry) : claim_error("exp", { id: "past" });
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	const kind = check_kind(header, claims, config.api_token_types ?? ["at+jwt"]);
	if (!kind.ok) {
		return kind;
	}
	if (claims.iss !== config.issuer_url) {
		return claim_error("iss", "is not issuer_url");
	}
	if (!has_audience(claims, config.api_audience ?? "")) {
		return claim_error("aud", "is not api_audience");
	}
	const sub = check_name(claims, "sub");
	if (!sub.ok) {
		return sub;
	}
	const client = client_of(claims);
	if (!client.ok) {
		return client;
	}
	if (config.api_client !== null && !(index(config.api_client, client.data) >= 0)) {
		return claim_error("client_id", "is not in api_client");
	}
	const scopes = [...words_of(claims.scope), ...words_of(claims.scp)];
	if (array_some((config.api_scope ?? []), (scope) => !(index(scopes, scope) >= 0))) {
		return claim_error("scope", "lacks one of api_scope");
	}
	const expiry = check_times(claims, config, now);
	if (!expiry.ok) {
		return expiry;
	}
	return ok({
		claims,
		sub: sub.data,
		client: client.data,
		sid: values_name_of(claims.sid),
		issued_at: is_number(claims.iat) ? claims.iat : now,
		end: expiry.data,
	});
};

/**
 * What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
 * costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io, config, token, may_call) {
	const opened = posted_token_open(config, token);
	if (!opened.ok) {
		return opened;
	}
	const claims = read_claims(opened.data);
	const said = claims.ok ? check_claims(opened.data.header, claims.data, config, io.time()) : claims;
	if (!said.ok) {
		return said;
	}
	const known = cached_keys(io, config);
	const keys_ = known !== null ? ok(known) : fetch_keys(io, config, may_call);
	const signature = keys_.ok ? posted_token_check_signature(io, opened.data, keys_.data, may_call) : keys_;
	return signature.ok ? said : signature;
};
