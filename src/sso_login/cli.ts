/** The administrator's command line, /usr/sbin/sso-login. Every command returns its exit status. */
import type { Grants } from "./acl";
import { find_roles_for_user, load, load_roles, type RoleMatch } from "./config";
import { format_time, print, print_error } from "./io/console";
import { encode } from "./io/json";
import { create, type SystemOptions } from "./io/system";
import type { Io } from "./io/types";
import { escape_value, event, format_details } from "./log";
import type { Err, Result } from "./result";
import { safe_id } from "./primitives";
import { remove, sync, type SyncResult } from "./rpcd_logins";
import { destroy_session, grants_of, list_sso_sessions, type SsoSession } from "./session";
import { sorted_keys } from "./text";
import { version } from "./version";

/** Exit statuses: done, could not be done, called wrongly. */
const success = 0;
const failure = 1;
const usage_error = 2;

/** Bytes of a column: what a provider says about a user is escaped and cut as in the log. */
const max_column = 200;

const usage = `Usage: sso-login COMMAND

  roles [--json] EMAIL [GROUP...]  show which roles a user matches, and the resulting rights
                                   (EMAIL may be '' for a user without one)
  sessions                         list the live single sign-on sessions
  logout EMAIL                     end the sessions of a user
  check [--json]                   try what a login needs, and say what to do; nothing is changed
  check-config                     check the configuration without asking the provider
  sync-roles                       keep rpcd's login sections in step with the roles
  sync-roles --remove              remove these sections
  --version                        print the version
  --help                           print this text

Exit status: 0 done, 1 could not be done, 2 wrong usage.`;

/** Says why something could not be done. */
function fail(problem: Err): number {
  print_error("sso-login: " + problem.error + " " + format_details(problem.details));
  return failure;
}

function wrong_usage(problem: string): number {
  print_error("sso-login: " + problem + "; see sso-login --help");
  return usage_error;
}

/** Grants as scope, object, functions. */
function by_object(grants: Grants): { [scope: string]: { [object: string]: string[] } } {
  const scopes: { [scope: string]: { [object: string]: string[] } } = {};
  for (const scope of sorted_keys(grants)) {
    const objects: { [object: string]: string[] } = {};
    for (const pair of grants[scope] ?? []) {
      const functions = objects[pair[0]] ?? [];
      functions.push(pair[1]);
      objects[pair[0]] = functions;
    }
    scopes[scope] = objects;
  }
  return scopes;
}

function print_rights(match: RoleMatch, grants: Grants): void {
  print("roles: " + match.roles.map((role) => role.name).join(", "));
  print("session user name: " + match.role_name);
  const scopes = by_object(grants);
  for (const scope of sorted_keys(scopes)) {
    print("");
    print(scope + ":");
    const objects = scopes[scope] ?? {};
    for (const object of sorted_keys(objects)) {
      print("  " + object + ": " + (objects[object] ?? []).join(", "));
    }
  }
}

/** `roles`: what a login with this e-mail and these groups would be allowed. No match is exit status 1. */
function roles(io: Io, args: string[]): number {
  const json = args.includes("--json");
  const words = args.filter((arg) => arg !== "--json");
  const email = words[0];
  if (email === undefined) {
    return wrong_usage("roles needs an e-mail address");
  }
  const config = load(io);
  if (!config.ok) {
    return fail(config);
  }
  const match = find_roles_for_user(config.data, { email, groups: words.slice(1) });
  if (!match.ok) {
    return fail(match);
  }
  const grants = grants_of(io, match.data);
  if (json) {
    const names = match.data.roles.map((role) => role.name);
    print(encode({ roles: names, username: match.data.role_name, rights: by_object(grants) }));
  } else {
    print_rights(match.data, grants);
  }
  return success;
}

function describe_session(session: SsoSession): string {
  const since = session.since !== undefined ? format_time(session.since) : "unknown";
  const who = session.email !== "" ? session.email : session.sub;
  const columns = [escape_value(who, max_column), escape_value(session.role, max_column), since];
  return columns.join("\t") + "\t" + format_time(session.until);
}

