/**
 * The check tries everything that a login needs, and reports findings with advice.
 *
 * It works on the saved configuration or on unsaved settings, asks the provider without caches, and neither reads nor writes the
 * files of logins. It writes nothing to the log. All its calls to a provider together take at most 12 seconds.
 */
import * as provider from "./provider";
import * as report from "./report";
import type { Report, Run } from "./report";
import * as router from "./router";
import * as load from "../settings/load";
import * as package_sections from "../settings/sections";
import * as clock from "io/clock";
import type { Io, UciSection } from "../base/io";
import * as options from "./options";
import * as passwords from "./passwords";
import * as roles from "./roles";
import * as page from "../settings/page";
import * as names from "../base/names";
import * as values from "../base/values";
import * as version from "../base/version";

export type { Finding, Report } from "./report";

/** The sections to check, and the providers to which a saved secret may not be sent; a finding where nothing can be read. */
function sections_to_check(
  run: Run,
  unsaved: page.Settings | undefined,
): { sections: UciSection[]; unsendable: string[] } {
  const read = load.saved_sections(run.io);
  const saved = read.ok ? read.data : [];
  if (unsaved !== undefined) {
    return page.completed_sections(unsaved, saved);
  }
  if (!read.ok) {
    report.error(run, "config_unreadable", { reason: values.text_of(values.facts_of(read).reason) });
  }
  return { sections: saved, unsendable: [] };
}

/** Makes the next findings those of a provider, whose secret they may not show. */
function turn_to(run: Run, sections: UciSection[], name: string): void {
  run.provider = package_sections.provider_sections(sections).length > 1 ? name : undefined;
  run.secret = page.values_of(sections, name).client_secret ?? "";
}

/** Checks options, roles and passwords, which needs no calls; returns the providers' configurations, none without a section `default`. */
function check_sections(run: Run, sections: UciSection[]): options.CheckedConfig[] {
  if (package_sections.default_section(sections) === undefined) {
    if (run.findings.length === 0) {
      report.error(run, "section_missing");
    }
    return [];
  }
  const checked: options.CheckedConfig[] = [];
  const all = page.roles_of(sections);
  for (const each of package_sections.provider_sections(sections)) {
    turn_to(run, sections, each.name);
    checked.push(options.check_options(run, sections, each));
  }
  run.provider = undefined;
  run.lists_groups = all.some((role) => role.group.length > 0);
  roles.check_roles(
    run,
    all,
    checked.map((found) => found.config),
  );
  for (const found of checked) {
    turn_to(run, sections, found.config.provider ?? names.first);
    roles.check_programs(run, all, found.config.api_audience);
  }
  run.provider = undefined;
  const saved = load.saved_sections(run.io);
  roles.check_sections(run, saved.ok ? page.roles_of(saved.data) : []);
  passwords.check_passwords(run, sections);
  return checked;
}

function new_run(io: Io, begin?: Run["begin"]): Run {
  return { io, findings: [], secret: "", total_time: 0, begin };
}

/** Checks the saved configuration without calls. */
export function check_configuration(io: Io): Report {
  const run = new_run(io);
  check_sections(run, sections_to_check(run, undefined).sections);
  return report.report_of(run);
}

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one; that is sent only to the
 * provider for which it was saved. `named` is one of several providers. `begin` is called before each step.
 */
export function run_check(io: Io, unsaved?: page.Settings, named?: string, begin?: Run["begin"]): Report {
  const run = new_run(io, begin);
  const settings = sections_to_check(run, unsaved);
  const checked = check_sections(run, settings.sections);
  if (checked.length > 0 && io.time() < version.year_start) {
    report.error(run, "clock_not_set", { now: clock.format_time(io.time()) });
  }
  for (const found of checked.filter((one) => named === undefined || one.config.provider === named)) {
    const name = found.config.provider ?? "";
    turn_to(run, settings.sections, name);
    // A provider that does not answer costs the others nothing.
    run.total_time = run.total_time + router.total_time;
    report.begin(run, "router");
    router.check_router(run, found.config);
    io.https_settings({
      ca_file: found.config.ca_file,
      timeout: found.config.http_timeout ?? router.total_time,
      total: run.total_time,
    });
    provider.check_provider(run, found.config, found.wrong, !settings.unsendable.includes(name));
  }
  run.findings = run.findings.filter((one) => named === undefined || (one.provider ?? named) === named);
  return report.report_of(run);
}
