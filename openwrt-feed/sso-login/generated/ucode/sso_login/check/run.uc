'use strict';
// Generated from src/sso_login/check/run.ts by "make ucode"; do not edit.

/**
 * The check: tries what a login would need and says of each point what was found and what to do.
 *
 * It works on the saved configuration or on unsaved settings, asks the provider anew, and neither reads nor writes what
 * logins keep in the run directory. It writes nothing to the log, as the caller gets the report. All its calls together
 * take at most 12 seconds.
 */

import { array_some, has_members } from 'sso_login.ecma';
import { check_provider } from 'sso_login.check.provider';
import * as report from 'sso_login.check.report';
import { check_router, total_time } from 'sso_login.check.router';
import { saved_sections, default_section } from 'sso_login.settings.load';
import { format_time } from 'sso_login.io.clock';
import { check_options } from 'sso_login.check.options';
import { check_passwords } from 'sso_login.check.passwords';
import * as roles from 'sso_login.check.roles';
import { values_of, to_sections, roles_of } from 'sso_login.settings.page';
import { complete } from 'sso_login.settings.unsaved_secret';
import { text_of } from 'sso_login.base.values';
import { year_start } from 'sso_login.base.version';

/** The sections to check; undefined, and a finding, when there is nothing to check. */
function sections_to_check(run, unsaved) {
	const saved = saved_sections(run.io);
	if (unsaved !== null) {
		const completed = complete(unsaved.values, saved.ok ? values_of(saved.data) : {});
		const sections = to_sections({ values: completed.values, roles: unsaved.roles });
		return { sections, sendable: completed.sendable };
	}
	if (!saved.ok) {
		const facts = has_members(saved.details) ? saved.details : {};
		report.error(run, "config_unreadable", { reason: text_of(facts.reason) });
	}
	return { sections: saved.ok ? saved.data : [], sendable: true };
}

/** Options and roles of the sections, which need no provider; undefined where there is no section of options. */
function check_sections(run, sections) {
	const section = default_section(sections);
	if (section === null) {
		if (length(run.findings) == 0) {
			report.error(run, "section_missing");
		}
		return null;
	}
	run.secret = values_of(sections).client_secret ?? "";
	const checked = check_options(run, section);
	const all = roles_of(sections);
	run.lists_groups = array_some(all, (role) => length(role.group) > 0);
	roles.check_roles(run, all, checked.config.issuer_url);
	roles.check_programs(run, all, checked.config.api_audience);
	const saved = saved_sections(run.io);
	roles.check_sections(run, saved.ok ? roles_of(saved.data) : []);
	check_passwords(run, section.options.enabled === "1" && length(checked.wrong) == 0);
	return checked;
}

/** Checks the saved configuration without any call. */
export function check_configuration(io) {
	const run = { io, findings: [], secret: "" };
	check_sections(run, sections_to_check(run, null).sections);
	return report.report_of(run);
};

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
 * only ever sent to the provider it was saved for. `begin` is told what is tried next.
 */
export function run_check(io, unsaved, begin) {
	const run = { io, findings: [], secret: "", begin };
	const settings = sections_to_check(run, unsaved);
	const checked = check_sections(run, settings.sections);
	if (checked === null) {
		return report.report_of(run);
	}
	if (io.time() < year_start) {
		report.error(run, "clock_not_set", { now: format_time(io.time()) });
	}
	report.begin(run, "router");
	check_router(run, checked.config);
	io.https_settings({
		ca_file: checked.config.ca_file,
		timeout: checked.config.http_timeout ?? total_time,
		total: total_time,
	});
	check_provider(run, checked.config, checked.wrong, settings.sendable);
	return report.report_of(run);
};
