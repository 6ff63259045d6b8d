/**
 * The check: tries what a login would need and says of each point what was found and what to do.
 *
 * It works on the saved configuration or on unsaved settings, asks the provider anew, and neither reads nor writes what
 * logins keep in the run directory. It writes nothing to the log, as the caller gets the report. All its calls together
 * take at most 12 seconds.
 */
import * as provider from "./provider";
import * as report from "./report";
import type { Report, Run } from "./report";
import * as router from "./router";
import * as load from "../settings/load";
import * as clock from "io/clock";
import type { Config } from "../settings/config";
import type { Io, UciSection } from "../base/io";
import * as options from "./options";
import * as passwords from "./passwords";
import * as roles from "./roles";
import * as page from "../settings/page";
import type { Settings } from "../settings/page";
import * as unsaved_secret from "../settings/unsaved_secret";
import * as values from "../base/values";
import * as version from "../base/version";

export type { Finding, Report } from "./report";

/** The sections to check; undefined, and a finding, when there is nothing to check. */
function sections_to_check(run: Run, unsaved: Settings | undefined): { sections: UciSection[]; sendable: boolean } {
  const saved = load.saved_sections(run.io);
  if (unsaved !== undefined) {
    const completed = unsaved_secret.complete(unsaved.values, saved.ok ? page.values_of(saved.data) : {});
    const sections = page.to_sections({ values: completed.values, roles: unsaved.roles });
    return { sections, sendable: completed.sendable };
  }
  if (!saved.ok) {
    const facts = typeof saved.details === "object" ? saved.details : {};
    report.error(run, "config_unreadable", { reason: values.text_of(facts.reason) });
  }
  return { sections: saved.ok ? saved.data : [], sendable: true };
}

/** Options and roles of the sections, which need no provider; undefined where there is no section of options. */
function check_sections(run: Run, sections: UciSection[]): { config: Config; wrong: string[] } | undefined {
  const section = load.default_section(sections);
  if (section === undefined) {
    if (run.findings.length === 0) {
      report.error(run, "section_missing");
    }
    return undefined;
  }
  run.secret = page.values_of(sections).client_secret ?? "";
  const checked = options.check_options(run, section);
  const all = page.roles_of(sections);
  run.lists_groups = all.some((role) => role.group.length > 0);
  roles.check_roles(run, all, checked.config.issuer_url);
  roles.check_programs(run, all, checked.config.api_audience);
  const saved = load.saved_sections(run.io);
  roles.check_sections(run, saved.ok ? page.roles_of(saved.data) : []);
  passwords.check_passwords(run, section.options.enabled === "1" && checked.wrong.length === 0);
  return checked;
}

/** Checks the saved configuration without any call. */
export function check_configuration(io: Io): Report {
  const run: Run = { io, findings: [], secret: "" };
  check_sections(run, sections_to_check(run, undefined).sections);
  return report.report_of(run);
}

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
 * only ever sent to the provider it was saved for. `begin` is told what is tried next.
 */
export function run_check(io: Io, unsaved?: Settings, begin?: Run["begin"]): Report {
  const run: Run = { io, findings: [], secret: "", begin };
  const settings = sections_to_check(run, unsaved);
  const checked = check_sections(run, settings.sections);
  if (checked === undefined) {
    return report.report_of(run);
  }
  if (io.time() < version.year_start) {
    report.error(run, "clock_not_set", { now: clock.format_time(io.time()) });
  }
  report.begin(run, "router");
  router.check_router(run, checked.config);
  io.https_settings({
    ca_file: checked.config.ca_file,
    timeout: checked.config.http_timeout ?? router.total_time,
    total: router.total_time,
  });
  provider.check_provider(run, checked.config, checked.wrong, settings.sendable);
  return report.report_of(run);
}
