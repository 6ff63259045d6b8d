'use strict';
// Generated from src/sso_login/login/login_finish.ts by "make ucode"; do not edit.

/** The second request of a login, from the provider's response to a session, on one page (specification, "Processing order"). */

import { key_of, load_module } from 'sso_login.ecma';
import { name_of as json_values_name_of, text_of } from 'sso_login.base.json_values';
import { parse_https, host_header } from 'sso_login.base.urls';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { asking } from 'sso_login.protocol.provider_calls';
import { cached_of_provider } from 'sso_login.protocol.known_metadata';
import { url_of } from 'sso_login.protocol.provider_metadata';
import { register } from 'sso_login.protocol.token_registry';
import { ok } from 'sso_login.result';
import { verified_email } from 'sso_login.rights.role_matching';
import { unverified_email, pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { role_rules } from 'sso_login.rpcd.rpcd_logins';
import { redeem, verify_login, complete as attempt_complete, accept, match as attempt_match, admit as attempt_admit } from 'sso_login.login.attempt';
import { consume, consume_failed } from 'sso_login.login.handshake_record';
import { open as session_opening_open } from 'sso_login.login.session_opening';

/** Establishes the user of a login, while no other process calls the provider. The record is consumed before the code is sent. */
function establish(io, login, cached) {
	const handshake = login.handshake;
	const consumed = consume(io, handshake.state);
	if (!consumed.ok) {
		return consumed;
	}
	const issued = redeem(io, login, cached);
	if (!issued.ok) {
		return issued;
	}
	const verified = verify_login(io, issued.data, handshake);
	if (!verified.ok) {
		return verified;
	}
	// rpcd's own logins exclude roles, as they are now: the configuration was read before the call.
	const rules = role_rules(io, login.config, true);
	return rules.ok ? attempt_complete(io, verified.data, rules.data, handshake) : rules;
}

/** The session to open for the user of a login. */
function opening_of(login, user) {
	const config = login.config;
	const handshake = login.handshake;
	const claims = user.claims;
	return {
		user: {
			// An unverified e-mail address may belong to another person.
			email: json_values_name_of(verified_email(config, claims)),
			unverified: unverified_email(config, claims),
			sub: text_of(claims.sub),
			id_token: user.verified.tokens.id_token,
			// Only the ID Token names the provider's session.
			provider_sid: config.backchannel_logout === true ? json_values_name_of(user.verified.claims.sid) : null,
			remote: login.response.remote,
			cookie_hash: handshake.cookie_hash,
			is_own_site: handshake.is_own_site,
		},
		who: pairs_of_claims(config, claims),
		return_to: handshake.return_to,
		settings_hash: handshake.settings_hash,
		since: handshake.created_at ?? 0,
	};
}

/** Keeps the refresh token of a session that is revalidated; false where it cannot be stored. */
function keep_refresh_token(io, sid, user) {
	const config = user.verified.config;
	const refresh_token = user.verified.tokens.refresh_token;
	const is_wanted = config.session_revalidate !== null && type(refresh_token) == "string";
	return !is_wanted || load_module('sso_login.rpcd.refresh_tokens').keep(io, config, sid, refresh_token);
}

/** Facts of a login for the log. A token that is not kept is said in the place of what `login_lacks` notes about it. */
function notes_of(user, match, is_token_kept) {
	const notes = { unverified_email: match.email_ignored ? "ignored" : null };
	for (let name in keys(user.notes)) {
		notes[key_of(name)] = user.notes[key_of(name)];
	}
	notes.refresh_token = is_token_kept ? notes.refresh_token : "not_stored";
	return notes;
}

/**
 * Finishes an admitted login. The record of a response that is refused is consumed, too; it stays while the login must wait for the provider,
 * as the request may be made again.
 */
function finish(io, login) {
	const config = login.config;
	const accepted = accept(config, login.handshake, login.response.params);
	if (!accepted.ok) {
		const failure = consume_failed(io, login.handshake, accepted);
		return load_module('sso_login.login.login_again').with_meaning(io, login, failure);
	}
	// This configures the calls of the whole login, too.
	const cached = cached_of_provider(io, config);
	const first_address = cached !== null ? cached.token_endpoint : url_of(config);
	const user = asking(io, config, first_address, () => establish(io, accepted.data, cached));
	if (!user.ok) {
		return user;
	}
	const account = hash_safe_id(text_of(user.data.claims.sub));
	const match = attempt_match(user.data);
	if (!match.ok) {
		return load_module('sso_login.base.failures').answered(match, { account });
	}
	// An access token opens one session.
	const registered = register(io, user.data.verified.tokens.access_token);
	if (!registered.ok) {
		return registered;
	}
	const opening = opening_of(login, user.data);
	const opened = session_opening_open(io, config, match.data, opening);
	if (!opened.ok) {
		return load_module('sso_login.base.failures').answered(opened, { account });
	}
	const is_token_kept = keep_refresh_token(io, opened.data.sid, user.data);
	return ok({
		sid: opened.data.sid,
		page: opened.data.page,
		who: opening.who,
		roles: map(match.data.roles, (role) => role.name),
		is_own_site: login.handshake.is_own_site === true,
		notes: notes_of(user.data, match.data, is_token_kept),
	});
}

/**
 * The page of a provider that did not ask, although the user wanted to log in anew or by another account: the same account came back, or a
 * login as old as before.
 */
function log_out_at(failure, login) {
	const handshake = login.handshake;
	const account = (failure.answer ?? {}).account;
	const is_same = account !== null && account === handshake.refused;
	const is_old = failure.error === "AUTHENTICATION_TOO_OLD" && handshake.is_anew === true;
	const issuer = parse_https(login.config.issuer_url);
	return (is_same || is_old) && issuer !== null ? "https://" + host_header(issuer) + "/" : null;
}

/** A failed login, with what its page offers: the page of LuCI that it was for, and where to log out of the provider. */
function about_page(failure, login) {
	return load_module('sso_login.base.failures').answered(failure, { return_to: login.handshake.return_to, log_out_at: log_out_at(failure, login) });
}

/** Finishes a login. Fails with the code of the step that refused, and the page at which the login was to end. */
export function authenticate(io, config, response) {
	const admitted = attempt_admit(io, config, response);
	if (!admitted.ok) {
		return admitted;
	}
	const login = finish(io, admitted.data);
	return login.ok ? login : about_page(login, admitted.data);
};
