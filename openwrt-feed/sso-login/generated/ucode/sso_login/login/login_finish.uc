'use strict';
// Generated from src/sso_login/login/login_finish.ts by "make ucode"; do not edit.

/** The second request of a login: from the provider's answer to a session (specification, "Processing order"). */

import { key_of, load_module } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { name_of as json_values_name_of, text_of, facts_of as json_values_facts_of } from 'sso_login.base.json_values';
import { asking } from 'sso_login.protocol.provider_calls';
import { cached_of_provider, first_address } from 'sso_login.protocol.provider_metadata';
import { register } from 'sso_login.protocol.token_registry';
import { err, ok } from 'sso_login.result';
import { verified_email } from 'sso_login.rights.role_matching';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { role_rules } from 'sso_login.rpcd.rpcd_logins';
import { accept, identify as attempt_identify, find_roles as attempt_find_roles, state_of as attempt_state_of } from 'sso_login.login.attempt';
import { check as login_cookie_check } from 'sso_login.login.login_cookie';
import { open as session_opening_open } from 'sso_login.login.session_opening';
import { consume, look as handshake_record_look } from 'sso_login.login.handshake_record';

/** Whether a login began at this provider; of a version with one provider it did at the first. */
function is_of_provider(config, handshake) {
	const is_first = config.provider === first;
	return handshake.issuer === null ? is_first : handshake.issuer === config.issuer_url;
}

/** Opens the session, unless the provider has ended its own meanwhile, and keeps the refresh token. */
function open_session(io, config, handshake, matched, remote) {
	const verified = matched.identified.verified;
	const claims = matched.identified.user.claims;
	const match = matched.match;
	const user = {
		// An unverified address may belong to another person.
		email: json_values_name_of(verified_email(config, claims)),
		sub: text_of(claims.sub),
		id_token: verified.tokens.id_token,
		// Only the ID Token names the provider's session.
		provider_sid: config.backchannel_logout === true ? json_values_name_of(verified.claims.sid) : null,
		remote,
		cookie_hash: handshake.cookie_hash,
		is_own_site: handshake.is_own_site,
	};
	const who = pairs_of_claims(config, claims);
	const since = handshake.created_at ?? 0;
	const opening = { user, who, return_to: handshake.return_to, settings_hash: handshake.settings_hash, since };
	const opened = session_opening_open(io, config, match, opening);
	if (!opened.ok) {
		return opened;
	}
	const notes = { unverified_email: match.email_ignored ? "ignored" : null };
	for (let name in keys(matched.identified.user.notes)) {
		notes[key_of(name)] = matched.identified.user.notes[key_of(name)];
	}
	const refresh_token = verified.tokens.refresh_token;
	if (config.session_revalidate !== null && type(refresh_token) == "string") {
		const is_kept = load_module('sso_login.rpcd.refresh_tokens').keep(io, config, opened.data.sid, refresh_token);
		notes.refresh_token = is_kept ? null : "not_stored";
	}
	return ok({
		sid: opened.data.sid,
		email: user.email,
		who,
		roles: map(match.roles, (role) => role.name),
		return_to: opened.data.return_to,
		is_own_site: handshake.is_own_site === true,
		notes,
	});
}

/**
 * Finds the user of a response, and the roles. The record is consumed, also where the response is refused; not while the login
 * must wait for the provider: the request may be made again.
 */
function match_user(io, config, handshake, params) {
	const response = accept(config, handshake, params);
	if (!response.ok) {
		const consumed = consume(io, handshake.state);
		return consumed.ok ? response : consumed;
	}
	const cached = cached_of_provider(io, config);
	const identified = asking(io, config, first_address(config, cached), () => {
		const consumed = consume(io, handshake.state);
		return consumed.ok
			? attempt_identify(io, response.data, cached, () => role_rules(io, config, true))
			: consumed;
	});
	if (!identified.ok) {
		return identified;
	}
	const match = attempt_find_roles(config, identified.data.rules, identified.data.user);
	return match.ok ? ok({ identified: identified.data, match: match.data }) : match;
}

/** Finishes the login of a handshake whose browser sent the response. */
function finish(io, config, handshake, input) {
	// Each provider has an address of its own, so that none gets a code of another (RFC 9700 section 4.4.2).
	if (!is_of_provider(config, handshake)) {
		return err("IDP_ERROR", { reason: "the login began at another provider" });
	}
	const matched = match_user(io, config, handshake, input.params);
	if (!matched.ok) {
		return matched;
	}
	// An access token opens one session.
	const registered = register(io, matched.data.identified.verified.tokens.access_token);
	return registered.ok ? open_session(io, config, handshake, matched.data, input.remote) : registered;
}

/** A failed login, with the page of LuCI that it was for. */
function about_page(failure, return_to) {
	const facts = json_values_facts_of(failure);
	facts.return_to = return_to;
	return err(failure.error, facts);
}

/**
 * Finishes a login (specification, "Processing order"): state, tokens, ID Token, UserInfo, roles, registry, session. A request of another
 * browser leaves the record to its owner. Fails with the code of the step that refused.
 */
export function authenticate(io, config, input) {
	const state = attempt_state_of(input.params);
	if (!state.ok) {
		return state;
	}
	const found = handshake_record_look(io, state.data);
	const browser = login_cookie_check(input.cookies, state.data, found);
	if (!browser.ok) {
		return browser;
	}
	if (found === null) {
		// A record that is expired or damaged is removed.
		const consumed = consume(io, state.data);
		return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
	}
	const login = finish(io, config, found, input);
	return login.ok ? login : about_page(login, found.return_to);
};
