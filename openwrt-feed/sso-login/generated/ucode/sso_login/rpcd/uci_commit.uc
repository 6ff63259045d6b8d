'use strict';
// Generated from src/sso_login/rpcd/uci_commit.ts by "make ucode"; do not edit.

/**
 * Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
 * with an empty /etc/config/rpcd rpcd refuses every password.
 */

import { array_find, key_of, starts_with } from 'sso_login.ecma';
import { event } from 'sso_login.base.log';
import { try_write, fault_of as folders_fault_of } from 'sso_login.base.folders';
import { remove_all, path_of as store_path_of, ensure_run_dir, is_fresh } from 'sso_login.base.store';
import { sorted_keys } from 'sso_login.base.strings';
import { err, ok } from 'sso_login.result';
import { same_options, has_all } from 'sso_login.rpcd.rpcd_logins';

/** Bytes of the largest package that is rewritten. */
const max_bytes = 262144;

/** The file that is written to find out whether there is room. */
const room_file = ".sso-login.room";

function failed(config, reason) {
	return err("UCI_ERROR", { config, reason });
}

const reasons = { read_only: "the flash is read-only", no_room: "no room on the flash" };

/** Why a text cannot be written beside the packages, as UCI writes a second file before it replaces the first; undefined where it can. */
function room_fault(io, text) {
	remove_all(io, io.paths.config_dir, room_file);
	return try_write(io, io.paths.config_dir, room_file, text);
}

/** Why a package cannot grow by a text as long as `growth_text`; undefined where it can. */
export function fault_of(io, config, growth_text) {
	return room_fault(io, (io.read_file(io.paths.config_dir + "/" + config, max_bytes) ?? "") + growth_text);
};

/** Restores the file from memory; where that fails, keeps a copy in the run directory and logs it. */
function restore(io, config, path, text) {
	if (io.write_file(path, text) && io.read_file(path, max_bytes) === text) {
		return failed(config, "it could not be written whole, and is as it was");
	}
	const copy = store_path_of(io, config + ".copy");
	const is_kept = ensure_run_dir(io) && io.write_file(copy, text);
	event(io, "err", "UCI_FILE_DAMAGED", [
		["path", path],
		["copy", is_kept ? copy : "none"],
		["reason", reasons[folders_fault_of(io, io.paths.config_dir)]],
	]);
	return failed(config, "it could not be written whole, nor as it was");
}

/**
 * Commits the pending changes of a package. `growth_text` is as long as the added lines; `is_written` says whether the sections
 * of the file are the wanted ones. UCI_ERROR, and then the file is as it was, or the log names a copy.
 */
export function commit(io, config, growth_text, is_written) {
	const path = io.paths.config_dir + "/" + config;
	const text = io.read_file(path, max_bytes);
	if (text === null || text === "") {
		return failed(config, "cannot be read");
	}
	const fault = room_fault(io, text + growth_text);
	if (fault !== null) {
		return failed(config, reasons[fault]);
	}
	const committed = io.uci_commit(config);
	const sections = io.uci_sections(config);
	if (committed && sections.ok && is_written(sections.data)) {
		return ok(true);
	}
	return io.read_file(path, max_bytes) === text ? failed(config, "cannot be written") : restore(io, config, path, text);
};

/** A value as UCI writes it. */
function quoted(value) {
	return "'" + join("'\\''", split(value, "'")) + "'";
}

/** The text of a package as UCI writes it. */
function text_of(sections) {
	const lines = [];
	for (let section in sections) {
		push(lines, `\nconfig ${section.type}` + (section.anonymous ? "" : " " + quoted(section.name)));
		for (let name in sorted_keys(section.options)) {
			const value = section.options[key_of(name)];
			if (type(value) == "string") {
				push(lines, `\toption ${name} ${quoted(value)}`);
			} else if (value !== null) {
				push(lines, join("\n", map(value, (member) => `\tlist ${name} ${quoted(member)}`)));
			}
		}
	}
	return join("\n", lines) + "\n";
}

/** A section with options of its own, to be changed. */
export function copy_of(section) {
	const options = {};
	for (let name in sorted_keys(section.options)) {
		options[key_of(name)] = section.options[key_of(name)];
	}
	return { name: section.name, type: section.type, anonymous: section.anonymous, options };
};

function options_before(change, name) {
	const known = array_find(change.before, (section) => section.name === name);
	return known !== null ? known.options : {};
}

/** The sections that differ, as they are to be. */
export function differing(change) {
	return filter(change.after, (one) => !same_options(one.options, options_before(change, one.name)));
};

/** Gives UCI the options that differ; returns a text as long as those that are new. UCI_ERROR. */
function stage(io, change) {
	// To read the package drops what a commit that failed has left.
	io.uci_sections(change.config);
	let growth_text = "";
	for (let section in differing(change)) {
		const before = options_before(change, section.name);
		let done = true;
		for (let name in filter(sorted_keys(before), (known) => section.options[key_of(known)] === null)) {
			done = done && io.uci_delete(change.config, section.name, name);
		}
		for (let name in sorted_keys(section.options)) {
			const value = section.options[key_of(name)];
			if (type(value) == "string" && value !== before[key_of(name)]) {
				done = done && io.uci_set(change.config, section.name, name, value);
				growth_text = growth_text + `\toption ${name} ${quoted(value)}\n`;
			}
		}
		if (!done) {
			return err("UCI_ERROR", { config: change.config, section: section.name });
		}
	}
	return ok(growth_text);
}

function is_made(io, change) {
	const sections = io.uci_sections(change.config);
	return sections.ok && has_all(sections.data, change.after);
}

/** Makes a change of options that are no lists, in one commit. UCI_ERROR. */
export function make(io, change) {
	const staged = stage(io, change);
	return staged.ok
		? commit(io, change.config, staged.data, (after) => has_all(after, change.after))
		: staged;
};

/**
 * Makes a change without UCI, which needs room in RAM for its changes and reports none of what it could not write there. For one that must
 * succeed: it takes no lock of UCI's. Returns whether the package has these sections afterwards.
 */
export function rewrite(io, change) {
	return io.write_file(io.paths.config_dir + "/" + change.config, text_of(change.after)) && is_made(io, change);
};

/** Leaves a change uncommitted, for what reads it until the next boot; returns whether the package has these sections afterwards. */
export function save(io, change) {
	return stage(io, change).ok && io.uci_save(change.config) && is_made(io, change);
};

/** Seconds after which a file of UCI is of a process that has ended. */
const max_age = 10;

/** Removes what processes that were killed have left beside a package: the files of UCI, with all that it says, and ours. */
export function remove_left(io, config) {
	const folder = io.paths.config_dir;
	for (let name in io.list_dir(folder) ?? []) {
		const info = starts_with(name, "." + config + ".uci-") ? io.file_info(folder + "/" + name) : null;
		if (info !== null && !is_fresh(info.mtime, io.time(), max_age)) {
			io.remove(folder + "/" + name);
		}
	}
	remove_all(io, folder, room_file);
};
