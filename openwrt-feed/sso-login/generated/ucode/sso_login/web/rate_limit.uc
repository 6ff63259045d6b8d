'use strict';
// Generated from src/sso_login/web/rate_limit.ts by "make ucode"; do not edit.

/**
 * The windows of requests, a minute of the clock each (specification, "Limits"), and the log's share: of refusals that any client can
 * cause, 20 a minute are logged in full and the others counted, so that no client can flood the log.
 */

import { floor, load_module, starts_with } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { option_of } from 'sso_login.settings.package_sections';

/** The windows by what is counted in them. */
const windows = {
	/** The specified one: starts, callbacks, and logouts that prove nothing. */
	requests: { name: "rate", max: 50, is_proven: false },
	/** Users' logouts that prove themselves by a session and its `stoken`, or by a hand-over. */
	logouts: { name: "rate_logouts", max: 200, is_proven: true },
	/** Logout tokens that verify, of one provider, whose name the file's gets (`window_of`). */
	logout_tokens: { name: "rate_logouts", max: 200, is_proven: true },
	/** Back-channel logout requests without a logout token that verifies, at the path of one provider. */
	backchannel: { name: "rate_backchannel", max: 50, is_proven: false },
	/** Token exchanges without a token that verifies and has a role. */
	exchanges: { name: "rate_exchanges", max: 50, is_proven: false, client_limit: "10" },
	/** Exchanges of one subject of a provider's client. */
	subject: { name: "rate_program", max: 60, is_proven: true },
	/** Exchanges of all subjects of a provider's client. */
	client: { name: "rate_programs", max: 240, is_proven: true },
};

/** The window of a kind of requests; of an owner alone, a provider's section or a hash, where the kind has owners. */
export function window_of(kind, owner) {
	const window = windows[kind];
	const name = owner !== null ? window.name + "_" + owner : window.name;
	return { name, max: window.max, is_proven: window.is_proven, client_limit: window.client_limit };
};

/** The share of one IP address while passwords are off: half of the window, so that strangers do not close the only door. */
const closed_limit = "25";

/** The share that one IP address has of a window; undefined where it has none of its own. */
export function limit_of(io, window) {
	if (window.is_proven) {
		return null;
	}
	const set = option_of(io, "client_limit") ?? window.client_limit;
	const limit = set ?? (option_of(io, "password_login") === "off" ? closed_limit : null);
	// A list is no limit.
	return type(limit) == "string" ? limit : null;
};

/** Refusals of a minute that are logged in full, and those that are counted. */
const max_lines = 20;
const max_counted = 10000;
/** Seconds. */
const window_length = 60;

/** The minute of the clock. */
export function minute_of(now) {
	return floor(1.0 * now / window_length);
};

/**
 * Without the run directory nothing works. Where a web server runs CGI programs as another user than root, its
 * set-up is wrong: ubus and the configuration with its secret belong to root.
 */
export function no_run_dir(io) {
	const uid = io.user_id();
	return uid == 0
		? err("INTERNAL_ERROR", { reason: "cannot write to the run directory", path: io.paths.run_dir })
		: err("CONFIG_ERROR", { reason: { id: "run_as_root" }, uid });
};

/** RATE_LIMITED until the next window; `option` names the option whose limit it is, and `share` says how much that is now. */
export function rate_limited(now, option, share) {
	const retry_after = (minute_of(now) + 1) * window_length - now;
	return err("RATE_LIMITED", { option, retry_after, share }, null, { retry_after });
};

/** The file that counts a window's requests. */
function path_of(io, window, now) {
	return store_path_of(io, `${window.name}_${minute_of(now)}`);
}

/** Whether a file counts `max` requests already. */
export function is_full(io, path, max_) {
	const known = io.file_info(path);
	if (known !== null && known.kind !== "file") {
		// Not a file of the service: a link would lead writes elsewhere.
		io.remove(path);
		return false;
	}
	return known !== null && known.size >= max_;
};

/** This request's place in a window's file, which does not grow beyond `max`; undefined when it cannot be counted. */
export function position_in(io, path, now, max_) {
	if (is_full(io, path, max_)) {
		return max_ + 1;
	}
	if (!ensure_run_dir(io)) {
		return null;
	}
	const place = io.append_byte(path);
	if (place !== null) {
		return place;
	}
	// The disk may be full of outdated files.
	load_module('sso_login.web.clean_up').clean(io, now);
	return io.append_byte(path);
};

/** Whether a window takes no more requests in this minute. */
export function is_window_full(io, window) {
	return is_full(io, path_of(io, window, io.time()), window.max);
};

/** Whether this request is the first of a minute, whatever its window: who appends the first byte to the minute's file. */
function is_first_of_minute(io, now) {
	return position_in(io, store_path_of(io, `cleaned_${minute_of(now)}`), now, 1) == 1;
}

/** Logs how many refusals earlier windows had, where they were more than their lines. The process that removes the file logs it. */
function report_refusals(io, minute) {
	for (let name in io.list_dir(io.paths.run_dir) ?? []) {
		const path = store_path_of(io, name);
		const info = starts_with(name, "refused_") && name !== `refused_${minute}` ? io.file_info(path) : null;
		if (info !== null && io.remove(path) && info.size > max_lines) {
			load_module('sso_login.base.log').event(io, "warning", "REFUSALS_COUNTED", [["count", info.size]]);
		}
	}
}

/**
 * Counts a refusal that any client can cause, and returns whether it is logged in full; one that cannot be counted is. The first
 * refusal after the lines of its minute writes a line that more follow.
 */
export function count_refusal(io) {
	const minute = minute_of(io.time());
	const place = position_in(io, store_path_of(io, `refused_${minute}`), io.time(), max_counted);
	if (place == 1) {
		report_refusals(io, minute);
	} else if (place == max_lines + 1) {
		load_module('sso_login.base.log').event(io, "warning", "REFUSALS_COUNTED", [["in_full", max_lines]]);
	}
	return place === null || place <= max_lines;
};

/**
 * Counts this request in a window; the answer is whether it is the first there; the first of a minute cleans the run directory. Every
 * process appends one byte to the window's file, and the kernel tells it the position, so the count is right
 * however many arrive at once. RATE_LIMITED carries `retry_after` in seconds.
 */
export function count_request(io, window) {
	const now = io.time();
	const place = position_in(io, path_of(io, window, now), now, window.max);
	if (place === null) {
		return no_run_dir(io);
	}
	// The first of a minute is the first of its window, too.
	if (place == 1 && is_first_of_minute(io, now)) {
		report_refusals(io, minute_of(now));
		load_module('sso_login.web.clean_up').clean(io, now);
	}
	return place <= window.max ? ok(place == 1) : rate_limited(now);
};
