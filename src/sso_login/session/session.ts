/** ubus sessions of rpcd: made with exactly the rights of the matching roles, read, and ended. */
import * as acl from "./acl";
import type { Grants } from "./acl";
import * as names from "../base/names";
import * as values from "../base/values";
import type { Config } from "../settings/load";
import type { RoleMatch } from "../settings/roles";
import * as hash from "../jose/hash";
import * as encoding from "../base/encoding";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as strings from "../base/strings";

/** libubus's status for what does not exist. */
const ubus_not_found = 4;

/** Who a session is for, as it is kept in the session's values. */
export interface SessionUser {
  email: string;
  sub: string;
  id_token: string;
  /** The provider's session, by which it may end this one. */
  provider_sid?: string;
}

/** Seconds, where a configuration that was built by hand does not say. */
const default_session_timeout = 3600;

/** rpcd's session of everybody who has none. */
const default_session_id = "00000000000000000000000000000000";

/** Whether a text looks like the id of somebody's session at rpcd; nothing else is worth a ubus call. */
export function is_session_id(text: string): boolean {
  return text.length === 32 && strings.consists_of(text, "hex") && text !== default_session_id;
}

/** Calls a method of rpcd's session object; UBUS_LOGIN_FAILED names the method. */
function call(io: Io, method: string, args: object): Result<JsonObject | undefined> {
  const reply = io.ubus_call("session", method, args);
  if (reply.ok) {
    return reply;
  }
  const details = reply.details;
  const status = typeof details === "object" ? details.status : undefined;
  return err("UBUS_LOGIN_FAILED", { method, status, reason: typeof details === "string" ? details : undefined });
}

/** What the matching roles are granted. */
export function grants_of(io: Io, match: RoleMatch): Grants {
  return acl.grants_for(io, acl.load_groups(io), match.roles);
}

/**
 * Gives a fresh session its grants and values. The user name comes first: rpcd may reload at any moment, and then gives
 * again what the session's role gives; the token, without which LuCI takes no session, comes last.
 */
function fill_session(io: Io, sid: string, username: string, grants: Grants, kept: object): Result<true> {
  const named = call(io, "set", { ubus_rpc_session: sid, values: { username } });
  if (!named.ok) {
    return named;
  }
  for (const scope of strings.sorted_keys(grants)) {
    const objects = grants[scope];
    const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects });
    if (!granted.ok) {
      return granted;
    }
  }
  const set = call(io, "set", { ubus_rpc_session: sid, values: kept });
  return set.ok ? ok(true) : set;
}

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io: Io, sid: string): boolean {
  const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
  if (reply.ok) {
    return true;
  }
  const status = typeof reply.details === "object" ? reply.details.status : undefined;
  return status === ubus_not_found;
}

/**
 * Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
 * logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
 */
export function create_session(io: Io, config: Config, match: RoleMatch, user: SessionUser): Result<string> {
  // What may end the request, such as a lack of random numbers, comes before there is a session to leave behind.
  const grants = grants_of(io, match);
  const kept = {
    token: encoding.hex_encode(hash.random(16)),
    sso_email: user.email,
    sso_sub: user.sub,
    sso_issuer: config.issuer_url,
    sso_id_token: user.id_token,
    sso_sid: user.provider_sid,
    sso_login_time: io.time(),
    sso_roles: match.roles.map((role) => role.name),
    // An empty list would be none in one runtime and an empty table in the other.
    sso_groups: match.groups.length > 0 ? match.groups : undefined,
  };
  const created = call(io, "create", { timeout: config.session_timeout ?? default_session_timeout });
  if (!created.ok) {
    return created;
  }
  const sid = created.data !== undefined ? created.data.ubus_rpc_session : undefined;
  if (typeof sid !== "string" || !is_session_id(sid)) {
    return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
  }
  const filled = fill_session(io, sid, match.role_name, grants, kept);
  if (!filled.ok) {
    destroy_session(io, sid);
    return filled;
  }
  return ok(sid);
}

/** A request's cookies by name. */
export type Cookies = { [name: string]: string | undefined };

/**
 * The ids in the session cookies, the one that LuCI prefers first. A browser that has two has one session mostly, and rpcd is
 * asked three times for one that is over, as it might be reloading.
 */
export function ids_in(cookies: Cookies): string[] {
  const ids: string[] = [];
  for (const name of names.session_cookies) {
    const sid = cookies[name];
    if (sid !== undefined && !ids.includes(sid)) {
      ids.push(sid);
    }
  }
  return ids;
}

/** The values of a live session, or undefined when there is none of that id. */
export function session_values(io: Io, sid: string): JsonObject | undefined {
  if (!is_session_id(sid)) {
    return undefined;
  }
  const reply = io.ubus_call("session", "get", { ubus_rpc_session: sid });
  const found = reply.ok && reply.data !== undefined ? reply.data.values : undefined;
  return json.is_object(found) ? found : undefined;
}

/** A live session as an administrator may see it; times are Unix seconds. */
export interface SsoSession {
  sid: string;
  email: string;
  sub: string;
  /** "" for a session that this service did not make. */
  issuer: string;
  /** The provider's session; "" where that is not known. */
  provider_sid: string;
  role: string;
  /** All roles whose rights it was given. */
  roles: string[];
  /** Those of the user's groups that a role listed at the login. */
  groups: string[];
  since: number | undefined;
  until: number;
}

function to_session(sid: string, kept: JsonObject, expires: number): SsoSession {
  const login_time = kept.sso_login_time;
  return {
    sid,
    email: values.text_of(kept.sso_email),
    sub: values.text_of(kept.sso_sub),
    issuer: values.text_of(kept.sso_issuer),
    provider_sid: values.text_of(kept.sso_sid),
    role: values.text_of(kept.username),
    roles: values.strings_of(kept.sso_roles) ?? [],
    groups: values.strings_of(kept.sso_groups) ?? [],
    since: typeof login_time === "number" ? login_time : undefined,
    until: expires,
  };
}

/** The live session of an id, whoever made it, or undefined; its end is not told. */
export function find_session(io: Io, sid: string): SsoSession | undefined {
  const kept = session_values(io, sid);
  return kept !== undefined ? to_session(sid, kept, 0) : undefined;
}

/** An entry of `session list` as a single sign-on session, or undefined when it is another's. */
function sso_session_of(entry: JsonObject, now: number): SsoSession | undefined {
  const kept = entry.data;
  const sid = entry.ubus_rpc_session;
  if (!json.is_object(kept) || typeof sid !== "string" || typeof kept.sso_issuer !== "string") {
    return undefined;
  }
  return to_session(sid, kept, now + (typeof entry.expires === "number" ? entry.expires : 0));
}

/** All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io: Io): Result<SsoSession[]> {
  const entries = io.ubus_call_all("session", "list", {});
  if (!entries.ok) {
    return err("UBUS_LOGIN_FAILED", { method: "list" });
  }
  const sessions: SsoSession[] = [];
  for (const entry of entries.data) {
    const session = sso_session_of(entry, io.time());
    if (session !== undefined) {
      sessions.push(session);
    }
  }
  return ok(sessions);
}
