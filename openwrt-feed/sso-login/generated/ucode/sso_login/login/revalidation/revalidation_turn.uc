'use strict';
// Generated from src/sso_login/login/revalidation/revalidation_turn.ts by "make ucode"; do not edit.

/**
 * The turn of a session (option `session_revalidate`): by the session's refresh token its provider is asked to prove the user again, who
 * must have the session's roles.
 */

import { key_of, load_module } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { name_of as json_values_name_of } from 'sso_login.base.json_values';
import { is_locked as store_is_locked } from 'sso_login.base.store';
import { safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { open_jws, read_claims } from 'sso_login.jose.jws';
import { calls_lock } from 'sso_login.protocol.provider_files';
import { of_provider as known_metadata_of_provider, by_metadata } from 'sso_login.protocol.known_metadata';
import { tokens_of } from 'sso_login.protocol.token_request';
import { err, ok } from 'sso_login.result';
import { find_roles_for_user as role_matching_find_roles_for_user, verified_email, unverified_hint, with_roles, user_of } from 'sso_login.rights.role_matching';
import { pairs_of_claims } from 'sso_login.rpcd.log_identity';
import { fault_of as refresh_tokens_fault_of, rotated as refresh_tokens_rotated, write as refresh_tokens_write, at_question, remove as refresh_tokens_remove, read_all } from 'sso_login.rpcd.refresh_tokens';
import { read_rules, still_authorized } from 'sso_login.rpcd.session_rules';
import { unconfirmed_session } from 'sso_login.rpcd.pending_change';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { load as saved_config_load, saved_sections } from 'sso_login.settings.saved_config';
import { conclude } from 'sso_login.login.revalidation.question_outcome';
import { identify } from 'sso_login.login.revalidation.refreshed_user';
import { send as token_refresh_send, revoke as token_refresh_revoke } from 'sso_login.login.revalidation.token_refresh';
import { with_token, first_due, turns_of, turn_lock } from 'sso_login.login.revalidation.turn_schedule';

/** Seconds that a question waits at most for logins at the same provider. */
const max_wait_seconds = 30;

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
	// Its calls take no lock for which a request would wait, and their failures answer no request (protocol/provider_calls).
	config.in_background = true;
	return loaded;
}

/** Waits while requests call the provider, but not for ever. */
function give_way(io, config) {
	const lock = calls_lock(io, config);
	for (let waited = 0; waited < max_wait_seconds && store_is_locked(io, lock); waited++) {
		io.sleep(1);
	}
}

/** Asks the provider for new tokens. An answer that is refused is one nevertheless where it has a new refresh token, which is stored first. */
function ask(io, config, question) {
	give_way(io, config);
	const opened = open_jws(question.session.id_token);
	const login_claims = opened.ok ? read_claims(opened.data) : opened;
	if (!login_claims.ok) {
		return login_claims;
	}
	const known = known_metadata_of_provider(io, config);
	const log_id = hash_safe_id(question.session.sid);
	return by_metadata(io, config, known, "token_endpoint", (metadata) => {
		const received = token_refresh_send(io, config, metadata, question.token.refresh_token, log_id);
		if (!received.ok) {
			return received;
		}
		const tokens = tokens_of(received.data);
		const body = received.data.body;
		const new_token = (body.ok ? body.data.refresh_token : null) ?? "";
		// An answer that is refused is `ok` where it has a new token: after a failure `by_metadata` may ask again, by the token that is used up.
		return tokens.ok || new_token !== ""
			? ok({ config, metadata, login_claims: login_claims.data, tokens, new_token })
			: tokens;
	});
}

/**
 * Stores the refresh token of an answer, where there is one, and returns the question with the token to go on with, which `conclude` stores once
 * more. The log names one that cannot be used. This comes before anything of the answer is judged: the old token may be worth nothing, whatever
 * else is in the answer.
 */
function store_rotated(io, question, new_token) {
	if (new_token === "") {
		return question;
	}
	const fault = refresh_tokens_fault_of(new_token);
	if (fault !== null) {
		const session = [["session", hash_safe_id(question.session.sid)]];
		event(io, "warning", "REFRESH_TOKEN_UNUSABLE", [...session, ...[["reason", fault]]]);
		return question;
	}
	const rotated = with_token(question, refresh_tokens_rotated(question.token, new_token));
	refresh_tokens_write(io, rotated.name, rotated.token);
	return rotated;
}

