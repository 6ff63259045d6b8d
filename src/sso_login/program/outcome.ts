/** How a command ends: its exit status, why it could not be done, and the report of a check. */
import * as console from "io/console";
import * as log from "../base/log";
import * as names from "../base/names";
import * as texts from "../base/texts";
import * as values from "../base/values";
import type { Finding, Report } from "../check/report";
import * as check_texts from "../check/texts";
import type { Err } from "../result";

/** Exit statuses: done, could not be done, called wrongly. */
export const success = 0;
export const failure = 1;
const usage_error = 2;

/** Says why something could not be done, as the log does. */
export function print_problem(problem: Err): void {
  const details = log.format_details(texts.details_in_english(problem.details));
  console.print_error("sso-login: " + problem.error + " " + details);
}

/** Says why a command ends, and what to do where the configuration cannot even be read. */
export function fail(problem: Err): number {
  print_problem(problem);
  const finding = check_texts.findings.config_unreadable;
  if (finding !== undefined && values.facts_of(problem).config === names.package_name) {
    console.print_error(finding.advice ?? "");
  }
  return failure;
}

export function wrong_usage(problem: string): number {
  console.print_error("sso-login: " + problem + "; see sso-login --help");
  return usage_error;
}

/** The findings about a provider, "" for those about none, one line each, and what to do below it. */
function print_findings(provider: string, all: Finding[]): void {
  if (provider !== "") {
    console.print("provider " + provider + ":");
  }
  for (const finding of all.filter((candidate) => (candidate.provider ?? "") === provider)) {
    const code = finding.code !== undefined ? " [" + finding.code + "]" : "";
    console.print((finding.level + "       ").substring(0, 9) + finding.text + code);
    if (finding.level !== "ok") {
      console.print("         " + finding.advice);
    }
  }
}

/** The findings, grouped where there are several providers. Status 1 where one is an error. */
export function print_report(report: Report): number {
  const about: string[] = [""];
  for (const finding of report.findings) {
    const provider = finding.provider ?? "";
    if (!about.includes(provider)) {
      about.push(provider);
    }
  }
  for (const provider of about) {
    print_findings(provider, report.findings);
  }
  return report.ok ? success : failure;
}
