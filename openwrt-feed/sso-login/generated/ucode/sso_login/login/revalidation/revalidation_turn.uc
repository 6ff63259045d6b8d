'use strict';
// Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make ucode"; do not edit.

/**
 * The revalidation of a session (option `session_revalidate`): the provider is asked by the session's refresh token whether the user
 * still exists and has the session's roles. One file is worked on at a time.
 */

import { key_of } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { text_of, name_of as json_values_name_of, facts_of } from 'sso_login.base.json_values';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { open_jws, read_claims } from 'sso_login.jose.jws';
import { of_provider as provider_metadata_of_provider, cached_of_provider, first_address } from 'sso_login.protocol.provider_metadata';
import { asking } from 'sso_login.protocol.provider_calls';
import { err, ok } from 'sso_login.result';
import { with_roles, find_roles_for_user as role_matching_find_roles_for_user, verified_email } from 'sso_login.rights.role_matching';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { is_usable, write as refresh_tokens_write, remove as refresh_tokens_remove, list as refresh_tokens_list, next_turn } from 'sso_login.rpcd.refresh_tokens';
import { read_rules, still_authorized } from 'sso_login.rpcd.session_rules';
import { to_session, session_values, list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { lock_of } from 'sso_login.rpcd.background';
import { load as saved_config_load, saved_sections } from 'sso_login.settings.saved_config';
import { provider_sections } from 'sso_login.settings.package_sections';
import { verify_refreshed, complete as attempt_complete } from 'sso_login.login.attempt';
import { refresh, revoke } from 'sso_login.login.revalidation.token_refresh';

/** The claims of the login's ID Token, which the session has. */
function first_claims(stored) {
	const opened = open_jws(text_of(stored.sso_id_token));
	return opened.ok ? read_claims(opened.data) : opened;
}

/** The user's claims now. A new refresh token is stored first: whatever fails after it, the old one may be worth nothing. */
function ask(io, question) {
	const config = question.config;
	const token = question.token;
	const first = first_claims(question.stored);
	if (!first.ok) {
		return first;
	}
	const metadata = provider_metadata_of_provider(io, config);
	if (!metadata.ok) {
		return metadata;
	}
	const session_id = hash_safe_id(question.entry.sid);
	const tokens = refresh(io, config, metadata.data, token.refresh_token, session_id);
	if (!tokens.ok) {
		return tokens;
	}
	const rotated = tokens.data.refresh_token;
	if (is_usable(rotated)) {
		token.refresh_token = rotated;
		refresh_tokens_write(io, question.name, token);
	}
	const verified = verify_refreshed(io, { config, metadata: metadata.data, tokens: tokens.data }, first.data);
	if (!verified.ok) {
		return verified;
	}
	const rules = read_rules(io);
	if (!rules.ok) {
		return rules;
	}
	const user = attempt_complete(io, verified.data, with_roles(config, rules.data.roles));
	return user.ok ? ok(user.data.claims) : user;
}

/** Ends the session if its user has lost a role; otherwise the session's values name the user as the claims do. */
function apply(io, question, claims) {
	const rules = read_rules(io);
	if (!rules.ok) {
		return rules;
	}
	const config = question.config;
	const match = role_matching_find_roles_for_user(with_roles(config, rules.data.roles), claims);
	const groups = match.ok ? match.data.groups : [];
	const email = json_values_name_of(verified_email(config, claims));
	const before = question.entry;
	question.stored.sso_email = email;
	question.stored.sso_groups = groups;
	if (!still_authorized(rules.data, to_session(before.sid, question.stored))) {
		return session_ending_end_session(io, before, "roles") ? ok(true) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
	}
	if (email !== before.email || join("\n", groups) !== join("\n", before.groups)) {
		// An empty list is none in one runtime and an empty table in the other.
		const changed = { sso_email: email, sso_groups: length(groups) > 0 ? groups : "" };
		io.ubus_call("session", "set", { ubus_rpc_session: before.sid, values: changed });
	}
	return ok(true);
}

/** The reason for which a failure ends the session; undefined for one that may pass. */
function reason_to_end(failure) {
	const facts = facts_of(failure);
	if (failure.error === "OIDC_INVALID_GRANT") {
		return "invalid_grant";
	}
	const other = { iss: "other_issuer", sub: "other_subject" };
	// A signed answer of UserInfo is no token of the login.
	return facts.token === null ? other[key_of(text_of(facts.claim))] : null;
}

/** Logs a failure that ends nothing, once until the provider is asked with success; not that another process calls the provider. */
function log_failure(io, question, failure) {
	const token = question.token;
	if (token.is_failing === true || failure.error === "RATE_LIMITED") {
		return;
	}
	token.is_failing = true;
	refresh_tokens_write(io, question.name, token);
	const facts = facts_of(failure);
	facts.session = hash_safe_id(question.entry.sid);
	// The provider's words may name the user.
	facts.error_description = question.config.log_identity !== false ? facts.error_description : null;
	const head = [
		["provider", question.config.log_name],
		["error", failure.error],
	];
	event(io, "warning", "REVALIDATION_FAILED", [...head, ...detail_pairs(details_in_english(facts))]);
}

/** Asks the provider, and ends the session or leaves it. */
function revalidate(io, question) {
	const token = question.token;
	token.asked_at = io.time();
	// A router that cannot store the next token does not use up this one.
	if (!refresh_tokens_write(io, question.name, token)) {
		return;
	}
	const cached = cached_of_provider(io, question.config);
	const address = first_address(question.config, cached);
	const claims = asking(io, question.config, address, () => ask(io, question));
	const applied = claims.ok ? apply(io, question, claims.data) : claims;
	const reason = applied.ok ? null : reason_to_end(applied);
	if (reason !== null) {
		session_ending_end_session(io, question.entry, reason, "SESSION_ENDED");
	} else if (!applied.ok) {
		log_failure(io, question, applied);
	} else if (token.is_failing === true) {
		token.is_failing = null;
		refresh_tokens_write(io, question.name, token);
	}
}

/** Removes a file, after its token is revoked where it still belongs to a configured client. */
function forget(io, name, token, config) {
	if (config !== null) {
		revoke(io, config, token.refresh_token);
	}
	refresh_tokens_remove(io, name);
}

/** Does what is due with a file. */
function take(io, turn) {
	const token = turn.token;
	const entry = turn.entry;
	if (token === null) {
		refresh_tokens_remove(io, turn.name);
		return;
	}
	const loaded = saved_config_load(io, token.provider);
	if (!loaded.ok && turn.moment != 0) {
		// A mistake in the configuration ends nothing.
		token.asked_at = io.time();
		refresh_tokens_write(io, turn.name, token);
		return;
	}
	const config = loaded.ok ? loaded.data : null;
	// A provider gets no token of another one.
	const is_own = config !== null && config.issuer_url === token.issuer && config.client_id === token.client_id;
	if (is_own && entry !== null && config.session_revalidate !== null) {
		const stored = session_values(io, entry.sid);
		if (stored !== null) {
			revalidate(io, { config, name: turn.name, token, entry, stored });
		}
		return;
	}
	forget(io, turn.name, token, is_own ? config : null);
}

/** Does what is due first, unless another process does. */
export function run(io) {
	const lock = lock_of(io, "revalidate");
	if (!io.lock(lock)) {
		return;
	}
	const names = refresh_tokens_list(io);
	const live = list_sso_sessions(io);
	const saved = saved_sections(io);
	if (live.ok && saved.ok) {
		const turn = next_turn(io, provider_sections(saved.data), names, live.data);
		if (turn !== null && turn.moment <= io.time()) {
			take(io, turn);
		}
	}
	io.unlock(lock);
};
