/** New sessions of rpcd, with exactly the rights of the matching roles. */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";
import { err, ok, type Fact, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import type { RoleMatch } from "../rights/role_matching";
import * as option_bounds from "../settings/option_bounds";
import type { Grants } from "../rights/acl";
import * as rpcd_sessions from "./rpcd_sessions";

/** The user of a session, as the session's values keep it. */
export interface SessionUser {
  email: string;
  sub: string;
  /** Only of a person: a program keeps its token itself. */
  id_token?: string;
  /** The provider's session id, by which the provider may end this session. */
  provider_sid?: string;
  program?: Program;
  remote?: string;
  cookie_hash?: string;
  /** Whether the login proved that no other site began it. */
  is_own_site?: boolean;
}

export interface NewSession {
  match: RoleMatch;
  user: SessionUser;
  /** The user's address that the provider did not call verified. */
  unverified?: Fact;
  grants: Grants;
  /** The hash of the settings with which the login began, of an administrator while passwords are off. */
  settings_hash?: string;
  /** The page of LuCI at which the login ends. */
  page?: string;
  /** Whether the session may be used, asked once it has its rights and others can find it. */
  check: (this: void, sid: string) => Result<true>;
}

/** A program by its access token. */
export interface Program {
  client: string;
  is_of_user: boolean;
  audience: string;
  /** Unix seconds of the token's expiry. */
  end: number;
  /** Seconds of inactivity. */
  timeout: number;
}

function set_values(io: Io, sid: string, values: object): Result<unknown> {
  return rpcd_sessions.call(io, "set", { ubus_rpc_session: sid, values });
}

/**
 * Fills a new session. The user's values come first: rpcd may reload at any moment and then grants by the user name, and who ends sessions
 * finds it. The check comes after the rights: whoever changes rights later finds them here. `last` is what LuCI and a callback that is loaded
 * again ask for; before it nobody knows the session.
 */
function fill_session(io: Io, sid: string, wanted: NewSession, stored: object, last?: object): Result<unknown> {
  const named = set_values(io, sid, stored);
  if (!named.ok) {
    return named;
  }
  const granted = rpcd_sessions.grant(io, sid, wanted.grants);
  if (!granted.ok) {
    return granted;
  }
  const checked = wanted.check(sid);
  return checked.ok && last !== undefined ? set_values(io, sid, last) : checked;
}

/** Seconds where LuCI has no option. */
const default_session_timeout = 3600;

/** LuCI's session time-out in seconds, within the bounds of `session_timeout`. */
export function session_timeout(io: Io): number {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  const seconds = option.ok && typeof option.data === "string" ? (strings.parse_integer(option.data) ?? 0) : 0;
  return seconds > 0
    ? Math.max(option_bounds.min_session_timeout, Math.min(option_bounds.max_session_timeout, seconds))
    : default_session_timeout;
}

/**
 * Creates a session with the time-out of the configuration, the grants of the roles, and the values that LuCI and the logout
 * need; returns its id. UBUS_LOGIN_FAILED, or as the check fails; then the session is destroyed.
 */
export function create_session(io: Io, config: Config, wanted: NewSession): Result<string> {
  const match = wanted.match;
  const user = wanted.user;
  const program: Partial<Program> = user.program ?? {};
  // Of another user `sub` tells.
  const sso_person = program.is_of_user === true && program.client === user.sub ? true : undefined;
  // LuCI refuses sessions without a token, and so those of programs.
  const last =
    user.program === undefined
      ? { token: bytes.hex_encode(hash.random(16)), sso_cookie_hash: user.cookie_hash }
      : undefined;
  const stored = {
    username: match.role_name,
    sso_email: user.email,
    sso_unverified: wanted.unverified,
    sso_sub: user.sub,
    sso_provider: config.provider,
    sso_issuer: config.issuer_url,
    sso_client_id: config.client_id,
    sso_id_token: user.id_token,
    sso_client: program.client,
    sso_person,
    sso_audience: program.audience,
    sso_end: program.end,
    sso_sid: user.provider_sid,
    sso_remote: user.remote,
    sso_own_site: user.is_own_site,
    sso_proof: wanted.settings_hash,
    sso_login_time: io.time(),
    sso_login_uptime: Math.floor(io.monotonic()),
    sso_page: wanted.page,
    sso_roles: match.roles.map((role) => role.name),
    // An empty list would be none in one runtime and an empty table in the other.
    sso_groups: match.groups.length > 0 ? match.groups : undefined,
  };
  // A lack of random numbers ends the request: above, as there is no session yet to leave behind.
  const timeout = program.timeout ?? config.session_timeout ?? session_timeout(io);
  const created = rpcd_sessions.call(io, "create", { timeout });
  if (!created.ok) {
    return created;
  }
  const sid = created.data !== undefined ? created.data.ubus_rpc_session : undefined;
  if (typeof sid !== "string" || !rpcd_sessions.is_session_id(sid)) {
    return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
  }
  const filled = fill_session(io, sid, wanted, stored, last);
  if (!filled.ok) {
    rpcd_sessions.destroy_session(io, sid);
    return filled;
  }
  return ok(sid);
}
