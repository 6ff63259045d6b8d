'use strict';
// Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make ucode"; do not edit.

/**
 * The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
 * must have the session's roles.
 */

import { key_of, load_module } from 'sso_login.ecma';
import { event, detail_pairs } from 'sso_login.base.log';
import { details_in_english } from 'sso_login.base.log_texts';
import { name_of as json_values_name_of } from 'sso_login.base.json_values';
import { before as strings_before } from 'sso_login.base.strings';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { open_jws, read_claims } from 'sso_login.jose.jws';
import { of_provider as provider_metadata_of_provider } from 'sso_login.protocol.provider_metadata';
import { lock_path } from 'sso_login.protocol.provider_files';
import { in_words, of_provider as short_reason_of_provider } from 'sso_login.explain.short_reason';
import { about } from 'sso_login.result';
import { err, ok } from 'sso_login.result';
import { find_roles_for_user as role_matching_find_roles_for_user, verified_email, unverified_hint, with_roles, user_of } from 'sso_login.rights.role_matching';
import { pairs_of_claims, setting } from 'sso_login.rpcd.log_identity';
import { end_session as session_ending_end_session } from 'sso_login.rpcd.session_ending';
import { fault_of as refresh_tokens_fault_of, write as refresh_tokens_write, remove as refresh_tokens_remove, list as refresh_tokens_list, turns_of, first_turn } from 'sso_login.rpcd.refresh_tokens';
import { read_rules, still_authorized } from 'sso_login.rpcd.session_rules';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { load as saved_config_load, saved_sections } from 'sso_login.settings.saved_config';
import { identify as refreshed_user_identify } from 'sso_login.login.revalidation.refreshed_user';
import { refresh, revoke } from 'sso_login.login.revalidation.token_refresh';

