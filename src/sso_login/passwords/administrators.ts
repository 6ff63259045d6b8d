/**
 * Who may turn passwords off, and confirm that: a user of single sign-on whose roles, as they are now, change everything, from
 * LuCI or from the shell after such a login.
 */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as strings from "../base/strings";
import type { Role } from "../settings/role_sections";
import * as acl from "../rights/acl";
import type { AclGroup } from "../rights/acl";
import * as permissions from "../rights/permissions";
import * as session_policy from "../rpcd/policy";
import type { SessionPolicy } from "../rpcd/policy";
import type { Refusal } from "./state";
import * as trial from "./trial";
import * as sessions from "../rpcd/sessions";
import type { SsoSession } from "../rpcd/sessions";

/** Whether roles give the right to write with every access group of the router that has one. */
export function change_everything(io: Io, groups: AclGroup[], all: Role[]): boolean {
  const writable = groups.filter((group) => strings.sorted_keys(acl.grants_of(group, "write")).length > 0);
  return (
    writable.length > 0 &&
    writable.every((group) =>
      all.some((role) => permissions.permits(io, { read: [], write: role.write ?? [] }, "write", group.name)),
    )
  );
}

/** What sessions are judged by, read once. */
export interface Judge {
  policy: SessionPolicy;
  groups: AclGroup[];
}

/** Undefined where roles or rpcd's sections cannot be read. */
export function judge_of(io: Io): Judge | undefined {
  const policy = session_policy.read_policy(io);
  return policy.ok ? { policy: policy.data, groups: acl.read_groups(io).groups } : undefined;
}

/** Whether the user of a session has roles now that change everything. */
function is_administrator(io: Io, judge: Judge, entry: SsoSession): boolean {
  const own = judge.policy.roles.filter((role) => entry.roles.includes(role.name));
  return session_policy.still_authorized(judge.policy, entry) && change_everything(io, judge.groups, own);
}

/** The roles that change everything, each by itself. */
export function roles_of(io: Io, judge: Judge): Role[] {
  return judge.policy.roles.filter((role) => change_everything(io, judge.groups, [role]));
}

/** Whether only one e-mail or one subject has a role that changes everything. */
export function is_single(io: Io, judge: Judge): boolean {
  const names: string[] = [];
  for (const role of roles_of(io, judge)) {
    if ((role.group ?? []).length > 0) {
      return false;
    }
    for (const name of (role.email ?? []).map((email) => email.toLowerCase()).concat(role.sub ?? [])) {
      if (!names.includes(name)) {
        names.push(name);
      }
    }
  }
  return names.length === 1;
}

/** Why a session may not turn passwords off, whatever holds else. */
export function refusal_for_session(io: Io, sid: string): Refusal | undefined {
  const entry = sessions.find_session(io, sid);
  if (entry === undefined || entry.issuer === "") {
    return "not_sso";
  }
  const judge = judge_of(io);
  return judge !== undefined && is_administrator(io, judge, entry) ? undefined : "not_everything";
}

/** Why a session may not confirm the trial. */
export function refusal_to_confirm(io: Io, sid: string): Refusal | undefined {
  return refusal_for_session(io, sid) ?? (trial.is_new(io, sid) ? undefined : "same_login");
}

/** Whether some live session of an administrator has what is asked for. */
function has_session(io: Io, is_wanted: (this: void, sid: string, since: number | undefined) => boolean): boolean {
  const judge = judge_of(io);
  const list = sessions.list_sso_sessions(io);
  return (
    judge !== undefined &&
    list.ok &&
    list.data.some((entry) => is_wanted(entry.sid, entry.since) && is_administrator(io, judge, entry))
  );
}

/** Why the shell may not turn passwords off: there must be a login of the last ten minutes. */
export function refusal_for_shell(io: Io): Refusal | undefined {
  const now = io.time();
  return has_session(io, (_sid, since) => store.is_fresh(since, now, trial.trial_seconds)) ? undefined : "no_login";
}

/** Why the shell may not confirm the trial: there must be a login since it began. */
export function refusal_of_shell_to_confirm(io: Io): Refusal | undefined {
  return has_session(io, (sid) => trial.is_new(io, sid)) ? undefined : "no_login";
}
