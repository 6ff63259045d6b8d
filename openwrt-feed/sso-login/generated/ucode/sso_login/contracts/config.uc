'use strict';
// Generated from src/sso_login/contracts/config.ts by "make ucode"; do not edit.

/** Module contract `config` (specification, "Internal module contracts"): a facade of `settings`. */

import { first } from 'sso_login.base.public_names';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';
import { load as saved_config_load } from 'sso_login.settings.saved_config';
import { find_roles_for_user as role_matching_find_roles_for_user } from 'sso_login.rights.role_matching';

export const is_enabled = enabled_is_enabled;
export const find_roles_for_user = role_matching_find_roles_for_user;

/** The configuration, or CONFIG_ERROR with the option at fault. */
export function load(io) {
	return saved_config_load(io, first);
};
