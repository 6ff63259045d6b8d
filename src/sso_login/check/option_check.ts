/** The part of the check that judges the options of a provider's section. */
import type { UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as package_sections from "../settings/package_sections";
import * as config_validation from "../settings/config_validation";
import * as certificates from "../settings/certificates";
import * as provider_config from "../settings/provider_config";
import * as option_table from "../settings/option_table";
import * as report from "./report";
import * as typos from "./typos";

/** Notes a file of option ca_file that has no authority's certificate. */
function check_ca_file(run: report.Run, file: string): void {
  const text = run.io.read_file(file, certificates.max_file);
  const kind = text !== undefined ? certificates.kind_of(text) : undefined;
  if (kind === "server") {
    report.warning(run, "ca_file_server", { file });
  } else if (kind !== "authority") {
    const reason = { id: kind === undefined ? "file_unreadable" : "file_without_certificate" };
    report.error(run, "ca_file_unusable", { file, reason });
  }
}

/** Options that are copied from a provider's page, or typed; first the addresses. */
const addresses = ["issuer_url", "internal_issuer_url", "redirect_uri"];
const copied = addresses.concat(["client_id", "scope", "client_secret", "api_audience", "email_claim", "groups_claim"]);

/** Notes typing mistakes in options that their rules permit, or whose rules do not name them; returns the options that no call may use. */
function check_typos(run: report.Run, section: UciSection): string[] {
  const unusable: string[] = [];
  for (const option of copied) {
    const value = section.options[option] ?? "";
    for (const text of typeof value === "string" ? [value] : value) {
      const character = typos.odd_character(text, addresses.includes(option));
      const placeholder = addresses.includes(option) ? typos.placeholder_in(text) : undefined;
      if (character !== undefined) {
        report.warning(run, "option_character", { option, character });
      }
      if (placeholder !== undefined) {
        report.error(run, "option_placeholder", { option, placeholder });
        unusable.push(option);
      }
    }
  }
  return unusable;
}

/** The configuration of a provider by its right options, and the names of the wrong ones. */
export interface CheckedConfig {
  config: provider_config.Config;
  wrong: string[];
}

/** Notes each problem of a provider's section, and returns the configuration for the rest of the check. */
export function check_options(run: report.Run, sections: UciSection[], section: UciSection): CheckedConfig {
  const validated = config_validation.validate_section(sections, section);
  for (const problem of validated.problems) {
    report.error(run, "option_wrong", { option: problem.option, must: problem.must });
  }
  const known = option_table.section_rows().map((row) => row.name);
  const unknown = strings.sorted_keys(section.options).filter((option) => !known.includes(option));
  report.warn_of(run, "option_unknown", "options", unknown);
  const before = run.findings.length;
  const unusable = check_typos(run, section);
  if (validated.problems.length + unknown.length + run.findings.length === before) {
    report.ok(run, "options_ok");
  }
  const claim = validated.values.email_claim ?? "email";
  if (claim !== "email" && validated.values.email_claim_trusted === "1") {
    report.ok(run, "email_claim_trusted", { claim });
  } else if (claim !== "email") {
    report.warning(run, "email_claim_untrusted", { claim });
  }
  const is_first = section.name === public_names.first;
  if (is_first && validated.values.client_limit === undefined && section.options.password_login !== "off") {
    report.warning(run, "client_limit_absent");
  }
  const ca_file = validated.values.ca_file;
  if (ca_file !== undefined) {
    check_ca_file(run, ca_file);
  }
  if (section.options.enabled !== "1") {
    report.warning(run, "disabled");
  }
  const started = validated.values.auto_redirect ?? "0";
  const is_named = started !== "0" && started !== "1";
  if (is_named && package_sections.section_of(sections, started) === undefined) {
    report.warning(run, "auto_redirect_gone", { provider: started });
  }
  const checked = provider_config.to_config(validated.values, [], section.name);
  checked.log_name = package_sections.log_name(sections, section.name);
  return { config: checked, wrong: validated.problems.map((problem) => problem.option).concat(unusable) };
}
