'use strict';
// Generated from src/sso_login/login/hand_over.ts by "make ucode"; do not edit.

/**
 * What LuCI's log-out leaves to the service of a session that it has ended: the ID Token, which the provider's log-out
 * takes as a hint. The address of the one request that may take it holds a random token in its place.
 */

import { decode_object, is_object } from 'sso_login.io.json';
import * as store from 'sso_login.base.store';
import { text_of } from 'sso_login.base.values';
import { hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { is_enabled } from 'sso_login.settings.enabled';
import * as load from 'sso_login.settings.load';
import { log_logout, rule } from 'sso_login.login.log_identity';

/** Seconds. */
const lifetime = 60;

function path_of(io, token) {
	return store.path_of(io, "logout_" + hash_sha256_hex(token) + ".json");
}

/**
 * After LuCI's log-out: logs it and leaves the provider's part for whoever knows the token. `input` is JSON with `token`,
 * `remote` and the ended session's `values`. INVALID_REQUEST when it is not, and where the service could not do its part
 * SSO_DISABLED, CONFIG_ERROR or INTERNAL_ERROR.
 */
export function leave(io, input) {
	const decoded = decode_object(input);
	const request = decoded.ok ? decoded.data : {};
	const ended = request.values;
	const token = text_of(request.token);
	if (token === "" || !is_object(ended)) {
		return err("INVALID_REQUEST", { reason: "no ended session" });
	}
	log_logout(io, rule(io), text_of(request.remote), ended);
	const on = is_enabled(io);
	if (!on.ok || !on.data) {
		return on.ok ? err("SSO_DISABLED") : on;
	}
	const config = load.load(io);
	if (!config.ok) {
		return config;
	}
	const record = { created_at: io.time(), id_token: text_of(ended.sso_id_token) };
	return store.write(io, path_of(io, token), record) ? ok(true) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
};

/** Takes what was left under a token: once, within 60 seconds; else undefined. */
export function take(io, token) {
	const path = path_of(io, token);
	const taken = path + ".consumed";
	if (!io.rename(path, taken)) {
		return null;
	}
	const stored = store.read(io, taken);
	io.remove(taken);
	const current = stored !== null && store.is_fresh(stored.created_at, io.time(), lifetime);
	return current ? text_of(stored.id_token) : null;
};
