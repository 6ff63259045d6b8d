'use strict';
// Generated from src/sso_login/login/program_session.ts by "make ucode"; do not edit.

/** From an access token of a program to a session with its roles' rights (RFC 8693, RFC 9068 section 5). */

import { name_of as json_values_name_of, text_of } from 'sso_login.base.json_values';
import { add_missing } from 'sso_login.base.strings';
import { err, ok } from 'sso_login.result';
import { after_exchange } from 'sso_login.rpcd.session_ending';
import { pairs } from 'sso_login.rpcd.log_identity';
import { open as session_opening_open } from 'sso_login.login.session_opening';
import { role_rules } from 'sso_login.rpcd.rpcd_logins';
import { groups_claims } from 'sso_login.rights.claim_rules';
import { is_of_person as role_matching_is_of_person, verified_email, with_roles, find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

/** The verified e-mail for a session; "" without one, and for one that ubus would cut. */
function email_of(config, token) {
	return role_matching_is_of_person(token.claims, token.client)
		? json_values_name_of(verified_email(config, token.claims))
		: "";
}

/** The same rules for access tokens, which have groups in more claims (RFC 9068 section 2.2.3). */
function for_programs(rules) {
	const found = with_roles(rules, rules.roles);
	found.groups_claim = slice(groups_claims(rules), 0);
	add_missing(found.groups_claim, ["roles", "groups", "entitlements"]);
	return found;
}

/** The rules about a token's claims and roles; CONFIG_ERROR when rpcd's sections cannot be read. */
export function rules_of(io, config) {
	const rules = role_rules(io, config, false);
	return rules.ok ? ok(for_programs(rules.data)) : rules;
};

/** The roles of a token; USER_NOT_AUTHORIZED, also where they give no rights, as a login with them is refused. */
export function find_roles(io, config, token) {
	const rules = rules_of(io, config);
	const match = rules.ok ? role_matching_find_roles_for_user(rules.data, token.claims, token.client) : rules;
	if (match.ok && length([...match.data.read, ...match.data.write]) == 0) {
		const role = join(",", map(match.data.roles, (one) => one.name));
		return err("USER_NOT_AUTHORIZED", { reason: "matched roles without access groups", role });
	}
	return match;
};

/** The client and the user of a token, for the log. */
export function who(config, token) {
	const client = [["client", token.client]];
	return [...client, ...pairs(config, email_of(config, token), token.sub)];
};

/** Seconds that a session of a token may be idle, at most until the token expires. */
function timeout_of(io, config, token) {
	return max(1, min(config.api_session_timeout ?? 300, token.end - io.time()));
}

/**
 * Opens a session with the rights of the matching roles, and ends those of the subject that are idle longest where there are too many. A logout
 * since the token was issued refuses it. Fails as opening a session does.
 */
export function open_session(io, config, token, match, remote) {
	const timeout = timeout_of(io, config, token);
	const is_of_person = role_matching_is_of_person(token.claims, token.client);
	const audience = text_of(config.api_audience);
	const program = { client: token.client, is_of_person, audience, end: token.end, timeout };
	const provider_sid = config.backchannel_logout === true ? token.sid : null;
	const user = { email: email_of(config, token), sub: token.sub, provider_sid, program, remote };
	const opening = { user, who: who(config, token), since: token.issued_at };
	const opened = session_opening_open(io, config, match, opening);
	if (!opened.ok) {
		return opened;
	}
	after_exchange(io, opened.data.sid, config.api_sessions);
	return ok({ sid: opened.data.sid, timeout });
};
