'use strict';
// Generated from src/sso_login/protocol/provider_calls.ts by "make ucode"; do not edit.

/**
 * Calls to the identity provider, and the codes of their failures.
 *
 * A provider that hangs must not hold all of the web server's few script slots: one process at a time calls it, and an
 * endpoint that did not answer is not called for a while.
 */

import { array_some, is_number, key_of, load_module, starts_with } from 'sso_login.ecma';
import { decode_foreign } from 'sso_login.io.json';
import { from_record, to_record as failure_record_to_record } from 'sso_login.base.failure_record';
import { event } from 'sso_login.base.log';
import { read as store_read, write as store_write, is_locked as store_is_locked } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { path_about, suffix, path_of as provider_files_path_of, is_only, folder, lock_prefix, calls_lock } from 'sso_login.protocol.provider_files';

/** Seconds for which a failure is answered from memory. */
const failure_lifetime = 10;

/** Seconds within which a refused connection costs so little that it is not remembered. */
const at_once = 1;

/** Seconds between two attempts to take the lock. */
const pause = 0.02;

/** Attempts in all, attempts while the lock does not change hands, and attempts while too many other providers are called. */
const max_attempts = 250;
const max_idle_attempts = 75;
const max_full_attempts = 25;

/**
 * Providers that are called at once, if one of them is slow: the web server has three script slots, and LuCI needs one. A provider that
 * answered its last call within so many seconds is called at any time, so that slow ones refuse none of its logins.
 */
const max_called = 2;
const quick = 3;

/**
 * Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
 * certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
 */
export function send(io, request, code) {
	const response = io.https(request);
	if (response.ok) {
		return response;
	}
	return load_module('sso_login.explain.failed_call').explain(io, code, request.url, response);
};

/** The file that keeps the failure of an address. */
function failure_path(io, provider, url) {
	return path_about(io, provider, "failed_", url + suffix(provider));
}

/** The last failure of an address, however old, and whether it is recent. */
export function last_failure(io, provider, url) {
	const stored = store_read(io, failure_path(io, provider, url));
	const failure = stored !== null ? from_record(stored) : null;
	if (stored === null || failure === null || !is_number(stored.failed_at)) {
		return null;
	}
	// A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	const age = io.time() - stored.failed_at;
	return { failure, recent: age >= 0 && age < failure_lifetime };
};

/** Remembers the failure of an address with its facts, for requests; where nothing can be written it costs time again. */
export function remember_failure(io, provider, url, failure) {
	if (provider.in_background === true) {
		return;
	}
	const record = failure_record_to_record(failure);
	record.failed_at = io.time();
	store_write(io, failure_path(io, provider, url), record);
};

/** The file that says that a provider's last call took long. */
function slow_path(io, provider) {
	return provider_files_path_of(io, provider, "slow" + suffix(provider));
}

/** Whether a provider is slow, and other processes call as many as may be called at once. Of two that begin at once both may see that. */
function is_full(io, provider, own_lock) {
	if (is_only(provider) || io.file_info(slow_path(io, provider)) === null) {
		return false;
	}
	const locks = filter((io.list_dir(folder(io, provider)) ?? []), (name) => starts_with(name, lock_prefix));
	const others = filter(map(locks, (name) => provider_files_path_of(io, provider, name)), (path) => path !== own_lock);
	return length(filter(others, (path) => store_is_locked(io, path))) >= max_called;
}

/** How often a lock has changed hands, as who takes it appends a byte to its file; undefined where nobody has had it. */
function hand_overs(io, lock) {
	const info = io.file_info(lock);
	return info !== null ? info.size : null;
}

/** Tries to take the lock on a provider's calls so many times; false when another process keeps it, or too many others are called. */
function try_lock(io, provider, lock, attempts) {
	let known;
	let idle = 0;
	let full = 0;
	for (let attempt = 0; attempt < attempts && idle < max_idle_attempts && full < max_full_attempts; attempt++) {
		if (attempt > 0) {
			io.sleep(pause);
		}
		const is_ours = io.lock(lock);
		if (is_ours && !is_full(io, provider, lock)) {
			return true;
		}
		if (is_ours) {
			io.unlock(lock);
			full += 1;
		}
		const found = hand_overs(io, lock);
		idle = found == known ? idle + 1 : 0;
		known = found;
	}
	return false;
}

