'use strict';
// Generated from src/sso_login/protocol/back_channel.ts by "make ucode"; do not edit.

/**
 * Calls to the identity provider, and what their failures are called.
 *
 * A provider that hangs must not hold all of the web server's few script slots: one process at a time asks it, and an
 * endpoint that did not answer is left alone for a while.
 */

import { array_concat, is_number, lower, starts_with } from 'sso_login.ecma';
import { event, format_details } from 'sso_login.base.log';
import { path_of, read, write } from 'sso_login.base.store';
import { parse_https } from 'sso_login.base.urls';
import { decode_claims } from 'sso_login.base.values';
import { hash_sha256_hex } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** Seconds for which a failure is answered from memory. */
const failure_lifetime = 10;

/** Seconds between two looks at the lock, how many of them in which it does not change hands, and how many at all. */
const pause = 0.02;
const max_idle_looks = 25;
const max_looks = 250;

/** A failed call under the code of its kind: an untrusted certificate has a code of its own outside the token endpoint. */
function call_failed(failure, code) {
	const certificate_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
	const text = type(failure.details) == "string" ? failure.details : null;
	return err(failure.error === "certificate" ? certificate_code : code, { cause: failure.error, reason: text });
}

/**
 * Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
 * certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
 */
export function send(io, request, code) {
	const response = io.https(request);
	if (!response.ok) {
		return call_failed(response, code);
	}
	if (response.data.renewed === true) {
		event(io, "warning", "TRUST_RENEWED", [["url", request.url]]);
	}
	return response;
};

/** Where the failure of an address is remembered. */
function memory_of(io, url) {
	return path_of(io, "failed_" + hash_sha256_hex(url) + ".json");
}

function recall(io, url) {
	const stored = read(io, memory_of(io, url));
	if (stored === null || type(stored.error) != "string" || !is_number(stored.failed_at)) {
		return null;
	}
	const reason = type(stored.reason) == "string" ? stored.reason : "unknown";
	// A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	const age = io.time() - stored.failed_at;
	return {
		failure: err(stored.error, { reason, remembered: true }),
		recent: age >= 0 && age < failure_lifetime,
	};
}

/** Remembers the failure of an address; where nothing can be written it costs time again. */
export function remember_failure(io, url, failure) {
	const reason = format_details(failure.details);
	write(io, memory_of(io, url), { failed_at: io.time(), error: failure.error, reason });
};

/** Waits for the lock of all calls; false when it does not come. */
function wait_for_lock(io, looks) {
	const path = path_of(io, "provider_lock");
	let size;
	let idle = 0;
	for (let look = 0; look < looks && idle < max_idle_looks; look++) {
		if (look > 0) {
			io.sleep(pause);
		}
		if (io.lock(path)) {
			return true;
		}
		const info = io.file_info(path);
		const found = info !== null ? info.size : null;
		idle = found == size ? idle + 1 : 0;
		size = found;
	}
	return false;
}

/**
 * Makes this process the one that asks the provider, until it ends. Fails at once with the address's last failure, while
 * that is recent or another process tries again; with RATE_LIMITED when the process whose turn it is has done nothing for half
 * a second: it waits for the provider, and who waits for it would hold another slot.
 */
export function take_turn(io, url) {
	const known = recall(io, url);
	if (known !== null && known.recent) {
		return known.failure;
	}
	if (!wait_for_lock(io, known !== null ? 1 : max_looks)) {
		const reason = "another login waits for the provider";
		return known !== null ? known.failure : err("RATE_LIMITED", { reason, retry_after: failure_lifetime });
	}
	// Who had the turn before may have found out.
	const found = recall(io, url);
	return found !== null && found.recent ? found.failure : ok(true);
};

/** Sends a request as `send` does, in turn; a failure is remembered, and forgotten when there is an answer. */
export function call(io, request, code) {
	const turn = take_turn(io, request.url);
	if (!turn.ok) {
		return turn;
	}
	const response = send(io, request, code);
	if (response.ok) {
		io.remove(memory_of(io, request.url));
	} else {
		remember_failure(io, request.url, response);
	}
	return response;
};

/** Where an answer redirects to, if that is at the origin that was asked. */
function redirect_within(url, location) {
	const from = parse_https(url);
	const to = location !== null ? parse_https(location) : null;
	const within = from !== null && to !== null && lower(from.origin) === lower(to.origin);
	return within ? location : null;
}

/** GETs JSON by `sender`, with more header lines. */
export function get(io, url, extra_headers, code, sender) {
	return sender(io, { method: "GET", url, headers: array_concat(["Accept: application/json"], extra_headers) }, code);
};

/** GETs the discovery document: one redirect within the origin is followed, as some providers add a slash. */
export function get_document(io, url, code, sender) {
	const response = get(io, url, [], code, sender);
	const target = response.ok ? redirect_within(url, response.data.location) : null;
	return target !== null ? get(io, target, [], code, sender) : response;
};

/** The JSON object in an answer; fails with `code` for a status other than 200 or another body. */
export function read_json(response, url, code) {
	if (response.status != 200) {
		return err(code, { http_status: response.status, url, location: response.location });
	}
	const body = decode_claims(response.body);
	if (body.ok) {
		return ok(body.data);
	}
	// Base64URL of `{"`.
	const found = starts_with(response.body, "eyJ") ? "a JWT" : "not a JSON object";
	return err(code, { http_status: 200, url, reason: "the answer is " + found });
};

/** GETs a JSON object; fails as `call` does, and with `code` for a status other than 200 or another body. */
export function get_json(io, url, extra_headers, code) {
	const response = get(io, url, extra_headers, code, call);
	return response.ok ? read_json(response.data, url, code) : response;
};
