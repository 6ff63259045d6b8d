/**
 * The check: tries what a login would need and says of each point what was found and what to do.
 *
 * It works on the saved configuration or on unsaved settings, asks the provider anew, and neither reads nor writes what
 * logins keep in the run directory. It writes nothing to the log: whoever asked reads the report. All its calls together
 * take at most 12 seconds.
 */
import { type AclGroup, excluded_pattern, grants_for, read_groups } from "./acl";
import { check_provider } from "./check_provider";
import { note, report_of, type Report, type Run } from "./check_report";
import { check_router, total_time } from "./check_router";
import { type Config, default_section, judge_values, local_logins, to_config } from "./config";
import { format_time } from "./io/console";
import type { Io, UciSection } from "./io/types";
import { option_rules, role_name_problem } from "./options";
import { roles_of, saved_sections, type RoleSettings, type Settings, to_sections, values_of } from "./settings";
import { sorted_keys } from "./text";
import { year_start } from "./version";

export type { Finding, Report } from "./check_report";

/** Largest file of certificates that is taken for one. */
const max_ca_file = 1048576;

type TextValues = { [option: string]: string };

/** The options that decide to whom the client secret goes. */
const address_options = ["issuer_url", "internal_issuer_url", "ca_file"];

/** The unsaved values with the saved client secret where they have none, and whether that may be sent. */
function with_secret(values: TextValues, saved: TextValues): { values: TextValues; sendable: boolean } {
  if ((values.client_secret ?? "") !== "") {
    return { values, sendable: true };
  }
  const completed: TextValues = {};
  for (const option of sorted_keys(values)) {
    completed[option] = values[option] ?? "";
  }
  completed.client_secret = saved.client_secret ?? "";
  const sendable = address_options.every((option) => (values[option] ?? "") === (saved[option] ?? ""));
  return { values: completed, sendable };
}

/** The options, each problem by itself; what is right makes the configuration to go on with. */
function check_options(run: Run, section: UciSection): { config: Config; wrong: string[] } {
  const judged = judge_values(section);
  for (const problem of judged.problems) {
    note(run, "error", "option_wrong", { option: problem.option, must: problem.must });
  }
  const known = option_rules.map((rule) => rule.name).concat(["enabled"]);
  const unknown = sorted_keys(section.options).filter((option) => !known.includes(option));
  if (unknown.length > 0) {
    note(run, "warning", "option_unknown", { options: unknown.join(", ") });
  }
  if (judged.problems.length + unknown.length === 0) {
    note(run, "ok", "options_ok", {});
  }
  const ca_file = judged.values.ca_file;
  if (ca_file !== undefined && run.io.read_file(ca_file, max_ca_file) === undefined) {
    note(run, "error", "ca_file_unreadable", { file: ca_file });
  }
  if (section.options.enabled !== "1") {
    note(run, "warning", "disabled", {});
  }
  return { config: to_config(judged.values, []), wrong: judged.problems.map((problem) => problem.option) };
}

/** Whether a list's entry, a name or a pattern with or without `!`, means any access group. */
function names_a_group(io: Io, entry: string, groups: string[]): boolean {
  const bare = entry.startsWith("!") ? excluded_pattern(entry) : entry;
  return groups.some((group) => group === bare || io.fnmatch(bare, group));
}

/** The router's access groups; a finding for each file of them that is ignored. */
function access_groups(run: Run): AclGroup[] {
  const read = read_groups(run.io);
  for (const file of read.ignored) {
    const facts = typeof file.details === "object" ? file.details : {};
    note(run, "warning", "acl_file_ignored", { file: `${facts.file ?? ""}`, reason: `${facts.reason ?? ""}` });
  }
  return read.groups;
}

/** The entries of all roles that mean no access group of this router, `role: entry`. */
function unknown_entries(run: Run, groups: string[], roles: RoleSettings[]): string[] {
  const unknown: string[] = [];
  for (const role of roles) {
    for (const entry of role.read.concat(role.write)) {
      const item = role.name + ": " + entry;
      if (entry !== "" && !unknown.includes(item) && !names_a_group(run.io, entry, groups)) {
        unknown.push(item);
      }
    }
  }
  return unknown;
}

