/** Ends sessions: one of them, those that have lasted too long, and those that a login replaces. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";
import { ok, type Result } from "../result";
import * as option_bounds from "../settings/option_bounds";
import * as package_sections from "../settings/package_sections";
import * as log_identity from "./log_identity";
import * as rpcd_sessions from "./rpcd_sessions";
import type { SsoSession } from "./rpcd_sessions";

/** Most live sessions of a subject by logins of one kind. */
const max_sessions = 10;

/** Loaded for sessions that are revalidated, and for those that the supervisor has to end, or to revoke the refresh token of. */
const refresh_tokens = () => require("./refresh_tokens") as typeof import("./refresh_tokens");
const supervisor = () => require("./supervisor") as typeof import("./supervisor");
/** Loaded for sessions that are over. */
const pending_change = () => require("./pending_change") as typeof import("./pending_change");

/** After the end of a session of a provider: its refresh token, where there may be one, is revoked in the background. */
export function after_end(io: Io, provider: string): void {
  if (package_sections.option_of(io, "session_revalidate", provider) !== undefined) {
    supervisor().tell(io);
  }
}

/** Ends a session and logs it; false when it cannot be ended. */
function end_and_log(io: Io, entry: SsoSession, code: string, facts: LogPair[]): boolean {
  const is_ended = rpcd_sessions.destroy_session(io, entry.sid);
  if (is_ended) {
    log_identity.log_session(io, entry, facts, code);
  }
  return is_ended;
}

/** Ends a session, has its refresh token revoked, and logs `facts` about its end under `code`; false when it cannot be ended. */
export function end_with(io: Io, entry: SsoSession, code: string, facts: LogPair[]): boolean {
  const is_ended = end_and_log(io, entry, code, facts);
  if (is_ended) {
    after_end(io, entry.provider);
  }
  return is_ended;
}

/** The same; `by` is what ends it, in a line LOGOUT. */
export function end_session(io: Io, entry: SsoSession, by: string): boolean {
  return end_with(io, entry, "LOGOUT", [["by", by]]);
}

/** The option `session_max_lifetime` in seconds, also where other options are wrong; undefined where it is absent or wrong. */
export function max_lifetime(io: Io): number | undefined {
  const option = package_sections.option_of(io, "session_max_lifetime");
  const seconds = typeof option === "string" ? strings.parse_integer(option) : undefined;
  const is_valid = seconds !== undefined && seconds >= option_bounds.min_session_lifetime;
  return is_valid && seconds <= option_bounds.max_session_lifetime ? seconds : undefined;
}

/** Whether a login is older than so many seconds, by the clock that does not jump where the session has its moment. */
function is_older(io: Io, entry: SsoSession, seconds: number): boolean {
  return entry.uptime !== undefined
    ? !store.is_fresh_uptime(io, entry.uptime, seconds)
    : !store.is_fresh(entry.since, io.time(), seconds);
}

/** The option `session_revalidate` of a session's provider. */
function revalidation_of(io: Io, entry: SsoSession): unknown {
  return package_sections.option_of(io, "session_revalidate", entry.provider);
}

/** Whether a session ends while it is used: by its token, its age, or the age of its last proof. */
export function has_end(io: Io, entry: SsoSession): boolean {
  return entry.end !== undefined || max_lifetime(io) !== undefined || revalidation_of(io, entry) !== undefined;
}

/** The end of a session that is over, in use or not, for the log; undefined where it is not over. */
function overdue_by(io: Io, entry: SsoSession, lifetime: number | undefined): string | undefined {
  const expiry = entry.end;
  // The life that the token had at the login, by the steady clock: the other one may have gone back.
  const has_passed = expiry !== undefined && entry.since !== undefined && is_older(io, entry, expiry - entry.since);
  if (has_passed || (expiry !== undefined && io.time() >= expiry)) {
    return "token";
  }
  if (lifetime !== undefined && is_older(io, entry, lifetime)) {
    return "lifetime";
  }
  const option = revalidation_of(io, entry);
  return option !== undefined && refresh_tokens().is_unproved(io, entry, option) ? "unproved" : undefined;
}

