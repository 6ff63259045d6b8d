'use strict';
// Generated from src/sso_login/entry_points/commands/command_outcome.ts by "make ucode"; do not edit.

/** The end of a command: its exit status, the words of a failure, and the report of a check. */

import { substring } from 'sso_login.ecma';
import { print_error, print } from 'sso_login.io.console';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { format_details } from 'sso_login.base.log';
import { package_name } from 'sso_login.base.public_names';
import { add_missing } from 'sso_login.base.strings';
import { details_in_english } from 'sso_login.base.log_texts';
import { text_of } from 'sso_login.base.json_values';
import { sanitize } from 'sso_login.check.report';
import { findings } from 'sso_login.check.finding_texts';
import { lag_of, users_of as reconcile_users_of } from 'sso_login.rpcd.reconcile';

/** Exit statuses: done, failed, wrong usage. */
export const success = 0;
export const failure = 1;
const usage_error = 2;

/** Prints a failure as the log has it. */
export function print_problem(problem) {
	const details = format_details(details_in_english(problem.details));
	print_error("sso-login: " + problem.error + " " + details);
};

/** Prints a failure, with an advice where the configuration cannot be read; returns the exit status. */
export function fail(problem) {
	print_problem(problem);
	const finding = findings.config_unreadable;
	if (finding !== null && failure_facts_open(problem).config === package_name) {
		print_error(text_of(finding.advice));
	}
	return failure;
};

/** Bytes of words that are printed. */
const max_words = 400;

/** Prints words that may repeat an argument. */
export function complain(words) {
	print_error("sso-login: " + sanitize(words, "", max_words));
};

export function wrong_usage(problem) {
	complain(problem + "; see sso-login --help");
	return usage_error;
};

/** Prints the findings about a provider, "" for those about none, each with its advice below. */
function print_findings(provider, all) {
	if (provider !== "") {
		print("provider " + provider + ":");
	}
	for (let finding in filter(all, (candidate) => (candidate.provider ?? "") === provider)) {
		const code = finding.code !== null ? " [" + finding.code + "]" : "";
		print(substring((finding.level + "       "), 0, 9) + finding.text + code);
		if (finding.level !== "ok") {
			print("         " + finding.advice);
		}
	}
}

/** Prints the findings by provider; returns the exit status, 1 where one is an error. */
export function print_report(done) {
	const providers = [""];
	add_missing(
		providers,
		map(done.findings, (finding) => finding.provider ?? "")
	);
	for (let provider in providers) {
		print_findings(provider, done.findings);
	}
	return done.ok ? success : failure;
};

/** Warns where a change is in effect only for new logins, as after `uci commit` without reload_config. */
export function warn_of_lag(io) {
	const lag = lag_of(io);
	const advice = ": run sso-login sync-roles";
	if (lag.is_behind) {
		complain("live sessions or rpcd are behind the configuration" + advice);
	}
	if (length(lag.sessions) > 0) {
		const users = join(", ", reconcile_users_of(lag.sessions));
		complain("sessions have other rights than their roles give now (" + users + ")" + advice);
	}
};
