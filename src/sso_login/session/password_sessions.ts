/** Live sessions of rpcd that a password opened. */
import * as json from "io/json";
import type { Io } from "../base/io";

/** A live session that this service did not make: one of rpcd's own login. */
export interface PasswordSession {
  sid: string;
  username: string;
  /** LuCI has given it what LuCI needs. */
  is_at_luci: boolean;
  until: number;
}

/** All of them; none where rpcd does not answer. */
export function list(io: Io): PasswordSession[] {
  const entries = io.ubus_call_all("session", "list", {});
  const sessions: PasswordSession[] = [];
  for (const entry of entries.ok ? entries.data : []) {
    const stored = entry.data;
    const sid = entry.ubus_rpc_session;
    const is_other = json.is_object(stored) && typeof stored.sso_issuer !== "string";
    if (is_other && typeof sid === "string" && typeof stored.username === "string") {
      const expires = typeof entry.expires === "number" ? entry.expires : 0;
      sessions.push({
        sid,
        username: stored.username,
        is_at_luci: typeof stored.token === "string",
        until: io.time() + expires,
      });
    }
  }
  return sessions;
}
