'use strict';
// Generated from src/sso_login/check/storage_check.ts by "make ucode"; do not edit.

/** The part of the check that tries the folders in which logins and changes write. */

import { try_write } from 'sso_login.base.folders';
import { ensure_run_dir } from 'sso_login.base.store';
import { uci_package } from 'sso_login.rpcd.rpcd_logins';
import { fault_of as uci_commit_fault_of } from 'sso_login.rpcd.uci_commit';
import { note as report_note } from 'sso_login.check.report';

/** Bytes of more than any record without which no login goes on. */
const record_bytes = 16384;

/** The file that is written for a moment in the run directory; requests remove it if it is left. */
const trial_file = ".trial";

function note(run, level, path, fault, code) {
	if (fault !== null) {
		report_note(run, level, "not_writable", { path, reason: { id: fault } }, code);
	}
}

/**
 * Notes where nothing can be written. A login writes in the run directory, and in the folder of UCI's files where rpcd's sections are out of
 * date; a save writes there, too, `is_saving`. Without a need a quick check writes nothing to the flash, and another one only warns.
 */
export function check_storage(run, is_saving) {
	const io = run.io;
	let text = ".";
	while (length(text) < record_bytes) {
		text = text + text;
	}
	const run_dir = io.paths.run_dir;
	note(run, "error", run_dir, ensure_run_dir(io) ? try_write(io, run_dir, trial_file, text) : "not_made");
	const is_needed = is_saving || run.growth !== null;
	if (is_needed || run.quick !== true) {
		const fault = uci_commit_fault_of(io, uci_package, run.growth ?? "");
		note(run, is_needed ? "error" : "warning", io.paths.config_dir, fault, "UBUS_LOGIN_FAILED");
	}
};