/** The access group of LuCI's own calls, its "Log out" among them. */
const luci_group = "luci-base";

/** Whether a role has rights but not those without which LuCI's pages are of no use. */
function lacks_luci(io: Io, groups: AclGroup[], role: RoleSettings): boolean {
  const granted = grants_for(io, groups, role.read, role.write)["access-group"] ?? [];
  return role.read.length + role.write.length > 0 && !granted.some((pair) => pair[0] === luci_group);
}

/** Notes the names of those roles that a finding is about, if there are any. */
function note_roles(run: Run, id: string, roles: RoleSettings[]): void {
  if (roles.length > 0) {
    note(run, "warning", id, { roles: roles.map((role) => role.name).join(", ") });
  }
}

function check_roles(run: Run, roles: RoleSettings[]): void {
  const before = run.findings.length;
  const logins = local_logins(run.io);
  if (roles.length === 0) {
    note(run, "error", "roles_none", {});
  }
  for (const role of roles) {
    const must = role_name_problem(role.anonymous === true ? "" : role.name, logins);
    if (must !== undefined) {
      note(run, "error", "role_wrong", { role: role.name, must });
    }
  }
  note_roles(
    run,
    "roles_match_nobody",
    roles.filter((role) => role.email.length + role.group.length === 0),
  );
  note_roles(
    run,
    "roles_without_rights",
    roles.filter((role) => role.read.length + role.write.length === 0),
  );
  const groups = access_groups(run);
  const names = groups.map((group) => group.name);
  if (names.includes(luci_group)) {
    note_roles(
      run,
      "roles_without_luci",
      roles.filter((role) => lacks_luci(run.io, groups, role)),
    );
  }
  const unknown = unknown_entries(run, names, roles);
  if (unknown.length > 0) {
    note(run, "warning", "access_groups_unknown", { entries: unknown.join(", ") });
  }
  if (run.findings.length === before) {
    note(run, "ok", "roles_ok", { roles: roles.map((role) => role.name).join(", ") });
  }
}

/** The sections to check; undefined, and a finding, when there is nothing to check. */
function sections_to_check(run: Run, unsaved: Settings | undefined): { sections: UciSection[]; sendable: boolean } {
  const saved = saved_sections(run.io);
  if (unsaved !== undefined) {
    const completed = with_secret(unsaved.values, saved.ok ? values_of(saved.data) : {});
    const sections = to_sections({ values: completed.values, roles: unsaved.roles });
    return { sections, sendable: completed.sendable };
  }
  if (!saved.ok) {
    const facts = typeof saved.details === "object" ? saved.details : {};
    note(run, "error", "config_unreadable", { reason: `${facts.reason ?? ""}` });
  }
  return { sections: saved.ok ? saved.data : [], sendable: true };
}

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
 * only ever sent to the provider it was saved for.
 */
export function run_check(io: Io, unsaved?: Settings): Report {
  const run: Run = { io, findings: [], secret: "" };
  const subject = sections_to_check(run, unsaved);
  const section = default_section(subject.sections);
  if (section === undefined) {
    if (run.findings.length === 0) {
      note(run, "error", "section_missing", {});
    }
    return report_of(run);
  }
  run.secret = values_of(subject.sections).client_secret ?? "";
  const options = check_options(run, section);
  check_roles(run, roles_of(subject.sections));
  if (io.time() < year_start) {
    note(run, "error", "clock_not_set", { now: format_time(io.time()) });
  }
  if (!options.wrong.includes("redirect_uri")) {
    check_router(run, options.config);
  }
  io.https_settings({
    ca_file: options.config.ca_file,
    timeout: options.config.http_timeout > 0 ? options.config.http_timeout : total_time,
    total: total_time,
  });
  check_provider(run, options.config, options.wrong, subject.sendable);
  return report_of(run);
}