/** The failure of a login that would have to wait for another one. */
function waiting() {
	const retry_after = failure_lifetime;
	const facts = { reason: "another login waits for the provider", retry_after };
	return err("RATE_LIMITED", facts, null, { retry_after });
}

/**
 * Takes the lock, unless this process has it. While the last failure of the address is recent, it fails with that; later one process takes the
 * lock and tries again, and those that come meanwhile fail with that failure. Fails with RATE_LIMITED when the process with the lock has done
 * nothing for a second and a half: it waits for the provider, and a process that waits for it would block another script slot.
 */
function take_lock(io, provider, lock, url) {
	const before = last_failure(io, provider, url);
	if (before !== null && before.recent) {
		return before.failure;
	}
	const attempts = before !== null ? 1 : max_attempts;
	if (!io.has_lock(lock) && !try_lock(io, provider, lock, attempts)) {
		return before !== null ? before.failure : waiting();
	}
	// The process that had the lock before may have stored a failure.
	const now = last_failure(io, provider, url);
	return now !== null && now.recent ? now.failure : ok(true);
}

/**
 * Runs a function that calls the provider, while no other process does: takes the lock on its calls, and gives it back, unless this is within
 * such a function already. `url` is the address of the first call. Fails as the function does; without the lock with RATE_LIMITED, or the
 * last failure of the address. A process in the background holds no script slot, and takes no lock for which a request would wait.
 */
export function asking(io, provider, url, run) {
	if (provider.in_background === true) {
		return run();
	}
	const lock = calls_lock(io, provider);
	const is_within = io.has_lock(lock);
	const taken = take_lock(io, provider, lock, url);
	const result = taken.ok ? run() : taken;
	if (!is_within) {
		io.unlock(lock);
	}
	return result;
};

function note_speed(io, provider, seconds) {
	if (seconds > quick) {
		store_write(io, slow_path(io, provider), {});
	} else {
		io.remove(slow_path(io, provider));
	}
}

/** Sends a request as `send` does; a failure is remembered until there is an answer, but for a connection that was refused at once. */
function send_and_remember(io, provider, request, code) {
	const started = io.monotonic();
	const response = send(io, request, code);
	const seconds = io.monotonic() - started;
	if (!is_only(provider)) {
		note_speed(io, provider, seconds);
	}
	if (!response.ok && (seconds >= at_once || response.meaning !== "unreachable")) {
		remember_failure(io, provider, request.url, response);
		return response;
	}
	io.remove(failure_path(io, provider, request.url));
	if (response.ok && response.data.renewed === true) {
		event(io, "warning", "TRUST_RENEWED", [
			["provider", provider.log_name],
			["url", request.url],
		]);
	}
	return response;
}

/** Sends a request as `send` does, under the lock, and remembers a failure. */
export function call(io, provider, request, code) {
	return asking(io, provider, request.url, () => send_and_remember(io, provider, request, code));
};

/** `call` as a function that sends requests to this provider. */
export function caller(provider) {
	return (io, request, code) => call(io, provider, request, code);
};

/** GETs JSON by `sender`, with more header lines. */
export function get(io, url, extra_headers, code, sender) {
	return sender(io, { method: "GET", url, headers: [...["Accept: application/json"], ...extra_headers] }, code);
};

/** `issuer` is in metadata, `keys` in a JWK Set, `sub` in UserInfo: an answer in which one of them is not empty is no report of an error. */
const of_answers = ["issuer", "keys", "sub"];

/**
 * The JSON object in an answer; fails with `code` for a status other than 200, another body, or an error in its place.
 * `secrets` are not repeated in the log.
 */
export function read_json(response, url, code, secrets) {
	const body = decode_foreign(response.body);
	return body.ok && response.status == 200 && array_some(of_answers, (name) => (body.data[key_of(name)] ?? "") !== "")
		? body
		: load_module('sso_login.explain.failed_answer').read_unknown(response, body, url, code, secrets ?? []);
};
