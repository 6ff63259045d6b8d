/** The lists `read` and `write` of a role, by rpcd's rules. The settings page asks them too. */

/** What matches a pattern against a name, as `base/io` has it. */
export interface Matcher {
  fnmatch: (this: void, pattern: string, text: string) => boolean;
}

/** The lists of a role, as in a `login` section of rpcd. */
export interface Lists {
  read: string[];
  write: string[];
}

export type Permission = "read" | "write";

export const permissions: Permission[] = ["read", "write"];

/** The access group that everybody has: LuCI cannot do without it. */
export const public_group = "unauthenticated";

/** The characters of C's isspace, which may stand between `!` and a pattern. */
function is_space(char: string): boolean {
  return char === " " || (char >= "\t" && char <= "\r");
}

/** The pattern of a `!` entry without the blanks before it, "" when none follows. */
export function excluded_pattern(entry: string): string {
  let start = 1;
  while (is_space(entry.charAt(start))) {
    start = start + 1;
  }
  return entry.substring(start);
}

/**
 * Whether a list allows or forbids a group, or says nothing about it: any `!` entry that matches forbids, wherever it
 * stands in the list (rpc_login_test_permission).
 */
function answer_of(matcher: Matcher, list: string[], group: string): "allowed" | "forbidden" | "silent" {
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
 * Whether a role's lists give a permission of a group. What is said of `write` holds for `read` too, unless the `read`
 * list itself forbids the group (rpc_login_test_permission).
 */
export function permits(matcher: Matcher, lists: Lists, permission: Permission, group: string): boolean {
  if (permission === "read") {
    const read = answer_of(matcher, lists.read, group);
    if (read !== "silent" || group === public_group) {
      return read !== "forbidden";
    }
  }
  return answer_of(matcher, lists.write, group) === "allowed";
}

/** What somebody can do, each more than the one before: look, read secrets, run programs as root, change the router. */
export type Verdict = "look" | "secrets" | "programs" | "everything";

export const verdicts: Verdict[] = ["look", "secrets", "programs", "everything"];

/** How far a group reaches with each permission; absent where it grants nothing. */
export interface GroupReach {
  name: string;
  read?: Verdict;
  write?: Verdict;
}

/** What a role can do, and the groups that cause it, none for `look`. */
export interface RoleReach {
  verdict: Verdict;
  groups: string[];
}

/** The worse of two verdicts, of which one may be absent. */
export function worse(one: Verdict | undefined, other: Verdict): Verdict {
  return one === undefined || verdicts.slice(verdicts.indexOf(one)).includes(other) ? other : one;
}

/** What somebody with these lists can do on a router with these groups. */
export function reach_of(matcher: Matcher, groups: GroupReach[], lists: Lists): RoleReach {
  const causes: RoleReach = { verdict: "look", groups: [] };
  for (const group of groups) {
    for (const permission of permissions) {
      const verdict = group[permission];
      if (verdict !== undefined && permits(matcher, lists, permission, group.name)) {
        if (worse(causes.verdict, verdict) !== causes.verdict) {
          causes.verdict = verdict;
          causes.groups = [];
        }
        if (verdict !== "look" && verdict === causes.verdict && !causes.groups.includes(group.name)) {
          causes.groups.push(group.name);
        }
      }
    }
  }
  return causes;
}

/** Groups as a sentence names them: the first few, and how many there are beside. */
export function few(groups: string[]): string {
  return groups.slice(0, 5).join(", ") + (groups.length > 5 ? ` +${groups.length - 5}` : "");
}
