'use strict';
// Generated from src/sso_login/login/test/test_flow.ts by "make ucode"; do not edit.

/**
 * The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
 * opens no session, and leaves nothing that a login uses: no caches, remembered failures or tokens.
 */

import { array_some, substring } from 'sso_login.ecma';
import { base64url_encode, hex_encode } from 'sso_login.io.bytes';
import { event } from 'sso_login.base.log';
import { first, test_state } from 'sso_login.base.public_names';
import { path_of as store_path_of, remove_all } from 'sso_login.base.store';
import { consists_of } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex, random as hash_random } from 'sso_login.jose.hash';
import { asking } from 'sso_login.protocol.provider_calls';
import { err, ok } from 'sso_login.result';
import { setting } from 'sso_login.rpcd.log_identity';
import { role_rules } from 'sso_login.rpcd.rpcd_logins';
import { session_values } from 'sso_login.rpcd.rpcd_sessions';
import { saved_sections } from 'sso_login.settings.saved_config';
import { from_sections } from 'sso_login.settings.config_validation';
import { read_settings, completed_sections, values_of } from 'sso_login.settings.page_settings';
import { begin as login_start_begin } from 'sso_login.login.login_start';
import { state_of as attempt_state_of, accept, redeem, verify_login, complete as attempt_complete, check_browser } from 'sso_login.login.attempt';
import * as browser from 'sso_login.login.browser';
import { refused as test_outcome_refused, of_claims } from 'sso_login.login.test.test_outcome';
import { clean as test_record_clean, save_snapshot, outcome_of, snapshot_of, folder_prefix, save_outcome, take_ticket, save_record, take_record, look as test_record_look } from 'sso_login.login.test.test_record';

/** Bytes of a ticket. */
const ticket_length = 43;

/** The hash of a live session's id, by which its test is kept; undefined without such a session. */
function live_session(io, sid) {
	return session_values(io, sid) !== null ? hash_hash_sha256_hex(sid) : null;
}

/** Checks that the session that began the test is live: its user has not logged out. */
function check_alive(io, owner) {
	const list = io.ubus_call_all("session", "list", {});
	if (!list.ok) {
		return err("UBUS_LOGIN_FAILED", { method: "list" });
	}
	const ids = map(list.data, (entry) => text_of(entry.ubus_rpc_session));
	const is_alive = array_some(ids, (sid) => hash_hash_sha256_hex(sid) === owner.session);
	return is_alive ? ok(true) : err("STATE_NOT_FOUND", { test: true, reason: "the session that began it has ended" });
}

/**
 * Begins a test for a session, and returns the address for the new tab. The settings `{values, roles}` are validated as saved ones are; the
 * saved secret is sent only to the provider that it was saved for. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function begin(io, sid, input) {
	const owner = live_session(io, sid);
	const settings = read_settings(io, input);
	if (!settings.ok) {
		return settings;
	}
	if (owner === null || settings.data === null) {
		return err("INVALID_REQUEST", owner === null ? "there is no such session" : "values are missing");
	}
	const saved = saved_sections(io);
	const completed = completed_sections(settings.data.sections, saved.ok ? saved.data : []);
	const provider = settings.data.provider ?? first;
	if ((index(completed.unsendable, provider) >= 0)) {
		const own = values_of(completed.sections, provider);
		return own.token_endpoint_auth_method === "private_key_jwt"
			? err("CONFIG_ERROR", { option: "issuer_url", must: { id: "saved_first" } })
			: err("CONFIG_ERROR", { option: "client_secret", must: { id: "typed_anew" } });
	}
	const tested = { sections: completed.sections, provider };
	const config = from_sections(completed.sections, provider);
	if (!config.ok) {
		return config;
	}
	const router = parse_https(config.data.redirect_uri);
	const ticket = base64url_encode(hash_random(32));
	test_record_clean(io);
	if (router === null || !save_snapshot(io, owner, ticket, tested)) {
		return err("INTERNAL_ERROR", { reason: "cannot store the test", path: io.paths.run_dir });
	}
	return ok({ url: router.origin + "/cgi-bin/sso-login/?test=" + ticket });
};

/** The outcome of the session's last test. INVALID_REQUEST without a live session. */
export function result(io, sid) {
	const owner = live_session(io, sid);
	return owner === null
		? err("INVALID_REQUEST", "there is no such session")
		: ok(outcome_of(io, owner));
};

function load_test(io, owner) {
	const alive = check_alive(io, owner);
	if (!alive.ok) {
		return alive;
	}
	const settings = snapshot_of(io, owner);
	if (!settings.ok) {
		return settings;
	}
	const config = from_sections(settings.data.sections, settings.data.provider ?? first);
	if (!config.ok) {
		return config;
	}
	// The saved setting decides what the log says of the user.
	const may_name = setting(io).log_identity !== false;
	config.data.log_identity = may_name && config.data.log_identity !== false;
	return ok({ owner, config: config.data });
}

