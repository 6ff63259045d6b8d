'use strict';
// Generated from src/sso_login/settings/enabled.ts by "make ucode"; do not edit.

/** Whether single sign-on is on, at some provider or at one: the only option that the probe needs. */

import { array_some } from 'sso_login.ecma';
import { package_name, first as public_names_first } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { read as package_sections_read } from 'sso_login.settings.package_sections';

/** Whether option `enabled` of a provider is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty. */
export function is_provider_enabled(io, provider) {
	const enabled = io.uci_get(package_name, provider, "enabled");
	if (!enabled.ok) {
		return err("CONFIG_ERROR", enabled.details);
	}
	// An option that is absent may be one that this process may not read.
	const found = enabled.data === null ? package_sections_read(io, package_name) : ok(null);
	return found.ok ? ok(enabled.data === "1") : found;
};

/** The same; an option that cannot be read is off. */
export function is_on(io, provider) {
	const on = is_provider_enabled(io, provider);
	return on.ok && on.data;
};

/** The same of any provider. */
export function is_enabled(io) {
	const first = is_provider_enabled(io, public_names_first);
	if (!first.ok || first.data) {
		return first;
	}
	const found = package_sections_read(io, package_name);
	return found.ok
		? ok(array_some(found.data, (section) => section.type === "oidc" && section.options.enabled === "1"))
		: found;
};
