/** Answers for the settings page about people: sessions, the last logins, and the rights that somebody would get. */
import * as json from "io/json";
import type { JsonObject, List } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import * as log_identity from "../rpcd/log_identity";
import * as session_ending from "../rpcd/session_ending";
import * as login_history from "./login_history";
import * as preview from "../rights/preview";
import type { Preview } from "../rights/preview_answer";
import * as refresh_tokens from "../rpcd/refresh_tokens";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as package_sections from "../settings/package_sections";
import * as saved_config from "../settings/saved_config";
import * as page_settings from "../settings/page_settings";
import * as errors from "../web/errors";
import type { SessionAnswer } from "./ubus_answers";

/** The latest end of a session, by `lifetime` (`session_max_lifetime`) or by its token; undefined where there is none. */
export function latest_end(io: Io, entry: rpcd_sessions.SsoSession, lifetime: number | undefined): number | undefined {
  // As its end: by the clock that does not jump, where the session has its moment.
  const since = entry.uptime !== undefined ? Math.ceil(io.time() + entry.uptime - io.monotonic()) : (entry.since ?? 0);
  const by_age = lifetime !== undefined ? since + lifetime : undefined;
  return by_age !== undefined && entry.end !== undefined ? Math.min(by_age, entry.end) : (by_age ?? entry.end);
}

/** The last proof of a session's user, Unix time; undefined where `session_revalidate` is off, and for a program. */
export function proved_at(io: Io, entry: rpcd_sessions.SsoSession): number | undefined {
  const option = package_sections.option_of(io, "session_revalidate", entry.provider);
  return option !== undefined && entry.client === "" ? refresh_tokens.last_proof(io, entry).at : undefined;
}

/** The live sessions; `sid` is the caller's. None where rpcd does not answer. */
export function sessions(io: Io, sid: string): SessionAnswer[] {
  const list = rpcd_sessions.list_sso_sessions(io);
  const lifetime = session_ending.max_lifetime(io);
  return (list.ok ? list.data : []).map((entry) => {
    const latest = latest_end(io, entry, lifetime);
    return {
      id: hash.hash_sha256_hex(entry.sid),
      who: rpcd_sessions.user_name(entry),
      unverified: entry.email === "" && entry.unverified !== "" ? entry.unverified : undefined,
      provider: entry.provider,
      role: rpcd_sessions.role_names(entry),
      own: entry.sid === sid,
      from: entry.client !== "" ? entry.client + " @ " + entry.remote : entry.remote,
      client: entry.client !== "" ? entry.client : undefined,
      since: entry.since,
      until: Math.min(entry.until, latest ?? entry.until),
      latest,
      proved_at: proved_at(io, entry),
    };
  });
}

/** Ends the session whose id has the hash `id`, for the session `sid`; INVALID_REQUEST where there is none, UBUS_LOGIN_FAILED. */
export function end_session(io: Io, input: JsonObject, sid: string): Result<object> {
  const id = json_values.text_of(input.id);
  const list = rpcd_sessions.list_sso_sessions(io);
  if (!list.ok) {
    return list;
  }
  const entry = list.data.find((candidate) => hash.hash_sha256_hex(candidate.sid) === id);
  if (entry === undefined) {
    return err("INVALID_REQUEST", "this session has ended already");
  }
  const caller = rpcd_sessions.find_session(io, sid);
  const actor: LogPair = caller !== undefined ? log_identity.actor_pair(log_identity.setting(io), caller) : ["by", ""];
  const by: LogPair[] = [
    ["by", "administrator"],
    [actor[0] === "by_id" ? "administrator_id" : "administrator", actor[1]],
  ];
  return session_ending.end_with(io, entry, "LOGOUT", by) ? ok({ ended: true }) : err("UBUS_LOGIN_FAILED");
}

/** Logs that the session `sid` has registered this router at a provider. */
export function note_registration(io: Io, sid: string, provider: string): void {
  const actor = rpcd_sessions.find_session(io, sid);
  const by: LogPair[] = actor !== undefined ? [log_identity.actor_pair(log_identity.setting(io), actor)] : [];
  const facts: LogPair[] = [["session", hash.safe_id(sid)]];
  log.event(io, "notice", "REGISTERED", by.concat([["provider", provider]], facts));
}

/** Whether a code of the log is that of a change: of LuCI's settings, of passwords, of the registration. */
function is_change(code: string): boolean {
  return ["CHANGED", "CHANGE_UNCONFIRMED", "PASSWORD_LOGIN", "REGISTERED"].includes(code);
}

const told = ["LOGIN_GRANTED", "TEST_LOGIN", "LOGOUT", "SESSION_ENDED"];

/** Whether a code of the log is that of a login or its end, of a refusal or of a change. */
function is_told(code: string): boolean {
  return told.includes(code) || is_change(code) || errors.errors[code] !== undefined;
}

/** The last logins, ends of sessions, refusals and changes, or changes only, the newest first; `error` where the log cannot be read. */
export function last_logins(io: Io, input: JsonObject): Result<{ entries: List<login_history.Entry> }> {
  const entries = login_history.read(io, input.changes_only === true ? is_change : is_told);
  return entries !== undefined ? ok({ entries: json.list(entries) }) : err("UBUS_ERROR", "the log cannot be read");
}

/**
 * The rights that a user with `email`, `groups` and `sub` would get at `provider` (the first where that is "") by the roles of
 * `{values, roles}`, saved or not. INVALID_REQUEST, CONFIG_ERROR.
 */
export function what_would_get(io: Io, input: JsonObject): Result<Preview> {
  const settings = page_settings.read_settings(io, input);
  if (!settings.ok) {
    return settings;
  }
  const saved = settings.data === undefined ? saved_config.saved_sections(io) : ok(settings.data.sections);
  if (!saved.ok) {
    return saved;
  }
  const sections = rpcd_logins.read_sections(io);
  if (!sections.ok) {
    return err("CONFIG_ERROR", { config: "rpcd" });
  }
  const all = rpcd_logins.usable_roles(sections.data, page_settings.roles_of(saved.data));
  const named = json_values.text_of(input.provider);
  const provider = named !== "" ? named : public_names.first;
  const rules = { roles: all, issuer_url: page_settings.values_of(saved.data, provider).issuer_url, provider };
  // The page asks about an address that counts.
  const claims: JsonObject = { email: input.email, email_verified: true, groups: input.groups, sub: input.sub };
  const found = preview.find(io, rules, claims);
  return ok(found.ok ? found.data.shown : { roles: json.list([]) });
}
