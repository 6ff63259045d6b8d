'use strict';
// Generated from src/sso_login/passwords/password_rule.ts by "make ucode"; do not edit.

/**
 * The rule: passwords are off only for settings by which an administrator has logged in.
 *
 * The settings hash (settings/login_settings.ts) is taken when a login begins, goes with its record into the session of an administrator,
 * and is written beside the refused passwords by a confirmation. So a change during a login, or within a trial, is not proved by that login.
 */

/**
 * Applies the rule to settings hashes. `proved` is written beside the passwords: "" in a first trial, and after an upgrade, which takes
 * the present settings once. `current` is of those in force, "" where they cannot be read; `tried` is of those of the trial, "" in one of an
 * earlier version.
 */
export function demand(state, proved, current, tried) {
	if (current === "") {
		return "keep";
	}
	if (proved === current) {
		// There is no trial, or one of an earlier version: what is written beside its passwords is of the time before.
		return tried === "" ? "keep" : "confirm";
	}
	if (state === "off") {
		return proved === "" ? "confirm" : "try";
	}
	return tried === current ? "keep" : "try";
};
