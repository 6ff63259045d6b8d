'use strict';
// Generated from src/sso_login/check/options.ts by "make ucode"; do not edit.

/** The part of the check that judges the options of section `default`. */

import { array_concat, array_includes } from 'sso_login.ecma';
import * as strings from 'sso_login.base.strings';
import * as load from 'sso_login.settings.load';
import * as options from 'sso_login.settings.options';
import * as report from 'sso_login.check.report';

/** Largest file of certificates that is taken for one. */
const max_ca_file = 1048576;

/** The options, each problem by itself; what is right makes the configuration to go on with. */
export function check_options(run, section) {
	const judged = load.judge_values(section);
	for (let problem in judged.problems) {
		report.error(run, "option_wrong", { option: problem.option, must: problem.must });
	}
	const known = array_concat(map(options.option_rules, (rule) => rule.name), ["enabled"]);
	const unknown = filter(strings.sorted_keys(section.options), (option) => !array_includes(known, option));
	if (length(unknown) > 0) {
		report.warning(run, "option_unknown", { options: join(", ", unknown) });
	}
	if (length(judged.problems) + length(unknown) == 0) {
		report.ok(run, "options_ok");
	}
	const ca_file = judged.values.ca_file;
	if (ca_file !== null && run.io.read_file(ca_file, max_ca_file) === null) {
		report.error(run, "ca_file_unreadable", { file: ca_file });
	}
	if (section.options.enabled !== "1") {
		report.warning(run, "disabled");
	}
	return { config: load.to_config(judged.values, []), wrong: map(judged.problems, (problem) => problem.option) };
};
