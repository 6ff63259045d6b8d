'use strict';
// Generated from src/sso_login/login/authenticate.ts by "make ucode"; do not edit.

/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */

import { array_some, has_members, includes, key_of, substring } from 'sso_login.ecma';
import { state_cookie } from 'sso_login.base.names';
import { text_of } from 'sso_login.base.values';
import { safe_id } from 'sso_login.jose.hash';
import { judge_response, check_promised_issuer } from 'sso_login.protocol.authorization';
import { parse_id_token, expected_by, verify } from 'sso_login.protocol.id_token';
import { load_jwks } from 'sso_login.protocol.jwks';
import { missing, remember } from 'sso_login.protocol.scopes';
import { of_provider } from 'sso_login.protocol.metadata';
import { exchange_code } from 'sso_login.protocol.token';
import * as userinfo from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { read, warn_of_conflicts, usable_roles } from 'sso_login.session.rpcd_logins';
import { create_session, destroy_session } from 'sso_login.session.session';
import { groups_of, absent_claims } from 'sso_login.settings.claims';
import { with_roles, find_roles_for_user, counting_email } from 'sso_login.settings.roles';
import { of_claims } from 'sso_login.login.log_identity';
import { has_come } from 'sso_login.login.provider_logout';
import { consume } from 'sso_login.login.record';
import { register } from 'sso_login.login.token_registry';
import { prepare, confirm } from 'sso_login.login.upkeep';

/** Step 3: the ID Token's claims. */
function verified_claims(io, attempt) {
	// A token that no key could save costs no call to the provider.
	const parsed = parse_id_token(attempt.tokens.id_token, attempt.policy);
	if (!parsed.ok) {
		return parsed;
	}
	const key_set = load_jwks(io, attempt.discovery.jwks_uri, false);
	if (!key_set.ok) {
		return key_set;
	}
	attempt.keys = key_set.data;
	const access_token = attempt.tokens.access_token;
	const expected = expected_by(attempt.config, attempt.handshake.nonce, access_token, io.time());
	return verify(io, parsed.data, attempt.keys, expected);
}

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with what an administrator needs to see who it was and what came. */
function not_authorized(config, claims, refusal, notes) {
	const found = groups_of(config, claims);
	const groups = found ?? [];
	const absent = absent_claims(config, claims);
	const first = map(slice(groups, 0, max_named), (name) => substring(name, 0, max_name));
	const details = {
		not_granted: notes.not_granted,
		groups: found === null ? "absent" : length(groups),
		absent_claims: length(absent) > 0 ? join(",", absent) : null,
		first_groups: length(groups) > 0 ? join(",", first) : null,
		userinfo: notes.userinfo,
		userinfo_reason: notes.userinfo_reason,
	};
	for (let pair in of_claims(config, claims)) {
		details[key_of(pair[0])] = pair[1];
	}
	const reasons = refusal.details;
	if (has_members(reasons)) {
		details.reason = reasons.reason;
		details.hint = reasons.hint;
	}
	return err(refusal.error, details);
}

/** Whether some role asks for groups and the claims say nothing of them. */
function lacks_groups(rules, claims) {
	return (
		groups_of(rules, claims) === null && array_some(rules.roles, (role) => length((role.group ?? [])) > 0)
	);
}

/** That UserInfo could not complete the claims, and why. */
function userinfo_failed(failure) {
	const facts = has_members(failure.details) ? failure.details : {};
	return { userinfo: "failed", userinfo_reason: facts.reason ?? facts.http_status };
}

/**
 * Steps 4 and 5: the user's roles. UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in
 * that second case the claims at hand must do when it fails.
 */
