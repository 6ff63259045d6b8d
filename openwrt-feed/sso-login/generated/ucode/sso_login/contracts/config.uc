'use strict';
// Generated from src/sso_login/contracts/config.ts by "make ucode"; do not edit.

/** Module contract `config` (specification, "Internal module contracts"): a facade of `settings`. */

import { first } from 'sso_login.base.public_names';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';
import { load as saved_config_load } from 'sso_login.settings.saved_config';
import { find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

/** Whether option `enabled` is `1`; CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io) {
	return enabled_is_enabled(io);
};

/** The configuration, or CONFIG_ERROR with the option at fault. */
export function load(io) {
	return saved_config_load(io, first);
};

/** The roles that a user's claims match, or USER_NOT_AUTHORIZED. */
export function find_roles_for_user(config, claims) {
	return role_matching_find_roles_for_user(config, claims);
};
