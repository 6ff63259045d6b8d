'use strict';
// Generated from src/sso_login/registration/registration_options.ts by "make ucode"; do not edit.

/** The options with which a router registers itself: those of a page or a command, of the saved section, and of the first provider. */

import { array_every, key_of } from 'sso_login.ecma';
import { first as public_names_first, callback_path as public_names_callback_path, package_name } from 'sso_login.base.public_names';
import { before as strings_before, sorted_keys } from 'sso_login.base.strings';
import { commit } from 'sso_login.rpcd.uci_commit';
import { error, error_of } from 'sso_login.check.report';
import { to_config } from 'sso_login.settings.provider_config';
import { callback_path as option_forms_callback_path } from 'sso_login.settings.option_forms';
import { values_of } from 'sso_login.settings.page_settings';
import { section_of as package_sections_section_of } from 'sso_login.settings.package_sections';
import { validate_section } from 'sso_login.settings.config_validation';

/** Options that the registration uses. */
const used = ["issuer_url", "internal_issuer_url", "ca_file", "redirect_uri", "scope", "token_endpoint_auth_method"];

/** Stands for the values that only the provider can give, while the other options are validated. */
const placeholder = "to-be-registered";

/** The section of a provider with other options. */
function with_options(saved, provider, options) {
	const before = package_sections_section_of(saved, provider);
	const all = {};
	for (let part in [before !== null ? before.options : {}, options]) {
		for (let name in keys(part)) {
			all[key_of(name)] = part[key_of(name)];
		}
	}
	return { name: provider, type: "oidc", anonymous: false, options: all };
}

/** The configuration with these options; undefined, and a finding for each that is wrong, where it cannot be used. */
export function config_with(run, saved, provider, options) {
	const changed = with_options(saved, provider, options);
	const validated = validate_section(saved, changed);
	for (let problem in validated.problems) {
		error(run, "option_wrong", { option: problem.option, must: problem.must });
	}
	return length(validated.problems) == 0 ? to_config(validated.values, [], provider) : null;
};

/** The options for a registration before it is made: the redirect URI of a further provider is at the address of the first one's. */
export function of_order(saved, order) {
	const first = values_of(saved, public_names_first);
	const own = values_of(saved, order.provider);
	const address = first.redirect_uri;
	const others = { scope: first.scope };
	if (address !== null) {
		others.redirect_uri =
			strings_before(address, public_names_callback_path) + option_forms_callback_path(order.provider);
	}
	const options = { client_id: placeholder, client_secret: placeholder };
	for (let name in used) {
		options[key_of(name)] = order.options[key_of(name)] ?? own[key_of(name)] ?? others[key_of(name)] ?? "";
	}
	return options;
};

/** Writes options of the provider's section in one commit; a finding where that fails. */
export function save(run, provider, options) {
	const io = run.io;
	let growth = `\nconfig oidc '${provider}'\n`;
	io.uci_add(package_name, provider, "oidc");
	for (let option in sorted_keys(options)) {
		const value = options[key_of(option)] ?? "";
		if (value !== "") {
			io.uci_set(package_name, provider, option, value);
			growth = growth + `\toption ${option} '${value}'\n`;
		} else {
			io.uci_delete(package_name, provider, option);
		}
	}
	const written = commit(io, package_name, growth, (after) => {
		const found = values_of(after, provider);
		return array_every(sorted_keys(options), (option) => (found[key_of(option)] ?? "") === options[key_of(option)]);
	});
	if (!written.ok) {
		error_of(run, "register_not_saved", written);
	}
	return written.ok;
};
