'use strict';
// Generated from src/sso_login/login/identify.ts by "make ucode"; do not edit.

/** Who logs in: from the provider's code to the user's claims and roles. Nothing here opens a session. */

import { array_some, key_of, substring } from 'sso_login.ecma';
import { facts_of, name_of as values_name_of } from 'sso_login.base.values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { check_advertised_issuer } from 'sso_login.protocol.authorization_response';
import { parse_id_token, expectations, verify as id_token_verify, was_before } from 'sso_login.protocol.id_token';
import { load_jwks } from 'sso_login.protocol.jwks';
import { of_provider } from 'sso_login.protocol.metadata';
import { missing as scopes_missing, remember } from 'sso_login.protocol.scopes';
import { exchange_code as token_exchange_code } from 'sso_login.protocol.token';
import { has_email as userinfo_has_email, complete_claims as userinfo_complete_claims } from 'sso_login.protocol.userinfo';
import { err, ok } from 'sso_login.result';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { usable_roles, read_sections, warn_of_conflicts } from 'sso_login.rpcd.logins';
import { groups_of, absent_claims } from 'sso_login.rights.claim_rules';
import { with_roles, find_roles_for_user as roles_find_roles_for_user } from 'sso_login.rights.roles';

/** Step 2: the provider's tokens for the code. */
export function redeem(io, config, answered, policy) {
	const known = answered.discovery;
	const found = known !== null ? ok(known) : of_provider(io, config);
	if (!found.ok) {
		return found;
	}
	const discovery = found.data;
	const handshake = answered.handshake;
	const advertised = check_advertised_issuer(discovery, answered.params.iss);
	const grant = {
		code: answered.params.code ?? "",
		verifier: handshake.code_verifier,
		session_id: hash_safe_id(handshake.state),
	};
	const tokens = advertised.ok ? token_exchange_code(io, config, discovery, grant) : advertised;
	if (!tokens.ok) {
		return tokens;
	}
	return ok({
		config,
		discovery,
		handshake,
		tokens: tokens.data,
		keys: { uri: discovery.jwks_uri, keys: [], fresh: false },
		policy: policy ?? { allowed_algs: config.id_token_algs },
	});
};

/** Step 3: the ID Token's claims. */
export function verified_claims(io, attempt) {
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
	const expected = expectations(attempt.config, attempt.handshake.nonce, access_token, io.time());
	return id_token_verify(io, parsed.data, attempt.keys, expected);
};

/** Groups that a log line names, and bytes of each. */
const max_named = 5;
const max_name = 64;

/** The refusal of a user without a role, with what an administrator needs: the user, and the claims that arrived. */
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
	for (let pair in pairs_of_claims(config, claims)) {
		details[key_of(pair[0])] = pair[1];
	}
	const reasons = facts_of(refusal);
	details.reason = reasons.reason;
	details.hint = reasons.hint;
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
	const facts = facts_of(failure);
	return { userinfo: "failed", userinfo_reason: facts.reason ?? facts.http_status };
}

/**
 * Step 4: UserInfo is asked where the ID Token lacks the e-mail, or groups that a role lists; in that second case the claims at
 * hand must do when it fails.
 */
export function complete_claims(io, attempt, id_claims, rules) {
	const config = attempt.config;
	const endpoint = attempt.discovery.userinfo_endpoint;
	const has_email = userinfo_has_email(config, id_claims);
	let claims = id_claims;
	let notes = {};
	const missing = scopes_missing(config.scope, attempt.tokens.scope);
	const ignored = config.prompt === "login" && was_before(id_claims, attempt.handshake.created_at, config);
	remember(io, config, missing, ignored);
	if (endpoint !== null && (!has_email || lacks_groups(rules, id_claims))) {
		const completed = userinfo_complete_claims(io, endpoint, id_claims, attempt.tokens.access_token, attempt);
		if (completed.ok) {
			claims = completed.data;
		} else if (has_email) {
			notes = userinfo_failed(completed);
		} else {
			return completed;
		}
	}
	notes.not_granted = missing !== "" ? missing : null;
	notes.prompt = ignored ? "ignored" : null;
	return ok({ claims, notes });
};

/** The rules about claims, with the roles but those that are called like a local login of rpcd. */
export function rules_of(config, rpcd_sections) {
	return with_roles(config, usable_roles(rpcd_sections, config.roles));
};

/** Steps 4 and 5: the user's roles. */
export function find_roles(io, attempt, id_claims) {
	const config = attempt.config;
	const logins = read_sections(io);
	if (!logins.ok) {
		return logins;
	}
	warn_of_conflicts(io, logins.data, config.roles);
	const rules = rules_of(config, logins.data);
	const completed = complete_claims(io, attempt, id_claims, rules);
	if (!completed.ok) {
		return completed;
	}
	const claims = completed.data.claims;
	const notes = completed.data.notes;
	const match = roles_find_roles_for_user(rules, claims);
	if (!match.ok) {
		return not_authorized(config, claims, match, notes);
	}
	notes.unverified_email = match.data.email_ignored ? "ignored" : null;
	return ok({ attempt, claims, sid: values_name_of(id_claims.sid), match: match.data, notes });
};
