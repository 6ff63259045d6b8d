/**
 * The rights that a session and rpcd's section get of a role. A role below full control gets LuCI's group `luci-base` without its
 * lists of folders, as rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in its
 * place.
 */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import type { Role } from "../settings/role_sections";
import * as access_level from "./access_level";
import * as acl from "./acl";
import * as permissions from "./permissions";
import type { PermissionLists } from "./permissions";

/** A role's name, and its lists as rpcd gets them. */
export interface RoleRights extends PermissionLists {
  name: string;
}

/** Whether a name, as an entry of a list, matches only itself. */
function is_plain(name: string): boolean {
  return !strings.has_control(name) && !["*", "?", "[", "\\", "!"].some((char) => name.includes(char));
}

/**
 * A role as rpcd gets it: the names of the groups that its lists give, never patterns, which would match a group that a package brings
 * later. Groups whose names look like patterns are left out.
 */
export function of_role(io: Io, groups: acl.AclGroup[], role: Role): RoleRights {
  const own = { read: role.read ?? [], write: role.write ?? [] };
  const is_full = access_level.is_full_control(io, groups, own);
  const rights: RoleRights = { name: role.name, read: [], write: [] };
  for (const group of groups.filter((one) => is_plain(one.name) && one.name !== public_names.base_group)) {
    const name = group.name === public_names.luci_group && !is_full ? public_names.base_group : group.name;
    const writes = permissions.permits(io, own, "write", group.name);
    const reads = permissions.permits(io, own, "read", group.name);
    // The list `write` gives `read`, too, and everybody has the public group.
    const is_implied = writes || name === permissions.public_group;
    if (reads !== is_implied) {
      strings.add_missing(rights.read, [reads ? name : "!" + name]);
    }
    if (writes) {
      strings.add_missing(rights.write, [name]);
    }
  }
  return rights;
}

/** The same of all roles, by the router's access groups. */
export function of_roles(io: Io, roles: Role[]): RoleRights[] {
  const groups = acl.read_groups(io).groups;
  return roles.map((role) => of_role(io, groups, role));
}

/** The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another. */
export function grants_for(io: Io, groups: acl.AclGroup[], roles: Role[]): acl.Grants {
  return acl.grants_for(
    io,
    groups,
    roles.map((role) => of_role(io, groups, role)),
  );
}
