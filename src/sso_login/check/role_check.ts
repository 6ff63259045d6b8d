/** The part of the check that judges the roles: names, users and rights. */
import * as json from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as acl from "../rights/acl";
import * as permissions from "../rights/permissions";
import * as menu from "../rights/menu";
import * as access_level from "../rights/access_level";
import * as unknown_groups from "../rights/unknown_groups";
import * as role_rights from "../rights/role_rights";
import * as strings from "../base/strings";
import * as rpcd_logins from "../rpcd/rpcd_logins";
import * as reconcile from "../rpcd/reconcile";
import * as rpcd_sessions from "../rpcd/rpcd_sessions";
import * as rpcd_sync from "../rpcd/rpcd_sync";
import type { Config } from "../settings/provider_config";
import type { RoleSettings } from "../settings/page_settings";
import * as role_sections from "../settings/role_sections";
import * as role_matching from "../rights/role_matching";
import * as report from "./report";
import * as typos from "./typos";
import type { Run } from "./report";

/** Whether an entry of a list, a name or a pattern with or without `!`, matches an access group. */
function matches_a_group(io: Io, entry: string, groups: string[]): boolean {
  const bare = entry.startsWith("!") ? permissions.excluded_pattern(entry) : entry;
  return groups.some((group) => group === bare || io.fnmatch(bare, group));
}

/** The router's access groups, and the files that are ignored, each of which is noted. */
function access_groups(run: Run): ReturnType<typeof acl.read_groups> {
  const read = acl.read_groups(run.io);
  for (const file of read.ignored) {
    const reason = { id: file.text !== undefined ? "file_malformed" : "file_unreadable" };
    report.warning(run, "acl_file_ignored", { file: file.name, reason });
  }
  return read;
}

/** The entries of all roles that match no access group, as `role: entry`. */
function unknown_entries(run: Run, groups: string[], roles: RoleSettings[]): string[] {
  const unknown: string[] = [];
  for (const role of roles) {
    const entries = role.read.concat(role.write).filter((entry) => !matches_a_group(run.io, entry, groups));
    strings.add_missing(
      unknown,
      entries.map((entry) => role.name + ": " + entry),
    );
  }
  return unknown;
}

function has_rights(role: RoleSettings): boolean {
  return role.read.length + role.write.length > 0;
}

function names_of(roles: RoleSettings[]): string[] {
  return roles.map((role) => role.name);
}

/** Notes roles that open no page of LuCI. */
function check_luci(run: Run, groups: acl.AclGroup[], roles: RoleSettings[]): void {
  const without_luci: RoleSettings[] = [];
  const without_page: RoleSettings[] = [];
  const found = menu.all_pages(run.io);
  for (const role of roles.filter((candidate) => has_rights(candidate) && role_matching.allows(candidate, "web"))) {
    const granted = acl.groups_in(role_rights.grants_of_roles(run.io, groups, [role]));
    if (!granted.includes(public_names.luci_group)) {
      without_luci.push(role);
    } else if (!menu.opens_one(found, granted)) {
      without_page.push(role);
    }
  }
  report.warn_of(run, "roles_without_luci", "roles", names_of(without_luci));
  report.warn_of(run, "roles_without_page", "roles", names_of(without_page));
}

/** Notes the access level of each role with rights; with a warning where a role without `write` reaches beyond looking. */
function check_access_levels(run: Run, read: ReturnType<typeof acl.read_groups>, roles: RoleSettings[]): void {
  const levels = unknown_groups.mark(access_level.of_groups(run.io, read.groups), read.ignored);
  const pages = menu.all_pages(run.io);
  for (const role of roles.filter((candidate) => has_rights(candidate))) {
    const found = permissions.role_access(run.io, levels, pages, role);
    const verdict = { id: "can_" + found.verdict };
    const params = { role: role.name, verdict, pages: json.list(permissions.causes_of(found)) };
    if (found.verdict === "look") {
      report.ok(run, "role_looks", { role: role.name, verdict });
    } else if (role.write.length > 0) {
      report.ok(run, "role_reaches", params);
    } else {
      report.warning(run, "role_reads_more", params);
    }
  }
}

/** Notes the rule that a role breaks, or subjects of no configured issuer. */
function check_rule(run: Run, role: RoleSettings, issuers: string[]): void {
  const fault = role_sections.fault_of(role, role.anonymous === true);
  const issuer = role.sub_issuer ?? "";
  if (fault !== undefined) {
    const id = fault.option === "sub_issuer" ? "role_without_issuer" : "role_wrong";
    report.error(run, id, { role: role.name, must: fault.must });
  } else if (role.sub !== undefined && !issuers.includes(issuer)) {
    report.warning(run, "role_other_issuer", { role: role.name, issuer });
  }
}

