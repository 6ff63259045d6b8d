/** The report of a check on the command line. */
import * as console from "io/console";
import type { Finding, Report } from "../check/report";

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

/** The findings, grouped where there are several providers. The answer is whether none is an error. */
export function print(report: Report): boolean {
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
  return report.ok;
}
