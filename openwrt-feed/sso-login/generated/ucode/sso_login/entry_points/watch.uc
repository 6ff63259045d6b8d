'use strict';
// Generated from src/sso_login/entry_points/watch.ts by "make ucode"; do not edit.

/**
 * `sso-login watch`: the supervisor, which procd runs while a session lives that ends while it is used: a program's at the expiry of its
 * token, one over `session_max_lifetime`, one whose user is not proved any more. It also ends a trial without passwords, and notices changes
 * while passwords are off. Where a session's turn has come
 * (login/revalidation), it starts `sso-login watch PROVIDER`, a process for each provider: what calls providers does not stay in memory, and
 * a slow provider delays only its own sessions.
 */

import { array_some, key_of, load_module } from 'sso_login.ecma';
import { protect as protect_protect } from 'sso_login.io.protect';
import { create as system_create } from 'sso_login.io.system';
import { text_of } from 'sso_login.base.json_values';
import { event, detail_pairs } from 'sso_login.base.log';
import { add_missing } from 'sso_login.base.strings';
import { path_of as client_keys_path_of } from 'sso_login.jose.client_keys';
import { is_there as guard_is_there } from 'sso_login.passwords.guard';
import { is_there as password_trial_is_there, seconds_left } from 'sso_login.passwords.password_trial';
import { first_turn, list as refresh_tokens_list, turns_of } from 'sso_login.rpcd.refresh_tokens';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { end_overdue, has_end } from 'sso_login.rpcd.session_ending';
import { stop } from 'sso_login.rpcd.supervisor';
import { option_of } from 'sso_login.settings.package_sections';
import { providers_with, saved_sections } from 'sso_login.settings.saved_config';

/** Seconds between two looks at most. */
const max_wait = 60;

/** Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one. */
const pause = 2;

/** Seconds until a turn is tried anew that came to nothing, as where the run directory is full. */
const retry = 300;

/** Seconds between two looks at a trial that cannot be ended. */
const trial_pause = 20;

/** The lock of the process that works on a provider's files. */
function lock_of(io, provider) {
	return io.paths.run_dir + "/revalidate_" + provider + ".lock";
}

/** Starts a provider's process for its first turn, unless one runs; returns the seconds until the next look at this provider. */
function start_turn(io, turn, started) {
	const provider = turn.token.provider;
	const name = `${turn.name} ${turn.token.asked_at}`;
	const last = started[key_of(provider)];
	const waited = last !== null && last.turn === name ? io.monotonic() - last.at : retry;
	if (waited < retry) {
		return retry - waited;
	}
	const lock = lock_of(io, provider);
	if (io.lock(lock)) {
		io.unlock(lock);
		io.start(io.paths.program, "watch " + provider);
		started[key_of(provider)] = { turn: name, at: io.monotonic() };
	}
	return pause;
}

/** Starts the turns that have come; returns the moment of the next one. */
function start_turns(io, all, started) {
	const now = io.time();
	const providers = [];
	let next = now + max_wait;
	for (let turn in all) {
		if (turn.moment <= now) {
			add_missing(providers, [turn.token.provider]);
		} else {
			next = min(next, turn.moment);
		}
	}
	for (let provider in providers) {
		const turn = first_turn(all, provider, now);
		next = turn !== null ? min(next, now + start_turn(io, turn, started)) : next;
	}
	return next;
}

/** Ends a trial that is over; returns the seconds until the next look at it. */
function end_trial(io) {
	if (!password_trial_is_there(io)) {
		return max_wait;
	}
	if (seconds_left(io) == 0) {
		load_module('sso_login.passwords.password_events').end_overdue_trial(io);
	}
	return min(trial_pause, seconds_left(io));
}

/** Facts of those files that change with their content. */
function facts_of_files(io) {
	const authorities = map(providers_with(io, "ca_file"), (provider) => {
		return text_of(option_of(io, "ca_file", provider));
	});
	const packages = map(["sso-login", "rpcd", "uhttpd"], (name) => io.paths.config_dir + "/" + name);
	const facts = map([...packages, ...[client_keys_path_of(io)], ...authorities], (path) => {
		const info = io.file_info(path);
		return info !== null ? `${path} ${info.size} ${info.mtime} ${info.ctime}` : path;
	});
	return join("\n", facts);
}

/**
 * While passwords are off, looks after them where a file has changed of which no reload tells: in a process of its own, and once two looks
 * found the same, as somebody may still be writing.
 */
function judge_files(io, seen) {
	const files = guard_is_there(io) ? facts_of_files(io) : null;
	if (files !== null && files === seen.last && files !== seen.judged) {
		io.start(io.paths.program, "password-login look");
		seen.judged = files;
	}
	seen.last = files;
}

/**
 * Does what is due, and returns the seconds until the next look; undefined where nothing is left to do. `started` and `seen` are kept from
 * look to look.
 */
export function look(io, started, seen) {
	// This process lasts: single options are read from the sections that were read last.
	const saved = saved_sections(io);
	const wait = end_trial(io);
	judge_files(io, seen);
	// Before the sessions, as the file of a new session is not to go.
	const files = refresh_tokens_list(io);
	const list = list_sso_sessions(io);
	const live = list.ok ? end_overdue(io, list.data) : [];
	const is_known = list.ok && saved.ok;
	const is_needed = length(files) > 0 || array_some(live, (entry) => has_end(io, entry));
	if (is_known && !is_needed && !password_trial_is_there(io) && !guard_is_there(io)) {
		return null;
	}
	const turns = is_known ? turns_of(io, files, live, saved.data) : [];
	let next = start_turns(io, turns, started);
	for (let entry in live) {
		next = min(next, entry.end ?? next);
	}
	return max(1, min(wait, next - io.time()));
};

/** Looks and waits until procd ends this process, or nothing is left to do. */
function run(io) {
	const started = {};
	const seen = {};
	let seconds = look(io, started, seen);
	while (seconds !== null) {
		io.wait(seconds);
		seconds = look(io, started, seen);
	}
	stop(io);
}

/** Takes a turn of the provider that is named, unless another process does. */
function take_turn(io, provider) {
	const lock = lock_of(io, provider);
	if (io.lock(lock)) {
		load_module('sso_login.login.revalidation.revalidation_turn').run(io, provider);
		io.unlock(lock);
	}
}

/** Returns the exit status; procd starts the supervisor anew whatever it is, unless `supervisor.stop` was called. */
export function main(args, options) {
	const io = system_create(options ?? {});
	const provider = args[1];
	const done = protect_protect(() => {
		if (provider !== null) {
			take_turn(io, provider);
		} else {
			run(io);
		}
	});
	if (!done.ok) {
		event(io, "err", done.error, detail_pairs(done.details));
	}
	return done.ok ? 0 : 1;
};
