'use strict';
// Generated from src/sso_login/settings/enabled.ts by "make ucode"; do not edit.

/** Whether single sign-on is on: the only option that the probe needs. */

import { package_name } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';
import { read } from 'sso_login.settings.sections';

/** Whether option `enabled` is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty. */
export function is_enabled(io) {
	const enabled = io.uci_get(package_name, "default", "enabled");
	if (!enabled.ok) {
		return err("CONFIG_ERROR", enabled.details);
	}
	// An option that is absent may be one that this process may not read.
	const found = enabled.data === null ? read(io, package_name) : ok(null);
	return found.ok ? ok(enabled.data === "1") : found;
};
