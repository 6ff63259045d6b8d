'use strict';
// Generated from src/sso_login/rpcd/uci_commit.ts by "make ucode"; do not edit.

/**
 * Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
 * with an empty /etc/config/rpcd rpcd refuses every password.
 */

import { event } from 'sso_login.base.log';
import { remove_all, path_of as store_path_of, ensure_run_dir } from 'sso_login.base.store';
import { err, ok } from 'sso_login.result';

/** Bytes of the largest package that is rewritten. */
const max_bytes = 262144;

/** The file that is written to find out whether there is room. */
const room_file = ".sso-login.room";

function failed(config, reason) {
	return err("UCI_ERROR", { config, reason });
}

/** Whether a text can be written beside the packages, as UCI writes a second file before it replaces the first. */
function has_room(io, text) {
	const path = io.paths.config_dir + "/" + room_file;
	remove_all(io, io.paths.config_dir, room_file);
	const written = io.write_file(path, text);
	io.remove(path);
	return written;
}

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
		["reason", "no room on the flash"],
	]);
	return failed(config, "it could not be written whole, nor as it was");
}

/**
 * Commits the pending changes of a package. `growth` is a text as long as the added lines; `is_written` says whether the sections
 * of the file are the wanted ones. UCI_ERROR, and then the file is as it was, or the log names a copy.
 */
export function commit(io, config, growth, is_written) {
	const path = io.paths.config_dir + "/" + config;
	const text = io.read_file(path, max_bytes);
	if (text === null || text === "") {
		return failed(config, "cannot be read");
	}
	if (!has_room(io, text + growth)) {
		return failed(config, "no room on the flash");
	}
	const committed = io.uci_commit(config);
	const sections = io.uci_sections(config);
	if (committed && sections.ok && is_written(sections.data)) {
		return ok(true);
	}
	return io.read_file(path, max_bytes) === text ? failed(config, "cannot be written") : restore(io, config, path, text);
};
