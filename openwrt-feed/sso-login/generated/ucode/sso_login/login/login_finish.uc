'use strict';
// Generated from src/sso_login/login/login_finish.ts by "make ucode"; do not edit.

/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */

import { load_module } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { name_of as json_values_name_of, text_of } from 'sso_login.base.json_values';
import { state_of as authorization_response_state_of, validate } from 'sso_login.protocol.authorization_response';
import { acquire_lock as provider_calls_acquire_lock } from 'sso_login.protocol.provider_calls';
import { cached_of_provider, metadata_url, internal_origin } from 'sso_login.protocol.provider_metadata';
import { asking } from 'sso_login.protocol.provider_files';
import { register } from 'sso_login.protocol.token_registry';
import { err, ok } from 'sso_login.result';
import { verified_email, with_roles } from 'sso_login.rights.role_matching';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { read_sections, warn_of_conflicts, usable_roles } from 'sso_login.rpcd.rpcd_logins';
import { check as provider_logout_check } from 'sso_login.logout.provider_logout';
import { check as login_cookie_check } from 'sso_login.login.login_cookie';
import { open as session_opening_open } from 'sso_login.login.session_opening';
import { look as handshake_record_look, consume } from 'sso_login.login.handshake_record';
import { redeem_code, verify_id_token as login_steps_verify_id_token, complete_claims as login_steps_complete_claims, find_roles as login_steps_find_roles } from 'sso_login.login.login_steps';

/** Loaded for a session that is revalidated. */
const refresh_tokens = () => load_module('sso_login.rpcd.refresh_tokens');

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config, handshake) {
	const is_first = (config.provider ?? first) === first;
	return handshake.issuer === null ? is_first : handshake.issuer === config.issuer_url;
}

/**
 * Takes the lock on the next call to the provider, which it does not make, and returns the metadata where the cache has them. Fails as
 * `provider_calls.acquire_lock` does.
 */
function prepare_calls(io, config) {
	const cached = cached_of_provider(io, config);
	const url = metadata_url(
		config.issuer_url,
		internal_origin(config.internal_issuer_url)
	);
	const lock = provider_calls_acquire_lock(io, config, cached !== null ? cached.token_endpoint : url);
	return lock.ok ? ok(cached) : lock;
}

/**
 * Checks that a response belongs to a login of this browser, and uses up its record, also when the response is an error. A request
 * of another browser leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
 */
function accept_response(io, config, request) {
	const params = request.params;
	const state = authorization_response_state_of(params);
	if (!state.ok) {
		return state;
	}
	const found = handshake_record_look(io, state.data);
	const browser = login_cookie_check(request.cookies, state.data, found);
	if (!browser.ok) {
		return browser;
	}
	if (found === null) {
		// A record that is expired or damaged is removed.
		const consumed = consume(io, state.data);
		return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
	}
	request.return_to = found.return_to;
	// Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
	if (!is_of_provider(config, found)) {
		return err("IDP_ERROR", { reason: "the login began at another provider" });
	}
	const response = validate(params, config.issuer_url, null);
	const prepared = response.ok ? prepare_calls(io, config) : ok(null);
	if (!prepared.ok) {
		return prepared;
	}
	const handshake = consume(io, state.data);
	if (!handshake.ok) {
		return handshake;
	}
	const same_browser = login_cookie_check(request.cookies, state.data, handshake.data);
	if (!same_browser.ok) {
		return same_browser;
	}
	return response.ok ? ok({ config, handshake: handshake.data, params, cached: prepared.data }) : response;
}

/** Creates the session, unless the provider has ended its own meanwhile. */
function create_session(io, identity, remote) {
	const config = identity.attempt.config;
	const handshake = identity.attempt.handshake;
	const claims = identity.user.claims;
	const match = identity.match;
	const user = {
		// An unverified address may belong to another person.
		email: json_values_name_of(verified_email(config, claims)),
		sub: text_of(claims.sub),
		id_token: identity.issued.tokens.id_token,
		provider_sid: config.backchannel_logout === true ? identity.provider_sid : null,
		remote,
	};
	const who = pairs_of_claims(config, claims);
	const opened = session_opening_open(io, config, match, { user, who, return_to: handshake.return_to }, () => provider_logout_check(io, config, user, handshake.created_at ?? 0, "during the login")
	);
	if (!opened.ok) {
		return opened;
	}
	const notes = identity.user.notes;
	const refresh_token = identity.issued.tokens.refresh_token;
	if (config.session_revalidate !== null && type(refresh_token) == "string") {
		const is_kept = refresh_tokens().keep(io, config, opened.data.sid, refresh_token);
		notes.refresh_token = is_kept ? null : "not_stored";
	}
	notes.unverified_email = match.email_ignored ? "ignored" : null;
	return ok({
		sid: opened.data.sid,
		email: user.email,
		who,
		role_name: match.role_name,
		roles: map(match.roles, (role) => role.name),
		return_to: opened.data.return_to,
		notes,
	});
}

/** The rules about claims and roles, without roles that are called like a local login of rpcd. */
function rules_of(io, config) {
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	warn_of_conflicts(io, logins.data, config.roles);
	return ok(with_roles(config, usable_roles(logins.data, config.roles)));
}

/** The user of a login: steps 1 to 5, which make all calls to the provider. */
function identify(io, config, request, allowed_algs) {
	// 1. Verify the state against cookie and record, and consume the record.
	const accepted = accept_response(io, config, request);
	if (!accepted.ok) {
		return accepted;
	}
	const attempt = accepted.data;
	attempt.allowed_algs = allowed_algs;
	// 2. Exchange the code for tokens.
	const issued = redeem_code(io, attempt);
	if (!issued.ok) {
		return issued;
	}
	// 3. Verify the ID Token.
	const verified = login_steps_verify_id_token(io, attempt, issued.data);
	if (!verified.ok) {
		return verified;
	}
	// 4. Complete the claims by UserInfo.
	const rules = rules_of(io, config);
	if (!rules.ok) {
		return rules;
	}
	const user = login_steps_complete_claims(io, attempt, issued.data, verified.data, rules.data);
	if (!user.ok) {
		return user;
	}
	// 5. Match claims to roles.
	const match = login_steps_find_roles(config, rules.data, user.data);
	if (!match.ok) {
		return match;
	}
	const provider_sid = json_values_name_of(verified.data.claims.sid);
	return ok({ attempt, issued: issued.data, user: user.data, match: match.data, provider_sid });
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(io, config, request, allowed_algs) {
	// rpcd may take its time, and other logins need not wait for that.
	const identified = asking(io, config, () => identify(io, config, request, allowed_algs));
	if (!identified.ok) {
		return identified;
	}
	const identity = identified.data;
	// 6. Register the access token, which opens one session.
	const registered = register(io, identity.issued.tokens.access_token);
	if (!registered.ok) {
		return registered;
	}
	// 7. Create the session.
	return create_session(io, identity, request.remote);
};
