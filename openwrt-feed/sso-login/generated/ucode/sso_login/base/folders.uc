'use strict';
// Generated from src/sso_login/base/folders.ts by "make ucode"; do not edit.

/** Folders that take no file, such as a full or a read-only one. */

/** Why a folder did not take a file. */
export function fault_of(io, folder) {
	return io.is_read_only(folder) ? "read_only" : "no_room";
};

/** Why a folder would not take a text, which is written there for a moment, but not where the kernel knows better; undefined where it would. */
export function try_write(io, folder, name, text) {
	const path = folder + "/" + name;
	if (io.is_read_only(folder) || !io.write_file(path, text)) {
		return fault_of(io, folder);
	}
	io.remove(path);
	return null;
};
