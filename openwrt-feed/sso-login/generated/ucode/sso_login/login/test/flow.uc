'use strict';
// Generated from src/sso_login/login/test/flow.ts by "make ucode"; do not edit.

/**
 * The test login of the settings page: a login with settings that are not saved, whose outcome one session of rpcd may read. It
 * opens no session, and leaves nothing that a login uses: neither caches nor remembered failures nor tokens.
 */

import { array_some, substring } from 'sso_login.ecma';
import { base64url_encode as encoding_base64url_encode, hex_encode as encoding_hex_encode } from 'sso_login.base.encoding';
import { event } from 'sso_login.base.log';
import { first } from 'sso_login.base.names';
import { path_of as store_path_of, ensure_run_dir, remove_all } from 'sso_login.base.store';
import { consists_of } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.values';
import { hash_sha256_hex as hash_hash_sha256_hex, random as hash_random } from 'sso_login.jose.hash';
import { read_response } from 'sso_login.protocol.authorization_response';
import { acquire_lock as back_channel_acquire_lock } from 'sso_login.protocol.back_channel';
import { release } from 'sso_login.protocol.calls_lock';
import { err, ok } from 'sso_login.result';
import { setting } from 'sso_login.rpcd.log_identity';
import { read_sections } from 'sso_login.rpcd.logins';
import { session_values } from 'sso_login.rpcd.sessions';
import { saved_sections } from 'sso_login.settings.load';
import { from_sections } from 'sso_login.settings.validation';
import { read_settings, completed_sections, values_of, further_values, to_sections } from 'sso_login.settings.page';
import { redeem, verified_claims, rules_of as identify_rules_of, complete_claims as identify_complete_claims } from 'sso_login.login.identify';
import { address_for } from 'sso_login.login.start';
import { create as login_cookie_create, check as login_cookie_check } from 'sso_login.login.cookie';
import { create as record_create } from 'sso_login.login.record';
import { refused, of_claims } from 'sso_login.login.test.outcome';
import { clean as test_record_clean, save_snapshot, outcome_of, snapshot_of, folder_prefix, save_outcome, take_ticket, state_prefix, save_record, look as test_record_look, take_record } from 'sso_login.login.test.record';

/** Bytes of a ticket. */
const ticket_length = 43;

/** The live session of an id that rpcd has handed over, as the hash by which everything is kept; undefined where there is none. */
function live_session(io, sid) {
	return session_values(io, sid) !== null ? hash_hash_sha256_hex(sid) : null;
}

/** The session that began the test must live: who has logged out sees nothing of it. */
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
 * Begins a test for a session: the settings `{values, roles}` are judged as a save judges them, with the saved secret only for the
 * provider that it was saved for. The answer is the address for the new tab. INVALID_REQUEST, CONFIG_ERROR, INTERNAL_ERROR.
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
	const completed = completed_sections(settings.data, saved.ok ? saved.data : []);
	const provider = settings.data.provider;
	if ((index(completed.unsendable, provider ?? first) >= 0)) {
		const own = values_of(completed.sections, provider);
		return own.token_endpoint_auth_method === "private_key_jwt"
			? err("CONFIG_ERROR", { option: "issuer_url", must: { id: "saved_first" } })
			: err("CONFIG_ERROR", { option: "client_secret", must: { id: "typed_anew" } });
	}
	const tested = {
		values: values_of(completed.sections),
		providers: further_values(completed.sections),
		roles: settings.data.roles,
		provider,
	};
	const config = from_sections(completed.sections, provider);
	if (!config.ok) {
		return config;
	}
	const router = parse_https(config.data.redirect_uri);
	const ticket = encoding_base64url_encode(hash_random(32));
	test_record_clean(io);
	if (router === null || !save_snapshot(io, owner, ticket, tested)) {
		return err("INTERNAL_ERROR", { reason: "cannot store the test", path: io.paths.run_dir });
	}
	return ok({ url: router.origin + "/cgi-bin/sso-login/?test=" + ticket });
};

/** What the session's last test has come to. INVALID_REQUEST for a session that does not live. */
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
	const config = from_sections(to_sections(settings.data), settings.data.provider);
	if (!config.ok) {
		return config;
	}
	io.provider = length((settings.data.providers ?? [])) > 0 ? config.data.provider : null;
	// What the log may say is not the test's to decide.
	const may_name = setting(io).log_identity !== false;
	config.data.log_identity = may_name && config.data.log_identity !== false;
	return ok({ owner, config: config.data });
}

