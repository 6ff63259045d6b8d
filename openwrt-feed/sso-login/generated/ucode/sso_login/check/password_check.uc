'use strict';
// Generated from src/sso_login/check/password_check.ts by "make ucode"; do not edit.

/** The part of the check for a router whose passwords are refused: the ways in that are left. */

import { list } from 'sso_login.io.json';
import { strings_of } from 'sso_login.base.json_values';
import { add_missing } from 'sso_login.base.strings';
import { read_groups, change_everything } from 'sso_login.rights.acl';
import { is_single } from 'sso_login.passwords.administrators';
import { exempt_users, is_wanted_off } from 'sso_login.passwords.password_state';
import { users_of as password_sections_users_of, state_of as password_sections_state_of, is_locked as password_sections_is_locked } from 'sso_login.passwords.password_sections';
import { unlisted } from 'sso_login.check.proxy';
import { seconds_left } from 'sso_login.passwords.password_trial';
import { is_local, read_sections } from 'sso_login.rpcd.rpcd_logins';
import { list_local_sessions } from 'sso_login.rpcd.rpcd_sessions';
import { find as way_back_find, root_without_password } from 'sso_login.check.way_back';
import { find as ways_in_find } from 'sso_login.passwords.ways_in';
import { warn_of, warning, ok as report_ok, error } from 'sso_login.check.report';

/** Notes users of `password_user` that may change everything. */
function check_users(run, sections) {
	const users = exempt_users(run.io);
	const groups = read_groups(run.io).groups;
	const strong = filter(sections, (section) => {
		const role = { write: strings_of(section.options.write) ?? [] };
		const name = section.options.username;
		return (
			is_local(section) &&
			type(name) == "string" &&
			(index(users, name) >= 0) &&
			change_everything(run.io, groups, [role])
		);
	});
	warn_of(run, "passwords_user_strong", "users", password_sections_users_of(strong));
}

/** Notes users whose programs have a session at /ubus by a password that is refused now. */
function check_programs(run, locked) {
	const users = [];
	for (let entry in list_local_sessions(run.io)) {
		if (!entry.is_at_luci && (index(locked, entry.username) >= 0)) {
			add_missing(users, [entry.username]);
		}
	}
	warn_of(run, "passwords_programs", "users", users);
}

function check_ways(run) {
	if (way_back_find(run.io) === "none") {
		warning(run, "passwords_no_way_back");
	}
	const address = unlisted(run.io);
	if (address !== null) {
		warning(run, "passwords_proxy", { address });
	}
	if (root_without_password(run.io)) {
		warning(run, "passwords_root_empty");
	}
}

/** Judges refused passwords; `checked` are the sections of this service, saved or not. */
export function check_passwords(run, checked) {
	const known = read_sections(run.io);
	if (!known.ok) {
		return;
	}
	const sections = known.data;
	const state = password_sections_state_of(sections);
	const found = ways_in_find(run.io, checked);
	const faults = { faults: list(found.faults) };
	if (state === "on") {
		if (is_wanted_off(run.io)) {
			warning(run, "passwords_not_armed");
		}
		// Faults of providers are findings of their own.
		if (found.obstacle === "not_everything") {
			report_ok(run, "passwords_needed", faults);
		}
		return;
	}
	run.passwords_refused = true;
	if (found.obstacle === "disabled" || found.obstacle === "config_wrong") {
		error(run, "passwords_nobody", faults);
	} else if (state === "trial") {
		warning(run, "passwords_trial", { seconds: `${seconds_left(run.io)}` });
	} else {
		report_ok(run, "passwords_off");
	}
	if (found.obstacle === "not_everything") {
		error(run, "passwords_no_administrator", faults);
	} else if (found.obstacle === null && is_single(run.io)) {
		warning(run, "passwords_single_administrator");
	}
	check_ways(run);
	check_users(run, sections);
	const locked = filter(sections, (section) => password_sections_is_locked(section));
	check_programs(run, password_sections_users_of(locked));
};
