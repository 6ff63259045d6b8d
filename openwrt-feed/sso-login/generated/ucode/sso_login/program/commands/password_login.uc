'use strict';
// Generated from src/sso_login/program/commands/password_login.ts by "make ucode"; do not edit.

/** `sso-login password-login`: the shell's way to turn passwords off, and the way back. */

import { array_every, key_of } from 'sso_login.ecma';
import { print as console_print, print_error } from 'sso_login.io.console';
import { text_of, facts_of } from 'sso_login.base.values';
import { err } from 'sso_login.result';
import { refusal_of_shell_to_confirm, refusal_for_shell } from 'sso_login.passwords.administrators';
import { way_back_command, end_overdue as transitions_end_overdue } from 'sso_login.passwords.transitions';
import { is_there as trial_is_there, seconds_left } from 'sso_login.passwords.trial';
import { root_without_password } from 'sso_login.passwords.way_back';
import { success, fail, wrong_usage } from 'sso_login.program.outcome';
import { answer as password_method_answer, change as password_method_change, outcome as password_method_outcome } from 'sso_login.program.password_method';

/** Seconds between two looks at a trial that goes on, and looks at one that cannot be ended. */
const pause = 20;
const max_looks = 1000;

/** What a person does about a refusal; the shell has no session to be judged. */
const advice = {
	disabled: "single sign-on is off",
	config_wrong: "the configuration is wrong: run sso-login check",
	rpcd_unreadable: "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords: "no login of /etc/config/rpcd has a password that could be turned off",
	state: "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_everything: "that needs a role that changes everything: read '*' and write '*'",
	no_login: "log in by single sign-on with a role that changes everything, then repeat this within ten minutes",
};

/** A refusal with its words. */
function explain(failure) {
	const reason = text_of(facts_of(failure).reason);
	const words = advice[key_of(reason)];
	return failure.error === "PASSWORD_LOGIN_REFUSED" ? err(failure.error, { reason: words ?? reason }) : failure;
}

/** Says what holds, and what the ways in are. */
function show(io) {
	const answer = password_method_answer(io, "");
	console_print("passwords: " + answer.state);
	if (answer.state === "trial") {
		console_print(
			`the trial ends in ${answer.seconds_left} s, and passwords return; to keep them off log in anew by single sign-on, then:`
		);
		console_print("  sso-login password-login confirm");
	}
	if (answer.state !== "on") {
		console_print("the way back, in a shell of this router: " + way_back_command);
	}
	const ssh = { key: "SSH answers and root has a key", password: "SSH answers and takes root's password", none: "" };
	const way = ssh[answer.way_back];
	console_print(way !== "" ? way : "SSH is no way in: beside single sign-on there is failsafe mode alone");
	console_print(`sessions that passwords opened: ${length(answer.password_sessions)}`);
	if (answer.root_without_password) {
		print_error("sso-login: root has no password: with passwords on, anybody gets in without one");
	}
	return success;
}

/** Waits for the end of a trial, as procd's instance: by a clock that does not jump. */
function wait(io) {
	for (let looks = 0; looks < max_looks && trial_is_there(io); looks++) {
		io.sleep(max(1, min(pause, seconds_left(io))));
		transitions_end_overdue(io);
	}
	return success;
}

/** Why the shell may not do what is wanted. */
function refusal_of(io, command, is_forced) {
	if (command === "confirm") {
		return refusal_of_shell_to_confirm(io);
	}
	return command === "off" && !is_forced ? refusal_for_shell(io) : null;
}

/** Turns passwords on or off, or confirms a trial. */
function change(io, command, is_forced, end_sessions) {
	if (command === "on" && root_without_password(io)) {
		print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd");
	}
	const by = [
		["by", "shell"],
		["how", is_forced ? "force" : null],
	];
	const changed = password_method_change(io, command, refusal_of(io, command, is_forced), by);
	if (!changed.ok) {
		return fail(explain(changed));
	}
	const ended = password_method_outcome(io, end_sessions).ended;
	if (ended > 0) {
		console_print(`sessions ended: ${ended}`);
	}
	return show(io);
}

const force_option = "--force";
const end_option = "--end-sessions";

/** The options that each command takes. */
const options_of = {
	status: [],
	on: [],
	wait: [],
	confirm: [end_option],
	off: [force_option, end_option],
};

/** Runs the command: `on`, `off`, `confirm`, `wait`, or what holds now. */
export function run(io, args) {
	const command = args[0] ?? "status";
	const options = slice(args, 1);
	const known = options_of[key_of(command)];
	if (known === null || !array_every(options, (option) => (index(known, option) >= 0))) {
		return wrong_usage("password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]");
	}
	if (command === "status" || command === "wait") {
		return command === "wait" ? wait(io) : show(io);
	}
	return change(io, command, (index(options, force_option) >= 0), (index(options, end_option) >= 0));
};
