'use strict';
// Generated from src/sso_login/settings/login_settings.ts by "make ucode"; do not edit.

/** The settings that the login of an administrator depends on, as one hash. */

import { key_of } from 'sso_login.ecma';
import { encode_repeatable } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { sorted_keys } from 'sso_login.base.strings';
import { newest } from 'sso_login.jose.client_keys';
import { max_file } from 'sso_login.settings.certificates';
import { digest_of } from 'sso_login.settings.compiled_config';
import { harmless } from 'sso_login.settings.option_table';
import { saved_sections } from 'sso_login.settings.saved_config';
import { serves } from 'sso_login.settings.web_ports';

/** Stands in the hash for a web server without the port of `redirect_uri`. The word stays: hashes made with it are stored in rpcd's sections. */
const unserved = "port";

/** Members as pairs in the order of their names, which a record does not have. */
function in_order(members, left_out) {
	const names = filter(sorted_keys(members), (name) => !(index(left_out, name) >= 0));
	return map(names, (name) => [name, members[key_of(name)]]);
}

/** The part of a provider, with the content of its files, and whether the web server has the port of `redirect_uri`. */
function of_provider(io, section) {
	const options = section.options;
	const ca_file = options.ca_file;
	const authority = type(ca_file) == "string" ? (io.read_file(ca_file, max_file) ?? "") : "";
	const alg = options.client_assertion_alg;
	const is_by_key = options.token_endpoint_auth_method === "private_key_jwt";
	const key = is_by_key ? newest(io, type(alg) == "string" ? alg : "ES256") : null;
	const parts = [section.name, in_order(options, harmless), authority, in_order(key ?? {}, [])];
	const is_served = serves(io, text_of(options.redirect_uri));
	return is_served ? parts : [...parts, ...[unserved]];
}

/**
 * The hash of the settings in force: providers that are on, and roles that may change something; undefined where they cannot be read. Options
 * that change no login, such as `password_login`, are left out: passwords off are no other settings.
 */
export function settings_hash(io) {
	const saved = saved_sections(io);
	if (!saved.ok) {
		return null;
	}
	const providers = filter(saved.data, (section) => section.type === "oidc" && section.options.enabled === "1");
	const roles = filter(saved.data, (section) => section.type === "role" && section.options.write !== null);
	const parts = map(providers, (section) => of_provider(io, section));
	const all = [...parts, ...map(roles, (section) => [section.name, in_order(section.options, [])])];
	return digest_of(encode_repeatable(all));
};
