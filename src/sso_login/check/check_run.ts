/**
 * The check tries everything that a login needs, and reports findings with advice.
 *
 * It works on the saved configuration or on unsaved settings, and asks the provider without caches; logins go by the metadata that a check of
 * the saved configuration has found. It only tries whether the files of logins could be written. It writes nothing to the log. All its calls to a
 * provider together take at most 12 seconds.
 */
import * as public_names from "../base/public_names";
import * as provider_check from "./provider_check";
import * as ready from "./ready";
import * as report from "./report";
import type { Report, Run } from "./report";
import * as storage_check from "./storage_check";
import * as web_server_check from "./web_server_check";
import * as saved_config from "../settings/saved_config";
import * as package_sections from "../settings/package_sections";
import * as clock from "io/clock";
import type { Io, UciSection } from "../base/io";
import * as option_check from "./option_check";
import * as password_check from "./password_check";
import * as revalidation_check from "./revalidation_check";
import * as role_check from "./role_check";
import * as role_sections from "../settings/role_sections";
import * as page_settings from "../settings/page_settings";
import * as version from "../base/version";

export type { Finding, Report } from "./report";

/** The sections to check, and the providers to which a saved secret may not be sent; a finding where nothing can be read. */
function sections_to_check(
  run: Run,
  unsaved: page_settings.Settings | undefined,
): { sections: UciSection[]; unsendable: string[] } {
  const read = saved_config.saved_sections(run.io);
  const saved = read.ok ? read.data : [];
  if (unsaved !== undefined) {
    return page_settings.completed_sections(unsaved.sections, saved);
  }
  if (!read.ok) {
    report.error_of(run, "config_unreadable", read);
  }
  return { sections: saved, unsendable: [] };
}

/** Makes the next findings those of a provider, whose secret they may not show. */
function turn_to(run: Run, sections: UciSection[], name: string): void {
  run.provider = package_sections.provider_sections(sections).length > 1 ? name : undefined;
  run.secret = page_settings.values_of(sections, name).client_secret ?? "";
}

/** Checks options, roles and passwords, which needs no calls; returns the providers' configurations, none without a section `default`. */
function check_sections(run: Run, sections: UciSection[]): option_check.CheckedConfig[] {
  if (package_sections.section_of(sections, public_names.first) === undefined) {
    if (run.findings.length === 0) {
      report.error(run, "section_missing");
    }
    return [];
  }
  const checked: option_check.CheckedConfig[] = [];
  const all = page_settings.roles_of(sections);
  for (const each of package_sections.provider_sections(sections)) {
    turn_to(run, sections, each.name);
    checked.push(option_check.check_options(run, sections, each));
  }
  run.provider = undefined;
  run.roles = all;
  role_check.check_roles(
    run,
    all,
    checked.map((found) => found.config),
  );
  for (const found of checked) {
    turn_to(run, sections, found.config.provider);
    role_check.check_programs(run, all, found.config.api_audience);
  }
  run.provider = undefined;
  const saved = saved_config.saved_sections(run.io);
  role_check.check_sections(run, saved.ok ? role_sections.of_sections(saved.data).roles : []);
  password_check.check_passwords(run, sections);
  return checked;
}

/** Checks the saved configuration without calls. */
export function check_configuration(io: Io): Report {
  const run = report.new_run(io, "", 0);
  check_sections(run, sections_to_check(run, undefined).sections);
  return report.report_of(run);
}

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one; that is sent only to the
 * provider for which it was saved. `named` is one of several providers. `begin` is called before each step. `quick` leaves out the tries of the client.
 */
export function run_check(
  io: Io,
  unsaved?: page_settings.Settings,
  named?: string,
  begin?: Run["begin"],
  quick?: boolean,
): Report {
  const run = report.new_run(io, "", 0, begin);
  run.quick = quick;
  run.is_saved = unsaved === undefined;
  // The calls would end this process.
  if (!ready.is_ready(io)) {
    report.error(run, "part_unusable");
    return report.report_of(run);
  }
  const settings = sections_to_check(run, unsaved);
  const checked = check_sections(run, settings.sections);
  storage_check.check_storage(run, unsaved !== undefined);
  if (checked.length > 0 && io.time() < version.year_start) {
    report.error(run, "clock_not_set", { now: clock.format_time(io.time()) });
  }
  const first = checked[0];
  if (first !== undefined) {
    web_server_check.check_login_page(run, first.config);
  }
  for (const found of checked.filter((one) => named === undefined || one.config.provider === named)) {
    const name = found.config.provider;
    turn_to(run, settings.sections, name);
    // A provider that does not answer costs the others nothing.
    run.total_time = run.total_time + web_server_check.total_time;
    if (unsaved === undefined) {
      revalidation_check.check_revalidation(run, found.config);
    }
    run.begin("router");
    web_server_check.check_web_server(run, found.config);
    io.https_settings({
      ca_file: found.config.ca_file,
      timeout: found.config.http_timeout ?? web_server_check.total_time,
      total: run.total_time,
    });
    provider_check.check_provider(run, found.config, found.wrong, !settings.unsendable.includes(name));
  }
  run.findings = run.findings.filter((one) => named === undefined || (one.provider ?? named) === named);
  return report.report_of(run);
}
