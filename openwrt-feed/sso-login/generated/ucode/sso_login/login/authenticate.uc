'use strict';
// Generated from src/sso_login/login/authenticate.ts by "make ucode"; do not edit.

/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */

import { includes, key_of } from 'sso_login.ecma';
import * as names from 'sso_login.base.names';
import * as values from 'sso_login.base.values';
import * as hash from 'sso_login.jose.hash';
import * as authorization from 'sso_login.protocol.authorization';
import * as id_token from 'sso_login.protocol.id_token';
import * as jwks from 'sso_login.protocol.jwks';
import * as metadata from 'sso_login.protocol.metadata';
import * as token from 'sso_login.protocol.token';
import * as userinfo from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import * as rpcd_logins from 'sso_login.session.rpcd_logins';
import * as session from 'sso_login.session.session';
import * as roles from 'sso_login.settings.roles';
import * as log_identity from 'sso_login.login.log_identity';
import * as record from 'sso_login.login.record';
import * as token_registry from 'sso_login.login.token_registry';
import * as upkeep from 'sso_login.login.upkeep';

/** Step 3: the ID Token's claims. */
function verified_claims(io, attempt, policy) {
	// A token that no key could save costs no call to the provider.
	const parsed = id_token.parse_id_token(attempt.tokens.id_token, policy);
	if (!parsed.ok) {
		return parsed;
	}
	const key_set = jwks.load_jwks(io, attempt.discovery.jwks_uri, false);
	if (!key_set.ok) {
		return key_set;
	}
	const access_token = attempt.tokens.access_token;
	const expected = id_token.expected_by(attempt.config, attempt.handshake.nonce, access_token, io.time());
	return id_token.verify(io, parsed.data, key_set.data, expected);
}

/** The refusal of a user without a role, with what an administrator needs to see who it was and what came. */
function not_authorized(config, claims, refusal) {
	const details = { groups: length(roles.group_names(claims.groups)) };
	for (let pair in log_identity.pairs(config, values.text_of(claims.email), values.text_of(claims.sub))) {
		details[key_of(pair[0])] = pair[1];
	}
	const reasons = refusal.details;
	if ((type(reasons) == "object" || type(reasons) == "array")) {
		details.reason = reasons.reason;
		details.hint = reasons.hint;
	}
	return err(refusal.error, details);
}

/**
 * Steps 4 and 5: the user's roles. UserInfo is asked when the ID Token has no e-mail, and as a second chance when no
 * role matched and it has no groups; in that second case any failure leaves USER_NOT_AUTHORIZED.
 */
function find_roles(io, attempt, id_claims) {
	const config = attempt.config;
	rpcd_logins.warn_of_conflicts(io, config.roles);
	const rules = {
		roles: rpcd_logins.usable_roles(io, config.roles),
		allow_unverified_email: config.allow_unverified_email,
	};
	const endpoint = attempt.discovery.userinfo_endpoint;
	const access_token = attempt.tokens.access_token;
	const has_email = userinfo.has_email(id_claims);
	let claims = id_claims;
	if (!has_email && endpoint !== null) {
		const completed = userinfo.complete_claims(io, endpoint, id_claims, access_token);
		if (!completed.ok) {
			return completed;
		}
		claims = completed.data;
	}
	const match = roles.find_roles_for_user(rules, claims);
	if (match.ok) {
		return ok({ claims, match: match.data });
	}
	if (!has_email || id_claims.groups !== null || endpoint === null) {
		return not_authorized(config, claims, match);
	}
	const completed = userinfo.complete_claims(io, endpoint, id_claims, access_token);
	if (!completed.ok) {
		return not_authorized(config, claims, match);
	}
	const second = roles.find_roles_for_user(rules, completed.data);
	return second.ok
		? ok({ claims: completed.data, match: second.data })
		: not_authorized(config, completed.data, second);
}

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io, attempt, identity) {
	const registered = token_registry.register(io, attempt.tokens.access_token);
	if (!registered.ok) {
		return registered;
	}
	const email = values.text_of(identity.claims.email);
	const user = {
		// ubus ends a text at NUL: what is left would be somebody else's address.
		email: includes(email, "\0") ? "" : email,
		sub: values.text_of(identity.claims.sub),
		id_token: attempt.tokens.id_token,
	};
	const prepared = upkeep.prepare(io, identity.match);
	if (!prepared.ok) {
		return prepared;
	}
	const sid = session.create_session(io, attempt.config, identity.match, user);
	if (!sid.ok) {
		return sid;
	}
	const confirmed = upkeep.confirm(io, sid.data, identity.match);
	return confirmed.ok
		? ok({ sid: sid.data, email: user.email, sub: user.sub, role_name: identity.match.role_name })
		: confirmed;
}

/** Step 1: the response belongs to this browser's login, and its handshake is used up whatever the response says. */
function accept_response(io, config, request) {
	const cookie = request.cookies[names.state_cookie];
	const response = authorization.judge_response(request.params, cookie, config.issuer_url);
	if (!response.ok) {
		return response;
	}
	const handshake = record.consume(io, response.data.state);
	return handshake.ok ? (response.data.refusal ?? handshake) : handshake;
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session.
 * Fails with the code of the step that refused.
 */
export function authenticate(io, config, request, policy) {
	const handshake = accept_response(io, config, request);
	if (!handshake.ok) {
		return handshake;
	}
	const discovery = metadata.of_provider(io, config);
	if (!discovery.ok) {
		return discovery;
	}
	const promised = authorization.check_promised_issuer(discovery.data, request.params.iss);
	if (!promised.ok) {
		return promised;
	}
	const tokens = token.exchange_code(io, config, discovery.data, {
		code: request.params.code ?? "",
		verifier: handshake.data.code_verifier,
		session_id: hash.safe_id(handshake.data.state),
	});
	if (!tokens.ok) {
		return tokens;
	}
	const attempt = { config, discovery: discovery.data, handshake: handshake.data, tokens: tokens.data };
	const claims = verified_claims(io, attempt, policy);
	if (!claims.ok) {
		return claims;
	}
	const identity = find_roles(io, attempt, claims.data);
	return identity.ok ? open_session(io, attempt, identity.data) : identity;
};
