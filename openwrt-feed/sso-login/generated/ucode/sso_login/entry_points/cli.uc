'use strict';
// Generated from src/sso_login/entry_points/cli.ts by "make ucode"; do not edit.

/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */

import { array_find, starts_with } from 'sso_login.ecma';
import { saved_sections } from 'sso_login.settings.saved_config';
import { compile as config_validation_compile } from 'sso_login.settings.config_validation';
import { protect as protect_protect } from 'sso_login.io.protect';
import { write as compile_write } from 'sso_login.io.compile';
import { print } from 'sso_login.io.console';
import { create as system_create } from 'sso_login.io.system';
import { escape_value } from 'sso_login.base.log';
import { path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';
import { receive } from 'sso_login.logout.hand_over';
import { log_applied } from 'sso_login.entry_points.commands.luci_changes';
import { reconcile as reconcile_reconcile, acquire_lock } from 'sso_login.rpcd.reconcile';
import { sync } from 'sso_login.rpcd.rpcd_sync';
import { version as version_version } from 'sso_login.base.version';
import { check as check_command_check, check_config } from 'sso_login.entry_points.commands.check_command';
import { run as key_command_run } from 'sso_login.entry_points.commands.key_command';
import { installed, apply } from 'sso_login.entry_points.commands.deployment_command';
import { wrong_usage, fail, warn_of_lag, success } from 'sso_login.entry_points.commands.command_outcome';
import { catch_up, turn_on, end_overdue_trial } from 'sso_login.passwords.password_events';
import { run as password_command_run } from 'sso_login.entry_points.commands.password_command';
import { run as register_command_run } from 'sso_login.entry_points.commands.register_command';
import { show as roles_command_show } from 'sso_login.entry_points.commands.roles_command';
import { end_all as sessions_command_end_all, show as sessions_command_show, expire as sessions_command_expire, logout } from 'sso_login.entry_points.commands.sessions_command';
import { plan } from 'sso_login.web.pieces';

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** Bytes of a user in a list. */
const max_user = 200;

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
	warn_of_lag(io);
	return success;
}

/** `hand-over`, `log-change`: passes on standard input, which LuCI's controller writes. */
function with_input(io, act) {
	const done = act(io, io.read_input(max_input) ?? "");
	return done.ok ? success : fail(done);
}

/** Says what became of rpcd's sections and of sessions. A failure about passwords counts last, as the rest was done. */
function report_sync(done, passwords) {
	if (!done.ok) {
		return fail(done);
	}
	if (!passwords.ok) {
		return fail(passwords);
	}
	print("rpcd login sections: " + (done.data.is_written ? "updated" : "nothing to do"));
	if (done.data.ended > 0) {
		print(`sessions ended: ${done.data.ended}`);
	}
	if (length(done.data.users) > 0) {
		print("rights changed: " + join(", ", map(done.data.users, (user) => escape_value(user, max_user))));
	}
	return success;
}

/**
 * `sync-roles`: judges the state of passwords, and applies the configuration to rpcd's login sections and live sessions. Roles that
 * cannot be read change nothing, so that a mistake ends no session.
 */
function sync_roles(io) {
	const passwords = catch_up(io, "service");
	return report_sync(reconcile_reconcile(io), passwords);
}

/** Attempts of three seconds to take the lock for a removal, after which sections would stay for good. */
const max_lock_attempts = 10;

/** `sync-roles --remove`: turns passwords on, ends all sessions, and deletes the roles' sections, each even where another one fails. */
function remove_roles(io) {
	const passwords = turn_on(io, [["by", "removal"]]);
	const ended = sessions_command_end_all(io);
	// `turn_on` gave the lock back. From here the process keeps it to its end: no login writes rpcd's file meanwhile.
	let lock = acquire_lock(io);
	for (let attempts = 1; attempts < max_lock_attempts && !lock.ok; attempts++) {
		lock = acquire_lock(io);
	}
	const synced = lock.ok ? sync(io, []) : lock;
	if (!synced.ok) {
		return report_sync(synced, passwords);
	}
	return report_sync(ended.ok ? ok({ is_written: synced.data, ended: ended.data, users: [] }) : ended, passwords);
}

/** Seconds that a compilation waits for another one: both work in the same temporary files. */
const max_wait = 30;

function keep_compiled(io) {
	const lock = store_path_of(io, "compile.lock");
	for (let waited = 0; ensure_run_dir(io) && waited < max_wait && !io.lock(lock); waited++) {
		io.sleep(1);
	}
	if (!io.has_lock(lock)) {
		return fail(err("INTERNAL_ERROR", { reason: "compile.lock cannot be taken", path: lock }));
	}
	const saved = saved_sections(io);
	const sections = saved.ok ? saved.data : [];
	const written = compile_write(io, plan(sections), config_validation_compile(sections));
	return written.ok ? success : fail(written);
}

