'use strict';
// Generated from src/sso_login/login/attempt.ts by "make ucode"; do not edit.

/**
 * The steps from the provider's response to a user with roles, in their order (specification, "Processing order"): admit, accept, redeem,
 * verify, complete, match. Each takes what the one before has made, and none opens a session. A login (login_finish) goes
 * the whole way, the test login from accept on, a revalidation from refreshed tokens on (revalidation/refreshed_user).
 */

import { array_some, key_of, load_module } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id, constant_time_eq as hash_constant_time_eq, hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { of_provider as known_metadata_of_provider, by_metadata } from 'sso_login.protocol.known_metadata';
import { parse_id_token, verify as id_token_verify, expectations as id_token_expectations } from 'sso_login.protocol.id_token';
import { lacks_path } from 'sso_login.protocol.provider_files';
import { exchange_code as token_request_exchange_code } from 'sso_login.protocol.token_request';
import { err, ok } from 'sso_login.result';
import { groups_of, has_email, denies_email } from 'sso_login.rights.claim_rules';
import { counts_unmarked, verified_email, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';
import { look as handshake_record_look, discard, is_of_provider } from 'sso_login.login.handshake_record';

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
 * Whether the login of a state began in this browser. `handshake` is its record, where there is one: with a hash in it, the login's own
 * cookie must match that, and the specified cookie does not matter; else the specified cookie must be the state. Fails with
 * MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
 */
export function check_browser(browser, state, handshake) {
	const own_hash = handshake !== null ? handshake.cookie_hash : null;
	const value = own_hash !== null ? (browser.logins[key_of(hash_safe_id(state))] ?? "") : browser.state;
	if (value === "") {
		return err("MISSING_HANDSHAKE_COOKIE");
	}
	const matches = own_hash !== null
			? hash_constant_time_eq(hash_hash_sha256_hex(value), own_hash)
			: hash_constant_time_eq(value, state);
	return matches ? ok(true) : err("STATE_PARAMETER_MISMATCH");
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
		: load_module('sso_login.explain.refused_response').refused(params, config.issuer_url, handshake.is_again === true);
};

/**
 * Admits a response to the login of its state, which began in the browser that brings it, at the provider of the callback's path: each has a path
 * of its own, so that none gets a code of another (RFC 9700 section 4.4.2). A request of another browser leaves the record to its owner.
 */
export function admit(io, config, response) {
	const state = state_of(response.params);
	if (!state.ok) {
		return state;
	}
	const handshake = handshake_record_look(io, state.data);
	const is_own = check_browser(response.browser, state.data, handshake);
	if (!is_own.ok) {
		return is_own;
	}
	if (handshake === null) {
		return discard(io, state.data);
	}
	return is_of_provider(handshake, config)
		? ok({ config, handshake, response })
		: err("IDP_ERROR", "the login began at another provider", null, { return_to: handshake.return_to });
};

/** Redeems the code for tokens; `cached` are the metadata as the cache has them. */
export function redeem(io, login, cached) {
	const config = login.config;
	const known = cached !== null ? ok(cached) : known_metadata_of_provider(io, config);
	const handshake = login.handshake;
	const log_id = hash_safe_id(handshake.state);
	const grant = { code: login.code, verifier: handshake.code_verifier, log_id };
	return by_metadata(io, config, known, "token_endpoint", (metadata) => {
		const tokens = token_request_exchange_code(io, config, metadata, grant);
		return tokens.ok ? ok({ config, metadata, tokens: tokens.data }) : tokens;
	});
};

/** Verifies the ID Token of an answer by expectations. */
export function verify(io, issued, expected) {
	const config = issued.config;
	const tokens = issued.tokens;
	// A token that no key could save costs no call to the provider.
	const parsed = parse_id_token(text_of(tokens.id_token), config.id_token_algs);
	if (!parsed.ok) {
		return parsed;
	}
	const verified = id_token_verify(io, config, issued.metadata, parsed.data, expected);
	return verified.ok
		? ok({ config, tokens, claims: verified.data.claims, metadata: verified.data.metadata })
		: verified;
};

/** Verifies the ID Token of a login, which has its nonce. */
export function verify_login(io, issued, handshake) {
	const expected = id_token_expectations(issued.config, handshake.nonce, issued.tokens.access_token, io.time());
	return verify(io, issued, expected);
};

/** Whether some role lists groups of which the claims say nothing. */
function lacks_groups(rules, claims) {
	return (
		groups_of(rules, claims) === null && array_some(rules.roles, (role) => length((role.group ?? [])) > 0)
	);
}

/** Completes the claims by UserInfo where the ID Token lacks the e-mail, or groups that a role lists. */
function known_claims(io, found, rules) {
	const is_there = found.metadata.userinfo_endpoint !== null;
	const is_whole = has_email(found.config, found.claims) && !lacks_groups(rules, found.claims);
	const told = is_there && !is_whole ? load_module('sso_login.protocol.userinfo').complete_claims(io, found) : null;
	if (told !== null && told.ok) {
		return told.data;
	}
	const denial = denies_email(found.claims) ? "id_token" : "none";
	return { claims: found.claims, denial, failure: told };
}

/**
 * Keeps for the check what the answer to a login lacks, and returns the facts of it for the log. `login_lacks` is loaded only where one of its
 * four lacks is possible.
 */
function note_lacks(io, found, handshake, unmarked_email) {
	const config = found.config;
	// Absent where all is granted (RFC 6749 section 5.1).
	const has_all_scopes = (found.tokens.scope ?? config.scope) === config.scope;
	const may_lack_more = config.prompt === "login" || config.session_revalidate !== null || unmarked_email;
	if (has_all_scopes && !may_lack_more) {
		io.remove(lacks_path(io, config));
		return {};
	}
	return load_module('sso_login.protocol.login_lacks').note(io, config, handshake.created_at, found, unmarked_email);
}

/** Completes the user of verified tokens; fails as UserInfo does where that had to tell the e-mail. */
export function complete(io, found, rules, handshake) {
	const known = known_claims(io, found, rules);
	const claims = known.claims;
	const failure = known.failure;
	const notes = note_lacks(io, found, handshake, counts_unmarked(rules, claims));
	if (failure !== null && !has_email(found.config, claims)) {
		return failure;
	}
	const is_unverified = verified_email(found.config, claims) === null;
	notes.unverified_by = is_unverified && known.denial !== "none" ? known.denial : null;
	if (failure !== null) {
		notes.userinfo = "failed";
		notes.userinfo_reason = load_module('sso_login.explain.short_reason').of_notes(failure);
	}
	return ok({ verified: found, rules, claims, notes });
};

/** Matches a user with roles; USER_NOT_AUTHORIZED. */
export function match(user) {
	const found = role_matching_find_roles_for_user(user.rules, user.claims);
	return found.ok ? found : load_module('sso_login.explain.missing_role').explain(user.verified.config, user, found);
};
