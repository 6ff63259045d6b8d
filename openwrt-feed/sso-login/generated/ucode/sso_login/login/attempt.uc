'use strict';
// Generated from src/sso_login/login/attempt.ts by "make ucode"; do not edit.

/**
 * The steps from the provider's response to a user with roles, in their order (specification, "Processing order"). A login and the test
 * login go the whole way, `identify`; a revalidation goes the way from refreshed tokens on (revalidation/refreshed_user). None of them opens
 * a session.
 */

import { array_some, load_module } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { parse_id_token, verify as id_token_verify, expectations as id_token_expectations } from 'sso_login.protocol.id_token';
import { load_jwks } from 'sso_login.protocol.jwk_set';
import { lacks_path } from 'sso_login.protocol.provider_files';
import { of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';
import { exchange_code as token_request_exchange_code } from 'sso_login.protocol.token_request';
import { ok } from 'sso_login.result';
import { groups_of, has_email as claim_rules_has_email, denies_email } from 'sso_login.rights.claim_rules';
import { counts_unmarked, verified_email, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

/** Whether a response has an error; a parameter without a value is as none (RFC 6749 section 3.1). */
function has_error(params) {
	return (params.error ?? "") !== "";
}

/** The state of a response, by which its login is found. INVALID_REQUEST where it is missing, or both code and error are. */
export function state_of(params) {
	const state = params.state ?? "";
	const is_complete = state !== "" && ((params.code ?? "") !== "" || has_error(params));
	return is_complete ? ok(state) : load_module('sso_login.explain.refused_response').incomplete(params);
};

/**
 * Accepts the response to a login, whose state and browser have been checked. IDP_ERROR where `iss` is not the issuer, or is missing
 * although the provider promises it (RFC 9207 section 2.4), and where the provider reports an error.
 */
export function accept(config, handshake, params) {
	const iss = params.iss;
	const is_right = iss !== null ? iss === config.issuer_url : handshake.iss_expected !== true;
	return is_right && !has_error(params)
		? ok({ config, handshake, code: text_of(params.code) })
		: load_module('sso_login.explain.refused_response').refused(params, config.issuer_url);
};

/** Redeems the code for tokens. */
function redeem(io, response, cached) {
	const config = response.config;
	const metadata = cached !== null ? ok(cached) : provider_metadata_of_provider(io, config);
	if (!metadata.ok) {
		return metadata;
	}
	const handshake = response.handshake;
	const session_id = hash_safe_id(handshake.state);
	const grant = { code: response.code, verifier: handshake.code_verifier, session_id };
	const tokens = token_request_exchange_code(io, config, metadata.data, grant);
	return tokens.ok ? ok({ config, metadata: metadata.data, tokens: tokens.data }) : tokens;
}

/** Verifies the ID Token of an answer by expectations. */
export function verify(io, issued, expected) {
	const config = issued.config;
	const metadata = issued.metadata;
	const tokens = issued.tokens;
	// A token that no key could save costs no call to the provider.
	const parsed = parse_id_token(text_of(tokens.id_token), config.id_token_algs);
	if (!parsed.ok) {
		return parsed;
	}
	const found = load_jwks(io, config, metadata.jwks_uri, false);
	const verified = found.ok ? id_token_verify(io, config, parsed.data, found.data, expected) : found;
	if (!verified.ok) {
		return verified;
	}
	const claims = verified.data.claims;
	return ok({ config, metadata, tokens, claims, keys: verified.data.keys });
};

/** Notes what the answer to a login lacks; where nothing may, what an earlier one lacked is forgotten. */
function note_lacks(io, found, handshake, unmarked_email) {
	const config = found.config;
	const is_whole = (found.tokens.scope ?? config.scope) === config.scope && !unmarked_email;
	if (is_whole && config.prompt !== "login" && config.session_revalidate === null) {
		io.remove(lacks_path(io, config));
		return {};
	}
	return load_module('sso_login.protocol.login_lacks').note(io, config, handshake.created_at, found, unmarked_email);
}

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules, claims) {
	return (
		groups_of(rules, claims) === null && array_some(rules.roles, (role) => length((role.group ?? [])) > 0)
	);
}

/**
 * Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. Only where it lacks groups alone,
 * the claims at hand are enough when UserInfo fails.
 */
function complete(io, found, rules, handshake) {
	const config = found.config;
	const has_email = claim_rules_has_email(config, found.claims);
	const endpoint = found.metadata.userinfo_endpoint;
	const own = { claims: found.claims, denier: denies_email(found.claims) ? "id_token" : null };
	const completed = endpoint === null || (has_email && !lacks_groups(rules, found.claims))
			? ok(own)
			: load_module('sso_login.protocol.userinfo').complete_claims(io, endpoint, found);
	const user = completed.ok ? completed.data : own;
	const unmarked = counts_unmarked(rules, user.claims);
	const notes = note_lacks(io, found, handshake, unmarked);
	if (!completed.ok && !has_email) {
		return completed;
	}
	notes.unverified_by = verified_email(config, user.claims) === null ? user.denier : null;
	if (!completed.ok) {
		notes.userinfo = "failed";
		notes.userinfo_reason = load_module('sso_login.explain.short_reason').of_notes(completed);
	}
	return ok({ claims: user.claims, notes });
}

/** Finds the roles of a user; USER_NOT_AUTHORIZED. */
export function find_roles(config, rules, user) {
	const match = role_matching_find_roles_for_user(rules, user.claims);
	return match.ok ? match : load_module('sso_login.explain.missing_role').explain(config, user, match);
};

/**
 * Establishes the user of an accepted response: redeems the code, verifies the ID Token and completes the claims, and so makes all calls to the provider. `cached` are the metadata as the cache has
 * them, `read_rules` reads the rules about roles, after the user took time at the provider. Fails with the code of the step that refused.
 */
export function identify(io, response, cached, read_rules) {
	const issued = redeem(io, response, cached);
	if (!issued.ok) {
		return issued;
	}
	const handshake = response.handshake;
	const access_token = issued.data.tokens.access_token;
	const expected = id_token_expectations(issued.data.config, handshake.nonce, access_token, io.time());
	const verified = verify(io, issued.data, expected);
	if (!verified.ok) {
		return verified;
	}
	const rules = read_rules();
	if (!rules.ok) {
		return rules;
	}
	const user = complete(io, verified.data, rules.data, handshake);
	return user.ok ? ok({ verified: verified.data, rules: rules.data, user: user.data }) : user;
};
