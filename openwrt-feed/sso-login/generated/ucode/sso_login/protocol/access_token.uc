'use strict';
// Generated from src/sso_login/protocol/access_token.ts by "make ucode"; do not edit.

/** Access tokens of programs: JWTs of the provider for this router (RFC 9068 section 4). */

import { array_every, array_find, array_some, floor, is_number, key_of, lower, starts_with } from 'sso_login.ecma';
import { is_array } from 'sso_login.io.json';
import { is_fresh } from 'sso_login.base.store';
import { split_words } from 'sso_login.base.strings';
import { text_of, strings_of } from 'sso_login.base.values';
import { open_jws, read_claims } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import * as id_token from 'sso_login.protocol.id_token';
import { cached_jwks, load_jwks } from 'sso_login.protocol.jwks';
import { cached_of_provider, of_provider } from 'sso_login.protocol.metadata';

/** Bytes of an access token. */
const max_length = 8192;

/** Seconds in which forged tokens can make the service fetch the keys at most once. */
const refresh_interval = 60;

/** What ID Tokens and logout tokens have, and access tokens have not. */
const foreign_claims = ["nonce", "at_hash", "c_hash", "events"];

/** The claims that may name the client: RFC 9068 section 2.2, OpenID Connect Core section 2, and Entra ID's first version. */
const client_claims = ["client_id", "azp", "appid"];

function is_name(value) {
	return type(value) == "string" && value !== "" && !(index(value, "\0") >= 0);
}

/** The kind of token: `typ` of the header as an option allows it, and nothing that another kind of token has. */
function check_kind(header, claims, types) {
	const typ = lower(text_of(header.typ));
	const bare = starts_with(typ, "application/") ? substr(typ, length("application/")) : typ;
	if (!array_some(types, (type_) => lower(type_) === bare)) {
		return id_token.claim_error("typ", { id: "see_token_types" });
	}
	const foreign = array_find(foreign_claims, (name) => claims[key_of(name)] !== null);
	if (foreign !== null) {
		return id_token.claim_error(foreign, "is there: another kind of token");
	}
	if (claims.typ !== null && claims.typ !== "Bearer") {
		return id_token.claim_error("typ", "is not Bearer: another kind of token");
	}
	if (claims.token_use !== null && claims.token_use !== "access") {
		return id_token.claim_error("token_use", "is not access: another kind of token");
	}
	return claims.cnf === null
		? ok(true)
		: id_token.claim_error("cnf", "binds the token to a key, and nothing here proves its possession");
}

/** Whether `aud` has this audience: a string, or an array of strings. */
function check_audience(claims, audience) {
	const aud = claims.aud;
	const audiences = is_array(aud) ? aud : [aud];
	const has = (index(audiences, audience) >= 0) && array_every(audiences, (member) => type(member) == "string");
	return has ? ok(true) : id_token.claim_error("aud", "is not api_audience");
}

/** The client, which all claims that name it must agree on. */
function client_of(claims) {
	let client = "";
	for (let name in client_claims) {
		const value = claims[key_of(name)];
		if (value !== null) {
			if (!is_name(value)) {
				return id_token.claim_error(name, "is not a non-empty text without NUL");
			}
			if (client !== "" && client !== value) {
				return id_token.claim_error(name, "is another client");
			}
			client = value;
		}
	}
	return client !== "" ? ok(client) : id_token.claim_error("client_id", "is missing");
}

/** The words of a claim that is a text or an array. */
function words_of(claim) {
	return type(claim) == "string" ? split_words(claim, " ") : (strings_of(claim) ?? []);
}

/** `iat` and `nbf` with the tolerance; `exp` without it, as the session ends then. */
function check_times(claims, config, now) {
	const times = id_token.check_times(claims, { now, clock_tolerance: config.clock_tolerance });
	if (!times.ok) {
		return times;
	}
	const expiry = is_number(claims.exp) ? floor(claims.exp) : 0;
	return expiry > now ? ok(expiry) : id_token.claim_error("exp", { id: "past" });
}

/** Judges all but the signature; ID_TOKEN_VERIFICATION_FAILED names the claim. `now` is Unix time in seconds. */
export function check_claims(header, claims, config, now) {
	const kind = check_kind(header, claims, config.api_token_types ?? ["at+jwt"]);
	if (!kind.ok) {
		return kind;
	}
	if (claims.iss !== config.issuer_url) {
		return id_token.claim_error("iss", "is not issuer_url");
	}
	const audience = check_audience(claims, config.api_audience ?? "");
	if (!audience.ok) {
		return audience;
	}
	const sub = claims.sub;
	if (!is_name(sub)) {
		return id_token.claim_error("sub", "is not a non-empty text without NUL");
	}
	const client = client_of(claims);
	if (!client.ok) {
		return client;
	}
	if (config.api_client !== null && !(index(config.api_client, client.data) >= 0)) {
		return id_token.claim_error("client_id", "is not in api_client");
	}
	const scopes = [...words_of(claims.scope), ...words_of(claims.scp)];
	if (array_some((config.api_scope ?? []), (scope) => !(index(scopes, scope) >= 0))) {
		return id_token.claim_error("scope", "lacks one of api_scope");
	}
	const expiry = check_times(claims, config, now);
	if (!expiry.ok) {
		return expiry;
	}
	const sid = text_of(claims.sid);
	return ok({
		claims,
		sub,
		client: client.data,
		// ubus ends a text at NUL: the rest would name another session.
		sid: (index(sid, "\0") >= 0) ? "" : sid,
		issued_at: is_number(claims.iat) ? claims.iat : now,
		end: expiry.data,
	});
};

/** The provider's keys, from the cache or, where that may be, from the provider. */
function keys_for(io, config, may_call) {
	const known = cached_of_provider(io, config);
	const cached = known !== null ? cached_jwks(io, known.jwks_uri) : null;
	if (cached !== null) {
		return ok(cached);
	}
	if (!may_call) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
	}
	const discovery = of_provider(io, config);
	return discovery.ok ? load_jwks(io, discovery.data.jwks_uri, false) : discovery;
}

/** Takes a token apart and judges what needs no key. */
function judge(io, config, token) {
	if (length(token) > max_length) {
		return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes" });
	}
	const opened = open_jws(token);
	const checked = opened.ok ? id_token.check_header(opened.data, { allowed_algs: config.id_token_algs }) : opened;
	const claims = checked.ok ? read_claims(checked.data) : checked;
	if (!checked.ok || !claims.ok) {
		return checked.ok ? claims : checked;
	}
	const said = check_claims(checked.data.header, claims.data, config, io.time());
	return said.ok ? ok({ opened: checked.data, said: said.data }) : said;
}

/**
 * What an access token says, when the provider signed it for `api_audience`. Claims come first, so that a token that they refuse
 * costs neither a signature nor a call. Without `may_call` only known keys count; else forged tokens fetch them once a minute.
 * Fails with ID_TOKEN_VERIFICATION_FAILED, UNSUPPORTED_ALGORITHM, or as discovery and the keys do.
 */
export function verify(io, config, token, may_call) {
	const judged = judge(io, config, token);
	const set = judged.ok ? keys_for(io, config, may_call) : judged;
	if (!judged.ok || !set.ok) {
		return judged.ok ? set : judged;
	}
	const is_recent = is_fresh(set.data.fetched_at, io.time(), refresh_interval);
	set.data.fresh = set.data.fresh || is_recent || !may_call;
	const signature = id_token.check_signature(io, judged.data.opened, set.data);
	return signature.ok ? ok(judged.data.said) : signature;
};
