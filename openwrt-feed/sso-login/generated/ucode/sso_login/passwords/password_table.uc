'use strict';
// Generated from src/sso_login/passwords/password_table.ts by "make ucode"; do not edit.

/**
 * The table of passwords: what becomes of each state at each event, and what is written for a state, in which order.
 *
 * The order makes an interruption harmless: what ends a trial is there before the first password is refused, and goes after the last one
 * is restored.
 */

export const table = {
	turn_off: { on: "trial", first: "refused", again: "refused", off: "refused", unproved: "refused" },
	confirm: { on: "refused", first: "off", again: "off", off: "refused", unproved: "refused" },
	force: { on: "refused", first: "off", again: "off", off: "off", unproved: "off" },
	turn_on: { on: "on", first: "on", again: "on", off: "on", unproved: "on" },
	logged_in: { on: "same", first: "same", again: "off", off: "same", unproved: "same" },
	// While passwords are `off`, of a trial whose begin was interrupted (password_changes.find).
	time_over: { on: "same", first: "on", again: "on", off: "on", unproved: "on" },
	settings_kept: { on: "same", first: "same", again: "same", off: "same", unproved: "same" },
	settings_back: { on: "same", first: "same", again: "off", off: "same", unproved: "same" },
	settings_new: { on: "same", first: "trial", again: "trial", off: "trial", unproved: "off" },
	broken: { on: "on", first: "on", again: "on", off: "on", unproved: "on" },
};

/** In each column from which `off` follows, the option is set already. */
export const writes = {
	on: ["sections", "option", "trial_file", "guard"],
	trial: ["trial_file", "guard", "option", "sections"],
	off: ["sections", "trial_file", "guard"],
};
