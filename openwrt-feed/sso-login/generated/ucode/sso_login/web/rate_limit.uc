'use strict';
// Generated from src/sso_login/web/rate_limit.ts by "make ucode"; do not edit.

/**
 * The global request rate: 50 requests in each minute of the clock (specification, "Limits"); and the log's: of refusals that
 * anybody can cause, 20 of a minute are logged in full and the others counted, so that no stranger washes the log out.
 */

import { floor, starts_with } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { err, ok } from 'sso_login.result';
import * as store from 'sso_login.base.store';

export const max_requests = 50;
/** Refusals of a window that are logged in full. */
export const max_lines = 20;
/** Seconds. */
export const window_length = 60;

/**
 * Without the run directory nothing works. Under a web server that runs CGI programs as a user of its own that is no
 * fault of the router's but of its set-up: ubus and the configuration with its secret are root's.
 */
function no_run_dir(io) {
	const uid = io.user_id();
	return uid == 0
		? err("INTERNAL_ERROR", { reason: "cannot write to the run directory", path: io.paths.run_dir })
		: err("CONFIG_ERROR", { reason: { id: "run_as_root" }, uid });
}

/**
 * Appends this request to the window's file; the answer is its place in it. Where it cannot be written the disk may be
 * full of what nobody needs any more: the cleaning that the window's first request does comes before it then.
 */
function append_request(io, path, now) {
	const place = io.append_byte(path);
	if (place !== null) {
		return place;
	}
	store.clean(io, now);
	return io.append_byte(path);
}

/** Which minute this is. */
export function window_of(now) {
	return floor(1.0 * now / window_length);
};

/** Logs how many refusals earlier windows had, where they were more than their lines: the process that removes a file does. */
function report_refusals(io, window) {
	for (let name in io.list_dir(io.paths.run_dir) ?? []) {
		const path = store.path_of(io, name);
		const info = starts_with(name, "refused_") && name !== `refused_${window}` ? io.file_info(path) : null;
		if (info !== null && io.remove(path) && info.size > max_lines) {
			event(io, "warning", "REFUSALS_COUNTED", [["count", info.size]]);
		}
	}
}

/**
 * Counts a refusal that anybody can cause; the answer is whether it is to be logged in full. One that cannot be counted is.
 * The first one after those says that more follow.
 */
export function count_refusal(io) {
	const window = window_of(io.time());
	const place = store.ensure_run_dir(io) ? io.append_byte(store.path_of(io, `refused_${window}`)) : null;
	if (place == 1) {
		report_refusals(io, window);
	} else if (place == max_lines + 1) {
		event(io, "warning", "REFUSALS_COUNTED", [["in_full", max_lines]]);
	}
	return place === null || place <= max_lines;
};

/** RATE_LIMITED until the next window, by an option where it is one's. */
export function limited(now, option) {
	return err("RATE_LIMITED", { option, retry_after: (window_of(now) + 1) * window_length - now });
};

/** The file that counts the requests of a window. */
export function path_of(io, window) {
	return store.path_of(io, `rate_${window}`);
};

/** Whether a file counts `max` requests already. */
export function is_full(io, path, max_) {
	const known = io.file_info(path);
	if (known !== null && known.kind !== "file") {
		// Not ours: a link would have us write elsewhere.
		io.remove(path);
		return false;
	}
	return known !== null && known.size >= max_;
};

/** This request's place in a window's file, which does not grow beyond `max`; undefined when it cannot be counted. */
export function place_in(io, path, now, max_) {
	if (is_full(io, path, max_)) {
		return max_ + 1;
	}
	return store.ensure_run_dir(io) ? append_request(io, path, now) : null;
};

/**
 * Counts this request; the answer is whether it is the first of its window, which also cleans the run directory. Every
 * process appends one byte to the window's file and learns its own place in it from the kernel, so the count is right
 * however many arrive at once. RATE_LIMITED carries `retry_after` in seconds.
 */
export function count_request(io) {
	const now = io.time();
	const window = window_of(now);
	const place = place_in(io, path_of(io, window), now, max_requests);
	if (place === null) {
		return no_run_dir(io);
	}
	if (place == 1) {
		report_refusals(io, window);
		store.clean(io, now);
	}
	return place <= max_requests ? ok(place == 1) : limited(now);
};
