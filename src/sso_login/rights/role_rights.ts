/**
 * The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
 * rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
 * `luci-base`. A session gets other groups without such grants; rpcd's section, which cannot divide a group, does not have them.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import type { Role } from "../settings/role_sections";
import * as access_level from "./access_level";
import * as acl from "./acl";
import * as full_control from "./full_control";
import * as permissions from "./permissions";
import type { PermissionLists, RoleRights } from "./permissions";

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name: string): boolean {
  return !strings.has_control(name) && !["*", "?", "[", "\\", "!"].some((char) => name.includes(char));
}

/** Whether a grant of the scope `file` shows session ids: it lists a folder in which rpcd names files by them. */
function shows_sessions(io: Io, pair: [string, string]): boolean {
  return access_level.lists_sessions(io, pair[0], pair[1]);
}

/** The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them. */
function groups_that_show_sessions(io: Io, groups: acl.AclGroup[]): string[] {
  const list = groups.filter((group) =>
    permissions.kinds.some((permission) =>
      (acl.granted_by(group, permission).file ?? []).some((pair) => shows_sessions(io, pair)),
    ),
  );
  return list.map((group) => group.name);
}

/** A role with what its lists `read` and `write` prove. */
export interface JudgedRole {
  name: string;
  lists: PermissionLists;
  /** Whether it is proved to have full control. */
  is_full: boolean;
}

export function judge(io: Io, groups: acl.AclGroup[], role: Role): JudgedRole {
  const lists = { read: role.read ?? [], write: role.write ?? [] };
  return { name: role.name, lists, is_full: full_control.has_full_control(io, groups, lists) };
}

/** A group by its name, and the permissions of it that a role gives, if any. */
interface GroupPermissions {
  name: string;
  reads: boolean;
  writes: boolean;
}

/**
 * The permissions that a role's lists give of each group, by names, never patterns, which would match a group that a package brings later. Groups whose
 * names look like patterns are left out; `is_full` says whether `luci-base` stands for itself.
 */
function permissions_by_group(
  io: Io,
  groups: acl.AclGroup[],
  lists: PermissionLists,
  is_full: boolean,
): GroupPermissions[] {
  const found: GroupPermissions[] = [];
  const seen: { [name: string]: true | undefined } = {};
  for (const group of groups) {
    if (seen[group.name] === undefined && is_plain(group.name) && group.name !== public_names.reduced_luci_group) {
      seen[group.name] = true;
      found.push({
        name: group.name === public_names.luci_group && !is_full ? public_names.reduced_luci_group : group.name,
        reads: permissions.permits(io, lists, "read", group.name),
        writes: permissions.permits(io, lists, "write", group.name),
      });
    }
  }
  return found;
}

/** A judged role as rpcd's section has it. */
export function section_of(io: Io, groups: acl.AclGroup[], role: JudgedRole): RoleRights {
  const without = role.is_full ? [] : groups_that_show_sessions(io, groups);
  const section: RoleRights = { name: role.name, read: [], write: [] };
  for (const group of permissions_by_group(io, groups, role.lists, role.is_full)) {
    const is_given = !without.includes(group.name);
    const reads = is_given && group.reads;
    const writes = is_given && group.writes;
    // Without an entry in `read` the section reads what its list `write` names, and the public group, which each section lists. An entry is
    // needed where the role differs: the name adds the group, and the name with `!`, which wins wherever it stands, takes it away.
    const reads_without_entry = writes || group.name === permissions.public_group;
    if (reads !== reads_without_entry) {
      section.read.push(reads ? group.name : "!" + group.name);
    }
    if (writes) {
      section.write.push(group.name);
    }
  }
  return section;
}

export function of_role(io: Io, groups: acl.AclGroup[], role: Role): RoleRights {
  return section_of(io, groups, judge(io, groups, role));
}

/** The same of all roles, by the router's access groups. */
export function of_roles(io: Io, roles: Role[]): RoleRights[] {
  const groups = acl.read_groups(io).groups;
  return roles.map((role) => of_role(io, groups, role));
}

function without_session_ids(io: Io, grants: acl.Grants): acl.Grants {
  const kept: acl.Grants = {};
  for (const scope of strings.sorted_keys(grants)) {
    const pairs = (grants[scope] ?? []).filter((pair) => scope !== "file" || !shows_sessions(io, pair));
    if (pairs.length > 0) {
      kept[scope] = pairs;
    }
  }
  return kept;
}

/**
 * The grants of a session of judged roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a
 * role of full control no grant lists a folder in which rpcd names files by session ids.
 */
export function grants_of_judged(io: Io, groups: acl.AclGroup[], roles: JudgedRole[]): acl.Grants {
  const is_full = roles.some((role) => role.is_full);
  const read: { [name: string]: boolean | undefined } = {};
  const write: { [name: string]: boolean | undefined } = {};
  for (const role of roles) {
    for (const group of permissions_by_group(io, groups, role.lists, is_full)) {
      read[group.name] = read[group.name] === true || group.reads;
      write[group.name] = write[group.name] === true || group.writes;
    }
  }
  const grants = acl.grants_where(
    groups,
    (permission, name) => (permission === "read" ? read[name] : write[name]) === true,
  );
  return is_full ? grants : without_session_ids(io, grants);
}

/** The same of roles as they are configured. */
export function grants_of_roles(io: Io, groups: acl.AclGroup[], roles: Role[]): acl.Grants {
  return grants_of_judged(
    io,
    groups,
    roles.map((role) => judge(io, groups, role)),
  );
}
