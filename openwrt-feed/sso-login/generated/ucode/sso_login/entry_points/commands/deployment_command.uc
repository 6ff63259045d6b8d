'use strict';
// Generated from src/sso_login/entry_points/commands/deployment_command.ts by "make ucode"; do not edit.

/** `sso-login apply` and `sso-login installed`: what a deployment asks of a router. */

import { array_find, ends_with, starts_with, substring } from 'sso_login.ecma';
import { print } from 'sso_login.io.console';
import { decode_object } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { package_name } from 'sso_login.base.public_names';
import { split_words } from 'sso_login.base.strings';
import { is_ready as ready_is_ready } from 'sso_login.check.ready';
import { err } from 'sso_login.result';
import { deploy } from 'sso_login.registration.deployment';
import { read as wanted_settings_read } from 'sso_login.settings.wanted_settings';
import { wrong_usage, fail, print_report, success, complain, failure } from 'sso_login.entry_points.commands.command_outcome';

/** Bytes of settings with an authority's certificates. */
const max_settings = 131072;

/** `apply`: prints `changed` or `unchanged`, and what the check found; settings in which it finds an error are not saved. */
export function apply(io, operands, is_trial) {
	const file = operands[0];
	if (file === null || length(operands) > 1) {
		return wrong_usage("apply takes one file, or -");
	}
	const text = file === "-" ? io.read_input(max_settings) : io.read_file(file, max_settings);
	const input = decode_object(text ?? "");
	if (!input.ok) {
		return fail(err("INVALID_REQUEST", { reason: "the settings are not a JSON object" }));
	}
	const wanted = wanted_settings_read(input.data);
	const done = wanted.ok ? deploy(io, wanted.data, is_trial) : wanted;
	if (!done.ok) {
		return fail(done);
	}
	const report = done.data.report;
	const status = report !== null ? print_report(report) : success;
	if (done.data.outcome === "refused") {
		complain("the configuration is as before");
		return failure;
	}
	print(done.data.outcome);
	// Rpcd's sections and live sessions follow.
	const init = io.paths.system_dir + "/init.d/" + package_name;
	if (done.data.outcome === "changed" && !is_trial && !io.succeeds(init, "start")) {
		complain("the service did not start: see logread -e sso-login");
		return failure;
	}
	return status;
};

/** Bytes of what a package manager knows of the installed packages. */
const max_list = 4194304;

/** The value of a line that begins with a key; "" where there is none. */
function value_of(lines, key) {
	return substr((array_find(lines, (line) => starts_with(line, key)) ?? ""), length(key));
}

/** Names of package files without what follows the version: `name_version` for opkg, `name-version` for apk. */
function installed_names(io) {
	const names = [];
	const lists = [
		{ path: io.paths.opkg_status, name: "Package: ", version: "Version: ", between: "_" },
		{ path: io.paths.apk_installed, name: "P:", version: "V:", between: "-" },
	];
	for (let list in lists) {
		const text = io.read_file(list.path, max_list) ?? "";
		for (let block in split(text, "\n\n")) {
			const lines = split(block, "\n");
			const status = value_of(lines, "Status: ");
			if (status === "" || ends_with(status, " installed")) {
				push(names, value_of(lines, list.name) + list.between + value_of(lines, list.version));
			}
		}
	}
	return names;
}

/** The name of a package file up to its version: without architecture and suffix. */
function name_of(file) {
	const parts = split_words(file, "/");
	const base = text_of(parts[length(parts) - 1]);
	const words = split(base, "_");
	return ends_with(base, ".apk") ? substring(base, 0, length(base) - length(".apk")) : join("_", slice(words, 0, 2));
}

/** `installed`: names the files whose packages are not installed in their version; fails there, and where a part cannot be loaded. */
export function installed(io, operands) {
	const names = installed_names(io);
	const missing = filter(operands, (file) => !(index(names, name_of(file)) >= 0));
	for (let file in missing) {
		print("not installed: " + file);
	}
	const is_ready = ready_is_ready(io);
	if (!is_ready) {
		print("a part cannot be loaded");
	}
	return length(missing) == 0 && is_ready ? success : failure;
};
