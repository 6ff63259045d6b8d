'use strict';
// Generated from src/sso_login/program/cli.ts by "make ucode"; do not edit.

/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */

import { array_find, starts_with, substring } from 'sso_login.ecma';
import { load as load_load, providers, saved_sections } from 'sso_login.settings.load';
import { compile as validation_compile } from 'sso_login.settings.validation';
import { protect as protect_protect } from 'sso_login.io.protect';
import { write as compile_write } from 'sso_login.io.compile';
import { encode_answer } from 'sso_login.io.plugin';
import * as run from 'sso_login.check.run';
import { print_error, print as console_print } from 'sso_login.io.console';
import { create as system_create } from 'sso_login.io.system';
import { err } from 'sso_login.result';
import { save as hand_over_save } from 'sso_login.logout.hand_over';
import { max_lifetime, expire as ending_expire, end_session as ending_end_session } from 'sso_login.rpcd.ending';
import { out_of_sync, reconcile as reconcile_reconcile } from 'sso_login.rpcd.reconcile';
import { sync as sync_sync } from 'sso_login.rpcd.sync';
import { list_sso_sessions, sessions_of } from 'sso_login.rpcd.sessions';
import { version as version_version } from 'sso_login.base.version';
import { run as key_command_run } from 'sso_login.program.commands.key';
import { wrong_usage, fail, success, failure, print_problem, print_report } from 'sso_login.program.outcome';
import { turn_on, end_overdue_trial } from 'sso_login.passwords.transitions';
import { live_sessions } from 'sso_login.passwords.local_sessions';
import { upkeep as upkeep_upkeep } from 'sso_login.passwords.upkeep';
import { run as password_command_run } from 'sso_login.program.commands.password_login';
import { show } from 'sso_login.program.commands.roles';
import { print as sessions_command_print } from 'sso_login.program.commands.sessions';

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** Warns where a change is in effect only for new logins, as after `uci commit` without reload_config. */
function warn_out_of_sync(io) {
	if (out_of_sync(io)) {
		print_error("sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles");
	}
}

/** `roles`: prints the rights that a user would get. No match is exit status 1. */
function show_roles(io, operands, as_json) {
	const first = operands[0];
	if (first === null) {
		return wrong_usage("roles needs an e-mail address");
	}
	if ((first === "--claims" || first === "--token") && length(operands) != 2) {
		return wrong_usage("roles " + first + " takes one file, or -");
	}
	const shown = show(io, operands, as_json);
	if (!shown.ok) {
		return fail(shown);
	}
	warn_out_of_sync(io);
	return success;
}

/** `sessions`: lists the live sessions, without ids and tokens. */
function show_sessions(io) {
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	warn_out_of_sync(io);
	sessions_command_print(list.data, max_lifetime(io), live_sessions(io));
	return success;
}

/** `expire`: ends the sessions that are over. */
function expire(io) {
	const ended = ending_expire(io);
	if (!ended.ok) {
		return fail(ended);
	}
	console_print(`sessions ended: ${ended.data}`);
	return success;
}

/** `logout`: ends every session of a user, named by e-mail, or by `sub` where no session has such an e-mail. */
function logout(io, operands) {
	const who = operands[0] ?? "";
	if (length(operands) != 1 || who === "") {
		const problem = length(operands) != 1 ? "takes one" : "needs an";
		return wrong_usage("logout " + problem + " e-mail address, or a sub");
	}
	const list = list_sso_sessions(io);
	if (!list.ok) {
		return fail(list);
	}
	const own = sessions_of(list.data, who);
	const ended = length(filter(own, (entry) => ending_end_session(io, entry, "administrator")));
	console_print(`sessions ended: ${ended}`);
	if (length(own) == 0) {
		print_error("sso-login: no session of " + who);
	}
	return ended == length(own) && ended > 0 ? success : failure;
}

/** `hand-over`: stores the session on standard input, which LuCI has ended, for the logout at the provider. */
function save_hand_over(io) {
	const saved = hand_over_save(io, io.read_input(max_input) ?? "");
	return saved.ok ? success : fail(saved);
}

