/** The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too. */

/** The part of `base/io` that matches a pattern against a name. */
export interface Matcher {
  fnmatch: (this: void, pattern: string, text: string) => boolean;
}

/** The lists of a role, as in a `login` section of rpcd. */
export type PermissionLists = { read: string[]; write: string[] };

export type Permission = "read" | "write";

export const kinds: Permission[] = ["read", "write"];

/** The access group that everybody has, because LuCI needs it. */
export const public_group = "unauthenticated";

/** Whether C's isspace skips a character between `!` and a pattern. */
function is_space(char: string): boolean {
  return char === " " || (char >= "\t" && char <= "\r");
}

/** The pattern of a `!` entry without the blanks before it, "" where none follows. */
export function excluded_pattern(entry: string): string {
  let start = 1;
  while (is_space(entry.charAt(start))) {
    start = start + 1;
  }
  return entry.substring(start);
}

/** The decision of a list about a group: a `!` entry forbids wherever it stands in the list (rpc_login_test_permission). */
function decision_of(matcher: Matcher, list: string[], group: string): "allowed" | "forbidden" | "silent" {
  let allowed = false;
  for (const entry of list) {
    if (entry.startsWith("!")) {
      const pattern = excluded_pattern(entry);
      if (pattern !== "" && matcher.fnmatch(pattern, group)) {
        return "forbidden";
      }
    } else if (entry !== "" && matcher.fnmatch(entry, group)) {
      allowed = true;
    }
  }
  return allowed ? "allowed" : "silent";
}

/**
 * Whether a role's lists give a permission of a group. The list `write` gives `read`, too, unless the list `read` forbids the group
 * (rpc_login_test_permission).
 */
export function permits(matcher: Matcher, role: PermissionLists, permission: Permission, group: string): boolean {
  if (permission === "read") {
    const read = decision_of(matcher, role.read, group);
    if (read !== "silent" || group === public_group) {
      return read !== "forbidden";
    }
  }
  return decision_of(matcher, role.write, group) === "allowed";
}

/** Levels of access, each more than the one before: look, restart the router, read secrets, run programs as root, change the router. */
export type AccessLevel = "look" | "restart" | "secrets" | "programs" | "everything";

export const access_levels: AccessLevel[] = ["look", "restart", "secrets", "programs", "everything"];

/** The level of each permission of a group; absent where it grants nothing. */
export interface GroupAccess {
  name: string;
  read?: AccessLevel;
  write?: AccessLevel;
  /** Other groups that it gives as well. */
  gives?: string[];
}

/** The level of a role, and the groups that cause it, none for `look`. */
export interface RoleAccess {
  verdict: AccessLevel;
  groups: string[];
}

/** The higher of two levels, of which one may be absent. */
export function higher_level(one: AccessLevel | undefined, other: AccessLevel): AccessLevel {
  return one === undefined || access_levels.slice(access_levels.indexOf(one)).includes(other) ? other : one;
}

/** The access level of a role with these lists on a router with these access groups. */
export function role_access(matcher: Matcher, groups: GroupAccess[], role: PermissionLists): RoleAccess {
  const access: RoleAccess = { verdict: "look", groups: [] };
  for (const group of groups) {
    for (const permission of kinds) {
      const verdict = group[permission];
      if (verdict !== undefined && permits(matcher, role, permission, group.name)) {
        if (higher_level(access.verdict, verdict) !== access.verdict) {
          access.verdict = verdict;
          access.groups = [];
        }
        if (verdict !== "look" && verdict === access.verdict && !access.groups.includes(group.name)) {
          access.groups.push(group.name);
        }
      }
    }
  }
  return access;
}

/** Groups for a sentence: the first five, and the number of the others. */
export function summarize(groups: string[]): string {
  return groups.slice(0, 5).join(", ") + (groups.length > 5 ? ` +${groups.length - 5}` : "");
}