/** `sessions`: who is logged in by single sign-on; no ids, no tokens. */
function sessions(io: Io): number {
  const list = list_sso_sessions(io);
  if (!list.ok) {
    return fail(list);
  }
  print("WHO\tROLE\tSINCE\tUNTIL");
  for (const session of list.data) {
    print(describe_session(session));
  }
  return success;
}

/** `logout`: ends every session of an e-mail address, compared as at login. */
function logout(io: Io, email: string | undefined): number {
  if (email === undefined || email === "") {
    return wrong_usage("logout needs an e-mail address");
  }
  const list = list_sso_sessions(io);
  if (!list.ok) {
    return fail(list);
  }
  const wanted = list.data.filter((session) => session.email.toLowerCase() === email.toLowerCase());
  let ended = 0;
  for (const session of wanted) {
    if (destroy_session(io, session.sid)) {
      ended = ended + 1;
      event(io, "notice", "LOGOUT", [
        ["by", "administrator"],
        ["role", session.role],
        ["session", safe_id(session.sid)],
      ]);
    }
  }
  print(`sessions ended: ${ended}`);
  if (wanted.length === 0) {
    print_error("sso-login: no session of " + email);
  }
  return ended === wanted.length && ended > 0 ? success : failure;
}

/** `check-config`: says which option is missing or wrong, as the log does when a login fails for it. */
function check_config(io: Io): number {
  const config = load(io);
  if (!config.ok) {
    return fail(config);
  }
  print("configuration: nothing wrong");
  return success;
}

/** `check`: one line a finding, and what to do below it. Errors are exit status 1. */
function check(io: Io, args: string[]): number {
  const json = args[0] === "--json";
  if (args.length > (json ? 1 : 0)) {
    return wrong_usage("check takes no argument but --json");
  }
  const checks = require("./check") as typeof import("./check");
  const report = checks.run_check(io);
  if (json) {
    const plugin = require("./io/plugin") as typeof import("./io/plugin");
    print(plugin.encode_answer(report));
    return report.ok ? success : failure;
  }
  for (const finding of report.findings) {
    print((finding.level + "       ").substring(0, 9) + finding.text);
    if (finding.level !== "ok" && finding.advice !== "") {
      print("         " + finding.advice);
    }
  }
  return report.ok ? success : failure;
}

function report_sync(synced: Result<SyncResult>): number {
  if (!synced.ok) {
    return fail(synced);
  }
  print(synced.data.changed ? "rpcd login sections: updated" : "rpcd login sections: nothing to do");
  return success;
}

/**
 * `sync-roles`: keeps rpcd's login sections in step with the roles. Roles that cannot be read change nothing, so that a
 * mistake does not cost live sessions their rights.
 */
function sync_roles(io: Io, args: string[]): number {
  const removal = args.length === 1 && args[0] === "--remove";
  if (args.length > 0 && !removal) {
    return wrong_usage("sync-roles takes no argument but --remove");
  }
  if (removal) {
    return report_sync(remove(io));
  }
  const wanted = load_roles(io);
  return wanted.ok ? report_sync(sync(io, wanted.data)) : fail(wanted);
}

function run(io: Io, args: string[]): number {
  const command = args[0];
  const rest = args.slice(1);
  if (command === undefined) {
    return wrong_usage("a command is missing");
  }
  if (command === "--help" || command === "-h") {
    print(usage);
    return success;
  }
  if (command === "--version") {
    print("sso-login " + version);
    return success;
  }
  if (command === "roles") {
    return roles(io, rest);
  }
  if (command === "sessions") {
    return rest.length === 0 ? sessions(io) : wrong_usage("sessions takes no argument");
  }
  if (command === "logout") {
    return rest.length === 1 ? logout(io, rest[0]) : wrong_usage("logout takes one e-mail address");
  }
  if (command === "check") {
    return check(io, rest);
  }
  if (command === "check-config") {
    return rest.length === 0 ? check_config(io) : wrong_usage("check-config takes no argument");
  }
  if (command === "sync-roles") {
    return sync_roles(io, rest);
  }
  return wrong_usage("unknown command " + command);
}

/** Runs the command line `args` and returns the exit status. */
export function main(args: string[], options?: SystemOptions): number {
  return run(create(options ?? {}), args);
}
