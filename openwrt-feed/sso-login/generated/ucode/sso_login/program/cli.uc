'use strict';
// Generated from src/sso_login/program/cli.ts by "make ucode"; do not edit.

/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */

import { array_find, has_members, includes, lower, starts_with, substring } from 'sso_login.ecma';
import * as load from 'sso_login.settings.load';
import * as protect from 'sso_login.io.protect';
import { write } from 'sso_login.io.compile';
import { encode_answer } from 'sso_login.io.plugin';
import * as run from 'sso_login.check.run';
import { findings } from 'sso_login.check.texts';
import { print_error, print } from 'sso_login.io.console';
import { create } from 'sso_login.io.system';
import { format_details } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.names';
import { in_words } from 'sso_login.base.texts';
import { err } from 'sso_login.result';
import { leave } from 'sso_login.login.hand_over';
import * as upkeep from 'sso_login.login.upkeep';
import { sync } from 'sso_login.session.rpcd_logins';
import { list_sso_sessions } from 'sso_login.session.session';
import * as version from 'sso_login.base.version';
import { show } from 'sso_login.program.rights';
import * as session_table from 'sso_login.program.session_table';

/** Exit statuses: done, could not be done, called wrongly. */
const success = 0;
const failure = 1;
const usage_error = 2;

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** Says why something could not be done, as the log does. */
function say(problem) {
	print_error("sso-login: " + problem.error + " " + format_details(in_words(problem.details)));
}

/** Says why a command ends, and what to do where the configuration cannot even be read. */
function fail(problem) {
	say(problem);
	const words = findings.config_unreadable;
	const is_unread = has_members(problem.details) && problem.details.config === package_name;
	if (is_unread && words !== null) {
		print_error(words.advice ?? "");
	}
	return failure;
}

function wrong_usage(problem) {
	print_error("sso-login: " + problem + "; see sso-login --help");
	return usage_error;
}

/** Says so where a change is in effect for new logins alone, as after `uci commit` without reload_config. */
function tell_behind(io) {
	if (upkeep.is_behind(io)) {
		print_error("sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles");
	}
}

/** `roles`: what somebody would be allowed. No match is exit status 1. */
function show_roles(io, words, as_json) {
	if (words[0] === "--claims" && length(words) != 2) {
		return wrong_usage("roles --claims takes one file, or -");
	}
	const shown = show(io, words, as_json);
	if (!shown.ok) {
		return fail(shown);
	}
	tell_behind(io);
	return success;
}

/** `sessions`: who is logged in by single sign-on; no ids, no tokens. */
function show_sessions(io) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	tell_behind(io);
	session_table.print(list.data, upkeep.max_lifetime(io));
	return success;
}

/** `expire`: ends the sessions that have lasted as long as they may. */
function expire(io) {
	const ended = upkeep.expire(io);
	if (!ended.ok) {
		return fail(ended);
	}
	print(`sessions ended: ${ended.data}`);
	return success;
}

/** `logout`: ends every session of an e-mail address, compared as at login. */
function logout(io, words) {
	const email = words[0] ?? "";
	if (email === "") {
		return wrong_usage("logout needs an e-mail address");
	}
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	const wanted = filter(list.data, (entry) => lower(entry.email) === lower(email));
	const ended = length(filter(wanted, (entry) => upkeep.end_session(io, entry, "administrator")));
	print(`sessions ended: ${ended}`);
	if (length(wanted) == 0) {
		print_error("sso-login: no session of " + email);
	}
	return ended == length(wanted) && ended > 0 ? success : failure;
}

/** `hand-over`: standard input holds what LuCI's log-out has ended. */
function leave_logout(io) {
	const left = leave(io, io.read_input(max_input) ?? "");
	return left.ok ? success : fail(left);
}

/** One line a finding, and what to do below it. Errors are exit status 1. */
function print_report(report) {
	for (let finding in report.findings) {
		const code = finding.code !== null ? " [" + finding.code + "]" : "";
		print(substring((finding.level + "       "), 0, 9) + finding.text + code);
		if (finding.level !== "ok") {
			print("         " + finding.advice);
		}
	}
	return report.ok ? success : failure;
}

