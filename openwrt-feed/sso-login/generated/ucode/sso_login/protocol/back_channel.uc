'use strict';
// Generated from src/sso_login/protocol/back_channel.ts by "make ucode"; do not edit.

/**
 * Calls to the identity provider, and what their failures are called.
 *
 * A provider that hangs must not hold all of the web server's few script slots: one process at a time asks it, and an
 * endpoint that did not answer is not called for a while.
 */

import { is_number, key_of, lower, starts_with } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { event } from 'sso_login.base.log';
import { path_of as store_path_of, own_suffix, read as store_read, write as store_write } from 'sso_login.base.store';
import { sorted_keys } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { facts_of } from 'sso_login.base.values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { decode_claims } from 'sso_login.jose.jws';
import { err, ok } from 'sso_login.result';
import { prefix, path_of as calls_lock_path_of } from 'sso_login.protocol.calls_lock';

/** Seconds for which a failure is answered from memory. */
const failure_lifetime = 10;

/** Seconds within which a connection that is refused costs nothing: no memory is needed to spare the web server's slots. */
const at_once = 1;

/** Seconds between two looks at the lock, how many of them in which it does not change hands, and how many at all. */
const pause = 0.02;
const max_idle_looks = 75;
const max_looks = 250;

/** Providers that are asked at once: the web server has three script slots, and LuCI needs one. */
const max_asked = 2;

/** Looks while so many others are asked that this one may not. */
const max_full_looks = 25;

/** A failed call under the code of its kind: except at the token endpoint, an untrusted certificate is SSL_INIT_FAILED. */
function call_failed(failure, code) {
	const certificate_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
	const reason = facts_of(failure).reason;
	return err(failure.error === "certificate" ? certificate_code : code, { cause: failure.error, reason });
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
function failure_path(io, url) {
	return store_path_of(io, "failed_" + hash_hash_sha256_hex(url + own_suffix(io)) + ".json");
}

/** The last failure of an address, however old, and whether it still counts. */
function last_failure(io, url) {
	const stored = store_read(io, failure_path(io, url));
	if (stored === null || type(stored.error) != "string" || !is_number(stored.failed_at)) {
		return null;
	}
	const facts = is_object(stored.facts) ? stored.facts : {};
	const details = { remembered: true };
	for (let name in sorted_keys(facts)) {
		const fact = facts[key_of(name)];
		if (type(fact) == "string" || is_number(fact)) {
			details[key_of(name)] = fact;
		}
	}
	// A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	const age = io.time() - stored.failed_at;
	return { failure: err(stored.error, details), recent: age >= 0 && age < failure_lifetime };
}

/** Remembers the failure of an address with its facts; where nothing can be written it costs time again. */
export function remember_failure(io, url, failure) {
	const kept = { failed_at: io.time(), error: failure.error, facts: facts_of(failure) };
	store_write(io, failure_path(io, url), kept);
};

/** Whether a call failed in a way that costs the next one no time either. */
function failed_at_once(failure, seconds) {
	return facts_of(failure).cause === "connect" && seconds < at_once;
}

/** Whether others are asking as many providers as may be asked at once. Of two that begin at once both may see that. */
function is_full(io, own) {
	const all = filter((io.list_dir(io.paths.run_dir) ?? []), (name) => starts_with(name, prefix));
	const others = filter(map(all, (name) => store_path_of(io, name)), (path) => path !== own);
	const asked = filter(others, (path) => {
		const is_free = io.lock(path);
		if (is_free) {
			io.unlock(path);
		}
		return !is_free;
	});
	return length(asked) >= max_asked;
}

/** Waits for the lock of this provider's calls; false when it does not come. */
function wait_for_lock(io, looks) {
	const path = calls_lock_path_of(io);
	let size;
	let idle = 0;
	let full = 0;
	for (let look = 0; look < looks && idle < max_idle_looks && full < max_full_looks; look++) {
		if (look > 0) {
			io.sleep(pause);
		}
		if (io.lock(path)) {
			if (io.provider === null || !is_full(io, path)) {
				return true;
			}
			io.unlock(path);
			full += 1;
		}
		const info = io.file_info(path);
		const found = info !== null ? info.size : null;
		idle = found == size ? idle + 1 : 0;
		size = found;
	}
	return false;
}

/**
 * Takes the lock on calls to the provider, until `calls_lock.release` or the end of this process. Fails at once with the last failure of
 * the address, while that is recent or another process tries again. Fails with RATE_LIMITED when the process with the lock has
 * done nothing for a second and a half: it waits for the provider, and a process that waits for it would block another script slot.
 */
export function acquire_lock(io, url) {
	const known = last_failure(io, url);
	if (known !== null && known.recent) {
		return known.failure;
	}
	if (!wait_for_lock(io, known !== null ? 1 : max_looks)) {
		const reason = "another login waits for the provider";
		return known !== null ? known.failure : err("RATE_LIMITED", { reason, retry_after: failure_lifetime });
	}
	// The process that had the lock before may have stored a failure.
	const found = last_failure(io, url);
	return found !== null && found.recent ? found.failure : ok(true);
};

/**
 * Sends a request as `send` does, under the lock; a failure is remembered until there is an answer, but for a connection that was
 * refused at once.
 */
export function call(io, request, code) {
	const lock = acquire_lock(io, request.url);
	if (!lock.ok) {
		return lock;
	}
	const started = io.monotonic();
	const response = send(io, request, code);
	if (response.ok || failed_at_once(response, io.monotonic() - started)) {
		io.remove(failure_path(io, request.url));
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
	return sender(io, { method: "GET", url, headers: [...["Accept: application/json"], ...extra_headers] }, code);
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
