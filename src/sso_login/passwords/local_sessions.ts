/** The end of sessions that passwords opened. */
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as hash from "../jose/hash";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as password_sections from "./password_sections";

/** Ends the sessions of users whose passwords are refused, and returns their number. */
export function end_sessions(io: Io): number {
  const sections = rpcd_logins.read_sections(io);
  const locked = (sections.ok ? sections.data : []).filter((section) => password_sections.is_locked(section));
  const users = password_sections.users_of(locked);
  let ended = 0;
  for (const entry of rpcd_sessions.list_local_sessions(io)) {
    if (users.includes(entry.username) && rpcd_sessions.destroy_session(io, entry.sid)) {
      ended = ended + 1;
      log.event(io, "notice", "LOGOUT", [
        ["by", "password_login"],
        ["user", entry.username],
        ["session", hash.safe_id(entry.sid)],
      ]);
    }
  }
  return ended;
}