/** Runs calls to the provider with a folder of their own, which is removed; INTERNAL_ERROR where it cannot be made. */
function asking_apart(io, config, run) {
	const folder = store_path_of(io, folder_prefix + hex_encode(hash_random(8)));
	config.folder = folder;
	const outcome = io.make_dir(folder) !== "failed" ? run() : err("INTERNAL_ERROR", { reason: "cannot write", path: folder });
	remove_all(io, folder, "");
	io.remove(folder);
	return outcome;
}

/** Logs the outcome of a test, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept. */
function finish_test(io, test, remote, outcome, who) {
	const facts = [
		["provider", test.config.log_name],
		["remote", remote],
	];
	const ended = [
		["outcome", text_of(outcome.code) !== "" ? text_of(outcome.code) : "granted"],
		["session", substring(test.owner.session, 0, 8)],
	];
	event(io, "notice", "TEST_LOGIN", [...facts, ...who, ...ended]);
	outcome.provider = test.config.provider;
	outcome.redirect_uri = test.config.redirect_uri;
	return save_outcome(io, test.owner, outcome)
		? ok(null)
		: err("INTERNAL_ERROR", { reason: "cannot store the outcome", path: io.paths.run_dir });
}

/** All test logins take turns, at whatever provider, by the lock of the first one. */
const all_tests = {};

/** Runs a step of a test login in its turn; RATE_LIMITED where another test waits for its provider. */
function in_turn(io, run) {
	// Failures are remembered by address, and none has this one.
	return asking(io, all_tests, "test", run);
}

/** Uses up a ticket and begins the test login that it is for. */
function begin_login(io, ticket, remote) {
	const owner = take_ticket(io, ticket);
	if (!owner.ok) {
		return owner;
	}
	const test = load_test(io, owner.data);
	if (!test.ok) {
		return test;
	}
	const own = browser.create_value();
	const options = { state_prefix: test_state, cookie_hash: own.hash };
	const config = test.data.config;
	const begun = asking_apart(io, config, () => login_start_begin(io, config, options));
	if (!begun.ok) {
		return finish_test(io, test.data, remote, test_outcome_refused(begun), []);
	}
	const handshake = begun.data.handshake;
	return save_record(io, test.data.owner, handshake)
		? ok({ url: begun.data.url, state: handshake.state, cookie: own.value })
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
}

/**
 * The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
 * cannot be asked. STATE_NOT_FOUND for a ticket that is unknown or used, RATE_LIMITED while another login waits for the provider.
 */
export function start(io, ticket, remote) {
	return length(ticket) == ticket_length && consists_of(ticket, "unreserved")
		? in_turn(io, () => begin_login(io, ticket, remote))
		: err("INVALID_REQUEST", { parameter: "test" });
};

/** Goes the way of a login, but for registry and session. */
function try_login(io, config, handshake, params) {
	const state = attempt_state_of(params);
	const accepted = state.ok ? accept(config, handshake, params) : state;
	const issued = accepted.ok ? redeem(io, accepted.data) : accepted;
	const verified = issued.ok ? verify_login(io, issued.data, handshake) : issued;
	if (!verified.ok) {
		return verified;
	}
	const rules = role_rules(io, config, false);
	const user = rules.ok ? attempt_complete(io, verified.data, rules.data, handshake) : rules;
	return user.ok ? ok(of_claims(io, config, user.data.claims, user.data.rules, user.data.notes)) : user;
}

/** Uses up the record of a test login, and finishes it. */
function finish_login(io, answer, state) {
	const taken = take_record(io, state);
	if (!taken.ok) {
		return taken;
	}
	const test = load_test(io, taken.data.owner);
	if (!test.ok) {
		return test;
	}
	const config = test.data.config;
	const is_own = answer.provider === config.provider;
	const tried = is_own
		? asking_apart(io, config, () => try_login(io, config, taken.data.handshake, answer.params))
		: err("IDP_ERROR", { reason: "the login began at another provider" });
	return tried.ok
		? finish_test(io, test.data, answer.remote, tried.data.outcome, tried.data.who)
		: finish_test(io, test.data, answer.remote, test_outcome_refused(tried), []);
}

/**
 * The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
 * where the session has ended; everything else is the outcome, which `result` returns.
 */
export function finish(io, answer) {
	const state = text_of(answer.params.state);
	const found = test_record_look(io, state);
	const is_own = check_browser(answer.browser, state, found !== null ? found.handshake : null);
	return is_own.ok ? in_turn(io, () => finish_login(io, answer, state)) : is_own;
};
