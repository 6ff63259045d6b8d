'use strict';
// Generated from src/sso_login/contracts/config.ts by "make ucode"; do not edit.

/** Module contract `config` (specification, "Internal module contracts"): a facade of `settings`. */

import * as enabled from 'sso_login.settings.enabled';
import * as settings from 'sso_login.settings.load';
import * as roles from 'sso_login.rights.roles';

/** Whether option `enabled` is `1`; CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io) {
	return enabled.is_enabled(io);
};

/** The configuration, or CONFIG_ERROR with the option at fault. */
export function load(io) {
	return settings.load(io);
};

/** The roles that a user's claims match, or USER_NOT_AUTHORIZED. */
export function find_roles_for_user(config, claims) {
	return roles.find_roles_for_user(config, claims);
};
