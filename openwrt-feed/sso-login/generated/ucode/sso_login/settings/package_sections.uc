'use strict';
// Generated from src/sso_login/settings/package_sections.ts by "make ucode"; do not edit.

/** The sections of a UCI package that must have some. */

import { array_find } from 'sso_login.ecma';
import { package_name, first } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';

/**
 * The sections of a package. CONFIG_ERROR where UCI cannot read them, and where there are none: a full flash leaves that, and a process
 * without the right to read the file finds it. Nothing may be concluded from it.
 */
export function read(io, config) {
	const sections = io.uci_sections(config);
	if (!sections.ok) {
		return err("CONFIG_ERROR", sections.details);
	}
	return length(sections.data) > 0
		? ok(sections.data)
		: err("CONFIG_ERROR", { config, reason: "empty or not readable" });
};

/** The raw value of an option of the package, of the first provider where none is named. */
export function option_of(io, name, provider) {
	const option = io.uci_get(package_name, provider ?? first, name);
	return option.ok ? option.data : null;
};

/** The sections of providers, in file order. */
export function provider_sections(sections) {
	return filter(sections, (candidate) => candidate.type === "oidc");
};

/** The name of a provider in log lines and names of files; undefined for the only one. */
export function log_name(sections, provider) {
	return length(provider_sections(sections)) > 1 ? provider : null;
};

/** The section of a provider; undefined when it is missing. The first one's has the options of the router, too. */
export function section_of(sections, provider) {
	return array_find(sections, (candidate) => candidate.name === provider && candidate.type === "oidc");
};