const help = [
	"Usage: sso-login COMMAND",
	"",
	"  roles [--json] EMAIL [GROUP...]  show which roles a user matches, and the resulting rights",
	"                                   (EMAIL may be '' for a user without one)",
	"  roles [--json] --claims FILE|-   the same for claims as the provider sends them (JSON)",
	"  roles [--json] --token FILE|-    the same for a program's access token",
	"  sessions [--json]                list the live single sign-on sessions",
	"  expire                           end the sessions that are older than session_max_lifetime",
	"  logout EMAIL|SUB                 end the sessions of a user",
	"  hand-over                        take a log-out (for LuCI)",
	"  log-change                       log a change (for LuCI)",
	"  check [--json] [PROVIDER]        try what a login needs, at one provider or all, and say what to",
	"                                   do; nothing is changed",
	"  check --quick [PROVIDER]         the same without tries of the client, for monitoring; exit",
	"                                   status 3 while single sign-on is off",
	"  installed FILE...                say which packages are not installed as these files have them",
	"  apply [--dry-run] FILE|-         check settings (JSON), and save them if the check finds no error",
	"  check-config                     check the configuration without asking the provider",
	"  sync-roles                       keep rpcd's login sections in step with the roles",
	"  sync-roles --remove              remove these sections, and end all sessions",
	"  password-login                   say whether passwords open sessions of LuCI, and the way back",
	"  password-login on                turn them on",
	"  password-login off [OPTION...]   turn them off on trial, for ten minutes, after a login by single",
	"                                   sign-on with all rights, or with --force;",
	"                                   --end-sessions ends the sessions that passwords opened",
	"  password-login confirm [OPTION...]  end the trial with passwords off, after another such login;",
	"                                   --force takes the settings in force as proved",
	"  watch                            wait for what is due (procd runs this)",
	"  key                              print the public keys for private_key_jwt (a JWK Set)",
	"  key new [ES256|RS256]            make a key, which counts at once; an older one stays in the set",
	"  key retire                       remove the older keys",
	"  register ISSUER [OPTION...]      register this router at a provider, and write the options;",
	"                                   --token-file FILE|- has the initial access token,",
	"                                   --provider NAME names the section, --key uses a key in the",
	"                                   place of a secret, --dry-run shows what would be sent",
	"  register --update|--remove       update or remove this registration",
	"  register --forget                forget it here, where the client or the provider is gone",
	"  compile                          keep the programs compiled until the next boot",
	"  --version                        print the version",
	"  --help                           print this text",
	"",
	"Exit status: 0 done, 1 could not be done, 2 wrong usage.",
];

function say(text) {
	print(text);
	return success;
}

/** After a command that may have changed what a login depends on: where passwords are off, the settings are on trial. */
function judged(io, status) {
	catch_up(io, "other");
	return status;
}

const commands = [
	{ name: "roles", option: "--json", takes_arguments: true, run: show_roles },
	{ name: "sessions", option: "--json", run: sessions_command_show },
	{ name: "expire", run: sessions_command_expire },
	{ name: "logout", takes_arguments: true, run: logout },
	{ name: "hand-over", run: (io) => with_input(io, receive) },
	{ name: "log-change", run: (io) => with_input(io, log_applied) },
	{ name: "check", option: "--json", takes_arguments: true, run: check_command_check },
	{ name: "installed", takes_arguments: true, run: installed },
	{ name: "apply", option: "--dry-run", takes_arguments: true, run: apply },
	{ name: "check-config", run: check_config },
	{
		name: "sync-roles",
		option: "--remove",
		run: (io, _operands, is_removal) => (is_removal ? remove_roles(io) : sync_roles(io)),
	},
	{ name: "password-login", takes_arguments: true, run: password_command_run },
	{ name: "key", takes_arguments: true, run: (io, operands) => judged(io, key_command_run(io, operands)) },
	{ name: "register", takes_arguments: true, run: (io, operands) => judged(io, register_command_run(io, operands)) },
	{ name: "compile", run: keep_compiled },
	{ name: "--version", run: () => say("sso-login " + version_version) },
	{ name: "--help", run: () => say(join("\n", help)) },
];

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
	end_overdue_trial(io);
	return command.run(io, operands, length(operands) < length(rest));
}

/** Runs the command line `args` and returns the exit status. */
export function main(args, options) {
	const done = protect_protect(() => dispatch(system_create(options ?? {}), args));
	return done.ok ? done.data : fail(done);
};
