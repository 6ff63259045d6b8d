/** Who may decide whether passwords count: a user of single sign-on whose roles, as they are now, change everything. */
import type { Io } from "../base/io";
import * as strings from "../base/strings";
import type { Role } from "../settings/roles";
import * as acl from "./acl";
import type { AclGroup } from "./acl";
import * as permissions from "./permissions";
import * as reconcile from "./reconcile";
import type { SessionPolicy } from "./reconcile";
import type { SsoSession } from "./session";

/** Whether roles give the right to write with every access group of the router that has one. */
export function change_everything(io: Io, groups: AclGroup[], all: Role[]): boolean {
  const writable = groups.filter((group) => strings.sorted_keys(acl.grants_of(group, "write")).length > 0);
  return (
    writable.length > 0 &&
    writable.every((group) =>
      all.some((role) =>
        permissions.permits(io, { read: role.read ?? [], write: role.write ?? [] }, "write", group.name),
      ),
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
  const policy = reconcile.read_policy(io);
  return policy.ok ? { policy: policy.data, groups: acl.read_groups(io).groups } : undefined;
}

/** Whether the user of a session has roles now that change everything. */
export function is_administrator(io: Io, judge: Judge, entry: SsoSession): boolean {
  const own = judge.policy.roles.filter((role) => entry.roles.includes(role.name));
  return reconcile.still_authorized(judge.policy, entry) && change_everything(io, judge.groups, own);
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
