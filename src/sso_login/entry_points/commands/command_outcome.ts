/** The end of a command: its exit status, the words of a failure, and the report of a check. */
import * as console from "io/console";
import * as failure_facts from "../../base/failure_facts";
import * as log from "../../base/log";
import * as public_names from "../../base/public_names";
import * as strings from "../../base/strings";
import * as log_texts from "../../base/log_texts";
import * as json_values from "../../base/json_values";
import * as report from "../../check/report";
import type { Finding, Report } from "../../check/report";
import * as finding_texts from "../../check/finding_texts";
import type { Io } from "../../base/io";
import type { Err } from "../../result";
import * as reconcile from "../../rpcd/reconcile";

/** Exit statuses: done, failed, wrong usage. */
export const success = 0;
export const failure = 1;
const usage_error = 2;

/** Prints a failure as the log has it. */
export function print_problem(problem: Err): void {
  const details = log.format_details(log_texts.details_in_english(problem.details));
  console.print_error("sso-login: " + problem.error + " " + details);
}

/** Prints a failure, with an advice where the configuration cannot be read; returns the exit status. */
export function fail(problem: Err): number {
  print_problem(problem);
  const finding = finding_texts.findings.config_unreadable;
  if (finding !== undefined && failure_facts.open(problem).config === public_names.package_name) {
    console.print_error(json_values.text_of(finding.advice));
  }
  return failure;
}

/** Bytes of words that are printed. */
const max_words = 400;

/** Prints words that may repeat an argument. */
export function complain(words: string): void {
  console.print_error("sso-login: " + report.sanitize(words, "", max_words));
}

export function wrong_usage(problem: string): number {
  complain(problem + "; see sso-login --help");
  return usage_error;
}

/** Prints the findings about a provider, "" for those about none, each with its advice below. */
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

/** Prints the findings by provider; returns the exit status, 1 where one is an error. */
export function print_report(done: Report): number {
  const providers: string[] = [""];
  strings.add_missing(
    providers,
    done.findings.map((finding) => finding.provider ?? ""),
  );
  for (const provider of providers) {
    print_findings(provider, done.findings);
  }
  return done.ok ? success : failure;
}

/** Warns where a change is in effect only for new logins, as after `uci commit` without reload_config. */
export function warn_of_lag(io: Io): void {
  const lag = reconcile.lag_of(io);
  const advice = ": run sso-login sync-roles";
  if (lag.is_behind) {
    complain("live sessions or rpcd are behind the configuration" + advice);
  }
  if (lag.sessions.length > 0) {
    const users = reconcile.users_of(lag.sessions).join(", ");
    complain("sessions have other rights than their roles give now (" + users + ")" + advice);
  }
}
