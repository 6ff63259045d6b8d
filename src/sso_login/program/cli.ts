/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */
import * as load from "../settings/load";
import * as protect from "io/protect";
import * as compile from "io/compile";
import * as plugin from "io/plugin";
import type { Report } from "../check/report";
import * as run from "../check/run";
import * as check_texts from "../check/texts";
import * as console from "io/console";
import * as system from "io/system";
import type { SystemOptions } from "io/system";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as names from "../base/names";
import * as texts from "../base/texts";
import { err, type Err, type Result } from "../result";
import * as hand_over from "../login/hand_over";
import * as upkeep from "../login/upkeep";
import type { Upkeep } from "../login/upkeep";
import * as rpcd_logins from "../session/rpcd_logins";
import * as session from "../session/session";
import * as version from "../base/version";
import * as rights from "./rights";
import * as session_table from "./session_table";

/** Exit statuses: done, could not be done, called wrongly. */
const success = 0;
const failure = 1;
const usage_error = 2;

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

/** Says why something could not be done, as the log does. */
function say(problem: Err): void {
  console.print_error("sso-login: " + problem.error + " " + log.format_details(texts.in_words(problem.details)));
}

/** Says why a command ends, and what to do where the configuration cannot even be read. */
function fail(problem: Err): number {
  say(problem);
  const words = check_texts.findings.config_unreadable;
  const is_unread = typeof problem.details === "object" && problem.details.config === names.package_name;
  if (is_unread && words !== undefined) {
    console.print_error(words.advice ?? "");
  }
  return failure;
}

function wrong_usage(problem: string): number {
  console.print_error("sso-login: " + problem + "; see sso-login --help");
  return usage_error;
}

/** Says so where a change is in effect for new logins alone, as after `uci commit` without reload_config. */
function tell_behind(io: Io): void {
  if (upkeep.is_behind(io)) {
    console.print_error("sso-login: live sessions or rpcd are behind the configuration: run sso-login sync-roles");
  }
}

/** `roles`: what somebody would be allowed. No match is exit status 1. */
function show_roles(io: Io, words: string[], as_json: boolean): number {
  if (words[0] === "--claims" && words.length !== 2) {
    return wrong_usage("roles --claims takes one file, or -");
  }
  const shown = rights.show(io, words, as_json);
  if (!shown.ok) {
    return fail(shown);
  }
  tell_behind(io);
  return success;
}

/** `sessions`: who is logged in by single sign-on; no ids, no tokens. */
function show_sessions(io: Io): number {
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return fail(list);
  }
  tell_behind(io);
  session_table.print(list.data, upkeep.max_lifetime(io));
  return success;
}

/** `expire`: ends the sessions that have lasted as long as they may. */
function expire(io: Io): number {
  const ended = upkeep.expire(io);
  if (!ended.ok) {
    return fail(ended);
  }
  console.print(`sessions ended: ${ended.data}`);
  return success;
}

/** `logout`: ends every session of an e-mail address, compared as at login. */
function logout(io: Io, words: string[]): number {
  const email = words[0] ?? "";
  if (email === "") {
    return wrong_usage("logout needs an e-mail address");
  }
  const list = session.list_sso_sessions(io);
  if (!list.ok) {
    return fail(list);
  }
  const wanted = list.data.filter((entry) => entry.email.toLowerCase() === email.toLowerCase());
  const ended = wanted.filter((entry) => upkeep.end_session(io, entry, "administrator")).length;
  console.print(`sessions ended: ${ended}`);
  if (wanted.length === 0) {
    console.print_error("sso-login: no session of " + email);
  }
  return ended === wanted.length && ended > 0 ? success : failure;
}

/** `hand-over`: standard input holds what LuCI's log-out has ended. */
function leave_logout(io: Io): number {
  const left = hand_over.leave(io, io.read_input(max_input) ?? "");
  return left.ok ? success : fail(left);
}

