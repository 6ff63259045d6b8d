'use strict';
// Generated from src/sso_login/passwords/password_writes.ts by "make ucode"; do not edit.

/** The writes that make a state of passwords, in the order of the table; each is made only where it is missing. */

import { event, detail_pairs } from 'sso_login.base.log';
import { first, package_name } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { commit as uci_commit_commit, rewrite as uci_commit_rewrite } from 'sso_login.rpcd.uci_commit';
import { section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { saved_sections } from 'sso_login.settings.saved_config';
import { is_there as guard_is_there, is_current as guard_is_current, release_room, remove as guard_remove, install } from 'sso_login.passwords.guard';
import { restore_all, refuse_all, differing, commit as password_sections_commit, rewrite as password_sections_rewrite, save as password_sections_save, users_of as password_sections_users_of } from 'sso_login.passwords.password_sections';
import { exempt_users, is_wanted_off, state_option } from 'sso_login.passwords.password_state';
import { writes } from 'sso_login.passwords.password_table';
import { is_there as password_trial_is_there, finish as password_trial_finish, begin as password_trial_begin } from 'sso_login.passwords.password_trial';

function wanted_sections(io, now, target) {
	return target.state === "on"
		? restore_all(now.sections)
		: refuse_all(
				now.sections,
				exempt_users(io),
				target.state === "trial",
				target.proved ?? ""
			);
}

/** Whether a write is still to be made. */
function is_missing(io, now, target, write) {
	const is_on = target.state === "on";
	if (write === "trial_file") {
		return target.state === "trial" ? target.is_begin : password_trial_is_there(io);
	}
	if (write === "guard") {
		return is_on ? guard_is_there(io) : !guard_is_current(io);
	}
	if (write === "option") {
		return (is_on || target.is_begin) && is_wanted_off(io) === is_on;
	}
	return length(differing(wanted_sections(io, now, target))) > 0;
}

/** The writes that are still to be made for a state, in their order. */
export function missing(io, now, target) {
	return filter(writes[target.state], (write) => is_missing(io, now, target, write));
};

/** Logs why passwords could not be changed. */
export function note_failure(io, failure) {
	const facts = [["error", failure.error]];
	event(io, "err", "PASSWORD_LOGIN_STUCK", [...facts, ...detail_pairs(failure.details)]);
};

/** Sets the option `password_login`, or deletes it. CONFIG_ERROR, UCI_ERROR. */
function write_option(io, value) {
	const name = state_option;
	const sections = saved_sections(io);
	if (!sections.ok) {
		return sections;
	}
	const section = package_sections_section_of(sections.data, first);
	if (section === null) {
		return err("CONFIG_ERROR", { option: first, must: { id: "oidc_section" } });
	}
	const count = length(sections.data);
	const done = value !== null
			? io.uci_set(package_name, first, name, value)
			: io.uci_delete(package_name, first, name);
	if (!done) {
		return err("UCI_ERROR", { config: package_name, option: name });
	}
	const written = uci_commit_commit(io, package_name, `\toption ${name} 'off'\n`, (after) => {
		const found = package_sections_section_of(after, first);
		return found !== null && found.options[name] === value && length(after) >= count;
	});
	section.options[name] = value;
	const is_way_back = value === null && !written.ok;
	return is_way_back && uci_commit_rewrite(io, package_name, sections.data) ? ok(true) : written;
}

/** Restores the passwords by whatever a full run directory, a full flash or a read-only one permits. UCI_ERROR. */
function restore_sections(io, wanted) {
	let written = password_sections_commit(io, wanted);
	if (!written.ok) {
		release_room(io);
		written = password_sections_commit(io, wanted);
	}
	if (written.ok || password_sections_rewrite(io, wanted)) {
		return ok(true);
	}
	// rpcd reads uncommitted changes, too.
	if (password_sections_save(io, wanted)) {
		note_failure(io, written);
		return ok(true);
	}
	return written;
}

function make(io, now, target, write) {
	const is_on = target.state === "on";
	if (write === "trial_file") {
		if (target.state !== "trial") {
			password_trial_finish(io);
			return ok(true);
		}
		return password_trial_begin(io, target.tried ?? "")
			? ok(true)
			: err("INTERNAL_ERROR", { reason: "the run directory cannot be written" });
	}
	if (write === "guard") {
		if (is_on) {
			guard_remove(io);
		}
		return is_on ? ok(true) : install(io);
	}
	if (write === "option") {
		return write_option(io, is_on ? null : "off");
	}
	const wanted = wanted_sections(io, now, target);
	return is_on ? restore_sections(io, wanted) : password_sections_commit(io, wanted);
}

/**
 * Makes the missing writes. A trial begins only where all succeed; else those of rpcd's sections must, and the others are made as far as
 * they can be. UCI_ERROR, CONFIG_ERROR, INTERNAL_ERROR.
 */
export function make_all(io, now, target) {
	const done = [];
	const changed = differing(wanted_sections(io, now, target));
	for (let write in missing(io, now, target)) {
		const made = make(io, now, target, write);
		if (made.ok) {
			push(done, write);
		} else if (target.is_begin || write === "sections") {
			return made;
		}
	}
	return ok({ done, users: password_sections_users_of(map(changed, (one) => one.section)) });
};
