/** ubus sessions of rpcd: read, given grants, and ended. */
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Err, type Result } from "../result";
import type { Grants } from "../rights/acl";
import * as strings from "../base/strings";

/** Loaded for a failure. */
const failures = () => require("../base/failures") as typeof import("../base/failures");

/** rpcd's session for callers without one. */
export const default_session_id = "00000000000000000000000000000000";

/** Whether a text has the form of a session id of rpcd, and is not rpcd's default session. */
export function is_session_id(text: string): boolean {
  return text.length === 32 && strings.consists_of(text, "hex") && text !== default_session_id;
}

/** Calls a method of the ubus object `session`; UBUS_LOGIN_FAILED names the method. */
export function call(io: Io, method: string, args: object): Result<JsonObject | undefined> {
  const reply = io.ubus_call("session", method, args);
  if (reply.ok) {
    return reply;
  }
  const failure = failures().adding(reply, { method });
  failure.error = "UBUS_LOGIN_FAILED";
  return failure;
}

/** Grants a new session what is wanted, or a live one what it lacks. UBUS_LOGIN_FAILED. */
export function grant(io: Io, sid: string, grants: Grants): Result<true> {
  for (const scope of strings.sorted_keys(grants)) {
    const granted = call(io, "grant", { ubus_rpc_session: sid, scope, objects: grants[scope] });
    if (!granted.ok) {
      return granted;
    }
  }
  return ok(true);
}

/** Whether a call failed because there is no such session. */
export function is_gone(failure: Err): boolean {
  return failure.meaning === "absent";
}

/** Ends a session; one that is gone already counts as ended. */
export function destroy_session(io: Io, sid: string): boolean {
  const reply = io.ubus_call("session", "destroy", { ubus_rpc_session: sid });
  return reply.ok || is_gone(reply);
}

/** The values of a session while it lives; `is_told` is false where rpcd does not answer. */
function ask(io: Io, sid: string): { values?: JsonObject; is_told: boolean } {
  if (!is_session_id(sid)) {
    return { is_told: true };
  }
  const reply = io.ubus_call("session", "get", { ubus_rpc_session: sid });
  const found = reply.ok && reply.data !== undefined ? reply.data.values : undefined;
  return { values: json.is_object(found) ? found : undefined, is_told: reply.ok || is_gone(reply) };
}

/** The values of a live session, or undefined when there is none of that id. */
export function session_values(io: Io, sid: string): JsonObject | undefined {
  return ask(io, sid).values;
}

/** The session of a browser, and whether rpcd has told of all that the browser names. */
export interface BrowserSession {
  live?: { sid: string; values: JsonObject };
  is_told: boolean;
}

/** The first session that lives, of the ids that a browser names. */
export function first_live(io: Io, sids: string[]): BrowserSession {
  let is_told = true;
  for (const sid of sids) {
    const found = ask(io, sid);
    if (found.values !== undefined) {
      return { live: { sid, values: found.values }, is_told: true };
    }
    is_told = is_told && found.is_told;
  }
  return { is_told };
}

/** A live session; times are Unix seconds. */
export interface SsoSession {
  sid: string;
  email: string;
  /** The e-mail address that the provider did not call verified; "" without one, or where `log_identity` was off. */
  unverified: string;
  sub: string;
  /** "" for a session that this service did not make. */
  issuer: string;
  provider: string;
  /** The login's ID Token; "" in a program's session. */
  id_token: string;
  /** The client id of this router at the login; "" where that is not known. */
  client_id: string;
  /** The provider's session id; "" where that is not known. */
  provider_sid: string;
  /** rpcd's user name, the first role. */
  role: string;
  /** All roles, the first included; none in sessions of versions that kept no list. */
  roles: string[];
  /** The user's groups that a role listed at the login. */
  groups: string[];
  /** The client whose access token opened it, and that token's audience; "" where a person logged in. */
  client: string;
  /** Whether the token was a person's although `sub` is the client. */
  is_of_person: boolean;
  audience: string;
  /** The hash of the settings with which the login of an administrator began; "" while passwords are on. */
  settings_hash: string;
  /** The IP address of the login; "" where that is not known. */
  remote: string;
  /** Unix time at which the session was made; undefined where that is not known. */
  since: number | undefined;
  /** Seconds of the monotonic clock at the login; undefined in sessions of earlier versions. */
  uptime: number | undefined;
  /** The hash of the login's own cookie, and the page of LuCI at which the login ended; "" without one. */
  cookie_hash: string;
  page: string;
  /** Whether the login proved that no other site began it. */
  is_own_site: boolean;
  /** Unix time of its end if it is not used; 0 in a session that is not listed. */
  until: number;
  /** The expiry of a program's token. */
  end: number | undefined;
  /** Its grants by scope and object, where it is listed. */
  acls: JsonObject;
}

