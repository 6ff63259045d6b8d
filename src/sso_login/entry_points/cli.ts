/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */
import * as saved_config from "../settings/saved_config";
import * as config_validation from "../settings/config_validation";
import * as protect from "io/protect";
import * as compile from "io/compile";
import * as console from "io/console";
import * as system from "io/system";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as store from "../base/store";
import { err, ok, type Result } from "../result";
import * as hand_over from "../logout/hand_over";
import * as luci_changes from "./commands/luci_changes";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_sync from "../rpcd/rpcd_sync";
import * as version from "../base/version";
import * as check_command from "./commands/check_command";
import * as key_command from "./commands/key_command";
import * as deployment_command from "./commands/deployment_command";
import * as command_outcome from "./commands/command_outcome";
import * as password_events from "../passwords/password_events";
import * as password_command from "./commands/password_command";
import * as register_command from "./commands/register_command";
import * as roles_command from "./commands/roles_command";
import * as sessions_command from "./commands/sessions_command";
import * as pieces from "../web/pieces";

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** Bytes of a user in a list. */
const max_user = 200;

/** `roles`: prints the rights that a user would get. No match is exit status 1. */
function show_roles(io: Io, operands: string[], as_json: boolean): number {
  const first = operands[0];
  if (first === undefined) {
    return command_outcome.wrong_usage("roles needs an e-mail address");
  }
  if ((first === "--claims" || first === "--token") && operands.length !== 2) {
    return command_outcome.wrong_usage("roles " + first + " takes one file, or -");
  }
  const shown = roles_command.show(io, operands, as_json);
  if (!shown.ok) {
    return command_outcome.fail(shown);
  }
  command_outcome.warn_of_lag(io);
  return command_outcome.success;
}

/** `hand-over`, `log-change`: passes on standard input, which LuCI's controller writes. */
function with_input(io: Io, act: (this: void, io: Io, input: string) => Result<true>): number {
  const done = act(io, io.read_input(max_input) ?? "");
  return done.ok ? command_outcome.success : command_outcome.fail(done);
}

/** Says what became of rpcd's sections and of sessions. A failure about passwords counts last, as the rest was done. */
function report_sync(done: Result<reconcile.ReconcileResult>, passwords: Result<unknown>): number {
  if (!done.ok) {
    return command_outcome.fail(done);
  }
  if (!passwords.ok) {
    return command_outcome.fail(passwords);
  }
  console.print("rpcd login sections: " + (done.data.is_written ? "updated" : "nothing to do"));
  if (done.data.ended > 0) {
    console.print(`sessions ended: ${done.data.ended}`);
  }
  if (done.data.users.length > 0) {
    console.print("rights changed: " + done.data.users.map((user) => log.escape_value(user, max_user)).join(", "));
  }
  return command_outcome.success;
}

/**
 * `sync-roles`: judges the state of passwords, and applies the configuration to rpcd's login sections and live sessions. Roles that
 * cannot be read change nothing, so that a mistake ends no session.
 */
function sync_roles(io: Io): number {
  const passwords = password_events.catch_up(io, "service");
  return report_sync(reconcile.reconcile(io), passwords);
}

/** Attempts of three seconds to take the lock for a removal, after which sections would stay for good. */
const max_lock_attempts = 10;

/** `sync-roles --remove`: turns passwords on, ends all sessions, and deletes the roles' sections, each even where another one fails. */
function remove_roles(io: Io): number {
  const passwords = password_events.turn_on(io, [["by", "removal"]]);
  const ended = sessions_command.end_all(io);
  // `turn_on` gave the lock back. From here the process keeps it to its end: no login writes rpcd's file meanwhile.
  let lock = reconcile.acquire_lock(io);
  for (let attempts = 1; attempts < max_lock_attempts && !lock.ok; attempts++) {
    lock = reconcile.acquire_lock(io);
  }
  const synced = lock.ok ? rpcd_sync.sync(io, []) : lock;
  if (!synced.ok) {
    return report_sync(synced, passwords);
  }
  return report_sync(ended.ok ? ok({ is_written: synced.data, ended: ended.data, users: [] }) : ended, passwords);
}

