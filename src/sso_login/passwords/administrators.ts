/**
 * The administrators: users of single sign-on whose roles, as they are now, change everything. They turn passwords off and
 * confirm that, in LuCI, or in the shell after such a login.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as login_settings from "../settings/login_settings";
import * as acl from "../rights/acl";
import * as session_rules from "../rpcd/session_rules";
import type { ProvedChange, Refusal } from "./password_types";
import * as password_trial from "./password_trial";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";

/** The roles and access groups as they are now, read once for all sessions. */
interface RolesNow {
  rules: session_rules.SessionRules;
  groups: acl.AclGroup[];
}

/** Undefined where the roles or rpcd's sections cannot be read. */
function read_roles(io: Io): RolesNow | undefined {
  const rules = session_rules.read_rules(io);
  return rules.ok ? { rules: rules.data, groups: acl.read_groups(io).groups } : undefined;
}

/**
 * Whether the user of a session has roles now that change everything. A program is no administrator: its session does not show that
 * a person can log in.
 */
function is_administrator(io: Io, now: RolesNow, entry: rpcd_sessions.SsoSession): boolean {
  const own = now.rules.roles.filter((role) => entry.roles.includes(role.name));
  const is_person = entry.client === "";
  return is_person && session_rules.still_authorized(now.rules, entry) && acl.change_everything(io, now.groups, own);
}

/** Whether the roles that change everything list one e-mail or one subject, and nobody else; false where they cannot be read. */
export function is_single(io: Io): boolean {
  const roles_now = read_roles(io);
  if (roles_now === undefined) {
    return false;
  }
  const names: string[] = [];
  for (const role of roles_now.rules.roles.filter((one) => acl.change_everything(io, roles_now.groups, [one]))) {
    if ((role.group ?? []).length > 0) {
      return false;
    }
    strings.add_missing(names, (role.email ?? []).map((email) => email.toLowerCase()).concat(role.sub ?? []));
  }
  return names.length === 1;
}

/** Whether a session is of a login since the trial began, by the settings in force. */
function proves(io: Io, entry: rpcd_sessions.SsoSession): boolean {
  const trial = password_trial.read(io);
  const is_new = trial !== undefined && password_trial.is_new(io, trial, entry);
  return is_new && entry.settings_hash === login_settings.settings_hash(io);
}

/** The reason why a session may not make a change, whatever else holds. */
export function refusal_for_session(io: Io, sid: string, change: ProvedChange): Refusal | undefined {
  const entry = rpcd_sessions.find_session(io, sid);
  if (entry === undefined || entry.issuer === "" || entry.client !== "") {
    return "not_sso";
  }
  const roles_now = read_roles(io);
  if (roles_now === undefined || !is_administrator(io, roles_now, entry)) {
    return "not_everything";
  }
  return change === "confirm" && !proves(io, entry) ? "same_login" : undefined;
}

/**
 * The reason why the shell may not make a change. To turn passwords off, an administrator must have logged in within the last ten
 * minutes; to confirm the trial, since it began.
 */
export function refusal_for_shell(io: Io, change: ProvedChange): Refusal | undefined {
  const roles_now = read_roles(io);
  const list = rpcd_sessions.list_sso_sessions(io);
  if (roles_now === undefined || !list.ok) {
    return "no_login";
  }
  const now = io.time();
  const has_logged_in = list.data.some((entry) => {
    const is_recent =
      change === "confirm" ? proves(io, entry) : store.is_fresh(entry.since, now, password_trial.trial_seconds);
    return is_recent && is_administrator(io, roles_now, entry);
  });
  return has_logged_in ? undefined : "no_login";
}