/** Calls the provider with a run directory of its own, which is removed; INTERNAL_ERROR where there is none. */
function apart(io, run) {
	const run_dir = io.paths.run_dir;
	const folder = store_path_of(io, folder_prefix + encoding_hex_encode(hash_random(8)));
	io.paths.run_dir = folder;
	const done = ensure_run_dir(io) ? run() : err("INTERNAL_ERROR", { reason: "cannot write", path: folder });
	release(io);
	remove_all(io, folder, "");
	io.remove(folder);
	io.paths.run_dir = run_dir;
	return done;
}

/** Logs what a test came to, and keeps it for the session that began it; INTERNAL_ERROR where it cannot be kept. */
function finish_test(io, test, remote, outcome, who) {
	const facts = [["remote", remote]];
	const ended = [
		["outcome", text_of(outcome.code) !== "" ? text_of(outcome.code) : "granted"],
		["session", substring(test.owner.session, 0, 8)],
	];
	event(io, "notice", "TEST_LOGIN", [...facts, ...who, ...ended]);
	return save_outcome(io, test.owner, outcome)
		? ok(null)
		: err("INTERNAL_ERROR", { reason: "cannot store the outcome", path: io.paths.run_dir });
}

/**
 * The first request of the tab: uses up the ticket. Undefined where the test has ended with an outcome already, as the provider
 * cannot be asked. STATE_NOT_FOUND for a ticket that does not count, RATE_LIMITED while another login waits for the provider.
 */
export function start(io, ticket, remote) {
	const is_ticket = length(ticket) == ticket_length && consists_of(ticket, "unreserved");
	// One process at a time asks the provider, and a failure is remembered for no such address.
	const turn = is_ticket ? back_channel_acquire_lock(io, "test") : err("INVALID_REQUEST", { parameter: "test" });
	const taken = turn.ok ? take_ticket(io, ticket) : turn;
	const test = taken.ok ? load_test(io, taken.data) : taken;
	if (!test.ok) {
		release(io);
		return test;
	}
	const own = login_cookie_create();
	const handshake = record_create();
	handshake.state = state_prefix + handshake.state;
	handshake.cookie_hash = own.hash;
	const url = apart(io, () => address_for(io, test.data.config, handshake));
	release(io);
	if (!url.ok) {
		return finish_test(io, test.data, remote, refused(url), []);
	}
	return save_record(io, test.data.owner, handshake)
		? ok({ url: url.data, state: handshake.state, cookie: own.value })
		: err("INTERNAL_ERROR", { reason: "cannot store the handshake", path: io.paths.run_dir });
};

/** The last steps of a login but its session: code, tokens, claims, roles. All calls to the provider are made here. */
function try_login(io, config, handshake, params) {
	const response = read_response(params, config.issuer_url);
	const refusal = response.ok ? response.data.refusal : response;
	const attempt = refusal ?? redeem(io, config, { handshake, params });
	if (!attempt.ok) {
		return attempt;
	}
	const claims = verified_claims(io, attempt.data);
	const sections = read_sections(io);
	if (!claims.ok || !sections.ok) {
		return claims.ok ? err("CONFIG_ERROR", { config: "rpcd" }) : claims;
	}
	const rules = identify_rules_of(config, sections.data);
	const known = identify_complete_claims(io, attempt.data, claims.data, rules);
	return known.ok ? ok(of_claims(io, config, known.data.claims, rules, known.data.notes)) : known;
}

/**
 * The second request of the tab. Fails as a login does where the answer is not of this browser's test, and with STATE_NOT_FOUND
 * where the session has ended; everything else is the outcome, which `result` gives.
 */
export function finish(io, answer) {
	const state = answer.params.state ?? "";
	const found = test_record_look(io, state);
	const browser = login_cookie_check(answer.cookies, state, found !== null ? found.handshake : null);
	const turn = browser.ok ? back_channel_acquire_lock(io, "test") : browser;
	const taken = turn.ok ? take_record(io, state) : turn;
	if (!taken.ok) {
		release(io);
		return taken;
	}
	const handshake = taken.data.handshake;
	const same_browser = login_cookie_check(answer.cookies, state, handshake);
	const test = same_browser.ok ? load_test(io, taken.data.owner) : same_browser;
	if (!test.ok) {
		release(io);
		return test;
	}
	const is_own = (answer.provider ?? first) === test.data.config.provider;
	const tested = is_own
		? apart(io, () => try_login(io, test.data.config, handshake, answer.params))
		: err("IDP_ERROR", { reason: "the login began at another provider" });
	release(io);
	return tested.ok
		? finish_test(io, test.data, answer.remote, tested.data.outcome, tested.data.who)
		: finish_test(io, test.data, answer.remote, refused(tested), []);
};
