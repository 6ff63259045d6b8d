/**
 * Access groups and what they grant, by the rules of rpcd, so that a session can be given exactly what rpcd's own
 * `session login` would give. The rules are those of rpcd's session.c; each function names the one it follows.
 *
 * One difference: rpcd reads its files with a lenient parser (comments, trailing commas), this module with a strict
 * one. A file that only rpcd can read is left out and logged, so a session has fewer rights, never more.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as strings from "../base/strings";
import * as permissions from "./permissions";
import type { PermissionLists, Permission } from "./permissions";

/** Pairs of object and function by scope, sorted and without repetitions: one `session grant` call a scope. */
export type Grants = { [scope: string]: [string, string][] | undefined };

/** What one file defines for one group; several files may define the same group. */
export interface AclGroup {
  name: string;
  /** What LuCI shows of it; "" when the file gives no text. */
  description: string;
  read: JsonObject;
  write: JsonObject;
}

/** A JSON file of a folder. What cannot be read, or is malformed, no JSON object, has no content. */
export interface DefinitionFile {
  name: string;
  content: JsonObject | undefined;
  is_readable: boolean;
}

/** A name without a NUL, so that in ucode it is a member's name as it is. */
type Plain = string & { readonly plain: true };

/**
 * Pairs while they are collected, each by a text of both with a line break between, which makes it unique and gives the order. Two
 * pairs would be one only if a name had a line break itself: then the session has fewer rights, never more.
 */
type PairsByText = { [text: string]: [string, string] };
type GrantTree = { [scope: string]: PairsByText };

const access_group_scope = "access-group";

/** The largest files of rpcd and of LuCI's menu have some 10 KB. */
const max_file_bytes = 262144;

/** A permission of a group; what is no JSON object defines nothing (rpc_login_setup_acl_file). */
function permission_of(group: JsonObject, permission: Permission): JsonObject {
  const scopes = group[permission];
  return json.is_object(scopes) ? scopes : {};
}

function groups_in(file: JsonObject): AclGroup[] {
  const groups: AclGroup[] = [];
  for (const name of strings.sorted_keys(file)) {
    const group = file[name];
    if (json.is_object(group)) {
      groups.push({
        name,
        description: typeof group.description === "string" ? group.description : "",
        read: permission_of(group, "read"),
        write: permission_of(group, "write"),
      });
    }
  }
  return groups;
}

/** The files of a folder that the shell pattern `*.json` names, in the order of glob(3); it never names hidden ones. */
export function read_definitions(io: Io, folder: string): DefinitionFile[] {
  const names = (io.list_dir(folder) ?? []).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return names.map((name) => {
    const text = io.read_file(folder + "/" + name, max_file_bytes);
    // No name of rpcd's or LuCI's has a NUL. One search of the text replaces one of each name.
    const file = text !== undefined && !text.includes("\\u0000") ? json.decode_file(text) : undefined;
    const content = file !== undefined && file.ok ? file.data : undefined;
    return { name, content, is_readable: text !== undefined };
  });
}

/**
 * All access groups of the router, file by file, and the files that are left out because they cannot be read or parsed
 * (rpc_login_setup_acls, rpc_login_setup_acl_file).
 */
export function read_groups(io: Io): { groups: AclGroup[]; ignored: DefinitionFile[] } {
  const files = read_definitions(io, io.paths.acl_dir);
  const groups: AclGroup[] = [];
  for (const file of files) {
    for (const group of groups_in(file.content ?? {})) {
      groups.push(group);
    }
  }
  return { groups, ignored: files.filter((file) => file.content === undefined) };
}

/** All access groups of the router; the log names the files that are left out. */
export function load_groups(io: Io): AclGroup[] {
  const read = read_groups(io);
  for (const file of read.ignored) {
    log.event(io, "warning", "ACL_FILE_IGNORED", [
      ["file", file.name],
      ["reason", file.is_readable ? "not a JSON object" : "cannot be read"],
    ]);
  }
  return read.groups;
}

/** The names of a record's members, in any order: only records are filled by them. */
function names_in(record: object): Plain[] {
  return Object.keys(record) as Plain[]; // eslint-disable-line subset/key-order -- to_grants sorts what they fill
}

/**
 * A scope in either notation: an array of objects, for which the permission is the function, or a table of objects and
 * their functions, `"object": ["function", …]`; what is no string is skipped (rpc_login_setup_acl_scope).
 */
function add_scope(pairs: PairsByText, definition: unknown, permission: Permission): void {
  if (json.is_array(definition)) {
    for (const object of definition) {
      if (typeof object === "string") {
        pairs[(object + "\n" + permission) as Plain] = [object, permission];
      }
    }
  } else if (json.is_object(definition)) {
    for (const object of names_in(definition)) {
      const functions = definition[object];
      for (const name of json.is_array(functions) ? functions : []) {
        if (typeof name === "string") {
          pairs[`${object}\n${name}` as Plain] = [object, name];
        }
      }
    }
  }
}

/**
 * All scopes of a permission, and the group itself as an object of the scope `access-group`. A permission without any
 * scope does not count as the group (rpc_login_setup_acl_file).
 */
function add_permission(tree: GrantTree, group: AclGroup, permission: Permission): void {
  const scopes = group[permission];
  const names = names_in(scopes);
  for (const scope of names) {
    const pairs = tree[scope] ?? {};
    tree[scope] = pairs;
    add_scope(pairs, scopes[scope], permission);
  }
  if (names.length > 0) {
    const groups = tree[access_group_scope] ?? {};
    groups[(group.name + "\n" + permission) as Plain] = [group.name, permission];
    tree[access_group_scope] = groups;
  }
}

function to_grants(tree: GrantTree): Grants {
  const grants: Grants = {};
  for (const scope of strings.sorted_keys(tree) as Plain[]) {
    const by_text = tree[scope] ?? {};
    const pairs: [string, string][] = [];
    for (const text of strings.sorted_keys(by_text) as Plain[]) {
      pairs.push(by_text[text] as [string, string]);
    }
    if (pairs.length > 0) {
      grants[scope] = pairs;
    }
  }
  return grants;
}

/** What one permission of one group grants. */
export function grants_of(group: AclGroup, permission: Permission): Grants {
  const tree: GrantTree = {};
  add_permission(tree, group, permission);
  return to_grants(tree);
}

/**
 * What `session login` grants for a login section with a role's lists and `list read 'unauthenticated'`, a group that LuCI
 * cannot do without (rpc_login_setup_acls); of several roles all that any single one is granted, so that a `!` of one
 * never takes from another.
 */
export function grants_for(io: Io, groups: AclGroup[], roles: PermissionLists[]): Grants {
  const tree: GrantTree = {};
  for (const group of groups) {
    for (const permission of permissions.kinds) {
      if (roles.some((role) => permissions.permits(io, role, permission, group.name))) {
        add_permission(tree, group, permission);
      }
    }
  }
  return to_grants(tree);
}
