'use strict';
// Generated from src/sso_login/program/outcome.ts by "make ucode"; do not edit.

/** How a command ends: its exit status, why it could not be done, and the report of a check. */

import { substring } from 'sso_login.ecma';
import { print_error, print as console_print } from 'sso_login.io.console';
import { format_details } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.names';
import { details_in_english } from 'sso_login.base.texts';
import { facts_of } from 'sso_login.base.values';
import { findings } from 'sso_login.check.texts';

/** Exit statuses: done, could not be done, called wrongly. */
export const success = 0;
export const failure = 1;
const usage_error = 2;

/** Says why something could not be done, as the log does. */
export function print_problem(problem) {
	const details = format_details(details_in_english(problem.details));
	print_error("sso-login: " + problem.error + " " + details);
};

/** Says why a command ends, and what to do where the configuration cannot even be read. */
export function fail(problem) {
	print_problem(problem);
	const finding = findings.config_unreadable;
	if (finding !== null && facts_of(problem).config === package_name) {
		print_error(finding.advice ?? "");
	}
	return failure;
};

export function wrong_usage(problem) {
	print_error("sso-login: " + problem + "; see sso-login --help");
	return usage_error;
};

/** The findings about a provider, "" for those about none, one line each, and what to do below it. */
function print_findings(provider, all) {
	if (provider !== "") {
		console_print("provider " + provider + ":");
	}
	for (let finding in filter(all, (candidate) => (candidate.provider ?? "") === provider)) {
		const code = finding.code !== null ? " [" + finding.code + "]" : "";
		console_print(substring((finding.level + "       "), 0, 9) + finding.text + code);
		if (finding.level !== "ok") {
			console_print("         " + finding.advice);
		}
	}
}

/** The findings, grouped where there are several providers. Status 1 where one is an error. */
export function print_report(report) {
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
	return report.ok ? success : failure;
};
