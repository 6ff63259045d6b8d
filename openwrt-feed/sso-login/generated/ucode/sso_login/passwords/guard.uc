'use strict';
// Generated from src/sso_login/passwords/guard.ts by "make ucode"; do not edit.

/**
 * The guard that gives passwords back where this service cannot: a script of the boot, which a backup and an upgrade of the system
 * take along, so that an image without the package gives them back, too; and room on the flash for writing rpcd's sections.
 */

import { remove_all } from 'sso_login.base.store';
import { random as hash_random } from 'sso_login.jose.hash';
import { err, ok } from 'sso_login.result';

/** Bytes that are kept: rpcd's file twice, and as much as a file system may waste. */
const spare_bytes = 16384;

const script_file = "zz-sso-login-password";
const reserve_file = ".sso-login.reserve";

function script_folder(io) {
	return io.paths.system_dir + "/uci-defaults";
}

function script_path(io) {
	return script_folder(io) + "/" + script_file;
}

export function is_there(io) {
	return io.file_info(script_path(io)) !== null;
};

/** Gives the room back that was kept. */
export function release_room(io) {
	remove_all(io, io.paths.config_dir, reserve_file);
};

export function remove(io) {
	remove_all(io, script_folder(io), script_file);
	release_room(io);
};

/** Copies the script, and keeps the room; UCI_ERROR, and neither is there, where the flash is full or the package incomplete. */
export function install(io) {
	const script = io.read_file(io.paths.password_guard, 16384);
	const folder = script_folder(io);
	const has_folder = io.file_info(folder) !== null || io.make_dir(folder) === "created";
	// What can be compressed takes no room.
	if (
		script !== null &&
		has_folder &&
		io.write_file(script_path(io), script) &&
		io.write_file(io.paths.config_dir + "/" + reserve_file, hash_random(spare_bytes))
	) {
		return ok(true);
	}
	remove(io);
	return script !== null
		? err("UCI_ERROR", { path: script_path(io), reason: "cannot be written" })
		: err("UCI_ERROR", { path: io.paths.password_guard, reason: "cannot be read" });
};
