'use strict';
// Generated from src/sso_login/web/late_callback.ts by "make ucode"; do not edit.

/**
 * A callback that comes too late: its login is over here or at the provider, but the user may have logged in meanwhile, in another tab or by the
 * same address. The session cookies are SameSite=Strict and are mostly not sent on the way from the provider, so the error page goes on to the
 * landing page, which sees them: it leads to the web interface, begins the login again, or shows the error page again. A browser that loads
 * again the callback of a login that has just ended gets the same answer: the session, or the refusal.
 */

import { array_find, key_of } from 'sso_login.ecma';
import { from_record, to_record as failure_record_to_record } from 'sso_login.base.failure_record';
import { start_path, landing_path } from 'sso_login.base.public_names';
import { add_missing, consists_of } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { is_fresh, path_of as store_path_of, read_fresh, write as store_write } from 'sso_login.base.store';
import { safe_id as hash_safe_id, hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { read as browser_read } from 'sso_login.login.browser';
import { look as handshake_record_look } from 'sso_login.login.handshake_record';
import { list_sso_sessions, first_live } from 'sso_login.rpcd.rpcd_sessions';
import { is_return_path } from 'sso_login.settings.option_forms';

/** The failures of a callback whose login is over, or is another's. */
const codes = ["STATE_NOT_FOUND", "MISSING_HANDSHAKE_COOKIE", "STATE_PARAMETER_MISMATCH"];

const parameter = "late";

/** Whether a callback failed because its login is over, or another's. */
export function is_over(code) {
	return (index(codes, code) >= 0);
};

/** Whether a failure's page goes on to the landing page: a callback that may come too late, or whose login may begin again. */
export function goes_on(request, failure) {
	return (request.path === "/callback" && is_over(failure.error)) || failure.meaning === "begin_again";
};

/** Seconds within which a browser may load a callback again: as a prefetch and then in earnest, for example. */
const again_time = 60;

/** The hashes by which sessions know the login of a response, as it began in its browser, or was the last one there. */
function hashes_of(response) {
	const id = hash_safe_id(text_of(response.params.state));
	const own = response.browser.logins[key_of(id)];
	const last = response.browser.last_login;
	const values = own !== null ? [own] : [];
	add_missing(values, last !== null && last.id === id ? [last.value] : []);
	return map(values, (value) => hash_hash_sha256_hex(value));
}

/**
 * The session of the login that the same browser has just finished with the state of a response, which is refused with a code; undefined
 * for every other refusal. The answer to the first callback, with its cookies, may have been lost. Nothing is asked or made again.
 */
export function finished_session(io, response, code) {
	const hashes = is_over(code) ? hashes_of(response) : [];
	const list = length(hashes) > 0 ? list_sso_sessions(io) : null;
	const all = list !== null && list.ok ? list.data : [];
	return array_find(all, (entry) => (index(hashes, entry.cookie_hash) >= 0) && is_fresh(entry.since, io.time(), again_time));
};

/** The file of the refusal of a login: its name is of the login's own cookie, which no other browser has; undefined without the cookie. */
function refusal_path(io, response) {
	const value = response.browser.logins[key_of(hash_safe_id(text_of(response.params.state)))] ?? "";
	return value !== "" ? store_path_of(io, "refusal_" + hash_hash_sha256_hex(value)) : null;
}

/** The refusal with which the login of a response has just ended; undefined where none is kept. */
function kept_refusal(io, response) {
	const path = refusal_path(io, response);
	const kept = path !== null ? read_fresh(io, path, "failed_at", again_time) : null;
	return kept !== null ? from_record(kept) : null;
}

/** Keeps the refusal of a response that has ended its login, as the record of that is gone. */
function keep_refusal(io, response, failure) {
	const path = refusal_path(io, response);
	const is_ended = handshake_record_look(io, text_of(response.params.state)) === null;
	// A malformed response ends no login, and does not take the place of the refusal that did.
	if (path !== null && is_ended && failure.error !== "INVALID_REQUEST") {
		const record = failure_record_to_record(failure);
		record.failed_at = io.time();
		record.answer = failure.answer;
		store_write(io, path, record);
	}
}

/** The refusal to answer a response with: the first one of its login, where that is over; any other is kept for that, and returned. */
export function first_refusal(io, response, failure) {
	if (is_over(failure.error)) {
		return kept_refusal(io, response) ?? failure;
	}
	keep_refusal(io, response, failure);
	return failure;
};

/** The page of the login of a response, by the rules of a start; undefined where its browser keeps none. */
export function page_of(response, webui_path) {
	const page = response.browser.page;
	const is_own = page !== null && page.id === hash_safe_id(text_of(response.params.state));
	return is_own && is_return_path(page.value, webui_path) ? page.value : null;
};

/** Whether the request has the cookies of a live session. */
export function has_live_session(io, request) {
	return first_live(io, browser_read(request.cookies).sessions).live !== null;
};

/** The landing page's address, with the reference of the page that it may have to show, and the parameters of the start `start`. */
export function address(reference, start) {
	const query = substr(start, length(start_path) + 1);
	return landing_path + "?" + parameter + "=" + reference + (query !== "" ? "&" + query : "");
};

/** The reference in a request of the landing page; "" where there is none. */
export function reference_of(request) {
	const reference = text_of(request.query.values[parameter]);
	return length(reference) == 8 && consists_of(reference, "hex") ? reference : "";
};
