'use strict';
// Generated from src/sso_login/check/option_check.ts by "make ucode"; do not edit.

/** The part of the check that judges the options of a provider's section. */

import { key_of } from 'sso_login.ecma';
import { first } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { section_of as package_sections_section_of, log_name } from 'sso_login.settings.package_sections';
import { validate_section } from 'sso_login.settings.config_validation';
import { max_file, kind_of } from 'sso_login.settings.certificates';
import { to_config } from 'sso_login.settings.provider_config';
import { section_rows } from 'sso_login.settings.option_table';
import { warning, error, warn_of, ok as report_ok } from 'sso_login.check.report';
import { odd_character, placeholder_in } from 'sso_login.check.typos';

/** Notes a file of option ca_file that has no authority's certificate. */
function check_ca_file(run, file) {
	const text = run.io.read_file(file, max_file);
	const kind = text !== null ? kind_of(text) : null;
	if (kind === "server") {
		warning(run, "ca_file_server", { file });
	} else if (kind !== "authority") {
		const reason = { id: kind === null ? "file_unreadable" : "file_without_certificate" };
		error(run, "ca_file_unusable", { file, reason });
	}
}

/** Options that are copied from a provider's page, or typed; first the addresses. */
const addresses = ["issuer_url", "internal_issuer_url", "redirect_uri"];
const copied = [...addresses, ...["client_id", "scope", "client_secret", "api_audience", "email_claim", "groups_claim"]];

/** Notes typing mistakes in options that their rules permit, or whose rules do not name them; returns the options that no call may use. */
function check_typos(run, section) {
	const unusable = [];
	for (let option in copied) {
		const value = section.options[key_of(option)] ?? "";
		for (let text in type(value) == "string" ? [value] : value) {
			const character = odd_character(text, (index(addresses, option) >= 0));
			const placeholder = (index(addresses, option) >= 0) ? placeholder_in(text) : null;
			if (character !== null) {
				warning(run, "option_character", { option, character });
			}
			if (placeholder !== null) {
				error(run, "option_placeholder", { option, placeholder });
				push(unusable, option);
			}
		}
	}
	return unusable;
}

/** Notes each problem of a provider's section, and returns the configuration for the rest of the check. */
export function check_options(run, sections, section) {
	const validated = validate_section(sections, section);
	for (let problem in validated.problems) {
		error(run, "option_wrong", { option: problem.option, must: problem.must });
	}
	const known = map(section_rows(), (row) => row.name);
	const unknown = filter(sorted_keys(section.options), (option) => !(index(known, option) >= 0));
	warn_of(run, "option_unknown", "options", unknown);
	const before = length(run.findings);
	const unusable = check_typos(run, section);
	if (length(validated.problems) + length(unknown) + length(run.findings) == before) {
		report_ok(run, "options_ok");
	}
	const claim = validated.values.email_claim ?? "email";
	if (claim !== "email" && validated.values.email_claim_trusted === "1") {
		report_ok(run, "email_claim_trusted", { claim });
	} else if (claim !== "email") {
		warning(run, "email_claim_untrusted", { claim });
	}
	const is_first = section.name === first;
	if (is_first && validated.values.client_limit === null && section.options.password_login !== "off") {
		warning(run, "client_limit_absent");
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
	if (is_named && package_sections_section_of(sections, started) === null) {
		warning(run, "auto_redirect_gone", { provider: started });
	}
	const checked = to_config(validated.values, [], section.name);
	checked.log_name = log_name(sections, section.name);
	return { config: checked, wrong: [...map(validated.problems, (problem) => problem.option), ...unusable] };
};
