/** The part of the check that judges the roles: names, who matches them, and what they may do. */
import type { Io } from "../base/io";
import * as acl from "../session/acl";
import type { AclGroup } from "../session/acl";
import * as rpcd_logins from "../session/rpcd_logins";
import type { RoleSettings } from "../settings/page";
import * as report from "./report";
import type { Run } from "./report";

/** Whether a list's entry, a name or a pattern with or without `!`, means any access group. */
function matches_a_group(io: Io, entry: string, groups: string[]): boolean {
  const bare = entry.startsWith("!") ? acl.excluded_pattern(entry) : entry;
  return groups.some((group) => group === bare || io.fnmatch(bare, group));
}

/** The router's access groups; a finding for each file of them that is ignored. */
function access_groups(run: Run): AclGroup[] {
  const read = acl.read_groups(run.io);
  for (const file of read.ignored) {
    const reason = { id: file.malformed ? "file_malformed" : "file_unreadable" };
    report.warning(run, "acl_file_ignored", { file: file.name, reason });
  }
  return read.groups;
}

/** The entries of all roles that mean no access group of this router, `role: entry`. */
function unknown_entries(run: Run, groups: string[], roles: RoleSettings[]): string[] {
  const unknown: string[] = [];
  for (const role of roles) {
    for (const entry of role.read.concat(role.write)) {
      const item = role.name + ": " + entry;
      if (!unknown.includes(item) && !matches_a_group(run.io, entry, groups)) {
        unknown.push(item);
      }
    }
  }
  return unknown;
}

/** The access group of LuCI's own calls, its "Log out" among them. */
const luci_group = "luci-base";

/** Whether a role has rights but not those without which LuCI's pages are of no use. */
function lacks_luci(io: Io, groups: AclGroup[], role: RoleSettings): boolean {
  const granted = acl.grants_for(io, groups, role.read, role.write)["access-group"] ?? [];
  return role.read.length + role.write.length > 0 && !granted.some((pair) => pair[0] === luci_group);
}

/** Notes the names of those roles that a finding is about, if there are any. */
function note_roles(run: Run, id: string, roles: RoleSettings[]): void {
  if (roles.length > 0) {
    report.warning(run, id, { roles: roles.map((role) => role.name).join(", ") });
  }
}

/** Judges names, rules and rights of all roles. */
export function check_roles(run: Run, roles: RoleSettings[]): void {
  const before = run.findings.length;
  if (roles.length === 0) {
    report.error(run, "roles_none");
  }
  for (const role of roles) {
    if (role.anonymous === true) {
      report.error(run, "role_wrong", { role: role.name, must: { id: "role_name" } });
    }
  }
  for (const conflict of rpcd_logins.conflicts(run.io, roles)) {
    report.warning(run, "role_left_out", { role: conflict.role });
  }
  note_roles(
    run,
    "roles_match_nobody",
    roles.filter((role) => role.email.length + role.group.length === 0),
  );
  note_roles(
    run,
    "roles_without_rights",
    roles.filter((role) => role.read.length + role.write.length === 0),
  );
  const groups = access_groups(run);
  const names = groups.map((group) => group.name);
  if (names.includes(luci_group)) {
    note_roles(
      run,
      "roles_without_luci",
      roles.filter((role) => lacks_luci(run.io, groups, role)),
    );
  }
  const unknown = unknown_entries(run, names, roles);
  if (unknown.length > 0) {
    report.warning(run, "access_groups_unknown", { entries: unknown.join(", ") });
  }
  if (run.findings.length === before) {
    report.ok(run, "roles_ok", { roles: roles.map((role) => role.name).join(", ") });
  }
}
