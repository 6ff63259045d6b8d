/** New sessions of rpcd, with exactly the rights of the matching roles. */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import type { RoleMatch } from "../rights/role_matching";
import * as option_bounds from "../settings/option_bounds";
import type { Grants } from "../rights/acl";
import * as rpcd_sessions from "./rpcd_sessions";

/** The user of a session, as the session's values keep it. */
export interface SessionUser {
  email: string;
  sub: string;
  /** The user's e-mail address that the provider did not call verified, as far as it may be named. */
  unverified?: string;
  /** Only of a person: a program keeps its token itself. */
  id_token?: string;
  /** The provider's session, by which it may end this one: "" where it named none, absent where it may end no session. */
  provider_sid?: string;
  program?: Program;
  remote?: string;
  cookie_hash?: string;
  /** Whether the login proved that no other site began it. */
  is_own_site?: boolean;
}

/** A session to create. */
export interface WantedSession {
  match: RoleMatch;
  user: SessionUser;
  grants: Grants;
  /** The hash of the settings with which the login began, of an administrator while passwords are off. */
  settings_hash?: string;
  /** The page of LuCI at which the login ends. */
  page?: string;
}

/** The values that LuCI, and a callback that is loaded again, ask for. */
interface SessionKey {
  token: string;
  sso_cookie_hash?: string;
}

/** A session with its values and rights, which nobody knows yet; only `create` makes one. */
export interface CreatedSession extends MadeBy<"create"> {
  readonly sid: string;
  /** LuCI refuses sessions without a token, and so those of programs. */
  readonly key: SessionKey | "none";
}

/** A program by its access token. */
export interface Program {
  client: string;
  /** Whether the token is a person's, and not that of the client for itself. */
  is_of_person: boolean;
  audience: string;
  /** Unix seconds of the token's expiry. */
  end: number;
  /** Seconds of inactivity. */
  timeout: number;
}

function set_values(io: Io, sid: string, values: object): Result<unknown> {
  return rpcd_sessions.call(io, "set", { ubus_rpc_session: sid, values });
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

/** The values of a session by which it is found, and its user is known. */
function values_of(io: Io, config: Config, wanted: WantedSession): object {
  const match = wanted.match;
  const user = wanted.user;
  const program: Partial<Program> = user.program ?? {};
  // A `sub` that is the client's id may be of the client's own token or of a person's, so that is stored. Any other `sub` is a person's.
  const sso_person = program.is_of_person === true && program.client === user.sub ? true : undefined;
  return {
    username: match.role_name,
    sso_email: user.email,
    sso_unverified: user.unverified,
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
    // The name that earlier versions gave it.
    sso_proof: wanted.settings_hash,
    sso_login_time: io.time(),
    sso_login_uptime: Math.floor(io.monotonic()),
    sso_page: wanted.page,
    sso_roles: match.roles.map((role) => role.name),
    // An empty list would be none in one runtime and an empty table in the other.
    sso_groups: match.groups.length > 0 ? match.groups : undefined,
  };
}

/**
 * Creates a session with the time-out of the configuration, its values, and then its rights: rpcd may reload at any moment and then
 * grants by the user name, and who ends sessions finds it. UBUS_LOGIN_FAILED; then there is no session.
 */
export function create(io: Io, config: Config, wanted: WantedSession): Result<CreatedSession> {
  const user = wanted.user;
  const program = user.program;
  // Without random numbers the request ends here, before there is a session that it would leave behind.
  const key =
    program === undefined ? { token: bytes.hex_encode(hash.random(16)), sso_cookie_hash: user.cookie_hash } : "none";
  const timeout = program !== undefined ? program.timeout : (config.session_timeout ?? session_timeout(io));
  const values = values_of(io, config, wanted);
  const created = rpcd_sessions.call(io, "create", { timeout });
  if (!created.ok) {
    return created;
  }
  const sid = created.data !== undefined ? created.data.ubus_rpc_session : undefined;
  if (typeof sid !== "string" || !rpcd_sessions.is_session_id(sid)) {
    return err("UBUS_LOGIN_FAILED", { method: "create", reason: "no session id in the answer" });
  }
  const named = set_values(io, sid, values);
  const granted = named.ok ? rpcd_sessions.grant(io, sid, wanted.grants) : named;
  if (!granted.ok) {
    rpcd_sessions.destroy_session(io, sid);
    return granted;
  }
  return ok({ sid, key } as CreatedSession);
}

/** Makes a session known to LuCI, once it has been checked with its rights. UBUS_LOGIN_FAILED. */
export function make_known(io: Io, created: CreatedSession): Result<unknown> {
  return created.key !== "none" ? set_values(io, created.sid, created.key) : ok(true);
}
