'use strict';
// Generated from src/sso_login/entry_points/commands/check_command.ts by "make ucode"; do not edit.

/** `sso-login check` and `sso-login check-config`. */

import { array_find, array_some } from 'sso_login.ecma';
import { print } from 'sso_login.io.console';
import { encode_answer } from 'sso_login.io.plugin';
import { first } from 'sso_login.base.public_names';
import { check_configuration, run_check } from 'sso_login.check.check_run';
import { err } from 'sso_login.result';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';
import { load as saved_config_load, providers } from 'sso_login.settings.saved_config';
import { print_problem, warn_of_lag, print_report, wrong_usage, success, failure } from 'sso_login.entry_points.commands.command_outcome';

/** `check-config`: the check without calls; for the init script it also prints the first error as the log has it. */
export function check_config(io) {
	const report = check_configuration(io);
	const wrong = array_find(report.findings, (finding) => finding.level === "error");
	if (wrong !== null) {
		const loaded = saved_config_load(io, first);
		print_problem(loaded.ok ? err(wrong.code ?? "CONFIG_ERROR", { reason: wrong.text }) : loaded);
	}
	warn_of_lag(io);
	return print_report(report);
};

/** Exit status of `check --quick` while single sign-on is off. */
const off = 3;

/** `check`: checks everything that a login needs; `--quick` sends no invented code or request, so that it may run every minute. Both load every part of a login. */
export function check(io, operands, as_json) {
	const named = filter(operands, (operand) => operand !== "--quick");
	const quick = length(named) < length(operands);
	const provider = named[0];
	if (length(named) > 1) {
		return wrong_usage("check takes one provider");
	}
	if (provider !== null && !(index(providers(io), provider) >= 0)) {
		return wrong_usage("there is no provider " + provider);
	}
	const report = run_check(io, null, provider, null, quick);
	if (as_json) {
		print(encode_answer(report));
	} else {
		print_report(report);
	}
	const is_on = enabled_is_enabled(io);
	const is_broken = array_some(report.findings, (finding) => finding.id === "part_unusable");
	if (quick && is_on.ok && !is_on.data && !is_broken) {
		return off;
	}
	return report.ok ? success : failure;
};
