/** Live sessions that passwords opened: sessions of rpcd's local logins, which this service did not create. */
import * as json from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as hash from "../jose/hash";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as password_sections from "./password_sections";

export interface LocalSession {
  sid: string;
  username: string;
  /** Whether LuCI has given it LuCI's token: it is a browser's, and no program's at `/ubus`. */
  is_at_luci: boolean;
  /** Unix seconds of its end if it is not used. */
  until: number;
}

/** All of these sessions; none where rpcd does not answer. */
export function live_sessions(io: Io): LocalSession[] {
  const entries = io.ubus_call_all("session", "list", {});
  const found: LocalSession[] = [];
  for (const entry of entries.ok ? entries.data : []) {
    const stored = entry.data;
    const sid = entry.ubus_rpc_session;
    const is_other = json.is_object(stored) && typeof stored.sso_issuer !== "string";
    if (is_other && typeof sid === "string" && typeof stored.username === "string") {
      const seconds = typeof entry.expires === "number" ? entry.expires : 0;
      const is_at_luci = typeof stored.token === "string";
      found.push({ sid, username: stored.username, is_at_luci, until: io.time() + seconds });
    }
  }
  return found;
}

/** Ends the sessions of users whose passwords are refused, and returns their number. */
export function end_sessions(io: Io): number {
  const sections = rpcd_logins.read_sections(io);
  const locked = (sections.ok ? sections.data : []).filter((section) => password_sections.is_locked(section));
  const users = password_sections.users_of(locked);
  let ended = 0;
  for (const entry of live_sessions(io)) {
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
