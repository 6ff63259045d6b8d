/** Ends sessions: one of them, those that have lasted too long, and those that a login replaces. */
import type { Io } from "../base/io";
import * as names from "../base/names";
import * as store from "../base/store";
import * as strings from "../base/strings";
import { ok, type Result } from "../result";
import * as limits from "../settings/limits";
import * as log_identity from "./log_identity";
import * as session from "./sessions";
import type { Cookies, SsoSession } from "./sessions";

/** Live sessions that one subject may have by logins. */
const max_sessions = 10;

/** Ends a session and logs why, `by=…`; false when it cannot be ended. */
export function end_session(io: Io, entry: SsoSession, by: string): boolean {
  const is_ended = session.destroy_session(io, entry.sid);
  if (is_ended) {
    log_identity.log_logout(io, log_identity.setting(io), ["by", by], entry);
  }
  return is_ended;
}

/** Seconds that a session may last; undefined where the option is absent or wrong. What else is wrong does not matter. */
export function max_lifetime(io: Io): number | undefined {
  const option = io.uci_get(names.package_name, "default", "session_max_lifetime");
  const seconds = option.ok && typeof option.data === "string" ? strings.parse_integer(option.data) : undefined;
  const is_valid = seconds !== undefined && seconds >= limits.min_session_lifetime;
  return is_valid && seconds <= limits.max_session_lifetime ? seconds : undefined;
}

/** Why a session is over although it may be in use; undefined where it is not. */
function overdue_by(entry: SsoSession, now: number, lifetime: number | undefined): string | undefined {
  if (entry.end !== undefined && now >= entry.end) {
    return "token";
  }
  return lifetime !== undefined && !store.is_fresh(entry.since, now, lifetime) ? "lifetime" : undefined;
}

/** Ends those sessions that have lasted as long as they may, in use or not; the answer is what is left. */
export function end_overdue(io: Io, sessions: SsoSession[]): SsoSession[] {
  const lifetime = max_lifetime(io);
  const now = io.time();
  return sessions.filter((entry) => {
    const by = overdue_by(entry, now, lifetime);
    return by === undefined || !end_session(io, entry, by);
  });
}

/** Does so with all sessions; the answer is how many ended. UBUS_LOGIN_FAILED when rpcd does not answer. */
export function expire(io: Io): Result<number> {
  const list = session.list_sso_sessions(io);
  return list.ok ? ok(list.data.length - end_overdue(io, list.data).length) : list;
}

/** After a login: ends the sessions whose cookies came with it, as no browser will send them again. */
export function end_replaced(io: Io, cookies: Cookies, sid: string): void {
  for (const replaced of session.ids_in_cookies(cookies)) {
    const live = replaced !== sid ? session.find_session(io, replaced) : undefined;
    if (live !== undefined) {
      end_session(io, live, "login");
    }
  }
}

/**
 * After a login: ends the sessions that are over, and a subject's oldest that are more than ten; the one of this login stays. Of
 * a program's it is those that came the same way, and `max` of them.
 */
export function end_oldest(io: Io, sid: string, max?: number): void {
  const list = session.list_sso_sessions(io);
  const all = end_overdue(io, list.ok ? list.data : []);
  const current = all.find((entry) => entry.sid === sid);
  if (current === undefined) {
    return;
  }
  const is_program = current.client !== "";
  const others = all.filter(
    (entry) =>
      entry.sid !== sid &&
      entry.sub === current.sub &&
      entry.issuer === current.issuer &&
      (entry.client !== "") === is_program,
  );
  others.sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  for (const entry of others.slice(0, Math.max(0, others.length + 1 - (max ?? max_sessions)))) {
    end_session(io, entry, "limit");
  }
}
