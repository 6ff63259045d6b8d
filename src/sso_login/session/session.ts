/** ubus sessions of rpcd: made with exactly the rights of the matching roles, read, and ended. */
import type { Grants } from "./acl";
import * as names from "../base/names";
import * as values from "../base/values";
import type { Config } from "../settings/config";
import type { RoleMatch } from "../settings/roles";
import * as webui from "../settings/webui";
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
  /** Where a program came with an access token. */
  program?: Program;
  /** From which address the user logged in. */
  remote?: string;
}

/** What a session of a program has of its token. */
export interface Program {
  client: string;
  audience: string;
  /** When the token expires, in Unix seconds. */
  end: number;
  /** Seconds of inactivity. */
  timeout: number;
}

/** rpcd's session of everybody who has none. */
const default_session_id = "00000000000000000000000000000000";

/** Whether a text has the form of a session id of rpcd, and is not rpcd's default session. */
export function is_session_id(text: string): boolean {
  return text.length === 32 && strings.consists_of(text, "hex") && text !== default_session_id;
}

/** Calls a method of rpcd's session object; UBUS_LOGIN_FAILED names the method. */
function call(io: Io, method: string, args: object): Result<JsonObject | undefined> {
  const reply = io.ubus_call("session", method, args);
  if (reply.ok) {
    return reply;
  }
  const facts = values.facts_of(reply);
  return err("UBUS_LOGIN_FAILED", { method, status: facts.status, reason: facts.reason });
}

/** Adds rights to a session; UBUS_LOGIN_FAILED. */
export function grant(io: Io, sid: string, grants: Grants): Result<true> {
  for (const scope of strings.sorted_keys(grants)) {
    const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects: grants[scope] });
    if (!granted.ok) {
      return granted;
    }
  }
  return ok(true);
}

/**
 * Gives a fresh session its grants and values. The user name comes first: rpcd may reload at any moment, and then gives
 * again what the session's role gives; the token, without which LuCI takes no session, comes last.
 */
function fill_session(io: Io, sid: string, username: string, grants: Grants, stored: object): Result<true> {
  const named = call(io, "set", { ubus_rpc_session: sid, values: { username } });
  if (!named.ok) {
    return named;
  }
  const granted = grant(io, sid, grants);
  if (!granted.ok) {
    return granted;
  }
  const set = call(io, "set", { ubus_rpc_session: sid, values: stored });
  return set.ok ? ok(true) : set;
}

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io: Io, sid: string): boolean {
  const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
  return reply.ok || values.facts_of(reply).status === ubus_not_found;
}

/**
 * Creates a session with the time-out of the configuration, the grants of the roles and the values that LuCI and the
 * logout need, and returns its id. On any failure the session is destroyed: UBUS_LOGIN_FAILED.
 */
