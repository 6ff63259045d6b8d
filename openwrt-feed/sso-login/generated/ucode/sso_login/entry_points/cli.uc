'use strict';
// Generated from src/sso_login/entry_points/cli.ts by "make ucode"; do not edit.

/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */

import { array_find, starts_with, substring } from 'sso_login.ecma';
import { saved_sections } from 'sso_login.settings.saved_config';
import { compile as config_validation_compile } from 'sso_login.settings.config_validation';
import { protect as protect_protect } from 'sso_login.io.protect';
import { write as compile_write } from 'sso_login.io.compile';
import { print } from 'sso_login.io.console';
import { create as system_create } from 'sso_login.io.system';
import { save as hand_over_save } from 'sso_login.logout.hand_over';
import { save as luci_changes_save } from 'sso_login.rpcd.luci_changes';
import { reconcile as reconcile_reconcile } from 'sso_login.rpcd.reconcile';
import { sync } from 'sso_login.rpcd.rpcd_sync';
import { version as version_version } from 'sso_login.base.version';
import { check as check_command_check, check_config } from 'sso_login.entry_points.commands.check_command';
import { run as key_command_run } from 'sso_login.entry_points.commands.key_command';
import { wrong_usage, fail, warn_out_of_sync, success } from 'sso_login.entry_points.command_outcome';
import { turn_on, end_overdue_trial } from 'sso_login.passwords.password_transitions';
import { upkeep } from 'sso_login.passwords.password_upkeep';
import { run as password_command_run } from 'sso_login.entry_points.commands.password_command';
import { run as register_command_run } from 'sso_login.entry_points.commands.register_command';
import { show as roles_command_show } from 'sso_login.entry_points.commands.roles_command';
import { show as sessions_command_show, expire as sessions_command_expire, logout } from 'sso_login.entry_points.commands.sessions_command';

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** `roles`: prints the rights that a user would get. No match is exit status 1. */
function show_roles(io, operands, as_json) {
	const first = operands[0];
	if (first === null) {
		return wrong_usage("roles needs an e-mail address");
	}
	if ((first === "--claims" || first === "--token") && length(operands) != 2) {
		return wrong_usage("roles " + first + " takes one file, or -");
	}
	const shown = roles_command_show(io, operands, as_json);
	if (!shown.ok) {
		return fail(shown);
	}
	warn_out_of_sync(io);
	return success;
}

/** `hand-over`, `log-change`: passes on standard input, which LuCI's controller writes. */
function save_input(io, save) {
	const saved = save(io, io.read_input(max_input) ?? "");
	return saved.ok ? success : fail(saved);
}

/**
 * `sync-roles`: applies the configuration to rpcd's login sections and live sessions. Roles that cannot be read change nothing, so
 * that a mistake ends no session. `--remove` deletes the roles' sections, and turns passwords on.
 */
function sync_roles(io, _operands, remove) {
	// Passwords are restored even where the rest fails.
	const passwords = remove ? turn_on(io, [["by", "removal"]]) : upkeep(io, true);
	const synced = remove ? sync(io, []) : reconcile_reconcile(io);
	if (!synced.ok) {
		return fail(synced);
	}
	if (!passwords.ok) {
		return fail(passwords);
	}
	print("rpcd login sections: " + (synced.data.changed === true ? "updated" : "nothing to do"));
	const ended = synced.data.ended ?? 0;
	if (ended > 0) {
		print(`sessions ended: ${ended}`);
	}
	return success;
}

function print_version() {
	print("sso-login " + version_version);
	return success;
}

function keep_compiled(io) {
	const saved = saved_sections(io);
	const sections = saved.ok ? saved.data : [];
	const written = compile_write(io, sections, config_validation_compile(sections));
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
	{ name: "sessions", arguments: "", help: "list the live single sign-on sessions", run: sessions_command_show },
	{
		name: "expire",
		arguments: "",
		help: "end the sessions that are older than session_max_lifetime",
		run: sessions_command_expire,
	},
	{
		name: "logout",
		arguments: "EMAIL|SUB",
		help: "end the sessions of a user",
		takes_arguments: true,
		run: logout,
	},
	{ name: "hand-over", arguments: "", help: "take a log-out (for LuCI)", run: (io) => save_input(io, hand_over_save) },
	{
		name: "log-change",
		arguments: "",
		help: "log a change (for LuCI)",
		run: (io) => save_input(io, luci_changes_save),
	},
	{
		name: "check",
		arguments: "[--json] [PROVIDER]",
		help: "try what a login needs, at one provider or all, and say what to\ndo; nothing is changed",
		option: "--json",
		takes_arguments: true,
		run: check_command_check,
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
	{
		name: "register",
		arguments: "ISSUER [OPTION...]",
		help: "register this router at a provider, and write the options;\n--token-file FILE|- has the initial access token,\n--provider NAME names the section, --key uses a key in the\nplace of a secret, --dry-run shows what would be sent",
		takes_arguments: true,
		run: register_command_run,
	},
	{ name: "register", arguments: "--update|--remove", help: "update or remove this registration" },
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
		print(usage());
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
