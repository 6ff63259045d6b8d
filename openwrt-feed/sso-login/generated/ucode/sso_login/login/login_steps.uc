'use strict';
// Generated from src/sso_login/login/login_steps.ts by "make ucode"; do not edit.

/** The steps of a login that the provider has answered, from the code to the user's roles; none opens a session. */

import { array_some, key_of, substring } from 'sso_login.ecma';
import { facts_of } from 'sso_login.base.json_values';
import { was_before } from 'sso_login.jose.token_claims';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { validate } from 'sso_login.protocol.authorization_response';
import { parse_id_token, expectations, verify as id_token_verify } from 'sso_login.protocol.id_token';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';
import { exchange_code as token_request_exchange_code, missing_scopes, remember_lacks } from 'sso_login.protocol.token_request';
import { has_email as userinfo_has_email, denier_of, complete_claims as userinfo_complete_claims } from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { groups_of, absent_claims, other_kinds, groups_advice } from 'sso_login.rights.claim_rules';
import { verified_email, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

/** Exchanges the code for tokens. */
export function redeem_code(io, attempt) {
	const config = attempt.config;
	const found = attempt.cached !== null ? ok(attempt.cached) : provider_metadata_of_provider(io, config);
	if (!found.ok) {
		return found;
	}
	const metadata = found.data;
	const code = validate(attempt.params, config.issuer_url, metadata);
	if (!code.ok) {
		return code;
	}
	const grant = {
		code: code.data,
		verifier: attempt.handshake.code_verifier,
		session_id: hash_safe_id(attempt.handshake.state),
	};
	const tokens = token_request_exchange_code(io, config, metadata, grant);
	return tokens.ok ? ok({ tokens: tokens.data, metadata }) : tokens;
};

function algs_of(attempt) {
	return attempt.allowed_algs ?? attempt.config.id_token_algs;
}

/** Verifies the ID Token. */
export function verify_id_token(io, attempt, issued) {
	const config = attempt.config;
	// A token that no key could save costs no call to the provider.
	const parsed = parse_id_token(issued.tokens.id_token, algs_of(attempt));
	if (!parsed.ok) {
		return parsed;
	}
	const keys_ = load_jwks(io, config, issued.metadata.jwks_uri, false);
	if (!keys_.ok) {
		return keys_;
	}
	const access_token = issued.tokens.access_token;
	const expected = expectations(config, attempt.handshake.nonce, access_token, io.time());
	const claims = id_token_verify(io, config, parsed.data, keys_.data, expected);
	return claims.ok ? ok({ claims: claims.data, keys: keys_.data }) : claims;
};

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules, claims) {
	return (
		groups_of(rules, claims) === null && array_some(rules.roles, (role) => length((role.group ?? [])) > 0)
	);
}

/** Scopes that the provider did not grant, whether it ignored `prompt`, and a lack of the refresh token; the check remembers them. */
function notes_of(io, config, handshake, tokens, claims) {
	const lacking = missing_scopes(config.scope, tokens.scope);
	const is_older = was_before(claims, handshake.created_at, config.clock_tolerance);
	const is_ignored = config.prompt === "login" && is_older;
	const is_absent = config.session_revalidate !== null && type(tokens.refresh_token) != "string";
	remember_lacks(io, config, lacking, is_ignored, is_absent);
	return {
		not_granted: lacking !== "" ? lacking : null,
		prompt: is_ignored ? "ignored" : null,
		refresh_token: is_absent ? "absent" : null,
	};
}

/** The source that denies that the e-mail is verified, for the log, unless the e-mail is used all the same. */
function shown_denier(config, claims, denier) {
	return verified_email(config, claims) === null ? denier : null;
}

/**
 * Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone, the
 * claims at hand are enough for a login when UserInfo fails; a session that is revalidated would lose roles.
 */
export function complete_claims(io, attempt, issued, verified, rules) {
	const config = attempt.config;
	const claims = verified.claims;
	const endpoint = issued.metadata.userinfo_endpoint;
	const handshake = attempt.handshake;
	const notes = handshake !== null ? notes_of(io, config, handshake, issued.tokens, claims) : {};
	const has_email = userinfo_has_email(config, claims);
	notes.unverified_by = shown_denier(config, claims, denier_of(config, claims, {}));
	if (endpoint === null || (has_email && !lacks_groups(rules, claims))) {
		return ok({ claims, notes });
	}
	const verifier = { config, keys: verified.keys, allowed_algs: algs_of(attempt) };
	const completed = userinfo_complete_claims(io, endpoint, claims, issued.tokens.access_token, verifier);
	if (completed.ok) {
		notes.unverified_by = shown_denier(config, completed.data.claims, completed.data.denier);
		return ok({ claims: completed.data.claims, notes });
	}
	if (!has_email || handshake === null) {
		return completed;
	}
	const facts = facts_of(completed);
	notes.userinfo = "failed";
	notes.userinfo_reason = facts.reason ?? facts.idp_error ?? facts.http_status;
	return ok({ claims, notes });
};

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with the facts for an administrator: the user, and the claims that arrived. */
function not_authorized(config, user, refusal) {
	const claims = user.claims;
	const notes = user.notes;
	const found = groups_of(config, claims);
	const groups = found ?? [];
	const absent = absent_claims(config, claims);
	const kinds = other_kinds(config, claims);
	const advice = groups_advice(config, claims);
	const first = map(slice(groups, 0, max_named), (name) => substring(name, 0, max_name));
	const details = {
		not_granted: notes.not_granted,
		groups: found === null ? "absent" : length(groups),
		other_kind: length(kinds) > 0 ? join("; ", kinds) : null,
		absent_claims: length(absent) > 0 ? join(",", absent) : null,
		first_groups: length(groups) > 0 ? join(",", first) : null,
		userinfo: notes.userinfo,
		userinfo_reason: notes.userinfo_reason,
		unverified_by: notes.unverified_by,
	};
	for (let pair in pairs_of_claims(config, claims)) {
		details[key_of(pair[0])] = pair[1];
	}
	const reasons = facts_of(refusal);
	details.reason = reasons.reason;
	details.hint = reasons.hint ?? (advice !== null ? { id: advice } : null);
	return err(refusal.error, details);
}

/** Finds the roles of a user; USER_NOT_AUTHORIZED. */
export function find_roles(config, rules, user) {
	const match = role_matching_find_roles_for_user(rules, user.claims);
	return match.ok ? match : not_authorized(config, user, match);
};
