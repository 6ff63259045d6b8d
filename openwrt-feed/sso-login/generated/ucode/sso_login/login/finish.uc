'use strict';
// Generated from src/sso_login/login/finish.ts by "make ucode"; do not edit.

/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */

import { first } from 'sso_login.base.names';
import { name_of as values_name_of, text_of } from 'sso_login.base.values';
import { read_response } from 'sso_login.protocol.authorization_response';
import { release } from 'sso_login.protocol.calls_lock';
import { prepare_calls } from 'sso_login.protocol.metadata';
import { err, ok } from 'sso_login.result';
import * as roles from 'sso_login.rights.roles';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { check as provider_logout_check } from 'sso_login.logout.provider_logout';
import { redeem, verified_claims, find_roles as identify_user_find_roles } from 'sso_login.login.identify';
import { check as login_cookie_check } from 'sso_login.login.cookie';
import { look as record_look, consume } from 'sso_login.login.record';
import { register } from 'sso_login.protocol.token_registry';
import { open as open_open } from 'sso_login.login.open';

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io, identity, remote) {
	const attempt = identity.attempt;
	const registered = register(io, attempt.tokens.access_token);
	if (!registered.ok) {
		return registered;
	}
	const user = {
		// An unverified address may belong to another person.
		email: values_name_of(roles.verified_email(attempt.config, identity.claims)),
		sub: text_of(identity.claims.sub),
		id_token: attempt.tokens.id_token,
		provider_sid: attempt.config.backchannel_logout === true ? identity.sid : null,
		remote,
	};
	const who = pairs_of_claims(attempt.config, identity.claims);
	const wish = { user, who, return_to: attempt.handshake.return_to };
	const started_at = attempt.handshake.created_at ?? 0;
	const opened = open_open(io, attempt.config, identity.match, wish, () => provider_logout_check(io, attempt.config, user, started_at, "during the login")
	);
	if (!opened.ok) {
		return opened;
	}
	return ok({
		sid: opened.data.sid,
		email: user.email,
		who,
		role_name: identity.match.role_name,
		roles: map(identity.match.roles, (role) => role.name),
		return_to: opened.data.return_to,
		notes: identity.notes,
	});
}

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config, handshake) {
	const is_first = (config.provider ?? first) === first;
	return handshake.issuer === null ? is_first : handshake.issuer === config.issuer_url;
}

/**
 * Step 1: the response belongs to this browser's login; its handshake is consumed even when the response is an error. A refused
 * request leaves the record to its owner, and so does one that must wait for the provider: it may be made again.
 */
function accept_response(io, config, request) {
	const response = read_response(request.params, config.issuer_url);
	if (!response.ok) {
		return response;
	}
	const state = response.data.state;
	const found = record_look(io, state);
	const browser = login_cookie_check(request.cookies, state, found);
	if (!browser.ok) {
		return browser;
	}
	request.return_to = found !== null ? found.return_to : null;
	// Each provider has an address of its own, so that none gets what is another's (RFC 9700 section 4.4.2).
	if (found !== null && !is_of_provider(config, found)) {
		return err("IDP_ERROR", { reason: "the login began at another provider" });
	}
	const refusal = found !== null ? response.data.refusal : err("STATE_NOT_FOUND");
	const prepared = refusal ?? prepare_calls(io, config);
	if (refusal === null && !prepared.ok) {
		return prepared;
	}
	const handshake = consume(io, state);
	if (!handshake.ok) {
		return handshake;
	}
	const same_browser = login_cookie_check(request.cookies, state, handshake.data);
	if (!same_browser.ok) {
		return same_browser;
	}
	return prepared.ok ? ok({ handshake: handshake.data, discovery: prepared.data, params: request.params }) : prepared;
}

/** Steps 1 to 5: who logs in. All calls to the provider are made here. */
function identify(io, config, request, policy) {
	const answered = accept_response(io, config, request);
	const attempt = answered.ok ? redeem(io, config, answered.data, policy) : answered;
	if (!attempt.ok) {
		return attempt;
	}
	const claims = verified_claims(io, attempt.data);
	return claims.ok ? identify_user_find_roles(io, attempt.data, claims.data) : claims;
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(io, config, request, policy) {
	const identity = identify(io, config, request, policy);
	// rpcd may take its time, and other logins need not wait for that.
	release(io);
	return identity.ok ? open_session(io, identity.data, request.remote) : identity;
};
