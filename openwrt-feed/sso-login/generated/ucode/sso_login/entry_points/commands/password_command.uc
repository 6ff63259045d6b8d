'use strict';
// Generated from src/sso_login/entry_points/commands/password_command.ts by "make ucode"; do not edit.

/** `sso-login password-login`: turns passwords off and on in the shell. */

import { array_every, key_of, load_module } from 'sso_login.ecma';
import { print, print_error } from 'sso_login.io.console';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { fill } from 'sso_login.base.log_texts';
import { text_of } from 'sso_login.base.json_values';
import { in_english as finding_messages_in_english } from 'sso_login.check.finding_messages';
import { findings } from 'sso_login.check.finding_texts';
import { err } from 'sso_login.result';
import { refusal_for_shell } from 'sso_login.passwords.administrators';
import { catch_up } from 'sso_login.passwords.password_events';
import { way_back_command } from 'sso_login.passwords.password_state';
import { root_without_password } from 'sso_login.check.way_back';
import { success, fail, wrong_usage } from 'sso_login.entry_points.commands.command_outcome';
import { answer as password_method_answer, make_change, finish_change, is_change } from 'sso_login.answers.password_method';

/** Advice about refusals; those of sessions do not happen in the shell. */
const advice = {
	disabled: "single sign-on is off",
	config_wrong: "the configuration is wrong: run sso-login check",
	rpcd_unreadable: "/etc/config/rpcd cannot be read, and rpcd refuses all passwords: restore that file",
	no_passwords: "no login of /etc/config/rpcd has a password that could be turned off",
	state: "that is so already, or there is no trial to confirm: see sso-login password-login",
	not_everything: "that needs roles of people that change everything, such as read '*' and write '*'",
	no_button:
		"LuCI's login page has no button with this theme and web server: see sso-login check, or take --force and bookmark /cgi-bin/sso-login/",
	no_login: "log in by single sign-on with a role that changes everything, then repeat this within ten minutes",
};

function explain(failure) {
	const reason = text_of(failure_facts_open(failure).reason);
	const words = advice[key_of(reason)];
	return failure.error === "PASSWORD_LOGIN_REFUSED" ? err(failure.error, { reason: words ?? reason }) : failure;
}

function show(io) {
	const answer = password_method_answer(io, "", true, false);
	const why = answer.state === "unknown" ? ", as /etc/config/rpcd cannot be read; rpcd refuses them" : "";
	print("passwords: " + answer.state + why);
	if (answer.state === "trial") {
		print(
			`the trial ends in ${answer.seconds_left} s, and passwords return; to keep them off log in anew by single sign-on, then:`
		);
		print("  sso-login password-login confirm");
	}
	if (answer.state !== "on") {
		print("the way back, in a shell of this router: " + way_back_command);
	}
	const faults = map(answer.faults, (fault) => finding_messages_in_english(fault));
	if (length(faults) > 0) {
		print("nobody can administer by single sign-on: " + join(", ", faults));
	}
	const ssh = { key: "SSH answers and root has a key", password: "SSH answers and takes root's password", none: "" };
	const way = ssh[answer.way_back];
	print(way !== "" ? way : "SSH is no way in: beside single sign-on there is failsafe mode alone");
	print(`sessions that passwords opened: ${length(answer.password_sessions)}`);
	const finding = findings.passwords_proxy;
	if (answer.unlisted_proxy !== null && finding !== null) {
		print_error("sso-login: " + fill(finding.text, { address: answer.unlisted_proxy }));
		print_error(text_of(finding.advice));
	}
	if (answer.root_without_password) {
		print_error("sso-login: root has no password: with passwords on, anybody gets in without one");
	}
	return success;
}

/** Makes a change and prints the state; returns the exit status. */
function change(io, wanted, is_forced, end_sessions) {
	if (wanted === "on" && root_without_password(io)) {
		print_error("sso-login: root has no password: anybody gets in without one now; set one with passwd");
	}
	const by = [
		["by", "shell"],
		["how", is_forced ? "force" : null],
	];
	const refusal_of = (proved) => refusal_for_shell(io, proved);
	const changed = make_change(io, wanted, refusal_of, by, is_forced);
	if (!changed.ok) {
		return fail(explain(changed));
	}
	const ended = finish_change(io, end_sessions).ended;
	if (ended > 0) {
		print(`sessions ended: ${ended}`);
	}
	return show(io);
}

const force_option = "--force";
const end_option = "--end-sessions";

const options_of = {
	on: [],
	confirm: [force_option, end_option],
	off: [force_option, end_option],
};

/** Runs a change, `ready` for the init script or `look` for the supervisor, or without arguments prints the state; returns the exit status. */
export function run(io, args) {
	const command = args[0] ?? "status";
	const options = slice(args, 1);
	if (length(options) == 0 && command === "ready") {
		// All is there, whatever it answers: a part that is missing ends the program, which is the failure.
		load_module('sso_login.answers.readiness').run_start(io);
		return success;
	}
	if (length(options) == 0 && command === "look") {
		const looked = catch_up(io, "service");
		return looked.ok ? success : fail(looked);
	}
	if (length(options) == 0 && command === "status") {
		return show(io);
	}
	if (!is_change(command) || !array_every(options, (option) => (index(options_of[command], option) >= 0))) {
		return wrong_usage("password-login takes on, or off or confirm with [--force] [--end-sessions]");
	}
	return change(io, command, (index(options, force_option) >= 0), (index(options, end_option) >= 0));
};
