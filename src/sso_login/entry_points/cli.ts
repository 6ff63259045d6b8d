/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */
import * as saved_config from "../settings/saved_config";
import * as config_validation from "../settings/config_validation";
import * as protect from "io/protect";
import * as compile from "io/compile";
import * as console from "io/console";
import * as system from "io/system";
import type { Io } from "../base/io";
import type { Result } from "../result";
import * as hand_over from "../logout/hand_over";
import * as luci_changes from "../rpcd/luci_changes";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_sync from "../rpcd/rpcd_sync";
import * as version from "../base/version";
import * as check_command from "./commands/check_command";
import * as key_command from "./commands/key_command";
import * as command_outcome from "./command_outcome";
import * as password_transitions from "../passwords/password_transitions";
import * as password_upkeep from "../passwords/password_upkeep";
import * as password_command from "./commands/password_command";
import * as register_command from "./commands/register_command";
import * as roles_command from "./commands/roles_command";
import * as sessions_command from "./commands/sessions_command";

/** Bytes of an ended session: four times the largest ID Token. */
const max_input = 65536;

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
  command_outcome.warn_out_of_sync(io);
  return command_outcome.success;
}

/** `hand-over`, `log-change`: passes on standard input, which LuCI's controller writes. */
function save_input(io: Io, save: (this: void, io: Io, input: string) => Result<true>): number {
  const saved = save(io, io.read_input(max_input) ?? "");
  return saved.ok ? command_outcome.success : command_outcome.fail(saved);
}

/**
 * `sync-roles`: applies the configuration to rpcd's login sections and live sessions. Roles that cannot be read change nothing, so
 * that a mistake ends no session. `--remove` deletes the roles' sections, and turns passwords on.
 */
function sync_roles(io: Io, _operands: string[], remove: boolean): number {
  // Passwords are restored even where the rest fails.
  const passwords = remove ? password_transitions.turn_on(io, [["by", "removal"]]) : password_upkeep.upkeep(io, true);
  const synced: Result<Partial<reconcile.ReconcileResult>> = remove ? rpcd_sync.sync(io, []) : reconcile.reconcile(io);
  if (!synced.ok) {
    return command_outcome.fail(synced);
  }
  if (!passwords.ok) {
    return command_outcome.fail(passwords);
  }
  console.print("rpcd login sections: " + (synced.data.changed === true ? "updated" : "nothing to do"));
  const ended = synced.data.ended ?? 0;
  if (ended > 0) {
    console.print(`sessions ended: ${ended}`);
  }
  return command_outcome.success;
}

function print_version(): number {
  console.print("sso-login " + version.version);
  return command_outcome.success;
}

function keep_compiled(io: Io): number {
  const saved = saved_config.saved_sections(io);
  const sections = saved.ok ? saved.data : [];
  const written = compile.write(io, sections, config_validation.compile(sections));
  return written.ok ? command_outcome.success : command_outcome.fail(written);
}

/** A line of the help. A line without `run` belongs to the command above it, or is `--help`. */
interface Command {
  name: string;
  arguments: string;
  help: string;
  option?: string;
  /** Whether it takes more than its option, and validates that itself. */
  takes_arguments?: boolean;
  /** Receives the arguments without the option, and whether the option was among them. */
  run?: (this: void, io: Io, operands: string[], has_option: boolean) => number;
}

const commands: Command[] = [
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
  { name: "sessions", arguments: "", help: "list the live single sign-on sessions", run: sessions_command.show },
  {
    name: "expire",
    arguments: "",
    help: "end the sessions that are older than session_max_lifetime",
    run: sessions_command.expire,
  },
  {
    name: "logout",
    arguments: "EMAIL|SUB",
    help: "end the sessions of a user",
    takes_arguments: true,
    run: sessions_command.logout,
  },
  { name: "hand-over", arguments: "", help: "take a log-out (for LuCI)", run: (io) => save_input(io, hand_over.save) },
  {
    name: "log-change",
    arguments: "",
    help: "log a change (for LuCI)",
    run: (io) => save_input(io, luci_changes.save),
  },
  {
    name: "check",
    arguments: "[--json] [PROVIDER]",
    help: "try what a login needs, at one provider or all, and say what to\ndo; nothing is changed",
    option: "--json",
    takes_arguments: true,
    run: check_command.check,
  },
  {
    name: "check-config",
    arguments: "",
    help: "check the configuration without asking the provider",
    run: check_command.check_config,
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
    run: password_command.run,
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
    run: key_command.run,
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
    run: register_command.run,
  },
  { name: "register", arguments: "--update|--remove", help: "update or remove this registration" },
  { name: "compile", arguments: "", help: "keep the programs compiled until the next boot", run: keep_compiled },
  { name: "--version", arguments: "", help: "print the version", run: print_version },
  { name: "--help", arguments: "", help: "print this text" },
];

/** The width of the first column of the help. */
const indent = "                                   ";

/** The help, in two columns. */
function usage(): string {
  const lines = commands.map((command) => {
    const head = "  " + command.name + " " + command.arguments + indent;
    return head.substring(0, indent.length) + command.help.split("\n").join("\n" + indent);
  });
  const status = "Exit status: 0 done, 1 could not be done, 2 wrong usage.";
  return "Usage: sso-login COMMAND\n\n" + lines.join("\n") + "\n\n" + status;
}

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
  if (command.run === undefined) {
    console.print(usage());
    return command_outcome.success;
  }
  password_transitions.end_overdue_trial(io);
  return command.run(io, operands, operands.length < rest.length);
}

/** Runs the command line `args` and returns the exit status. */
export function main(args: string[], options?: system.SystemOptions): number {
  const done = protect.protect(() => dispatch(system.create(options ?? {}), args));
  return done.ok ? done.data : command_outcome.fail(done);
}