/**
 * Ends those sessions that are over, unless by an option whose change they have yet to confirm, and returns the others. Unlike `end_with` it does
 * not tell the supervisor: mostly that is the caller, and it finds within a minute what others end.
 */
export function end_overdue(io: Io, all: SsoSession[]): SsoSession[] {
  const lifetime = max_lifetime(io);
  return all.filter((entry) => {
    const by = overdue_by(io, entry, lifetime);
    if (by === undefined || (by !== "token" && pending_change().unconfirmed_session(io) === entry.sid)) {
      return true;
    }
    const is_unproved = by === "unproved";
    const code = is_unproved ? "SESSION_ENDED" : "LOGOUT";
    return !end_and_log(io, entry, code, [[is_unproved ? "reason" : "by", by]]);
  });
}

/** Ends all sessions that are over, and returns their number. UBUS_LOGIN_FAILED when rpcd does not answer. */
export function expire(io: Io): Result<number> {
  const list = rpcd_sessions.list_sso_sessions(io);
  return list.ok ? ok(list.data.length - end_overdue(io, list.data).length) : list;
}

/**
 * Whether two sessions are of one subject and count together: programs' ones, logins that another site may have begun, and the other logins,
 * so that no other site ends one of these.
 */
function count_together(entry: SsoSession, other: SsoSession): boolean {
  const is_same_user = entry.sub === other.sub && entry.issuer === other.issuer;
  const is_same_site = entry.is_own_site === other.is_own_site;
  return is_same_user && is_same_site && (entry.client !== "") === (other.client !== "");
}

/**
 * After the session `sid` has opened: of all sessions ends those that are over, and those of its subject beyond `max` that are idle longest. The
 * supervisor learns of a session that it has to end; also of one of which rpcd does not tell.
 */
function after_opening(io: Io, sid: string, found: SsoSession[], max: number): void {
  const all = end_overdue(io, found);
  const current = all.find((entry) => entry.sid === sid);
  if (current === undefined || has_end(io, current)) {
    supervisor().tell(io);
  }
  if (current === undefined) {
    return;
  }
  const others = all.filter((entry) => entry.sid !== sid && count_together(entry, current));
  // Each use moves the end of a session; of those that were used last in the same second the older one goes.
  others.sort((a, b) => (a.until !== b.until ? a.until - b.until : (a.since ?? 0) - (b.since ?? 0)));
  for (const entry of others.slice(0, Math.max(0, others.length + 1 - max))) {
    end_session(io, entry, "limit");
  }
}

/** All live sessions; none where rpcd does not answer. */
function live_sessions(io: Io): SsoSession[] {
  const list = rpcd_sessions.list_sso_sessions(io);
  return list.ok ? list.data : [];
}

/** After an exchange of a token has opened the session `sid`; `max` is ten by default. */
export function after_exchange(io: Io, sid: string, max: number | undefined): void {
  after_opening(io, sid, live_sessions(io), max ?? max_sessions);
}

/** The sessions that a browser had before a login: those that it names and will not name again, and that of its last login. */
export interface FormerSessions {
  readonly sessions: string[];
  /** The value of the last login's own cookie, whose hash that session keeps. */
  readonly last_login?: { readonly value: string };
}

/**
 * After a login has opened the session `sid`: first ends the browser's former sessions, unless another site may have begun the login, whatever
 * cookies come with the provider's answer.
 */
export function after_login(io: Io, sid: string, is_own_site: boolean, former: FormerSessions): void {
  const last_login = is_own_site ? former.last_login : undefined;
  const cookie_hash = last_login !== undefined ? hash.hash_sha256_hex(last_login.value) : undefined;
  // Those opened by a password, too.
  for (const replaced of is_own_site ? former.sessions : []) {
    const live = replaced !== sid ? rpcd_sessions.find_session(io, replaced) : undefined;
    if (live !== undefined) {
      end_session(io, live, "login");
    }
  }
  const left = live_sessions(io).filter((entry) => {
    // A session without a cookie has "" there.
    const is_last_login = entry.cookie_hash === cookie_hash && entry.sid !== sid;
    return !is_last_login || !end_session(io, entry, "login");
  });
  after_opening(io, sid, left, max_sessions);
}
