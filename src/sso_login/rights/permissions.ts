/** The lists `read` and `write` of a role by rpcd's rules; the settings page uses this module, too. */
import * as public_names from "../base/public_names";
import type { Message } from "../result";

/** The part of `base/io` that matches a pattern against a name. */
export interface Matcher {
  fnmatch: (this: void, pattern: string, text: string) => boolean;
}

/** The lists of a role, as in a `login` section of rpcd. */
export type PermissionLists = { read: string[]; write: string[] };

/** A role's name, and its lists as rpcd gets them. */
export interface RoleRights extends PermissionLists {
  name: string;
}

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
  /** LuCI's text; absent where names are shown. */
  description?: string;
  read?: AccessLevel;
  write?: AccessLevel;
  /** Other groups that it gives as well. */
  gives?: string[];
  /** Files that may define it and cannot be read as rpcd reads them; absent where there is none. */
  unknown_in?: string[];
  /** The permissions that download files. */
  downloads?: Permission[];
  /** The permissions to read that lead a download to any file. */
  leads_out?: Permission[];
}

/** The level of a page, by its titles, or of a group that no opened page needs. */
export interface PageAccess {
  titles: string[];
  level: AccessLevel;
}

/** The level of a role, the groups that reach it, none for `look`, and what is above `look`, worst first. */
export interface RoleAccess {
  verdict: AccessLevel;
  groups: string[];
  pages: PageAccess[];
}

/** The higher of two levels, of which one may be absent. */
export function higher_level(one: AccessLevel | undefined, other: AccessLevel): AccessLevel {
  return one === undefined || access_levels.slice(access_levels.indexOf(one)).includes(other) ? other : one;
}

/** The access of a role with these lists on a router with these access groups and pages. */
export function role_access(
  matcher: Matcher,
  groups: GroupAccess[],
  pages: { titles: string[]; groups: string[] }[],
  role: PermissionLists,
): RoleAccess {
  const levels: { [group: string]: AccessLevel | undefined } = {};
  let granted: string[] = [];
  let verdict: AccessLevel = "look";
  let downloading: string[] = [];
  let leading_out: string[] = [];
  for (const group of groups) {
    for (const permission of kinds) {
      const level = group[permission];
      if (level !== undefined && permits(matcher, role, permission, group.name)) {
        levels[group.name] = higher_level(levels[group.name], level);
        verdict = higher_level(verdict, level);
        granted = granted.concat([group.name], group.gives ?? []);
        downloading = downloading.concat((group.downloads ?? []).includes(permission) ? [group.name] : []);
        leading_out = leading_out.concat((group.leads_out ?? []).includes(permission) ? [group.name] : []);
      }
    }
  }
  // One half comes with one group, and the other with another: together they read any file.
  if (downloading.length > 0 && leading_out.length > 0) {
    verdict = "everything";
    for (const name of downloading.concat(leading_out)) {
      levels[name] = verdict;
    }
  }
  const opened = pages.filter((page) => page.groups.every((name) => granted.includes(name)));
  const found = opened.map((page) => {
    let level: AccessLevel = "look";
    for (const name of page.groups) {
      level = higher_level(level, levels[name] ?? "look");
    }
    return { titles: page.titles, level };
  });
  for (const group of groups) {
    const level = levels[group.name] ?? "look";
    // Pages that save need LuCI's own group: it is named where nothing else is as bad.
    const is_helper = group.name === public_names.luci_group && found.some((page) => page.level === level);
    if (!is_helper && !opened.some((page) => page.groups.includes(group.name))) {
      const title = group.description ?? "";
      found.push({ titles: [title !== "" ? title : group.name], level });
    }
  }
  let sorted: PageAccess[] = [];
  for (let i = access_levels.length - 1; i > 0; i--) {
    sorted = sorted.concat(found.filter((page) => page.level === access_levels[i]));
  }
  const names = groups.map((group) => group.name);
  return { verdict, groups: verdict === "look" ? [] : names.filter((name) => levels[name] === verdict), pages: sorted };
}

export function page_message(page: PageAccess): Message {
  return { id: "page_" + page.level, params: { page: page.titles.join(" > ") } };
}

/** The pages of `role_access` as messages for a sentence: the first five, and the number of the others. */
export function causes_of(access: RoleAccess): Message[] {
  const shown = access.pages.slice(0, 5);
  const first = shown.map((page) => page_message(page));
  const more = access.pages.length - shown.length;
  return more > 0 ? first.concat([{ id: "pages_more", params: { page: `${more}` } }]) : first;
}

/** Groups for a sentence: the first five, and the number of the others. */
export function summarize(groups: string[]): string {
  return groups.slice(0, 5).join(", ") + (groups.length > 5 ? ` +${groups.length - 5}` : "");
}
