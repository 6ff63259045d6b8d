'use strict';
// Generated from src/sso_login/check/options.ts by "make ucode"; do not edit.

/** The part of the check that judges the options of a provider's section. */

import { sorted_keys } from 'sso_login.base.strings';
import { section_of, log_name } from 'sso_login.settings.sections';
import { validate_section } from 'sso_login.settings.validation';
import { max_file, kind_of } from 'sso_login.base.certificates';
import * as config from 'sso_login.settings.config';
import { known_names } from 'sso_login.settings.options';
import { error, warning, warn_of, ok as report_ok } from 'sso_login.check.report';

/** Notes a file of option ca_file that has no authority's certificate. */
function check_ca_file(run, file) {
	const text = run.io.read_file(file, max_file);
	const kind = text !== null ? kind_of(text) : null;
	if (kind === null) {
		error(run, "ca_file_unreadable", { file });
	} else if (kind === "none") {
		error(run, "ca_file_empty", { file });
	} else if (kind === "server") {
		warning(run, "ca_file_server", { file });
	}
}

/** Notes each problem of a provider's section, and returns the configuration for the rest of the check. */
export function check_options(run, sections, section) {
	const validated = validate_section(sections, section);
	for (let problem in validated.problems) {
		error(run, "option_wrong", { option: problem.option, must: problem.must });
	}
	const known = known_names();
	const unknown = filter(sorted_keys(section.options), (option) => !(index(known, option) >= 0));
	warn_of(run, "option_unknown", "options", unknown);
	if (length(validated.problems) + length(unknown) == 0) {
		report_ok(run, "options_ok");
	}
	const claim = validated.values.email_claim ?? "email";
	if (claim !== "email" && validated.values.email_claim_trusted === "1") {
		report_ok(run, "email_claim_trusted", { claim });
	} else if (claim !== "email") {
		warning(run, "email_claim_untrusted", { claim });
	}
	const ca_file = validated.values.ca_file;
	if (ca_file !== null) {
		check_ca_file(run, ca_file);
	}
	if (section.options.enabled !== "1") {
		warning(run, "disabled");
	}
	const started = validated.values.auto_redirect ?? "0";
	const is_named = started !== "0" && started !== "1";
	if (is_named && section_of(sections, started) === null) {
		warning(run, "auto_redirect_gone", { provider: started });
	}
	const checked = config.to_config(validated.values, []);
	checked.provider = section.name;
	checked.log_name = log_name(sections, section.name);
	return { config: checked, wrong: map(validated.problems, (problem) => problem.option) };
};