function find_roles(io, attempt, id_claims) {
	const config = attempt.config;
	const logins = read(io);
	warn_of_conflicts(io, logins, config.roles);
	const rules = with_roles(config, usable_roles(logins, config.roles));
	const endpoint = attempt.discovery.userinfo_endpoint;
	const has_email = userinfo.has_email(config, id_claims);
	let claims = id_claims;
	let notes = {};
	const lacking = missing(config.scope, attempt.tokens.scope);
	remember(io, config, lacking);
	if (endpoint !== null && (!has_email || lacks_groups(rules, id_claims))) {
		const completed = userinfo.complete_claims(io, endpoint, id_claims, attempt.tokens.access_token, attempt);
		if (completed.ok) {
			claims = completed.data;
		} else if (has_email) {
			notes = userinfo_failed(completed);
		} else {
			return completed;
		}
	}
	notes.not_granted = lacking !== "" ? lacking : null;
	const match = find_roles_for_user(rules, claims);
	if (!match.ok) {
		return not_authorized(config, claims, match, notes);
	}
	notes.unverified_email = match.data.email_ignored ? "ignored" : null;
	const sid = text_of(id_claims.sid);
	// ubus ends a text at NUL: what is left would be another session.
	return ok({ claims, sid: includes(sid, "\0") ? "" : sid, match: match.data, notes });
}

/** Steps 6 and 7: the access token counts once, and the user gets a session. */
function open_session(io, attempt, identity) {
	const registered = register(io, attempt.tokens.access_token);
	if (!registered.ok) {
		return registered;
	}
	// An address that nobody has verified may be somebody else's.
	const email = counting_email(attempt.config, identity.claims) ?? "";
	const user = {
		// ubus ends a text at NUL: what is left would be somebody else's address.
		email: includes(email, "\0") ? "" : email,
		sub: text_of(identity.claims.sub),
		id_token: attempt.tokens.id_token,
		provider_sid: attempt.config.backchannel_logout === true ? identity.sid : null,
	};
	const prepared = prepare(io, identity.match);
	if (!prepared.ok) {
		return prepared;
	}
	const sid = create_session(io, attempt.config, identity.match, user);
	if (!sid.ok) {
		return sid;
	}
	const confirmed = confirm(io, sid.data, identity.match);
	if (!confirmed.ok) {
		return confirmed;
	}
	const since = attempt.handshake.created_at ?? 0;
	if (attempt.config.backchannel_logout === true && has_come(io, identity.sid, user.sub, since)) {
		destroy_session(io, sid.data);
		return err("IDP_ERROR", { reason: "the provider ended its session during the login" });
	}
	const role_name = identity.match.role_name;
	const who = of_claims(attempt.config, identity.claims);
	const return_to = attempt.handshake.return_to;
	return ok({ sid: sid.data, email: user.email, who, role_name, return_to, notes: identity.notes });
}

/** Step 1: the response belongs to this browser's login, and its handshake is used up whatever the response says. */
function accept_response(io, config, request) {
	const cookie = request.cookies[state_cookie];
	const response = judge_response(request.params, cookie, config.issuer_url);
	if (!response.ok) {
		return response;
	}
	const handshake = consume(io, response.data.state);
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
	const discovery = of_provider(io, config);
	if (!discovery.ok) {
		return discovery;
	}
	const promised = check_promised_issuer(discovery.data, request.params.iss);
	if (!promised.ok) {
		return promised;
	}
	const tokens = exchange_code(io, config, discovery.data, {
		code: request.params.code ?? "",
		verifier: handshake.data.code_verifier,
		session_id: safe_id(handshake.data.state),
	});
	if (!tokens.ok) {
		return tokens;
	}
	const attempt = {
		config,
		discovery: discovery.data,
		handshake: handshake.data,
		tokens: tokens.data,
		keys: { uri: discovery.data.jwks_uri, keys: [], fresh: false },
		policy: policy ?? { allowed_algs: config.id_token_algs },
	};
	const claims = verified_claims(io, attempt);
	if (!claims.ok) {
		return claims;
	}
	const identity = find_roles(io, attempt, claims.data);
	return identity.ok ? open_session(io, attempt, identity.data) : identity;
};
