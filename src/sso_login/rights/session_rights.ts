/**
 * The rights of sessions, kept in the run directory: to read all access groups is half of what a login computes. The name of a file is
 * the hash of everything that its rights depend on: the version, the roles' lists, and size and times of each file of groups.
 */
import * as json from "io/json";
import type { Io } from "../base/io";
import * as json_values from "../base/json_values";
import * as store from "../base/store";
import * as version from "../base/version";
import * as compiled_config from "../settings/compiled_config";
import type { Grants } from "./acl";
import type { RoleMatch } from "./role_matching";
import type { RoleRights } from "./permissions";

/** Loaded where none were kept. */
const acl = () => require("./acl") as typeof import("./acl");
const role_rights = () => require("./role_rights") as typeof import("./role_rights");

/** The grants of a session, and its first role as rpcd's section has it. */
export interface SessionRights {
  grants: Grants;
  section: RoleRights;
}

/** Seconds after which a change of a file shows in its times. */
const settling_time = 2;

/** Facts of the files of groups; undefined where a file could change now and its facts stay the same. */
function facts_of_groups(io: Io): string[] | undefined {
  const now = io.time();
  const facts: string[] = [];
  for (const name of io.list_dir(io.paths.acl_dir) ?? []) {
    const info = io.file_info(io.paths.acl_dir + "/" + name);
    if (info === undefined || info.kind !== "file" || info.ctime + settling_time > now) {
      return undefined;
    }
    facts.push(`${name} ${info.size} ${info.mtime} ${info.ctime}`);
  }
  return facts;
}

/** The file that keeps the rights of roles. */
function path_of(io: Io, match: RoleMatch): string | undefined {
  const facts = facts_of_groups(io);
  if (facts === undefined) {
    return undefined;
  }
  const lists = match.roles.map((role) => [role.name, role.read, role.write]);
  const made_of = json.encode_repeatable([version.version, facts, match.role_name, lists]);
  return store.path_of(io, `rights_${compiled_config.digest_of(made_of)}.json`);
}

function read_kept(io: Io, path: string, name: string): SessionRights | undefined {
  const kept = store.read_fresh(io, path, "made_at", store.cache_lifetime) ?? {};
  const grants = kept.grants;
  const read = json_values.strings_of(kept.read);
  const write = json_values.strings_of(kept.write);
  return json.is_object(grants) && read !== undefined && write !== undefined
    ? { grants: grants as Grants, section: { name, read, write } }
    : undefined;
}

/** The rights of a session of the matching roles, by the router's access groups. */
export function find(io: Io, match: RoleMatch): SessionRights {
  const path = path_of(io, match);
  const kept = path !== undefined ? read_kept(io, path, match.role_name) : undefined;
  if (kept !== undefined) {
    return kept;
  }
  const loaded = acl().load_groups(io);
  const roles = match.roles.map((one) => role_rights().judge(io, loaded.groups, one));
  // The first role names the session's user.
  const first = roles[0] ?? role_rights().judge(io, loaded.groups, { name: match.role_name });
  const section = role_rights().section_of(io, loaded.groups, first);
  const grants = role_rights().grants_of_judged(io, loaded.groups, roles);
  if (path !== undefined && loaded.ignored.length === 0) {
    store.write(io, path, { made_at: io.time(), grants, read: section.read, write: section.write });
  }
  return { grants, section };
}
