/** `sso-login sessions`, `expire` and `logout`: the live sessions in columns, and their end. */
import * as clock from "io/clock";
import * as console from "io/console";
import * as json from "io/json";
import * as plugin from "io/plugin";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as json_values from "../../base/json_values";
import * as provider_logout from "../../logout/provider_logout";
import { err, ok, type Result } from "../../result";
import * as refresh_tokens from "../../rpcd/refresh_tokens";
import * as session_ending from "../../rpcd/session_ending";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";
import * as log_identity from "../../rpcd/log_identity";
import * as revalidation_turn from "../../login/revalidation/revalidation_turn";
import * as command_outcome from "./command_outcome";
import * as panels from "../../answers/panels";

/** Bytes of a column; a provider's texts are escaped and cut as in the log. */
const max_column = 200;
/** Bytes of role names, which come from the configuration. */
const max_roles = 2000;

/** The facts of a log line about a session that the shell ended. */
const by_shell: LogPair[] = [
  ["by", "administrator"],
  ["administrator", "shell"],
];

/**
 * The columns: VIA is a program's client, `login` or `password`; LATEST is empty where a session may last while it is used; PROVED is the
 * last proof of the user with `session_revalidate`.
 */
const header = ["WHO", "VIA", "ROLE", "SINCE", "UNTIL", "LATEST", "PROVED"];
/** The places of the columns that appear only where a session has another text there than the usual ones. */
const optional = [1, 5, 6];
const usual = ["login", "password", ""];

function row_of(io: Io, entry: rpcd_sessions.SsoSession, lifetime: number | undefined): string[] {
  const proved = panels.proved_at(io, entry);
  const latest = panels.latest_end(io, entry, lifetime);
  return [
    log.escape_value(rpcd_sessions.user_name(entry), max_column),
    entry.client !== "" ? log.escape_value(entry.client, max_column) : "login",
    log.escape_value(rpcd_sessions.role_names(entry), max_roles),
    entry.since !== undefined ? clock.format_time(entry.since) : "unknown",
    clock.format_time(Math.min(entry.until, latest ?? entry.until)),
    latest !== undefined ? clock.format_time(latest) : "",
    proved !== undefined ? clock.format_time(proved) : "",
  ];
}

function row_of_local(entry: rpcd_sessions.LocalSession): string[] {
  const role = entry.is_at_luci ? "(password)" : "(password, /ubus)";
  const who = log.escape_value(entry.username, max_column);
  return [who, "password", role, "unknown", clock.format_time(entry.until), "", ""];
}

/** A text filled with blanks to two more than the longest of its column. */
function cell(text: string, column: string[]): string {
  let filled = text;
  while (column.some((other) => other.length + 2 > filled.length)) {
    filled = filled + " ";
  }
  return filled;
}

/** Prints a line for each session. The columns VIA, LATEST and PROVED appear where a session has something to show there. */
function print(rows: string[][]): void {
  const places: number[] = [];
  for (let at = 0; at < header.length; at++) {
    if (!optional.includes(at) || rows.some((row) => !usual.includes(row[at] ?? ""))) {
      places.push(at);
    }
  }
  const last = places[places.length - 1];
  const lines: string[][] = [header].concat(rows);
  for (const row of lines) {
    const cells = places.map((at) => cell(row[at] ?? "", at !== last ? lines.map((other) => other[at] ?? "") : []));
    console.print(cells.join(""));
  }
}

/** `sessions`: lists the live sessions, without ids and tokens; of single sign-on with `--json`, in the form of the ubus object. */
export function show(io: Io, _operands: string[], as_json: boolean): number {
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return command_outcome.fail(list);
  }
  command_outcome.warn_of_lag(io);
  if (as_json) {
    console.print(plugin.encode_answer({ sessions: json.list(panels.sessions(io, "")) }));
    return command_outcome.success;
  }
  const lifetime = session_ending.max_lifetime(io);
  const rows = list.data.map((entry) => row_of(io, entry, lifetime));
  print(rows.concat(rpcd_sessions.list_local_sessions(io).map((entry) => row_of_local(entry))));
  return command_outcome.success;
}

/** `expire`: ends the sessions that are over. */
export function expire(io: Io): number {
  const ended = session_ending.expire(io);
  if (!ended.ok) {
    return command_outcome.fail(ended);
  }
  console.print(`sessions ended: ${ended.data}`);
  return command_outcome.success;
}

/**
 * `logout`: ends every session of a user, named by e-mail, or by `sub` where no session has such an e-mail; ASCII case does not count. A
 * login under way ends, too: the mark comes first.
 */
export function logout(io: Io, operands: string[]): number {
  const who = json_values.text_of(operands[0]);
  if (operands.length !== 1 || who === "") {
    const problem = operands.length !== 1 ? "takes one" : "needs an";
    return command_outcome.wrong_usage("logout " + problem + " e-mail address, or a sub");
  }
  const is_marked = provider_logout.mark_user(io, who);
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return command_outcome.fail(list);
  }
  const by_email = list.data.filter((entry) => entry.email.toLowerCase() === who.toLowerCase());
  const own = by_email.length > 0 ? by_email : list.data.filter((entry) => entry.sub === who);
  const ended = own.filter((entry) => session_ending.end_with(io, entry, "LOGOUT", by_shell)).length;
  console.print(`sessions ended: ${ended}`);
  if (own.length === 0) {
    command_outcome.complain("no session of " + who);
  }
  if (!is_marked) {
    command_outcome.complain("cannot write to the run directory: a login under way may still open a session");
  }
  return is_marked && ended === own.length ? command_outcome.success : command_outcome.failure;
}

/**
 * Ends all sessions of single sign-on, and revokes their refresh tokens as far as the providers answer; returns the number of sessions.
 * UBUS_LOGIN_FAILED where one stays.
 */
export function end_all(io: Io): Result<number> {
  const list = rpcd_sessions.list_sso_sessions(io);
  const ended = (list.ok ? list.data : []).filter((entry) => rpcd_sessions.destroy_session(io, entry.sid));
  for (const entry of ended) {
    log_identity.log_session(io, entry, [["by", "removal"]], "LOGOUT");
  }
  const files = refresh_tokens.read_all(io);
  for (const file of files.whole) {
    revalidation_turn.revoke(io, file);
  }
  refresh_tokens.remove_damaged(io, files);
  if (!list.ok) {
    return list;
  }
  return ended.length === list.data.length ? ok(ended.length) : err("UBUS_LOGIN_FAILED", { method: "destroy" });
}