/** Failures that are about the user where the provider refused; metadata and keys are nobody's. */
const about_user = ["OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "USERINFO_NETWORK_ERROR"];

/** Causes by which a user is not proved any more; all others say nothing of the user. */
const of_user = ["refused", "other_subject", "other_issuer", "roles"];

/** Seconds that a question waits at most for logins at the same provider. */
const max_way = 30;

/**
 * The configuration of the client that got a token, for calls that no request waits for. CONFIG_ERROR also where the provider's section
 * names another issuer or client now: a provider gets no token of another one.
 */
function load_client(io, token) {
	const loaded = saved_config_load(io, token.provider);
	if (!loaded.ok) {
		return loaded;
	}
	const config = loaded.data;
	const is_issuer = config.issuer_url === token.issuer;
	if (!is_issuer || config.client_id !== token.client_id) {
		return err("CONFIG_ERROR", { option: is_issuer ? "client_id" : "issuer_url", reason: "not that of the login" });
	}
	config.in_background = true;
	return loaded;
}

/** Stores the new refresh token of an answer, if there is one; the log names one that cannot be used. */
function store_rotated(io, question, rotated) {
	const fault = refresh_tokens_fault_of(rotated);
	if (fault === null) {
		question.token.refresh_token = rotated;
		refresh_tokens_write(io, question.name, question.token);
	} else if ((rotated ?? "") !== "") {
		const session = [["session", hash_safe_id(question.entry.sid)]];
		event(io, "warning", "REFRESH_TOKEN_UNUSABLE", [...session, ...[["reason", fault]]]);
	}
}

/** Asks. A new refresh token is stored first: the old one may be worth nothing, whatever else is in the answer. */
function ask(io, config, question) {
	const opened = open_jws(question.entry.id_token);
	const login_claims = opened.ok ? read_claims(opened.data) : opened;
	if (!login_claims.ok) {
		return login_claims;
	}
	const metadata = provider_metadata_of_provider(io, config);
	if (!metadata.ok) {
		return metadata;
	}
	const tokens = refresh(io, config, metadata.data, {
		refresh_token: question.token.refresh_token,
		session_id: hash_safe_id(question.entry.sid),
		receive: (answer) => store_rotated(io, question, answer.refresh_token),
	});
	return tokens.ok
		? ok({ issued: { config, metadata: metadata.data, tokens: tokens.data }, login_claims: login_claims.data })
		: tokens;
}

/** Has the session's values name the user by `shown`, and the groups by the proved claims: a right may follow from these. */
function store_user(io, before, rules, claims, shown) {
	const match = role_matching_find_roles_for_user(rules, claims);
	const groups = match.ok ? match.data.groups : [];
	const email = json_values_name_of(verified_email(rules, shown));
	if (email !== before.email || join("\n", groups) !== join("\n", before.groups)) {
		// An empty list is none in one runtime and an empty table in the other.
		const changed = { sso_email: email, sso_groups: length(groups) > 0 ? groups : "" };
		io.ubus_call("session", "set", { ubus_rpc_session: before.sid, values: changed });
	}
}

/** Waits while requests call the provider: takes their lock for a moment, to see that it is free. */
function give_way(io, config) {
	const lock = lock_path(io, config);
	for (let waited = 0; waited < max_way && !io.lock(lock); waited++) {
		io.sleep(1);
	}
	io.unlock(lock);
}

/** The facts about a user who has lost a role: claims that are absent, or do not count. */
function lost_role(config, rules, claims) {
	const facts = load_module('sso_login.explain.useless_claims').facts_of(rules, claims);
	const unverified = unverified_hint(rules, claims);
	if (unverified !== null) {
		for (let pair in slice(pairs_of_claims(config, claims), 0, 1)) {
			facts[key_of(pair[0])] = pair[1];
		}
		facts.hint = unverified;
	}
	return facts;
}

/** Asks, and finds out whether the user still has all roles of the session. */
function prove(io, config, question) {
	give_way(io, config);
	const answer = ask(io, config, question);
	if (!answer.ok) {
		return answer;
	}
	const current = read_rules(io);
	if (!current.ok) {
		return current;
	}
	const found = refreshed_user_identify(io, answer.data.issued, answer.data.login_claims);
	if (!found.ok) {
		return found;
	}
	const user = found.data;
	const rules = with_roles(config, current.data.roles);
	const may_stay = (claims) => still_authorized(current.data, question.entry, user_of(rules, claims));
	if (may_stay(user.claims)) {
		store_user(io, question.entry, rules, user.claims, user.assumed ?? user.claims);
		return ok(true);
	}
	const facts = lost_role(config, rules, user.claims);
	if (user.assumed === null || !may_stay(user.assumed)) {
		return err("USER_NOT_AUTHORIZED", facts, "roles");
	}
	facts.reason = "UserInfo lacks claims of the login, and no ID Token has them";
	return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** The session of a question, and how long its user has not been proved. */
function state_pairs(io, question) {
	return [
		["session", hash_safe_id(question.entry.sid)],
		["unproved_seconds", io.time() - question.token.proved_at],
	];
}

/** The facts of a failure for the log, but for the session, which each line names. */
function facts_of(io, failure) {
	const is_anonymous = setting(io).log_identity === false;
	const facts = detail_pairs(details_in_english(failure.details, is_anonymous));
	return filter(facts, (pair) => pair[0] !== "session");
}

/** Notes a question that did not prove the user, and logs it when that begins, and when the code becomes another. */
function note_failure(io, question, failure) {
	const is_known = strings_before(question.token.failure ?? "", " ") === failure.error;
	question.token.failure = in_words(failure);
	if (!refresh_tokens_write(io, question.name, question.token) || !is_known) {
		const error = [["error", failure.error]];
		event(io, "warning", "REVALIDATION_FAILED", [...error, ...facts_of(io, failure), ...state_pairs(io, question)]);
	}
}

/** Notes a question that proved the user, and logs it after one that did not. */
function note_proof(io, question, provider) {
	const token = question.token;
	if (token.failure !== null) {
		const named = [["provider", provider]];
		event(io, "notice", "REVALIDATION_RESUMED", [...named, ...state_pairs(io, question)]);
	}
	token.failure = null;
	token.proved_at = token.asked_at;
	token.proved_uptime = io.monotonic();
	refresh_tokens_write(io, question.name, token);
}

/** Ends the session of a user whom the provider refuses or who has lost a role; false where nobody says so, or it cannot be ended. */
function end_refused(io, entry, failure) {
	const cause = failure.cause ?? "";
	if (!(index(of_user, cause) >= 0) || (cause === "refused" && !(index(about_user, failure.error) >= 0))) {
		return false;
	}
	const facts = facts_of(io, failure);
	if (cause === "roles") {
		const by = [["by", cause]];
		return session_ending_end_session(io, entry, [...by, ...facts]);
	}
	const reason = [["reason", cause === "refused" ? short_reason_of_provider(failure) : cause]];
	const description = filter(facts, (pair) => pair[0] === "error_description");
	return session_ending_end_session(io, entry, [...reason, ...description], "SESSION_ENDED");
}

/**
 * Has the provider prove the user, and ends the session of one who is refused. A turn that proves nothing changes nothing: the age of the
 * last proof ends the session (`session_ending.end_overdue`).
 */
function revalidate(io, question) {
	const token = question.token;
	token.asked_at = io.time();
	// A router that cannot store the next token does not use up this one.
	if (!refresh_tokens_write(io, question.name, token)) {
		note_failure(io, question, err("INTERNAL_ERROR", { reason: "the run directory cannot be written" }));
		return;
	}
	const client = load_client(io, token);
	const log_name = client.ok ? client.data.log_name : null;
	const proved = about(log_name, client.ok ? prove(io, client.data, question) : client);
	if (proved.ok) {
		note_proof(io, question, log_name);
	} else if (!end_refused(io, question.entry, proved)) {
		note_failure(io, question, proved);
	}
}

/** Removes the file of an ended session, after its token is revoked where it still belongs to a configured client. */
export function forget(io, name, token) {
	const client = load_client(io, token);
	if (client.ok) {
		revoke(io, client.data, token.refresh_token);
	}
	refresh_tokens_remove(io, name);
};

/** Does what is due first at a provider; the caller has the lock of its files. */
export function run(io, provider) {
	const names = refresh_tokens_list(io);
	const live = list_sso_sessions(io);
	const saved = saved_sections(io);
	if (live.ok && saved.ok) {
		const turns = turns_of(io, names, live.data, saved.data);
		const turn = first_turn(turns, provider, io.time());
		if (turn !== null && turn.entry !== null) {
			revalidate(io, turn);
		} else if (turn !== null) {
			forget(io, turn.name, turn.token);
		}
	}
};
