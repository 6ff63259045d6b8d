/**
 * The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
 * rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
 * `luci-base`. A session gets other groups without such lists; rpcd's section, which cannot divide a group, does not have them.
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

/** Whether a grant of the scope `file` lists a folder in which rpcd names files by session ids. */
function lists_sessions(io: Io, pair: [string, string]): boolean {
  return access_level.lists_sessions(io, pair[0], pair[1]);
}

/** The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them. */
function groups_that_list(io: Io, groups: acl.AclGroup[]): string[] {
  const list = groups.filter((group) =>
    permissions.kinds.some((permission) =>
      (acl.grants_of(group, permission).file ?? []).some((pair) => lists_sessions(io, pair)),
    ),
  );
  return list.map((group) => group.name);
}

function own_lists(role: Role): PermissionLists {
  return { read: role.read ?? [], write: role.write ?? [] };
}

/** The part of a role's groups that is given: all, all but lists of folders with session ids, or no group that has such a list. */
type Extent = "all" | "without lists" | "without groups that list";

/**
 * The names of the groups that lists give, never patterns, which would match a group that a package brings later. Groups whose names look
 * like patterns are left out.
 */
function written_out(io: Io, groups: acl.AclGroup[], role: PermissionLists, extent: Extent): PermissionLists {
  const lists: PermissionLists = { read: [], write: [] };
  const without = extent === "without groups that list" ? groups_that_list(io, groups) : [];
  for (const group of groups.filter((one) => is_plain(one.name) && one.name !== public_names.base_group)) {
    const is_base = group.name === public_names.luci_group && extent !== "all";
    const name = is_base ? public_names.base_group : group.name;
    const is_given = is_base || !without.includes(group.name);
    const writes = is_given && permissions.permits(io, role, "write", group.name);
    const reads = is_given && permissions.permits(io, role, "read", group.name);
    // The list `write` gives `read`, too, and everybody has the public group.
    const is_implied = writes || name === permissions.public_group;
    if (reads !== is_implied) {
      strings.add_missing(lists.read, [reads ? name : "!" + name]);
    }
    if (writes) {
      strings.add_missing(lists.write, [name]);
    }
  }
  return lists;
}

/** A role as rpcd's section has it. */
export function of_role(io: Io, groups: acl.AclGroup[], role: Role): RoleRights {
  const own = own_lists(role);
  const extent = full_control.has_full_control(io, groups, own) ? "all" : "without groups that list";
  const lists = written_out(io, groups, own, extent);
  return { name: role.name, read: lists.read, write: lists.write };
}

/** The same of all roles, by the router's access groups. */
export function of_roles(io: Io, roles: Role[]): RoleRights[] {
  const groups = acl.read_groups(io).groups;
  return roles.map((role) => of_role(io, groups, role));
}

/**
 * The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a role of
 * full control no grant lists a folder in which rpcd names files by session ids.
 */
export function grants_for(io: Io, groups: acl.AclGroup[], roles: Role[]): acl.Grants {
  const own = roles.map((role) => own_lists(role));
  const is_full = own.some((lists) => full_control.has_full_control(io, groups, lists));
  const extent = is_full ? "all" : "without lists";
  const grants = acl.grants_for(
    io,
    groups,
    own.map((lists) => written_out(io, groups, lists, extent)),
  );
  if (is_full) {
    return grants;
  }
  const kept: acl.Grants = {};
  for (const scope of strings.sorted_keys(grants)) {
    const pairs = (grants[scope] ?? []).filter((pair) => scope !== "file" || !lists_sessions(io, pair));
    if (pairs.length > 0) {
      kept[scope] = pairs;
    }
  }
  return kept;
}