/** `check-config`: the check without calls; for the init script it also prints the first error as the log has it. */
function check_config(io) {
	const report = run.check_configuration(io);
	const wrong = array_find(report.findings, (finding) => finding.level === "error");
	if (wrong !== null) {
		const loaded = load_load(io);
		print_problem(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
	}
	warn_out_of_sync(io);
	return print_report(report);
}

/** `check`: checks everything that a login needs. */
function check(io, operands, as_json) {
	const provider = operands[0];
	if (length(operands) > 1) {
		return wrong_usage("check takes one provider");
	}
	if (provider !== null && !(index(providers(io), provider) >= 0)) {
		return wrong_usage("there is no provider " + provider);
	}
	const report = run.run_check(io, null, provider);
	if (as_json) {
		console_print(encode_answer(report));
		return report.ok ? success : failure;
	}
	return print_report(report);
}

/**
 * `sync-roles`: applies the configuration to rpcd's login sections and live sessions. Roles that cannot be read change nothing, so
 * that a mistake ends no session. `--remove` deletes the roles' sections, and turns passwords on.
 */
function sync_roles(io, _operands, remove) {
	// Passwords are restored even where the rest fails.
	const passwords = remove ? turn_on(io, [["by", "removal"]]) : upkeep_upkeep(io, true);
	const synced = remove ? sync_sync(io, []) : reconcile_reconcile(io);
	if (!synced.ok) {
		return fail(synced);
	}
	if (!passwords.ok) {
		return fail(passwords);
	}
	console_print("rpcd login sections: " + (synced.data.changed === true ? "updated" : "nothing to do"));
	const ended = synced.data.ended ?? 0;
	if (ended > 0) {
		console_print(`sessions ended: ${ended}`);
	}
	return success;
}

function print_version() {
	console_print("sso-login " + version_version);
	return success;
}

function keep_compiled(io) {
	const saved = saved_sections(io);
	const sections = saved.ok ? saved.data : [];
	const written = compile_write(io, sections, validation_compile(sections));
	return written.ok ? success : fail(written);
}

const commands = [
	{
		name: "roles",
		arguments: "[--json] EMAIL [GROUP...]",
		help: "show which roles a user matches, and the resulting rights\n(EMAIL may be '' for a user without one)",
		option: "--json",
		takes_arguments: true,
		run: show_roles,
	},
	{
		name: "roles",
		arguments: "[--json] --claims FILE|-",
		help: "the same for claims as the provider sends them (JSON)",
	},
	{ name: "roles", arguments: "[--json] --token FILE|-", help: "the same for a program's access token" },
	{ name: "sessions", arguments: "", help: "list the live single sign-on sessions", run: show_sessions },
	{ name: "expire", arguments: "", help: "end the sessions that are older than session_max_lifetime", run: expire },
	{ name: "logout", arguments: "EMAIL|SUB", help: "end the sessions of a user", takes_arguments: true, run: logout },
	{
		name: "hand-over",
		arguments: "",
		help: "what LuCI's log-out leaves to the service (not for people)",
		run: save_hand_over,
	},
	{
		name: "check",
		arguments: "[--json] [PROVIDER]",
		help: "try what a login needs, at one provider or all, and say what to\ndo; nothing is changed",
		option: "--json",
		takes_arguments: true,
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
	{
		name: "password-login",
		arguments: "",
		help: "say whether passwords open sessions of LuCI, and the way back",
		takes_arguments: true,
		run: password_command_run,
	},
	{ name: "password-login", arguments: "on", help: "turn them on" },
	{
		name: "password-login",
		arguments: "off [OPTION...]",
		help: "turn them off on trial, for ten minutes, after a login by single\nsign-on with all rights, or with --force;\n--end-sessions ends the sessions that passwords opened",
	},
	{
		name: "password-login",
		arguments: "confirm",
		help: "end the trial with passwords off, after another such login",
	},
	{
		name: "key",
		arguments: "",
		help: "print the public keys for private_key_jwt (a JWK Set)",
		takes_arguments: true,
		run: key_command_run,
	},
	{
		name: "key",
		arguments: "new [ES256|RS256]",
		help: "make a key, which counts at once; an older one stays in the set",
	},
	{ name: "key", arguments: "retire", help: "remove the older keys" },
	{ name: "compile", arguments: "", help: "keep the programs compiled until the next boot", run: keep_compiled },
	{ name: "--version", arguments: "", help: "print the version", run: print_version },
	{ name: "--help", arguments: "", help: "print this text" },
];

/** The width of the first column of the help. */
const indent = "                                   ";

/** The help, in two columns. */
function usage() {
	const lines = map(commands, (command) => {
		const head = "  " + command.name + " " + command.arguments + indent;
		return substring(head, 0, length(indent)) + join("\n" + indent, split(command.help, "\n"));
	});
	const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
	return "Usage: sso-login COMMAND\n\n" + join("\n", lines) + "\n\n" + status;
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
	const rest = starts_with(name, "--") ? [] : slice(args, 1); // --help and --version ignore the rest
	const operands = filter(rest, (arg) => arg !== command.option);
	if (command.takes_arguments !== true && (length(operands) > 0 || length(rest) > 1)) {
		const but = command.option !== null ? " but " + command.option : "";
		return wrong_usage(name + " takes no argument" + but);
	}
	if (command.run === null) {
		console_print(usage());
		return success;
	}
	end_overdue_trial(io);
	return command.run(io, operands, length(operands) < length(rest));
}

/** Runs the command line `args` and returns the exit status. */
export function main(args, options) {
	const done = protect_protect(() => dispatch(system_create(options ?? {}), args));
	return done.ok ? done.data : fail(done);
};
