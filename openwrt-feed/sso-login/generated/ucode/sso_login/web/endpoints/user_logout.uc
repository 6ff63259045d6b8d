'use strict';
// Generated from src/sso_login/web/endpoints/user_logout.ts by "make ucode"; do not edit.

/** GET /logout: ends the session here and at the provider (specification, "GET {base_url}/logout"). */

import { load_module } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { text_of } from 'sso_login.base.json_values';
import { constant_time_eq as hash_constant_time_eq } from 'sso_login.jose.hash';
import { log_session } from 'sso_login.rpcd.log_identity';
import { logs_out, read as browser_read } from 'sso_login.login.browser';
import { address as rp_logout_address } from 'sso_login.logout.rp_logout';
import { err, ok } from 'sso_login.result';
import { destroy_session, to_session, first_live, provider_of } from 'sso_login.rpcd.rpcd_sessions';
import { load_enabled } from 'sso_login.settings.saved_config';
import { window_of } from 'sso_login.web.rate_limit';
import { checked_values } from 'sso_login.web.request_fields';
import { redirect } from 'sso_login.web.responses';

/** Whether `stoken` is the token of a session. */
function has_token(live, stoken) {
	const token = text_of(live.values.token);
	return stoken !== null && token !== "" && hash_constant_time_eq(stoken, token);
}

function not_ended() {
	return err("INTERNAL_ERROR", { reason: "the session could not be ended" });
}

/** Ends the session here, then at the provider; INTERNAL_ERROR when it cannot be ended. */
function end_session_of(io, config, request, live) {
	if (!destroy_session(io, live.sid)) {
		return not_ended();
	}
	// The provider may be slow and the browser impatient, so the end of the session is logged first.
	const ended = to_session(live.sid, live.values);
	log_session(io, ended, [["remote", request.remote_addr]], "LOGOUT", config);
	if (config.session_revalidate !== null) {
		load_module('sso_login.rpcd.supervisor').tell(io);
	}
	const issuer = text_of(live.values.sso_issuer);
	const id_token = text_of(live.values.sso_id_token);
	return ok(redirect(rp_logout_address(io, config, issuer, id_token), logs_out()));
}

/**
 * Sends a browser without a session to `/`, or to the provider where LuCI has ended the session and left that part. INTERNAL_ERROR where
 * rpcd does not answer: the session may live.
 */
function leave(io, from, handover, is_told) {
	const left = load_module('sso_login.logout.hand_over').take(io, handover);
	const config = load_enabled(io, left !== null ? left.provider : first);
	if (!config.ok) {
		return config;
	}
	const target = left !== null ? rp_logout_address(io, config.data, left.issuer, left.id_token) : "/";
	// Any site may link here, and its request brings no SameSite=Strict cookie: to clear them all the same would let that site log the user
	// out without `stoken`.
	if (left === null && !is_told) {
		return not_ended();
	}
	const is_known = left !== null || length(from.sessions) > 0;
	return ok(redirect(target, is_known ? logs_out() : []));
}

/**
 * Ends the session of the browser and clears its cookies. A logout proves itself by the session's token or by a hand-over.
 * CSRF_TOKEN_INVALID when `stoken` is not the session's.
 */
export function admit(io, request) {
	const params = checked_values(request.query);
	if (!params.ok) {
		return { respond: () => params };
	}
	const from = browser_read(request.cookies);
	const named = first_live(io, from.sessions);
	const live = named.live;
	if (live === null) {
		const handover = text_of(params.data.handover);
		const window = load_module('sso_login.logout.hand_over').is_waiting(io, handover) ? window_of("logouts") : null;
		return { window, respond: () => leave(io, from, handover, named.is_told) };
	}
	const config = load_enabled(io, provider_of(live.values));
	if (!config.ok) {
		return { respond: () => config };
	}
	const log_name = config.data.log_name;
	if (!has_token(live, params.data.stoken)) {
		return { log_name, respond: () => err("CSRF_TOKEN_INVALID") };
	}
	return {
		window: window_of("logouts"),
		log_name,
		respond: () => end_session_of(io, config.data, request, live),
	};
};