/** Notes entries with a character that most often comes from copying: a login compares it like any other. */
function check_entries(run: Run, role: RoleSettings): void {
  const entries: string[] = [];
  for (const list of role_matching.kinds) {
    for (const entry of role[list] ?? []) {
      const character = typos.odd_in_entry(list, entry);
      strings.add_missing(entries, character !== undefined ? [`'${entry}' (${character})`] : []);
    }
  }
  if (entries.length > 0) {
    report.warning(run, "role_entries", { role: role.name, entries: entries.join(", ") });
  }
}

/** Notes saved roles whose sections of rpcd are not current, and those whose sessions have other rights. */
export function check_sections(run: Run, saved: RoleSettings[]): void {
  const logins = rpcd_logins.read_sections(run.io);
  if (!logins.ok) {
    report.error_of(run, "rpcd_unreadable", logins);
    return;
  }
  const usable = rpcd_logins.usable_roles(logins.data, saved);
  const rights = role_rights.of_roles(run.io, usable);
  const outdated = rpcd_sync.outdated_roles(logins.data, rights);
  report.warn_of(run, "roles_behind", "roles", outdated);
  run.growth = outdated.length > 0 ? rpcd_sync.growth_text(rights) : undefined;
  // Not everybody who may check may know who is logged in.
  const behind: string[] = [];
  for (const entry of reconcile.lag_of(run.io).sessions) {
    strings.add_missing(behind, [rpcd_sessions.role_names(entry)]);
  }
  report.warn_of(run, "rights_behind", "roles", behind);
}

/** Notes the providers at which each role counts, and those of a role that do not exist. */
function check_providers(run: Run, roles: RoleSettings[], providers: string[]): void {
  for (const role of roles) {
    for (const provider of (role.provider ?? []).filter((name) => !providers.includes(name))) {
      report.warning(run, "role_provider_gone", { role: role.name, provider });
    }
    const at = providers.filter((name) => role_matching.counts_at(role, name));
    if (providers.length > 1 && at.length > 0) {
      report.ok(run, "role_counts", { role: role.name, providers: at.join(", ") });
    }
  }
}

/** Judges names, rules and rights of all roles; `configs` are those of the providers. */
export function check_roles(run: Run, roles: RoleSettings[], configs: Config[]): void {
  const before = run.findings.length;
  const issuers = configs.map((config) => config.issuer_url);
  if (roles.length === 0) {
    report.error(run, "roles_none");
  }
  for (const role of roles) {
    check_rule(run, role, issuers);
    check_entries(run, role);
  }
  const logins = rpcd_logins.read_sections(run.io);
  for (const conflict of rpcd_logins.conflicts(logins.ok ? logins.data : [], roles)) {
    report.warning(run, "role_left_out", { role: conflict.role });
  }
  const without_users = roles.filter(
    (role) => role.email.concat(role.group, role.sub ?? []).concat(role.client ?? []).length === 0,
  );
  report.warn_of(run, "roles_match_nobody", "roles", names_of(without_users));
  const without_rights = roles.filter((role) => !has_rights(role));
  report.warn_of(run, "roles_without_rights", "roles", names_of(without_rights));
  const read = access_groups(run);
  const groups = read.groups;
  const names = groups.map((group) => group.name);
  if (names.includes(public_names.luci_group)) {
    check_luci(run, groups, roles);
  }
  report.warn_of(run, "access_groups_unknown", "entries", unknown_entries(run, names, roles));
  if (run.findings.length === before) {
    report.ok(run, "roles_ok", { roles: names_of(roles).join(", ") });
  }
  const providers = configs.map((config) => config.provider);
  check_providers(run, roles, providers);
  check_access_levels(run, read, roles);
}

/** Notes whether programs may exchange tokens, and whether a role is for them. */
export function check_programs(run: Run, roles: RoleSettings[], audience: string | undefined): void {
  if (audience === undefined) {
    return;
  }
  const open = roles.filter((role) => role_matching.allows(role, "api"));
  if (open.length === 0) {
    report.warning(run, "programs_without_role", { audience });
  } else {
    report.ok(run, "programs_on", { audience, roles: names_of(open).join(", ") });
  }
}
