'use strict';
// Generated from src/sso_login/protocol/access_token.ts by "make ucode"; do not edit.

/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */

import { array_some, floor, key_of, load_module } from 'sso_login.ecma';
import { answered, adding } from 'sso_login.base.failures';
import { split_words } from 'sso_login.base.strings';
import { strings_of, name_of as json_values_name_of } from 'sso_login.base.json_values';
import { claim_error, check_name, check_claims as token_claims_check_claims, check_authentication } from 'sso_login.jose.token_claims';
import { read_claims } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { is_of_person } from 'sso_login.rights.role_matching';
import { of_provider as known_metadata_of_provider } from 'sso_login.protocol.known_metadata';
import { check_provider as id_token_check_provider } from 'sso_login.protocol.id_token';
import { check_kind as posted_token_check_kind, open as posted_token_open, is_signed as posted_token_is_signed, told } from 'sso_login.protocol.posted_token';

/** Claims of ID Tokens and logout tokens, which access tokens lack. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version; else Okta's. */
const client_claims = ["client_id", "azp", "appid"];
const last_claim = "cid";

/** Claims of other kinds of tokens, and `cnf`: no proof of possession is verified here. */
function check_kind(claims) {
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

/** The client, on which all claims that name it must agree. */
function client_of(claims) {
	let client = "";
	const named = filter(client_claims, (claim) => claims[key_of(claim)] !== null);
	for (let name in length(named) > 0 || claims[last_claim] === null ? named : [last_claim]) {
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

/**
 * Checks everything but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim; for a user's token also AUTHENTICATION_TOO_WEAK and
 * AUTHENTICATION_TOO_OLD. `now` is Unix time in seconds.
 */
export function check_claims(header, claims, config, now) {
	const types = config.api_token_types ?? ["at+jwt"];
	const reason = { id: "see_token_types" };
	const of_kind = posted_token_check_kind(header, claims, { types, reason, may_lack_type: false, foreign_claims });
	if (!of_kind.ok) {
		return of_kind;
	}
	const checked = token_claims_check_claims(header, claims, {
		issuer: config.issuer_url,
		audience: { kind: "api", value: config.api_audience },
		now,
		clock_tolerance: config.clock_tolerance,
	});
	if (!checked.ok) {
		return checked;
	}
	const kind = check_kind(claims);
	if (!kind.ok) {
		return kind;
	}
	const client = client_of(claims);
	if (!client.ok) {
		return client;
	}
	// Programs are not asked how they were authenticated (RFC 9470 is about users).
	if (is_of_person(claims, client.data)) {
		const authenticated = check_authentication(claims, config, now);
		if (!authenticated.ok) {
			return authenticated;
		}
	}
	if (config.api_client !== null && !(index(config.api_client, client.data) >= 0)) {
		return claim_error("client_id", "is not in api_client");
	}
	const scopes = [...words_of(claims.scope), ...words_of(claims.scp)];
	if (array_some((config.api_scope ?? []), (scope) => !(index(scopes, scope) >= 0))) {
		return claim_error("scope", "lacks one of api_scope");
	}
	// The session ends then, so there is no tolerance.
	const expiry = floor(claims.exp);
	if (expiry <= now) {
		return claim_error("exp", { id: "past_token" });
	}
	return ok({
		claims,
		sub: claims.sub,
		client: client.data,
		sid: json_values_name_of(claims.sid),
		issued_at: claims.iat,
		end: expiry,
	});
};

/**
 * Takes an access token apart and looks for a known key that has signed it: what a token costs that a stranger sends. Fails with
 * ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM.
 */
export function open(io, config, token) {
	const opened = posted_token_open(config, token);
	if (!opened.ok) {
		const opaque = { reason: "is opaque, not a JWT", hint: { id: "opaque_token" } };
		return opened.meaning === "opaque" ? err(opened.error, opaque, opened.meaning) : opened;
	}
	return ok({ opened: opened.data, is_signed: posted_token_is_signed(io, config, opened.data) === true });
};

/**
 * Verifies that the provider has signed an access token for `api_audience`. Claims come before keys that no cache has, so that a token that
 * they refuse costs no call; where known keys have signed it, its sender may be told why. `retry_after` where a new key may be known then.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as metadata and keys do.
 */
export function verify_opened(io, config, token) {
	const opened = token.opened;
	const claims = read_claims(opened);
	const checked = claims.ok ? check_claims(opened.header, claims.data, config, io.time()) : claims;
	if (token.is_signed) {
		return checked.ok || !claims.ok ? checked : told(checked);
	}
	if (!checked.ok) {
		return checked;
	}
	const metadata = known_metadata_of_provider(io, config);
	const retry_after = metadata.ok ? load_module('sso_login.protocol.metadata_call').seconds_until(io, metadata.data) : 0;
	const signed = id_token_check_provider(io, config, metadata, opened);
	if (signed.ok) {
		return checked;
	}
	return retry_after > 0 ? answered(adding(signed, { retry_after }), { retry_after }) : signed;
};