export function create_session(
  io: Io,
  config: Config,
  match: RoleMatch,
  user: SessionUser,
  grants: Grants,
): Result<string> {
  const is_person = user.program === undefined;
  const program: Partial<Program> = user.program ?? {};
  const stored = {
    // LuCI takes no session without it, and a program's is none of LuCI's.
    token: is_person ? encoding.hex_encode(hash.random(16)) : undefined,
    sso_email: user.email,
    sso_sub: user.sub,
    sso_provider: config.provider ?? names.first,
    sso_issuer: config.issuer_url,
    sso_client_id: config.client_id,
    sso_id_token: is_person ? user.id_token : undefined,
    sso_client: program.client,
    sso_audience: program.audience,
    sso_end: program.end,
    sso_sid: user.provider_sid,
    sso_remote: user.remote,
    sso_login_time: io.time(),
    sso_roles: match.roles.map((role) => role.name),
    // An empty list would be none in one runtime and an empty table in the other.
    sso_groups: match.groups.length > 0 ? match.groups : undefined,
  };
  // What may end the request, such as a lack of random numbers, came before there is a session to leave behind.
  const timeout = program.timeout ?? config.session_timeout ?? webui.session_timeout(io);
  const created = call(io, "create", { timeout });
  if (!created.ok) {
    return created;
  }
  const sid = created.data !== undefined ? created.data.ubus_rpc_session : undefined;
  if (typeof sid !== "string" || !is_session_id(sid)) {
    return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
  }
  const filled = fill_session(io, sid, match.role_name, grants, stored);
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
export function ids_in_cookies(cookies: Cookies): string[] {
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
  /** The section of the provider. */
  provider: string;
  /** As which client the router asked; "" where that is not known. */
  client_id: string;
  /** The provider's session; "" where that is not known. */
  provider_sid: string;
  role: string;
  /** All roles whose rights it was given. */
  roles: string[];
  /** Those of the user's groups that a role listed at the login. */
  groups: string[];
  /** The client whose access token opened it, and that token's audience; "" where a person logged in. */
  client: string;
  audience: string;
  /** "" where that is not known. */
  remote: string;
  since: number | undefined;
  until: number;
  /** When its token expires. */
  end: number | undefined;
}

/** The section of the provider of a session, by its values; those of versions with one provider have none. */
export function provider_of(stored: JsonObject): string {
  const provider = values.text_of(stored.sso_provider);
  return provider !== "" ? provider : names.first;
}

function number_of(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** A session by its values; `expires` is when it ends, 0 where that is not known. */
export function to_session(sid: string, stored: JsonObject, expires: number): SsoSession {
  return {
    sid,
    email: values.text_of(stored.sso_email),
    sub: values.text_of(stored.sso_sub),
    issuer: values.text_of(stored.sso_issuer),
    provider: provider_of(stored),
    client_id: values.text_of(stored.sso_client_id),
    provider_sid: values.text_of(stored.sso_sid),
    role: values.text_of(stored.username),
    roles: values.strings_of(stored.sso_roles) ?? [],
    groups: values.strings_of(stored.sso_groups) ?? [],
    client: values.text_of(stored.sso_client),
    audience: values.text_of(stored.sso_audience),
    remote: values.text_of(stored.sso_remote),
    since: number_of(stored.sso_login_time),
    until: expires,
    end: number_of(stored.sso_end),
  };
}

/** The latest moment at which a session ends, by `session_max_lifetime` or by its token; undefined where there is none. */
export function latest_end(entry: SsoSession, lifetime: number | undefined): number | undefined {
  const by_age = lifetime !== undefined ? (entry.since ?? 0) + lifetime : undefined;
  return by_age !== undefined && entry.end !== undefined ? Math.min(by_age, entry.end) : (by_age ?? entry.end);
}

/** The names of a session's roles, as log and lists have them; of one that keeps none, its user name. */
export function role_names(entry: SsoSession): string {
  return entry.roles.length > 0 ? entry.roles.join(",") : entry.role;
}

/** The live session of an id, of this service or another one, without its end; undefined when there is none. */
export function find_session(io: Io, sid: string): SsoSession | undefined {
  const stored = session_values(io, sid);
  return stored !== undefined ? to_session(sid, stored, 0) : undefined;
}

/** All live sessions that this service made; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io: Io): Result<SsoSession[]> {
  const entries = io.ubus_call_all("session", "list", {});
  if (!entries.ok) {
    return err("UBUS_LOGIN_FAILED", { method: "list" });
  }
  const sessions: SsoSession[] = [];
  for (const entry of entries.data) {
    const stored = entry.data;
    const sid = entry.ubus_rpc_session;
    if (json.is_object(stored) && typeof sid === "string" && typeof stored.sso_issuer === "string") {
      sessions.push(to_session(sid, stored, io.time() + (number_of(entry.expires) ?? 0)));
    }
  }
  return ok(sessions);
}

/** The sessions of an e-mail address, compared as at login; where there are none, those of a subject. */
export function sessions_of(sessions: SsoSession[], who: string): SsoSession[] {
  const by_email = sessions.filter((entry) => entry.email.toLowerCase() === who.toLowerCase());
  return by_email.length > 0 ? by_email : sessions.filter((entry) => entry.sub === who);
}
