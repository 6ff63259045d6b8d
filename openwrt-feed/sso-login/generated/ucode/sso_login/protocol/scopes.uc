'use strict';
// Generated from src/sso_login/protocol/scopes.ts by "make ucode"; do not edit.

/** Scopes that a provider grants (RFC 6749 section 5.1), and what the check is to know of them after a login. */

import { array_some, ends_with } from 'sso_login.ecma';
import { path_of as store_path_of, own_suffix, write as store_write, read as store_read } from 'sso_login.base.store';
import { split_words } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';

/** Scopes of which an answer need not speak: what they ask for shows elsewhere. */
const unreported = ["openid", "offline_access"];

function path(io) {
	return store_path_of(io, "scopes" + own_suffix(io) + ".json");
}

/**
 * The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
 * `email` `https://www.googleapis.com/auth/userinfo.email`.
 */
export function missing(asked, granted) {
	if (type(granted) != "string") {
		return "";
	}
	const given = split_words(granted, " ");
	const lacks = (scope) => !(index(unreported, scope) >= 0) && !array_some(given, (name) => ends_with(("." + name), "." + scope));
	return join(" ", filter(split_words(asked, " "), (scope) => lacks(scope)));
};

/** Keeps for the check what a login lacked, and whether the provider ignored `prompt`, for a day; nothing of both forgets it. */
export function remember(io, config, missing_scopes, ignored) {
	if (missing_scopes === "" && !ignored) {
		io.remove(path(io));
	} else {
		store_write(io, path(io), {
			issuer: config.issuer_url,
			client_id: config.client_id,
			lacking: missing_scopes,
			prompt_ignored: ignored,
		});
	}
};

/** What is kept of the last login of this client. */
function last_login(io, config) {
	const kept = store_read(io, path(io)) ?? {};
	return kept.issuer === config.issuer_url && kept.client_id === config.client_id ? kept : {};
}

/** Whether the provider ignored `prompt` at the last login of this client. */
export function ignored_prompt(io, config) {
	return last_login(io, config).prompt_ignored === true;
};

/** Those scopes of the configuration that the last login of this client lacked. */
export function remembered(io, config) {
	const missing_scopes = split_words(text_of(last_login(io, config).lacking), " ");
	return filter(split_words(config.scope, " "), (scope) => (index(missing_scopes, scope) >= 0));
};
