'use strict';
// Generated from src/ucode/io/option.uc by "make ucode"; do not edit.

// One option of UCI: all that the probe needs, which the login page asks on every visit.
// Stands where Lua has src/lua/io/option.ts.

import { err, ok } from 'sso_login.result';

/** What libuci calls a missing package or option, and a missing section; anything else is a file it cannot parse. */
const not_found = ["Entry not found", "Invalid argument"];

/** Opens a cursor; `root` stands for `/`. */
export function open(root) {
	const folders = root != "" ? [root + "/etc/config", root + "/tmp/.uci"] : [];
	return require("uci").cursor(...folders);
};

/** As `uci_get` of the interface to the world. */
export function get(cursor, config, section, option) {
	const value = cursor.get(config, section, option);
	const reason = value === null ? cursor.error() : null;
	return reason === null || reason in not_found ? ok(value) : err("UCI_ERROR", { config, reason });
};