/** Seconds that a compilation waits for another one: both work in the same temporary files. */
const max_wait = 30;

function keep_compiled(io: Io): number {
  const lock = store.path_of(io, "compile.lock");
  for (let waited = 0; store.ensure_run_dir(io) && waited < max_wait && !io.lock(lock); waited++) {
    io.sleep(1);
  }
  if (!io.has_lock(lock)) {
    return command_outcome.fail(err("INTERNAL_ERROR", { reason: "compile.lock cannot be taken", path: lock }));
  }
  const saved = saved_config.saved_sections(io);
  const sections = saved.ok ? saved.data : [];
  const written = compile.write(io, pieces.plan(sections), config_validation.compile(sections));
  return written.ok ? command_outcome.success : command_outcome.fail(written);
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

function say(text: string): number {
  console.print(text);
  return command_outcome.success;
}

/** After a command that may have changed what a login depends on: where passwords are off, the settings are on trial. */
function judged(io: Io, status: number): number {
  password_events.catch_up(io, "other");
  return status;
}

interface Command {
  name: string;
  option?: string;
  /** Whether it takes more than its option, and validates that itself. */
  takes_arguments?: boolean;
  /** Receives the arguments without the option, and whether the option was among them. */
  run: (this: void, io: Io, operands: string[], has_option: boolean) => number;
}

const commands: Command[] = [
  { name: "roles", option: "--json", takes_arguments: true, run: show_roles },
  { name: "sessions", option: "--json", run: sessions_command.show },
  { name: "expire", run: sessions_command.expire },
  { name: "logout", takes_arguments: true, run: sessions_command.logout },
  { name: "hand-over", run: (io) => with_input(io, hand_over.receive) },
  { name: "log-change", run: (io) => with_input(io, luci_changes.log_applied) },
  { name: "check", option: "--json", takes_arguments: true, run: check_command.check },
  { name: "installed", takes_arguments: true, run: deployment_command.installed },
  { name: "apply", option: "--dry-run", takes_arguments: true, run: deployment_command.apply },
  { name: "check-config", run: check_command.check_config },
  {
    name: "sync-roles",
    option: "--remove",
    run: (io, _operands, is_removal) => (is_removal ? remove_roles(io) : sync_roles(io)),
  },
  { name: "password-login", takes_arguments: true, run: password_command.run },
  { name: "key", takes_arguments: true, run: (io, operands) => judged(io, key_command.run(io, operands)) },
  { name: "register", takes_arguments: true, run: (io, operands) => judged(io, register_command.run(io, operands)) },
  { name: "compile", run: keep_compiled },
  { name: "--version", run: () => say("sso-login " + version.version) },
  { name: "--help", run: () => say(help.join("\n")) },
];

function dispatch(io: Io, args: string[]): number {
  const name = args[0] === "-h" ? "--help" : args[0];
  if (name === undefined) {
    return command_outcome.wrong_usage("a command is missing");
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    return command_outcome.wrong_usage("unknown command " + name);
  }
  const rest = name.startsWith("--") ? [] : args.slice(1); // --help and --version ignore the rest
  const operands = rest.filter((arg) => arg !== command.option);
  if (command.takes_arguments !== true && (operands.length > 0 || rest.length > 1)) {
    const but = command.option !== undefined ? " but " + command.option : "";
    return command_outcome.wrong_usage(name + " takes no argument" + but);
  }
  password_events.end_overdue_trial(io);
  return command.run(io, operands, operands.length < rest.length);
}

/** Runs the command line `args` and returns the exit status. */
export function main(args: string[], options?: system.SystemOptions): number {
  const done = protect.protect(() => dispatch(system.create(options ?? {}), args));
  return done.ok ? done.data : command_outcome.fail(done);
}
