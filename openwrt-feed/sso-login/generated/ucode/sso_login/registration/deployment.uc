'use strict';
// Generated from src/sso_login/registration/deployment.ts by "make ucode"; do not edit.

/**
 * A deployment of settings (settings/wanted_settings.ts): they are checked on this router, and saved only where the check finds no error.
 */

import { array_find, key_of, starts_with } from 'sso_login.ecma';
import { package_name, first } from 'sso_login.base.public_names';
import { sorted_keys } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { run_check } from 'sso_login.check.check_run';
import { err, ok } from 'sso_login.result';
import { commit } from 'sso_login.rpcd.uci_commit';
import { max_file } from 'sso_login.settings.certificates';
import { values_of } from 'sso_login.settings.page_settings';
import { saved_sections } from 'sso_login.settings.saved_config';
import { are_same, sections_with } from 'sso_login.settings.wanted_settings';
import { carry_out } from 'sso_login.registration.registering';
import { find as registration_record_find } from 'sso_login.registration.registration_record';

function refuse(reason) {
	return err("INVALID_REQUEST", { reason });
}

/** The saved sections, none where the file is missing or empty. */
function read_saved(io) {
	const path = io.paths.config_dir + "/" + package_name;
	const info = io.file_info(path);
	return info === null || info.size == 0 ? ok([]) : saved_sections(io);
}

/** Writes the changed sections in one commit, and reads them again. */
function save(io, saved, sections) {
	const name = package_name;
	const path = io.paths.config_dir + "/" + name;
	const failed = err("UCI_ERROR", { config: name, reason: "cannot be written" });
	if (length(saved) == 0 && !io.write_file(path, `config oidc '${first}'\n`)) {
		return failed;
	}
	let growth = "";
	let is_done = true;
	// Roles are written anew, as their order counts.
	for (let role in filter(saved, (section) => section.type === "role")) {
		is_done = io.uci_delete(name, role.name) && is_done;
	}
	for (let section in filter(sections, (one) => one.type === "role" || one.name === first)) {
		is_done = io.uci_add(name, section.name, section.type) && is_done;
		for (let option in sorted_keys(section.options)) {
			const value = section.options[key_of(option)];
			if (value !== null) {
				is_done = io.uci_set(name, section.name, option, value) && is_done;
				for (let member in type(value) == "string" ? [value] : value) {
					growth = growth + "\tlist " + option + " '" + member + "'\n";
				}
			}
		}
	}
	const before = array_find(saved, (section) => section.name === first);
	const after = array_find(sections, (section) => section.name === first);
	for (let option in before !== null ? sorted_keys(before.options) : []) {
		if (after !== null && after.options[key_of(option)] === null) {
			is_done = io.uci_delete(name, first, option) && is_done;
		}
	}
	return is_done
		? commit(io, name, growth, (written) => are_same(written, sections))
		: failed;
}

/** Reads what is saved, and refuses what would replace a client. */
function plan(io, wanted) {
	const read = read_saved(io);
	if (!read.ok) {
		return read;
	}
	const saved = read.data;
	const client_id = values_of(saved, first).client_id ?? "";
	const known = registration_record_find(io, first);
	const is_own = known !== null && known.client_id !== "" && known.client_id === client_id;
	if (is_own && wanted.options.client_id !== null) {
		return refuse("this router has its own client, by sso-login register; sso-login register --forget gives it up");
	}
	if (wanted.register !== null && client_id !== "" && !is_own) {
		return refuse("this router has a shared client: its options client_id and client_secret go first");
	}
	const sections = sections_with(saved, wanted);
	const ca_file = values_of(sections, first).ca_file ?? "";
	if (wanted.ca !== null && !starts_with(ca_file, io.paths.etc_dir + "/")) {
		return refuse(`ca is for the file that ca_file names, in ${io.paths.etc_dir}`);
	}
	return ok({
		io,
		wanted,
		saved,
		sections,
		ca_path: wanted.ca !== null ? ca_file : "",
		needs_client: wanted.register !== null && client_id === "",
	});
}

function read_ca(io, path) {
	return io.read_file(path, max_file) ?? "";
}

function is_settled(task) {
	const is_same_ca = task.ca_path === "" || read_ca(task.io, task.ca_path) === task.wanted.ca;
	return is_same_ca && !task.needs_client && are_same(task.saved, task.sections);
}

function write_ca(io, path, text) {
	const is_written = text !== "" ? io.make_dir(io.paths.etc_dir) !== "failed" && io.write_file(path, text) : io.remove(path);
	return is_written ? ok(true) : err("INTERNAL_ERROR", { path, reason: "cannot be written" });
}

/** Saves all but the switch, registers the router, then turns single sign-on on as wanted. An interrupted one goes on where it ended. */
function register(task, issuer, token) {
	const io = task.io;
	const switched = task.wanted.options.enabled;
	const before = values_of(task.saved, first).enabled ?? "";
	const off = { options: { enabled: before } };
	const prepared = save(io, task.saved, sections_with(task.sections, off));
	if (!prepared.ok) {
		return prepared;
	}
	if (task.needs_client) {
		// A client that only the options have lost is read again.
		const known = registration_record_find(io, first);
		const action = known !== null && known.client_id !== "" ? "update" : "register";
		const order = {
			action,
			provider: first,
			options: { issuer_url: issuer },
			token,
		};
		const registered = carry_out(io, order).report;
		if (!registered.ok) {
			return ok({ outcome: "refused", report: registered });
		}
	}
	const saved = saved_sections(io);
	if (!saved.ok) {
		return saved;
	}
	const last = { options: switched !== null ? { enabled: switched } : {} };
	const done = save(io, saved.data, sections_with(saved.data, last));
	return done.ok ? ok({ outcome: "changed", report: run_check(io) }) : done;
}

/** Checks unsaved sections, and saves them where no finding is an error. */
function check_and_save(task) {
	const io = task.io;
	const report = run_check(io, { sections: task.sections });
	if (!report.ok) {
		return ok({ outcome: "refused", report });
	}
	const saved = save(io, task.saved, task.sections);
	return saved.ok ? ok({ outcome: "changed", report }) : saved;
}

/** Deploys settings; `is_trial` only tells whether they differ. INVALID_REQUEST, CONFIG_ERROR, UCI_ERROR, INTERNAL_ERROR. */
export function deploy(io, wanted, is_trial) {
	const planned = plan(io, wanted);
	if (!planned.ok) {
		return planned;
	}
	const task = planned.data;
	if (is_settled(task)) {
		return ok({ outcome: "unchanged", report: run_check(io) });
	}
	if (is_trial) {
		return ok({ outcome: "changed" });
	}
	const ca_before = task.ca_path !== "" ? read_ca(io, task.ca_path) : "";
	if (task.ca_path !== "") {
		const written = write_ca(io, task.ca_path, text_of(wanted.ca));
		if (!written.ok) {
			return written;
		}
	}
	const done = wanted.register !== null
			? register(task, wanted.register.issuer, wanted.register.token)
			: check_and_save(task);
	const is_taken_back = !done.ok || done.data.outcome === "refused";
	if (is_taken_back && task.ca_path !== "" && wanted.register === null) {
		write_ca(io, task.ca_path, ca_before);
	}
	return done;
};
