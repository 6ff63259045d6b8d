/** The grants of a live session: those that rpcd lists are compared with those that its roles give, and changed to them. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import { ok, type Result } from "../result";
import type { Grants } from "../rights/acl";
import * as rpcd_sessions from "./rpcd_sessions";

type Pairs = [string, string][];

/** The difference of a scope between what rpcd lists of a session and what is due to it. */
interface Difference {
  scope: string;
  due: Pairs;
  surplus: Pairs;
  missing: Pairs;
  /** Whether rpcd's list may leave out grants of this scope, which is then given anew. */
  is_unclear: boolean;
}

/** The pairs of a scope as `session list` has them: the functions of each object. */
function listed_pairs(scope: unknown): Pairs {
  const pairs: Pairs = [];
  const objects = json.is_object(scope) ? scope : {};
  for (const object of strings.sorted_keys(objects)) {
    for (const name of json_values.strings_of(objects[object]) ?? []) {
      pairs.push([object, name]);
    }
  }
  return pairs;
}

/** The pairs of `some` that `others` have not. */
function without(some: Pairs, others: Pairs): Pairs {
  const known: { [text: string]: boolean | undefined } = {};
  for (const pair of others) {
    known[pair[0] + "\n" + pair[1]] = true;
  }
  return some.filter((pair) => known[pair[0] + "\n" + pair[1]] !== true);
}

/** The text of an object before its first wildcard, by which rpcd sorts a scope (uh_id_len). */
function sort_key(object: string): string {
  return strings.before(strings.before(strings.before(object, "*"), "?"), "[");
}

/**
 * Whether rpcd's list may leave out grants of a scope: objects that it sorts alike may stand in several runs, and of each only the last run
 * is listed (rpc_session_dump_acls).
 */
function is_unclear(scope: unknown): boolean {
  const seen: { [text: string]: boolean | undefined } = {};
  return strings.sorted_keys(json.is_object(scope) ? scope : {}).some((object) => {
    const is_second = seen[sort_key(object)] === true;
    seen[sort_key(object)] = true;
    return is_second;
  });
}

function differences(has: JsonObject, wanted: Grants): Difference[] {
  const scopes = strings.sorted_keys(has);
  strings.add_missing(scopes, strings.sorted_keys(wanted));
  return scopes.map((scope) => {
    const listed = listed_pairs(has[scope]);
    const due = wanted[scope] ?? [];
    return {
      scope,
      due,
      surplus: without(listed, due),
      missing: without(due, listed),
      is_unclear: is_unclear(has[scope]),
    };
  });
}

function is_different(found: Difference): boolean {
  return found.surplus.length + found.missing.length > 0;
}

/** Whether a session has other grants than those that are wanted; `has` is what rpcd lists of it (`acls`). */
export function differs(has: JsonObject, wanted: Grants): boolean {
  return differences(has, wanted).some((found) => is_different(found));
}

/** Takes what is too much in a scope: without `objects` the whole of it. UBUS_LOGIN_FAILED. */
function revoke(io: Io, sid: string, found: Difference): Result<unknown> {
  if (found.surplus.length === 0 && !found.is_unclear) {
    return ok(true);
  }
  const objects = found.due.length === 0 || found.is_unclear ? undefined : found.surplus;
  return rpcd_sessions.call(io, "revoke", { ubus_rpc_session: sid, scope: found.scope, objects });
}

/**
 * Gives a live session the grants that are wanted: takes all that is too much first, so that an interruption leaves it with less; `has`
 * is what rpcd lists of it. Makes calls only for scopes that differ, or may: where rpcd's list is unclear. Returns whether something
 * differed. UBUS_LOGIN_FAILED.
 */
export function set(io: Io, sid: string, has: JsonObject, wanted: Grants): Result<boolean> {
  const found = differences(has, wanted);
  for (const difference of found) {
    const revoked = revoke(io, sid, difference);
    if (!revoked.ok) {
      return revoked;
    }
  }
  const missing: Grants = {};
  for (const difference of found) {
    const pairs = difference.is_unclear ? difference.due : difference.missing;
    if (pairs.length > 0) {
      missing[difference.scope] = pairs;
    }
  }
  const granted = rpcd_sessions.grant(io, sid, missing);
  return granted.ok ? ok(found.some((difference) => is_different(difference))) : granted;
}
