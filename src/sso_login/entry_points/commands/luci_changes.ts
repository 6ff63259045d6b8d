/** Changes that somebody applies in LuCI, as lines of the log, as LuCI's controller tells them; and those that a page makes at once. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../../base/io";
import * as log from "../../base/log";
import type { LogPair } from "../../base/log";
import * as store from "../../base/store";
import * as json_values from "../../base/json_values";
import * as hash from "../../jose/hash";
import { err, ok, type Result } from "../../result";
import * as log_identity from "../../rpcd/log_identity";
import * as pending_change from "../../rpcd/pending_change";
import * as rpcd_sessions from "../../rpcd/rpcd_sessions";

/** Bytes of the list of packages, of that of options, and of the count in them. */
const max_packages = 100;
const max_options = 400;
const max_count = 8;

/** Seconds between two looks at a change that waits for its confirmation. */
const interval_seconds = 10;

/** The names that fit into so many bytes, with commas, and the count of the rest of `total`. */
function list_of(all: string[], total: number, limit: number): string {
  const listed: string[] = [];
  let left = limit - max_count;
  for (const name of all) {
    if (name.length < left) {
      listed.push(name);
      left = left - name.length - 1;
    }
  }
  return listed.concat(listed.length < total ? [`+${total - listed.length}`] : []).join(",");
}

/** The pairs of a change: the actor, the session, and the names of what changes. */
function pairs_of(io: Io, request: JsonObject, stored: JsonObject, packages: string[]): LogPair[] {
  const sid = json_values.text_of(request.session);
  const entry = rpcd_sessions.to_session(sid, stored);
  const is_local = entry.issuer === "";
  const known: LogPair[] = [
    log_identity.actor_pair(log_identity.setting(io), entry),
    ["provider", is_local ? undefined : entry.provider],
    ["role", is_local ? undefined : rpcd_sessions.role_names(entry)],
    ["session", hash.safe_id(sid)],
    ["remote", json_values.text_of(request.remote)],
    ["packages", list_of(packages, packages.length, max_packages)],
  ];
  const options = json_values.strings_of(request.options) ?? [];
  const total = typeof request.total === "number" ? request.total : options.length;
  return known.concat([["options", list_of(options, total, max_options)]]);
}

/** Whether LuCI waits for the confirmation of this change: what it keeps is of the session, and does not end before this change does. */
function is_waiting(io: Io, request: JsonObject, seconds: number): boolean {
  const change = pending_change.waiting_change(io);
  const began_at = request.began;
  if (change === undefined || typeof began_at !== "number") {
    return false;
  }
  return change.session === request.session && change.ends_at >= began_at + seconds;
}

/** Waits for the confirmation of a change; returns whether it did not come. */
function stays_unconfirmed(io: Io, request: JsonObject, seconds: number): boolean {
  // rpcd has one such change at a time, and the next one may come before the end of this wait; more processes are of no use.
  if (!["change_1.lock", "change_2.lock"].some((name) => io.lock(store.path_of(io, name)))) {
    return false;
  }
  for (let waited = 0; waited <= seconds; waited += interval_seconds) {
    io.sleep(interval_seconds);
    if (!is_waiting(io, request, seconds)) {
      return false;
    }
  }
  return true;
}

/**
 * Logs a change that LuCI has applied. `input` is JSON: `session`, its `values`, `remote`, the names of `packages` and of
 * the first `options` of `total`; and, where LuCI takes the change back unless it is confirmed, the time when it `began`
 * and the `seconds`: then waits, and logs a change that nobody confirms. The word `refused` after it says that nothing was changed.
 * INVALID_REQUEST for other input.
 */
export function log_applied(io: Io, input: string): Result<true> {
  if (input.endsWith("}refused")) {
    return ok(true);
  }
  const decoded = json.decode_object(input);
  const request: JsonObject = decoded.ok ? decoded.data : {};
  const packages = json_values.strings_of(request.packages) ?? [];
  const stored = request.values;
  if (packages.length === 0 || !json.is_object(stored)) {
    return err("INVALID_REQUEST", { reason: "no change" });
  }
  const pairs = pairs_of(io, request, stored, packages);
  log.event(io, "notice", "CHANGED", pairs);
  const seconds = typeof request.seconds === "number" ? Math.min(request.seconds, pending_change.max_wait_seconds) : 0;
  if (seconds > 0 && stays_unconfirmed(io, request, seconds)) {
    log.event(io, "warning", "CHANGE_UNCONFIRMED", pairs);
  }
  return ok(true);
}

/** Logs that a caller's session has changed what these options name, which counts at once. */
export function log_at_once(io: Io, sid: string, config: string, options: string[]): void {
  const request = { session: sid, options: json.list(options) };
  log.event(io, "notice", "CHANGED", pairs_of(io, request, rpcd_sessions.session_values(io, sid) ?? {}, [config]));
}
