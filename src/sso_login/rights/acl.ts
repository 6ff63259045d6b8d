/**
 * Access groups and their grants by the rules of rpcd's session.c, so that a session gets exactly the grants of rpcd's own
 * `session login`. Each function names the C function that it follows.
 *
 * rpcd reads its files with a lenient parser (comments, trailing commas), as this service does in ucode; the parser in Lua is strict. A
 * file that cannot be read as rpcd reads it grants nothing here, is logged, and what it may define is unknown (`may_define`).
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import * as strings from "../base/strings";
import type { Result } from "../result";
import * as permissions from "./permissions";
import type { PermissionLists, Permission } from "./permissions";

/** Pairs of object and function by scope, sorted and without repetitions: one call of `session grant` a scope. */
export type Grants = { [scope: string]: [string, string][] | undefined };

/** A group as one file defines it; several files may define the same group. */
export interface AclGroup {
  name: string;
  /** LuCI's text; "" when the file has none. */
  description: string;
  read: JsonObject;
  write: JsonObject;
}

/** A JSON file of a folder: without text where it cannot be read, without content where it is no JSON object. */
export interface DefinitionFile {
  name: string;
  text: string | undefined;
  content: JsonObject | undefined;
}

/** A name without NUL, which ucode needs not encode as a member's name. */
type Plain = string & { readonly plain: true };

/**
 * Pairs while they are collected, by the text `object\nfunction`, which gives the order. Two pairs have one text only if a name has
 * a line break: then the session has fewer rights, never more.
 */
type PairsByText = { [text: string]: [string, string] };
type GrantTree = { [scope: string]: PairsByText };

const access_group_scope = "access-group";

/** The largest files of rpcd have some 10 KB; rpcd itself has no limit. */
const max_file_bytes = 1048576;

/** The scopes of a permission of a group; none where it is no JSON object (rpc_login_setup_acl_file). */
function permission_of(group: JsonObject, permission: Permission): JsonObject {
  const scopes = group[permission];
  return json.is_object(scopes) ? scopes : {};
}

function groups_of(file: JsonObject): AclGroup[] {
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

/** The files of a folder that match `*.json`, without hidden ones, in the order of glob(3), as `decode` reads them. */
export function read_definitions(
  io: Io,
  folder: string,
  max_bytes: number,
  decode: (this: void, text: string) => Result<JsonObject>,
): DefinitionFile[] {
  const names = (io.list_dir(folder) ?? []).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return names.map((name) => {
    const text = io.read_file(folder + "/" + name, max_bytes);
    const file = text !== undefined ? decode(text) : undefined;
    return { name, text, content: file !== undefined && file.ok ? file.data : undefined };
  });
}

/**
 * All access groups of the router, file by file, and the files without content (rpc_login_setup_acls, rpc_login_setup_acl_file).
 */
export function read_groups(io: Io): { groups: AclGroup[]; ignored: DefinitionFile[] } {
  const files = read_definitions(io, io.paths.acl_dir, max_file_bytes, json.decode_as_rpcd);
  const groups: AclGroup[] = [];
  for (const file of files) {
    for (const group of groups_of(file.content ?? {})) {
      groups.push(group);
    }
  }
  return { groups, ignored: files.filter((file) => file.content === undefined) };
}

/** Whether rpcd may read a group of this name in a file that cannot be read here; an escape may stand for any character. */
export function may_define(file: DefinitionFile, name: string): boolean {
  const text = file.text;
  return text === undefined || ["\\", '"' + name + '"', "'" + name + "'"].some((part) => text.includes(part));
}

/** All access groups of the router, and the files that are left out, which are logged. */
export function load_groups(io: Io): { groups: AclGroup[]; ignored: DefinitionFile[] } {
  const read = read_groups(io);
  for (const file of read.ignored) {
    log.event(io, "warning", "ACL_FILE_IGNORED", [
      ["file", file.name],
      ["reason", file.text !== undefined ? "not a JSON object" : "cannot be read"],
    ]);
  }
  return read;
}

/** The names of a record's members, in any order. */
function names_in(record: object): Plain[] {
  return Object.keys(record) as Plain[]; // eslint-disable-line subset/key-order -- to_grants sorts what they fill
}

/**
 * Adds a scope in either notation: an array of objects, whose function is the permission, or a table
 * `"object": ["function", …]`; only strings count (rpc_login_setup_acl_scope).
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

/** Adds all scopes of a permission and, if it has any, the group itself in the scope `access-group` (rpc_login_setup_acl_file). */
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

/** The names of the access groups among grants. */
export function groups_in(grants: Grants): string[] {
  return (grants[access_group_scope] ?? []).map((pair) => pair[0]);
}

/** The grants of a permission of a group. */
export function granted_by(group: AclGroup, permission: Permission): Grants {
  const tree: GrantTree = {};
  add_permission(tree, group, permission);
  return to_grants(tree);
}

/** The grants of those permissions of groups for which `permits` says so. */
export function grants_where(
  groups: AclGroup[],
  permits: (this: void, permission: Permission, group: string) => boolean,
): Grants {
  const tree: GrantTree = {};
  for (const group of groups) {
    for (const permission of permissions.kinds) {
      if (permits(permission, group.name)) {
        add_permission(tree, group, permission);
      }
    }
  }
  return to_grants(tree);
}

/**
 * The grants of `session login` for a login section with a role's lists and `list read 'unauthenticated'`, which LuCI needs
 * (rpc_login_setup_acls). Of several roles each is granted by itself, so a `!` of one never takes from another.
 */
export function grants_of_lists(io: Io, groups: AclGroup[], roles: PermissionLists[]): Grants {
  return grants_where(groups, (permission, name) =>
    roles.some((role) => permissions.permits(io, role, permission, name)),
  );
}

function writable_groups(groups: AclGroup[]): AclGroup[] {
  return groups.filter((group) => strings.sorted_keys(granted_by(group, "write")).length > 0);
}

/** The names of access groups with something to write, with which no role may write. */
export function groups_beyond(io: Io, groups: AclGroup[], roles: { write?: string[] }[]): string[] {
  const lists = roles.map((role) => ({ read: [], write: role.write ?? [] }));
  const names: string[] = [];
  for (const group of writable_groups(groups)) {
    if (!lists.some((list) => permissions.permits(io, list, "write", group.name))) {
      strings.add_missing(names, [group.name]);
    }
  }
  return names;
}

/** Whether roles together may write with every access group of the router that has something to write; there must be one. */
export function change_everything(io: Io, groups: AclGroup[], roles: { write?: string[] }[]): boolean {
  return writable_groups(groups).length > 0 && groups_beyond(io, groups, roles).length === 0;
}
