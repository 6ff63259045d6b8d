'use strict';
// Generated from src/sso_login/settings/enabled.ts by "make ucode"; do not edit.

/** Whether single sign-on is on: the one option that the probe, asked on every visit of the login page, needs. */

import { package_name } from 'sso_login.base.names';
import { err, ok } from 'sso_login.result';

/** Whether option `enabled` is `1`. Fails with CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io) {
	const enabled = io.uci_get(package_name, "default", "enabled");
	return enabled.ok ? ok(enabled.data === "1") : err("CONFIG_ERROR", enabled.details);
};
