'use strict';
// Generated from src/sso_login/logout/hand_over.ts by "make ucode"; do not edit.

/**
 * The hand-over of a logout from LuCI to the service. LuCI has ended the session; the service keeps its ID Token for 60 seconds
 * as the hint for the provider's logout. Only a request with the random token that LuCI has put into its address gets it.
 */

import { decode_object, is_object } from 'sso_login.io.json';
import { path_of as store_path_of, write as store_write, take as store_take, is_fresh } from 'sso_login.base.store';
import { text_of as json_values_text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';
import { load_enabled } from 'sso_login.settings.saved_config';
import { after_end } from 'sso_login.rpcd.session_ending';
import { log_session } from 'sso_login.rpcd.log_identity';
import { provider_of, to_session } from 'sso_login.rpcd.rpcd_sessions';

/** Seconds. */
const lifetime = 60;

function path_of(io, token) {
	return store_path_of(io, "logout_" + hash_hash_sha256_hex(token) + ".json");
}

/**
 * Logs a logout by LuCI and saves the ID Token for the request with the token. `input` is JSON with `token`,
 * `remote`, and the ended session's `values` and id, `session`. INVALID_REQUEST for other input; SSO_DISABLED, CONFIG_ERROR or INTERNAL_ERROR where the
 * service cannot do its part.
 */
export function receive(io, input) {
	const decoded = decode_object(input);
	const request = decoded.ok ? decoded.data : {};
	const ended = request.values;
	const token = json_values_text_of(request.token);
	if (token === "" || !is_object(ended)) {
		return err("INVALID_REQUEST", { reason: "no ended session" });
	}
	const provider = provider_of(ended);
	const remote = json_values_text_of(request.remote);
	const sid = json_values_text_of(request.session);
	log_session(io, to_session(sid, ended), [["remote", remote]], "LOGOUT");
	after_end(io, provider);
	const config = load_enabled(io, provider);
	if (!config.ok) {
		return config;
	}
	const id_token = json_values_text_of(ended.sso_id_token);
	const record = { created_at: io.time(), id_token, issuer: ended.sso_issuer, provider };
	return store_write(io, path_of(io, token), record) ? ok(true) : err("INTERNAL_ERROR", { path: io.paths.run_dir });
};

/** Whether there is a record of a token, perhaps an expired one. */
export function is_waiting(io, token) {
	return io.file_info(path_of(io, token)) !== null;
};

/** Takes the rest of an ended session by its token: once, within 60 seconds; else undefined. */
export function take(io, token) {
	const stored = store_take(io, path_of(io, token));
	if (stored === null || !is_fresh(stored.created_at, io.time(), lifetime)) {
		return null;
	}
	const text_of = json_values_text_of;
	return { id_token: text_of(stored.id_token), issuer: text_of(stored.issuer), provider: text_of(stored.provider) };
};
