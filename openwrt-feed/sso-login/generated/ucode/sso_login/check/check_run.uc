'use strict';
// Generated from src/sso_login/check/check_run.ts by "make ucode"; do not edit.

/**
 * The check tries everything that a login needs, and reports findings with advice.
 *
 * It works on the saved configuration or on unsaved settings, and asks the provider without caches; logins go by the metadata that a check of
 * the saved configuration has found. It only tries whether the files of logins could be written. It writes nothing to the log. All its calls to a
 * provider together take at most 12 seconds.
 */

import { first as public_names_first } from 'sso_login.base.public_names';
import { check_provider as provider_check_check_provider } from 'sso_login.check.provider_check';
import { is_ready } from 'sso_login.check.ready';
import { error_of, error, new_run, report_of } from 'sso_login.check.report';
import { check_storage } from 'sso_login.check.storage_check';
import { check_login_page, total_time as web_server_check_total_time, check_web_server } from 'sso_login.check.web_server_check';
import { saved_sections } from 'sso_login.settings.saved_config';
import { provider_sections, section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { format_time } from 'sso_login.io.clock';
import { check_options } from 'sso_login.check.option_check';
import { check_passwords } from 'sso_login.check.password_check';
import { check_revalidation } from 'sso_login.check.revalidation_check';
import { check_roles, check_programs, check_sections as role_check_check_sections } from 'sso_login.check.role_check';
import { of_sections } from 'sso_login.settings.role_sections';
import { completed_sections, values_of, roles_of } from 'sso_login.settings.page_settings';
import { year_start } from 'sso_login.base.version';

/** The sections to check, and the providers to which a saved secret may not be sent; a finding where nothing can be read. */
function sections_to_check(run, unsaved) {
	const read = saved_sections(run.io);
	const saved = read.ok ? read.data : [];
	if (unsaved !== null) {
		return completed_sections(unsaved.sections, saved);
	}
	if (!read.ok) {
		error_of(run, "config_unreadable", read);
	}
	return { sections: saved, unsendable: [] };
}

/** Makes the next findings those of a provider, whose secret they may not show. */
function turn_to(run, sections, name) {
	run.provider = length(provider_sections(sections)) > 1 ? name : null;
	run.secret = values_of(sections, name).client_secret ?? "";
}

/** Checks options, roles and passwords, which needs no calls; returns the providers' configurations, none without a section `default`. */
function check_sections(run, sections) {
	if (package_sections_section_of(sections, public_names_first) === null) {
		if (length(run.findings) == 0) {
			error(run, "section_missing");
		}
		return [];
	}
	const checked = [];
	const all = roles_of(sections);
	for (let each in provider_sections(sections)) {
		turn_to(run, sections, each.name);
		push(checked, check_options(run, sections, each));
	}
	run.provider = null;
	run.roles = all;
	check_roles(
		run,
		all,
		map(checked, (found) => found.config)
	);
	for (let found in checked) {
		turn_to(run, sections, found.config.provider);
		check_programs(run, all, found.config.api_audience);
	}
	run.provider = null;
	const saved = saved_sections(run.io);
	role_check_check_sections(run, saved.ok ? of_sections(saved.data).roles : []);
	check_passwords(run, sections);
	return checked;
}

/** Checks the saved configuration without calls. */
export function check_configuration(io) {
	const run = new_run(io, "", 0);
	check_sections(run, sections_to_check(run, null).sections);
	return report_of(run);
};

/**
 * Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one; that is sent only to the
 * provider for which it was saved. `named` is one of several providers. `begin` is called before each step. `quick` leaves out the tries of the client.
 */
export function run_check(io, unsaved, named, begin, quick) {
	const run = new_run(io, "", 0, begin);
	run.quick = quick;
	run.is_saved = unsaved === null;
	// The calls would end this process.
	if (!is_ready(io)) {
		error(run, "part_unusable");
		return report_of(run);
	}
	const settings = sections_to_check(run, unsaved);
	const checked = check_sections(run, settings.sections);
	check_storage(run, unsaved !== null);
	if (length(checked) > 0 && io.time() < year_start) {
		error(run, "clock_not_set", { now: format_time(io.time()) });
	}
	const first = checked[0];
	if (first !== null) {
		check_login_page(run, first.config);
	}
	for (let found in filter(checked, (one) => named === null || one.config.provider === named)) {
		const name = found.config.provider;
		turn_to(run, settings.sections, name);
		// A provider that does not answer costs the others nothing.
		run.total_time = run.total_time + web_server_check_total_time;
		if (unsaved === null) {
			check_revalidation(run, found.config);
		}
		run.begin("router");
		check_web_server(run, found.config);
		io.https_settings({
			ca_file: found.config.ca_file,
			timeout: found.config.http_timeout ?? web_server_check_total_time,
			total: run.total_time,
		});
		provider_check_check_provider(run, found.config, found.wrong, !(index(settings.unsendable, name) >= 0));
	}
	run.findings = filter(run.findings, (one) => named === null || (one.provider ?? named) === named);
	return report_of(run);
};
