/**
 * The `login` sections of /etc/config/rpcd that keep the rights of single sign-on sessions when rpcd reloads.
 *
 * A reload keeps a session's values but computes its grants anew, from the first `login` section whose `username` is the
 * session's; a session without one loses its rights. So every role has a section `sso_login_<role>`, which nobody can
 * log in with.
 */
import type { CompleteRole } from "../settings/roles";
import type { Io, UciSection } from "../base/io";
import * as log from "../base/log";
import { err, ok, type Err, type Result } from "../result";
import * as strings from "../base/strings";

/** What a section needs to know of a role. */
export type RoleRights = Pick<CompleteRole, "name" | "read" | "write">;

/** Whether anything was written. */
export interface SyncResult {
  changed: boolean;
}

type Options = UciSection["options"];

const uci_package = "rpcd";
const section_type = "login";
const name_prefix = "sso_login_";

/**
 * A hash that no password has. rpcd accepts any password when there is an empty one, and older versions crash when the
 * option is missing.
 */
const impossible_hash = "!";

/** Lists stay lists even with one entry, since rpcd ignores plain options there; an empty one is left out. */
function options_of(role: RoleRights): Options {
  const options: Options = {
    username: role.name,
    password: impossible_hash,
    read: role.read.concat(["unauthenticated"]),
  };
  if (role.write.length > 0) {
    options.write = role.write;
  }
  return options;
}

function same_value(one: string | string[] | undefined, other: string | string[] | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") {
    return one === other;
  }
  if (one.length !== other.length) {
    return false;
  }
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i]) {
      return false;
    }
  }
  return true;
}

function same_options(one: Options, other: Options): boolean {
  for (const name of strings.sorted_keys(one).concat(strings.sorted_keys(other))) {
    if (!same_value(one[name], other[name])) {
      return false;
    }
  }
  return true;
}

function is_ours(section: UciSection): boolean {
  return section.name.startsWith(name_prefix);
}

function find(sections: UciSection[], name: string): UciSection | undefined {
  for (const section of sections) {
    if (section.name === name) {
      return section;
    }
  }
  return undefined;
}

function write_failed(section: string): Err {
  return err("UCI_ERROR", { config: uci_package, section });
}

/** Makes a section anew, so that no option of an earlier one is left in it. */
function write_section(io: Io, name: string, options: Options, exists: boolean): boolean {
  if (exists && !io.uci_delete(uci_package, name)) {
    return false;
  }
  let done = io.uci_add(uci_package, name, section_type);
  for (const option of ["username", "password", "read", "write"]) {
    const value = options[option];
    done = done && (value === undefined || io.uci_set(uci_package, name, option, value));
  }
  return done;
}

/** Writes the roles' sections that are missing or different; the answer is how many. */
function write_missing(io: Io, sections: UciSection[], roles: RoleRights[]): Result<number> {
  let written = 0;
  for (const role of roles) {
    const name = name_prefix + role.name;
    const found = find(sections, name);
    const options = options_of(role);
    if (found === undefined || found.type !== section_type || !same_options(found.options, options)) {
      if (!write_section(io, name, options, found !== undefined)) {
        return write_failed(name);
      }
      written = written + 1;
    }
  }
  return ok(written);
}

/** Deletes those sections of ours whose names are not to be kept; the answer is how many. */
function delete_others(io: Io, sections: UciSection[], kept: string[]): Result<number> {
  let deleted = 0;
  for (const section of sections) {
    if (is_ours(section) && !kept.includes(section.name)) {
      if (!io.uci_delete(uci_package, section.name)) {
        return write_failed(section.name);
      }
      deleted = deleted + 1;
    }
  }
  return ok(deleted);
}

/** Writes the package when something changed; else its file is not touched. */
function commit(io: Io, changes: number): Result<SyncResult> {
  if (changes === 0) {
    return ok({ changed: false });
  }
  return io.uci_commit(uci_package) ? ok({ changed: true }) : write_failed("");
}

/**
 * Logs the roles that share their name with somebody else's login section: it comes first, so that a reload would give
 * their sessions its rights.
 */
function warn_of_conflicts(io: Io, sections: UciSection[], roles: RoleRights[]): void {
  for (const section of sections) {
    for (const role of roles) {
      if (!is_ours(section) && section.type === section_type && section.options.username === role.name) {
        log.event(io, "warning", "RPCD_LOGIN_CONFLICT", [
          ["role", role.name],
          ["section", section.name],
        ]);
      }
    }
  }
}

/**
 * Makes the sections `sso_login_*` those of the roles, and leaves all others alone. Nothing is written when nothing
 * differs. UCI_ERROR when the package cannot be read or written.
 */
export function sync(io: Io, roles: RoleRights[]): Result<SyncResult> {
  const sections = io.uci_sections(uci_package);
  if (!sections.ok) {
    return sections;
  }
  warn_of_conflicts(io, sections.data, roles);
  const deleted = delete_others(
    io,
    sections.data,
    roles.map((role) => name_prefix + role.name),
  );
  if (!deleted.ok) {
    return deleted;
  }
  const written = write_missing(io, sections.data, roles);
  return written.ok ? commit(io, deleted.data + written.data) : written;
}

/** Removes the sections of all roles, as at the removal of the package. */
export function remove(io: Io): Result<SyncResult> {
  return sync(io, []);
}