/** One line a finding, and what to do below it. Errors are exit status 1. */
function print_report(report: Report): number {
  for (const finding of report.findings) {
    const code = finding.code !== undefined ? " [" + finding.code + "]" : "";
    console.print((finding.level + "       ").substring(0, 9) + finding.text + code);
    if (finding.level !== "ok") {
      console.print("         " + finding.advice);
    }
  }
  return report.ok ? success : failure;
}

/** `check-config`: the part of the check that asks nobody; the first error as the log has it, too, for the init script. */
function check_config(io: Io): number {
  const report = run.check_configuration(io);
  const wrong = report.findings.find((finding) => finding.level === "error");
  if (wrong !== undefined) {
    const loaded = load.load(io);
    say(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
  }
  tell_behind(io);
  return print_report(report);
}

/** `check`: everything that a login needs. */
function check(io: Io, _words: string[], as_json: boolean): number {
  const report = run.run_check(io);
  if (as_json) {
    console.print(plugin.encode_answer(report));
    return report.ok ? success : failure;
  }
  return print_report(report);
}

/**
 * `sync-roles`: keeps rpcd's login sections and live sessions in step with the configuration. Roles that cannot be read
 * change nothing, so that a mistake does not cost live sessions their rights. `--remove` leaves rpcd as it was before.
 */
function sync_roles(io: Io, _words: string[], removal: boolean): number {
  const synced: Result<Partial<Upkeep>> = removal ? rpcd_logins.sync(io, []) : upkeep.bring_in_step(io);
  if (!synced.ok) {
    return fail(synced);
  }
  console.print("rpcd login sections: " + (synced.data.changed === true ? "updated" : "nothing to do"));
  const ended = synced.data.ended ?? 0;
  if (ended > 0) {
    console.print(`sessions ended: ${ended}`);
  }
  return success;
}

function print_version(): number {
  console.print("sso-login " + version.version);
  return success;
}

function keep_compiled(io: Io): number {
  const written = compile.write(io.paths.run_dir);
  return written.ok ? success : fail(written);
}

/** A command as the help shows it; a line without `run` belongs to the one above it or is answered by the table itself. */
interface Command {
  name: string;
  /** Decides what the command takes: nothing when "". */
  arguments: string;
  help: string;
  option?: string;
  /** Gets the arguments but the option, and whether that was among them. */
  run?: (this: void, io: Io, words: string[], has_option: boolean) => number;
}

const commands: Command[] = [
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
function usage(): string {
  const lines = commands.map((command) => {
    const left = "  " + command.name + " " + command.arguments + indent;
    return left.substring(0, indent.length) + command.help.split("\n").join("\n" + indent);
  });
  const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
  return "Usage: sso-login COMMAND\n\n" + lines.join("\n") + "\n\n" + status;
}

/** What a command's arguments lack or have too many of, by its line of the help; `words` are those but the option. */
function arity_problem(command: Command, args: string[], words: string[]): string | undefined {
  if (command.arguments.includes("...")) {
    return words.length === 0 ? "needs an e-mail address" : undefined;
  }
  if (command.arguments.includes("EMAIL")) {
    return args.length !== 1 ? "takes one e-mail address" : undefined;
  }
  const but = command.option !== undefined ? " but " + command.option : "";
  return words.length > 0 || args.length > 1 ? "takes no argument" + but : undefined;
}

function dispatch(io: Io, args: string[]): number {
  const name = args[0] === "-h" ? "--help" : args[0];
  if (name === undefined) {
    return wrong_usage("a command is missing");
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    return wrong_usage("unknown command " + name);
  }
  // What asks about the program itself is answered whatever follows.
  const rest = name.startsWith("--") ? [] : args.slice(1);
  const words = rest.filter((arg) => arg !== command.option);
  const problem = arity_problem(command, rest, words);
  if (problem !== undefined) {
    return wrong_usage(name + " " + problem);
  }
  if (command.run === undefined) {
    console.print(usage());
    return success;
  }
  return command.run(io, words, words.length < rest.length);
}

/** Runs the command line `args` and returns the exit status. */
export function main(args: string[], options?: SystemOptions): number {
  const outcome = protect.protect(() => dispatch(system.create(options ?? {}), args));
  return outcome.ok ? outcome.data : fail(outcome);
}
