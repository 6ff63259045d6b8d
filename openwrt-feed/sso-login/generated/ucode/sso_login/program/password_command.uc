'use strict';
// Generated from src/sso_login/program/password_command.ts by "make ucode"; do not edit.

/** `sso-login password-login`: the shell's way to turn passwords off, and the way back. */

import { array_every, has_members, key_of } from 'sso_login.ecma';
import { print, print_error } from 'sso_login.io.console';
import { err } from 'sso_login.result';
import { refusal_for_shell, refusal_of_shell_to_confirm } from 'sso_login.session.administrators';
import * as password_login from 'sso_login.session.password_login';
import { is_there, seconds_left } from 'sso_login.session.password_trial';
import { root_without_password } from 'sso_login.session.way_back';
import * as password_method from 'sso_login.program.password_method';

/** Seconds between two looks at a trial that goes on, and looks at one that cannot be ended. */
const pause = 20;
const max_looks = 1000;

/** What a person does about a refusal. */
const advice = {
	disabled: "single sign-on is off",
	config_wrong: "the configuration is wrong: run sso-login check",
	rpcd_unreadable: "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords: "no login of /etc/config/rpcd has a password that could be turned off",
	state: "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_sso: "log in by single sign-on first",
	not_everything: "that needs a role that changes everything: read '*' and write '*'",
	same_login: "log in anew by single sign-on, and confirm then",
	no_login: "log in by single sign-on with a role that changes everything, then repeat this within ten minutes",
};

function refused(refusal) {
	const reason = advice[key_of(refusal)];
	return err("PASSWORD_LOGIN_REFUSED", { reason: reason ?? refusal });
}

/** A refusal with its words. */
function explain(failure) {
	const reason = has_members(failure.details) ? failure.details.reason : null;
	return failure.error === "PASSWORD_LOGIN_REFUSED" && type(reason) == "string" ? refused(reason) : failure;
}

/** Says what holds, and what the ways in are. */
function show(io) {
	const answer = password_method.answer(io, "");
	print("passwords: " + answer.state);
	if (answer.state === "trial") {
		print(
			`the trial ends in ${answer.seconds_left} s, and passwords return; to keep them off log in anew by single sign-on, then:`
		);
		print("  sso-login password-login confirm");
	}
	if (answer.state !== "on") {
		print("the way back, in a shell of this router: " + password_login.way_back_command);
	}
	const ssh = { key: "SSH answers and root has a key", password: "SSH answers and takes root's password", none: "" };
	const way = ssh[answer.way_back];
	print(way !== "" ? way : "SSH is no way in: beside single sign-on there is failsafe mode alone");
	const others = length(answer.password_sessions);
	print(`sessions that passwords opened: ${others}`);
	if (answer.root_without_password) {
		print_error("sso-login: root has no password: with passwords on, anybody gets in without one");
	}
	return {};
}

/** Waits for the end of a trial, as procd's instance: by a clock that does not jump. */
function wait(io) {
	for (let looks = 0; looks < max_looks && is_there(io); looks++) {
		io.sleep(max(1, min(pause, seconds_left(io))));
		password_login.end_overdue(io);
	}
	return {};
}

function changed(io, result, end_sessions) {
	if (!result.ok) {
		return { failure: explain(result) };
	}
	const outcome = password_method.outcome(io, end_sessions);
	if (outcome.ended > 0) {
		print(`sessions ended: ${outcome.ended}`);
	}
	return show(io);
}

function turn_on(io) {
	if (root_without_password(io)) {
		print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd");
	}
	return changed(io, password_login.turn_on(io, [["by", "shell"]]), false);
}

function turn_off(io, is_forced, end_sessions) {
	const refusal = is_forced ? null : refusal_for_shell(io);
	if (refusal !== null) {
		return { failure: refused(refusal) };
	}
	const by = [["by", "shell"]];
	const how = is_forced ? [["how", "force"]] : [];
	return changed(io, password_login.arm(io, [...by, ...how]), end_sessions);
}

function confirm(io, end_sessions) {
	const refusal = refusal_of_shell_to_confirm(io);
	return refusal !== null
		? { failure: refused(refusal) }
		: changed(io, password_login.confirm(io, [["by", "shell"]]), end_sessions);
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
		return { usage: "password-login takes on, off [--force] [--end-sessions], or confirm [--end-sessions]" };
	}
	const end_sessions = (index(options, end_option) >= 0);
	if (command === "on") {
		return turn_on(io);
	}
	if (command === "off") {
		return turn_off(io, (index(options, force_option) >= 0), end_sessions);
	}
	if (command === "confirm") {
		return confirm(io, end_sessions);
	}
	return command === "wait" ? wait(io) : show(io);
};
