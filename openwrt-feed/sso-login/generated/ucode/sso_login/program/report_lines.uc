'use strict';
// Generated from src/sso_login/program/report_lines.ts by "make ucode"; do not edit.

/** The report of a check on the command line. */

import { substring } from 'sso_login.ecma';
import * as console from 'sso_login.io.console';

/** The findings about a provider, "" for those about none, one line each, and what to do below it. */
function print_findings(provider, all) {
	if (provider !== "") {
		console.print("provider " + provider + ":");
	}
	for (let finding in filter(all, (candidate) => (candidate.provider ?? "") === provider)) {
		const code = finding.code !== null ? " [" + finding.code + "]" : "";
		console.print(substring((finding.level + "       "), 0, 9) + finding.text + code);
		if (finding.level !== "ok") {
			console.print("         " + finding.advice);
		}
	}
}

/** The findings, grouped where there are several providers. The answer is whether none is an error. */
export function print(report) {
	const about = [""];
	for (let finding in report.findings) {
		const provider = finding.provider ?? "";
		if (!(index(about, provider) >= 0)) {
			push(about, provider);
		}
	}
	for (let provider in about) {
		print_findings(provider, report.findings);
	}
	return report.ok;
};