/** `check-config`: the part of the check that asks nobody; the first error as the log has it, too, for the init script. */
function check_config(io) {
	const report = run.check_configuration(io);
	const wrong = array_find(report.findings, (finding) => finding.level === "error");
	if (wrong !== null) {
		const loaded = load.load(io);
		say(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
	}
	tell_behind(io);
	return print_report(report);
}

/** `check`: everything that a login needs. */
function check(io, _words, as_json) {
	const report = run.run_check(io);
	if (as_json) {
		print(encode_answer(report));
		return report.ok ? success : failure;
	}
	return print_report(report);
}

/**
 * `sync-roles`: keeps rpcd's login sections and live sessions in step with the configuration. Roles that cannot be read
 * change nothing, so that a mistake does not cost live sessions their rights. `--remove` leaves rpcd as it was before.
 */
function sync_roles(io, _words, removal) {
	const synced = removal ? sync(io, []) : upkeep.bring_in_step(io);
	if (!synced.ok) {
		return fail(synced);
	}
	print("rpcd login sections: " + (synced.data.changed === true ? "updated" : "nothing to do"));
	const ended = synced.data.ended ?? 0;
	if (ended > 0) {
		print(`sessions ended: ${ended}`);
	}
	return success;
}

function print_version() {
	print("sso-login " + version.version);
	return success;
}

function keep_compiled(io) {
	const written = write(io.paths.run_dir);
	return written.ok ? success : fail(written);
}

const commands = [
	{
		name: "roles",
		arguments: "[--json] EMAIL [GROUP...]",
		help: "show which roles a user matches, and the resulting rights\n(EMAIL may be '' for a user without one)",
		option: "--json",
		run: show_roles,
	},
	{
		name: "roles",
		arguments: "[--json] --claims FILE|-",
		help: "the same for claims as the provider sends them (JSON)",
	},
	{ name: "sessions", arguments: "", help: "list the live single sign-on sessions", run: show_sessions },
	{ name: "expire", arguments: "", help: "end the sessions that are older than session_max_lifetime", run: expire },
	{ name: "logout", arguments: "EMAIL", help: "end the sessions of a user", run: logout },
	{
		name: "hand-over",
		arguments: "",
		help: "what LuCI's log-out leaves to the service (not for people)",
		run: leave_logout,
	},
	{
		name: "check",
		arguments: "[--json]",
		help: "try what a login needs, and say what to do; nothing is changed",
		option: "--json",
		run: check,
	},
	{
		name: "check-config",
		arguments: "",
		help: "check the configuration without asking the provider",
		run: check_config,
	},
	{
		name: "sync-roles",
		arguments: "",
		help: "keep rpcd's login sections in step with the roles",
		option: "--remove",
		run: sync_roles,
	},
	{ name: "sync-roles", arguments: "--remove", help: "remove these sections" },
	{ name: "compile", arguments: "", help: "keep the programs compiled until the next boot", run: keep_compiled },
	{ name: "--version", arguments: "", help: "print the version", run: print_version },
	{ name: "--help", arguments: "", help: "print this text" },
];

/** As wide as the first column of the help. */
const indent = "                                   ";

/** The help: a line a command, in two columns. */
function usage() {
	const lines = map(commands, (command) => {
		const left = "  " + command.name + " " + command.arguments + indent;
		return substring(left, 0, length(indent)) + join("\n" + indent, split(command.help, "\n"));
	});
	const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
	return "Usage: sso-login COMMAND\n\n" + join("\n", lines) + "\n\n" + status;
}

/** What a command's arguments lack or have too many of, by its line of the help; `words` are those but the option. */
function arity_problem(command, args, words) {
	if (includes(command.arguments, "...")) {
		return length(words) == 0 ? "needs an e-mail address" : null;
	}
	if (includes(command.arguments, "EMAIL")) {
		return length(args) != 1 ? "takes one e-mail address" : null;
	}
	const but = command.option !== null ? " but " + command.option : "";
	return length(words) > 0 || length(args) > 1 ? "takes no argument" + but : null;
}

function dispatch(io, args) {
	const name = args[0] === "-h" ? "--help" : args[0];
	if (name === null) {
		return wrong_usage("a command is missing");
	}
	const command = array_find(commands, (candidate) => candidate.name === name);
	if (command === null) {
		return wrong_usage("unknown command " + name);
	}
	// What asks about the program itself is answered whatever follows.
	const rest = starts_with(name, "--") ? [] : slice(args, 1);
	const words = filter(rest, (arg) => arg !== command.option);
	const problem = arity_problem(command, rest, words);
	if (problem !== null) {
		return wrong_usage(name + " " + problem);
	}
	if (command.run === null) {
		print(usage());
		return success;
	}
	return command.run(io, words, length(words) < length(rest));
}

/** Runs the command line `args` and returns the exit status. */
export function main(args, options) {
	const outcome = protect.protect(() => dispatch(create(options ?? {}), args));
	return outcome.ok ? outcome.data : fail(outcome);
};
