'use strict';
// Generated from src/sso_login/settings/saved_config.ts by "make ucode"; do not edit.

/** The saved configuration: the UCI package `sso-login` (specification, "Configuration"). */

import { key_of, load_module } from 'sso_login.ecma';
import { package_name, first } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { is_provider_enabled } from 'sso_login.settings.enabled';
import { find as compiled_config_find } from 'sso_login.settings.compiled_config';
import { read as package_sections_read, section_of as package_sections_section_of, log_name, provider_sections } from 'sso_login.settings.package_sections';

/** The sections of the package; CONFIG_ERROR when it cannot be read or is empty. */
export function saved_sections(io) {
	return package_sections_read(io, package_name);
};

/** Loads and checks the configuration of a provider. CONFIG_ERROR with the option at fault, and the provider where there are several. */
export function load(io, name) {
	const saved = saved_sections(io);
	if (!saved.ok) {
		return saved;
	}
	const section = package_sections_section_of(saved.data, name);
	const kept = section !== null ? compiled_config_find(io, saved.data, section) : null;
	if (kept !== null) {
		return ok(kept);
	}
	const config = load_module('sso_login.settings.config_validation').from_sections(saved.data, name);
	return config.ok ? config : load_module('sso_login.base.failures').about(log_name(saved.data, name), config);
};

/** The same of a provider that is on; SSO_DISABLED where its switch is off. */
export function load_enabled(io, provider) {
	const on = is_provider_enabled(io, provider);
	if (!on.ok) {
		return on;
	}
	return on.data ? load(io, provider) : err("SSO_DISABLED");
};

/** The names of the providers' sections in file order; none where the package cannot be read. */
export function providers(io) {
	const saved = saved_sections(io);
	return saved.ok ? map(provider_sections(saved.data), (section) => section.name) : [];
};

/** The names of the providers that are on and have a value for an option, this one where it is given. */
export function providers_with(io, option, value) {
	const saved = saved_sections(io);
	const all = saved.ok ? provider_sections(saved.data) : [];
	const found = filter(all, (section) => {
		const given = section.options[key_of(option)] ?? "";
		const is_meant = value === null ? given !== "" : given === value;
		return section.options.enabled === "1" && is_meant;
	});
	return map(found, (section) => section.name);
};

/** The first provider that is on and has this issuer; undefined where there is none. */
export function of_issuer(io, issuer) {
	const found = providers_with(io, "issuer_url", issuer);
	return (index(found, first) >= 0) ? first : found[0];
};
