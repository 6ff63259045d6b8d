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
import { is_locked as store_is_locked } from 'sso_login.base.store';
import { path_of as client_keys_path_of } from 'sso_login.jose.client_keys';
import { turn_lock, first_due, turns_of } from 'sso_login.login.revalidation.turn_schedule';
import { is_there as guard_is_there } from 'sso_login.passwords.guard';
import { is_overdue, is_there as password_trial_is_there, seconds_left } from 'sso_login.passwords.password_trial';
import { read_all, remove_damaged } from 'sso_login.rpcd.refresh_tokens';
import { list_sso_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { has_end, end_overdue } from 'sso_login.rpcd.session_ending';
import { stop, start as supervisor_start } from 'sso_login.rpcd.supervisor';
import { option_of } from 'sso_login.settings.package_sections';
import { providers_with, saved_sections } from 'sso_login.settings.saved_config';

/** Seconds between two looks at most, also where a signal comes just before the wait and ends nothing. */
const max_wait_seconds = 60;

/** Seconds between two turns of a provider: an idle router makes no calls, one with many sessions makes them one by one. */
const pause_seconds = 2;

/** Seconds until a turn is tried anew that came to nothing, as where the run directory is full. */
const retry_seconds = 300;

/** Seconds between two looks during a trial at most: a change of files is noticed sooner then. */
const trial_pause_seconds = 20;

/** An attempt at a turn; the next question about the same session is another one. */
function attempt_of(turn) {
	return `${turn.name} ${turn.token.asked_at}`;
}

/** Seconds until a turn may be tried: 0 unless it was tried already. */
function seconds_to_retry(io, turn, started) {
	const last = started[key_of(turn.token.provider)];
	return last !== null && last.turn === attempt_of(turn)
		? max(0, last.started_uptime + retry_seconds - io.monotonic())
		: 0;
}

/** Starts a process for a provider's first turn, which is due, unless one runs; returns the seconds until the next look at that provider. */
function start_turn(io, turn, started) {
	const provider = turn.token.provider;
	const wait_seconds = seconds_to_retry(io, turn, started);
	if (wait_seconds > 0) {
		return wait_seconds;
	}
	if (!store_is_locked(io, turn_lock(io, provider))) {
		io.start(io.paths.program, "watch " + provider);
		started[key_of(provider)] = { turn: attempt_of(turn), started_uptime: io.monotonic() };
	}
	return pause_seconds;
}

/** Starts the process of each provider with a turn that is due; returns the seconds until the next look at turns. */
function start_turns(io, all, started) {
	const now = io.time();
	let wait_seconds = max_wait_seconds;
	for (let turn in all) {
		if (turn.due_at > now) {
			wait_seconds = min(wait_seconds, turn.due_at - now);
		} else if (turn === first_due(all, turn.token.provider, now)) {
			wait_seconds = min(wait_seconds, start_turn(io, turn, started));
		}
	}
	return wait_seconds;
}

/** Ends a trial that is over, and returns the seconds until the next look at one. */
function look_at_trial(io) {
	if (is_overdue(io)) {
		load_module('sso_login.passwords.password_events').end_overdue_trial(io);
	}
	return password_trial_is_there(io)
		? min(trial_pause_seconds, seconds_left(io))
		: max_wait_seconds;
}

/** Facts of those files that change with their content, as one text. */
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

/** Whether passwords are off, or on the way there or back: the guard comes before the first is refused, and goes after the last is restored. */
function are_passwords_off(io) {
	return guard_is_there(io);
}

/**
 * While passwords are off, has a process of its own check them after a change of files of which no reload tells, and once in each run of this
 * process. A check is started when the files are the same at two looks, as somebody may still be writing.
 */
function look_at_files(io, seen) {
	const facts = are_passwords_off(io) ? facts_of_files(io) : null;
	const is_settled = facts === seen.at_look;
	if (facts !== null && is_settled && facts !== seen.at_started_check) {
		io.start(io.paths.program, "password-login look");
		seen.at_started_check = facts;
	}
	seen.at_look = facts;
}

/** Whether something is left to wait for. */
function is_needed(io, files, live) {
	const has_sessions = length(files) > 0 || array_some(live, (session) => has_end(io, session));
	return has_sessions || password_trial_is_there(io) || are_passwords_off(io);
}

/**
 * Does what is due, and returns the seconds until the next look; undefined where nothing is left to wait for. `started` and `seen` are kept
 * from look to look.
 */
export function look(io, started, seen) {
	// A process keeps the options that it has read until it reads the package's sections: from here on `option_of` answers by the file as it is now.
	const saved = saved_sections(io);
	let wait_seconds = look_at_trial(io);
	look_at_files(io, seen);
	// Before the sessions: else a session that opens in between has a file that seems left behind, and its token would be revoked.
	const files = read_all(io);
	const list = list_sso_sessions(io);
	const live = list.ok ? end_overdue(io, list.data) : [];
	if (list.ok && saved.ok) {
		remove_damaged(io, files);
		if (!is_needed(io, files.whole, live)) {
			return null;
		}
		const turns = turns_of(files.whole, live, saved.data, io.time());
		wait_seconds = min(wait_seconds, start_turns(io, turns, started));
	}
	for (let session in live) {
		wait_seconds = session.end !== null ? min(wait_seconds, session.end - io.time()) : wait_seconds;
	}
	return max(1, wait_seconds);
};

/**
 * Looks and waits until procd ends this process, or nothing is left to wait for. Who opens a session tells procd afterwards, which wakes this
 * process, or starts another one.
 */
function run(io) {
	const started = {};
	const seen = {};
	let wait_seconds = look(io, started, seen);
	while (wait_seconds !== null) {
		io.wait(wait_seconds);
		wait_seconds = look(io, started, seen);
	}
	// For the end of the service procd sends SIGTERM to this very process.
	io.ignore_signals();
	stop(io);
	// procd has forgotten this process: what is told from now on starts another one. What was told since the last look is found by this one.
	if (look(io, started, seen) !== null) {
		supervisor_start(io);
	}
}

/** `sso-login watch [PROVIDER]`, to which the script in /usr/sbin passes on: the supervisor, or a turn of a provider. */
export function main(args, options) {
	const io = system_create(options ?? {});
	const provider = args[1];
	const done = protect_protect(() => {
		if (provider !== null) {
			load_module('sso_login.login.revalidation.revalidation_turn').take(io, provider);
		} else {
			run(io);
		}
	});
	if (!done.ok) {
		event(io, "err", done.error, detail_pairs(done.details));
	}
	return done.ok ? 0 : 1;
};