/** The provider's section by a session's values; `default` in sessions of versions with one provider. */
export function provider_of(stored: JsonObject): string {
  const provider = json_values.text_of(stored.sso_provider);
  return provider !== "" ? provider : public_names.first;
}

function number_of(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** A session by its values, which do not say when it ends. */
export function to_session(sid: string, stored: JsonObject): SsoSession {
  return {
    sid,
    email: json_values.text_of(stored.sso_email),
    unverified: json_values.text_of(stored.sso_unverified),
    sub: json_values.text_of(stored.sso_sub),
    issuer: json_values.text_of(stored.sso_issuer),
    provider: provider_of(stored),
    id_token: json_values.text_of(stored.sso_id_token),
    client_id: json_values.text_of(stored.sso_client_id),
    provider_sid: json_values.text_of(stored.sso_sid),
    role: json_values.text_of(stored.username),
    roles: json_values.strings_of(stored.sso_roles) ?? [],
    groups: json_values.strings_of(stored.sso_groups) ?? [],
    client: json_values.text_of(stored.sso_client),
    is_of_person: stored.sso_person === true,
    audience: json_values.text_of(stored.sso_audience),
    settings_hash: json_values.text_of(stored.sso_proof),
    remote: json_values.text_of(stored.sso_remote),
    since: number_of(stored.sso_login_time),
    uptime: number_of(stored.sso_login_uptime),
    cookie_hash: json_values.text_of(stored.sso_cookie_hash),
    page: json_values.text_of(stored.sso_page),
    is_own_site: stored.sso_own_site === true,
    until: 0,
    end: number_of(stored.sso_end),
    acls: {},
  };
}

/** The names of a session's roles for logs and lists; the user name in sessions of versions that kept no list. */
export function role_names(entry: SsoSession): string {
  return entry.roles.length > 0 ? entry.roles.join(",") : entry.role;
}

/** The user of a session for lists: the e-mail, or the subject of one without. */
export function user_name(entry: SsoSession): string {
  return entry.email !== "" ? entry.email : entry.sub;
}

/** The live session of an id, without its end, whoever created it; undefined when there is none. */
export function find_session(io: Io, sid: string): SsoSession | undefined {
  const stored = session_values(io, sid);
  return stored !== undefined ? to_session(sid, stored) : undefined;
}

/** A live session as rpcd lists it. */
interface ListedSession {
  sid: string;
  values: JsonObject;
  until: number;
  acls: JsonObject;
}

/** All live sessions, whoever created them; UBUS_LOGIN_FAILED when rpcd does not answer. */
function list_sessions(io: Io): Result<ListedSession[]> {
  const entries = io.ubus_call_all("session", "list", {});
  if (!entries.ok) {
    return err("UBUS_LOGIN_FAILED", { method: "list" });
  }
  const listed: ListedSession[] = [];
  for (const entry of entries.data) {
    const sid = entry.ubus_rpc_session;
    if (json.is_object(entry.data) && typeof sid === "string") {
      const acls = json.is_object(entry.acls) ? entry.acls : {};
      listed.push({ sid, values: entry.data, until: io.time() + (number_of(entry.expires) ?? 0), acls });
    }
  }
  return ok(listed);
}

/** All live sessions that this service created; UBUS_LOGIN_FAILED when rpcd does not answer. */
export function list_sso_sessions(io: Io): Result<SsoSession[]> {
  const listed = list_sessions(io);
  if (!listed.ok) {
    return listed;
  }
  const sessions: SsoSession[] = [];
  for (const entry of listed.data.filter((one) => typeof one.values.sso_issuer === "string")) {
    const session = to_session(entry.sid, entry.values);
    session.until = entry.until;
    session.acls = entry.acls;
    sessions.push(session);
  }
  return ok(sessions);
}

/** A live session that a password opened: of a local login of rpcd, which this service did not create. */
export interface LocalSession {
  sid: string;
  username: string;
  /** Whether LuCI has given it LuCI's token: it is a browser's, and no program's at `/ubus`. */
  is_at_luci: boolean;
  /** Unix seconds of its end if it is not used. */
  until: number;
}

/** All of these sessions; none where rpcd does not answer. */
export function list_local_sessions(io: Io): LocalSession[] {
  const listed = list_sessions(io);
  const sessions: LocalSession[] = [];
  for (const entry of listed.ok ? listed.data : []) {
    const username = entry.values.username;
    if (typeof entry.values.sso_issuer !== "string" && typeof username === "string") {
      const is_at_luci = typeof entry.values.token === "string";
      sessions.push({ sid: entry.sid, username, is_at_luci, until: entry.until });
    }
  }
  return sessions;
}