/**
 * Has the session's values name the proved user. A right may follow from the groups, which are those that the provider proves. An e-mail that
 * it does not prove now may stay: the log names the user by it, and the roles were judged without it.
 */
function store_user(io, session, rules, user) {
	const match = role_matching_find_roles_for_user(rules, user.proved);
	const groups = match.ok ? match.data.groups : [];
	const email = json_values_name_of(verified_email(rules, user.completed));
	if (email !== session.email || join("\n", groups) !== join("\n", session.groups)) {
		// An empty list is none in one runtime and an empty table in the other.
		const values = { sso_email: email, sso_groups: length(groups) > 0 ? groups : "" };
		io.ubus_call("session", "set", { ubus_rpc_session: session.sid, values });
	}
}

/** The facts about claims of which a role needs one: absent ones, and those that do not count. */
function useless_claim_facts(config, rules, claims) {
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

/**
 * Judges an answer: whether it proves the user, who still has all roles of the session, at a provider that is on; the session's values then
 * name that user. USER_NOT_AUTHORIZED where a role is lost; ID_TOKEN_VERIFICATION_FAILED where nobody tells of the claims that gave it.
 */
function judge(io, session, answer) {
	const config = answer.config;
	const tokens = answer.tokens;
	if (!tokens.ok) {
		return tokens;
	}
	const current = read_rules(io);
	if (!current.ok) {
		return current;
	}
	const issued = { config, metadata: answer.metadata, tokens: tokens.data };
	const user = identify(io, issued, answer.login_claims);
	if (!user.ok) {
		return user;
	}
	const rules = with_roles(config, current.data.roles);
	const is_authorized = (claims) => still_authorized(current.data, session, user_of(rules, claims));
	if (is_authorized(user.data.proved)) {
		store_user(io, session, rules, user.data);
		return ok(true);
	}
	const facts = useless_claim_facts(config, rules, user.data.proved);
	if (!is_authorized(user.data.completed)) {
		// Without the roles for the user that the session keeps, the configuration has changed. A change that this session applied in LuCI, and that
		// is not confirmed yet, may be taken back.
		const is_taken_by_configuration = !still_authorized(current.data, session);
		const may_return = is_taken_by_configuration && unconfirmed_session(io) === session.sid;
		// Only the meaning ends the session (question_outcome).
		return err("USER_NOT_AUTHORIZED", facts, may_return ? null : "roles");
	}
	facts.reason = "UserInfo lacks claims of the login, and no ID Token has them";
	return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** Asks the provider whether it still proves the user of a session. */
function revalidate(io, question) {
	const asked = with_token(question, at_question(io, question.token));
	// A router that cannot store the next token does not use up this one.
	if (!refresh_tokens_write(io, asked.name, asked.token)) {
		const failure = err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
		conclude(io, asked, null, failure);
		return;
	}
	const client = load_client(io, asked.token);
	const answer = client.ok ? ask(io, client.data, asked) : client;
	const answered = answer.ok ? store_rotated(io, asked, answer.data.new_token) : asked;
	const proved = answer.ok ? judge(io, asked.session, answer.data) : answer;
	conclude(io, answered, client.ok ? client.data.log_name : null, proved);
}

/** Revokes a token where it still belongs to a configured client, and removes its file: its session has ended. */
export function revoke(io, file) {
	const client = load_client(io, file.token);
	if (client.ok) {
		token_refresh_revoke(io, client.data, file.token.refresh_token);
	}
	refresh_tokens_remove(io, file.name);
};

/** Takes the turn of a provider that is due first. */
function take_first(io, provider) {
	// Before the sessions (turns_of).
	const files = read_all(io).whole;
	const live = list_sso_sessions(io);
	const saved = saved_sections(io);
	if (!live.ok || !saved.ok) {
		return;
	}
	const now = io.time();
	const turn = first_due(turns_of(files, live.data, saved.data, now), provider, now);
	if (turn !== null && turn.kind === "question") {
		revalidate(io, turn);
	} else if (turn !== null) {
		revoke(io, turn);
	}
}

/** Takes the turn of a provider that is due first, unless another process takes one of the same provider. */
export function take(io, provider) {
	const lock = turn_lock(io, provider);
	if (io.lock(lock)) {
		take_first(io, provider);
		io.unlock(lock);
	}
};
