'use strict';
// Generated from src/ucode/io/uci.uc by "make ucode"; do not edit.

// UCI through ucode's module. The counterpart of src/lua/io/uci.ts.

import { err, ok } from 'sso_login.result';

/** libuci's words for a missing package or option, and for a missing section; anything else is a file it cannot parse. */
const not_found = ["Entry not found", "Invalid argument"];

/** Opens a cursor; `root` replaces `/`. */
function open_cursor(root) {
	const folders = root != "" ? [root + "/etc/config", root + "/tmp/.uci"] : [];
	return require("uci").cursor(...folders);
}

function get_option(cursor, config, section, option) {
	const value = cursor.get(config, section, option);
	const reason = value === null ? cursor.error() : null;
	return reason === null || reason in not_found ? ok(value) : err("UCI_ERROR", { config, reason });
}

/** A section as ucode gives it: options beside `.name`, `.type`, `.anonymous` and `.index`. */
function to_section(raw) {
	const section = { name: raw[".name"], type: raw[".type"], anonymous: raw[".anonymous"] === true, options: raw };
	for (let member in [ ".name", ".type", ".anonymous", ".index" ]) {
		delete raw[member];
	}
	return section;
}

/** The UCI functions on one cursor, opened when first used; `root` replaces `/`. */
export function make(root) {
	let opened = null;
	const cursor = () => {
		opened ??= open_cursor(root);
		return opened;
	};
	return {
		uci_get: (config, section, option) => get_option(cursor(), config, section, option),
		uci_sections: (config) => {
			// A cursor reads a file once, and the file may have changed since.
			cursor().unload(config);
			const all = cursor().get_all(config);
			if (all === null) {
				return err("UCI_ERROR", { config, reason: cursor().error() ?? "no such package" });
			}
			return ok(map(values(all), to_section));
		},
		uci_add: (config, section, type) => cursor().set(config, section, type) === true,
		uci_set: (config, section, option, value) => cursor().set(config, section, option, value) === true,
		uci_delete: (config, section, option) =>
			(option !== null ? cursor().delete(config, section, option) : cursor().delete(config, section)) === true,
		uci_save: (config) => cursor().save(config) === true,
		uci_commit: (config) => cursor().commit(config) === true,
	};
};
