'use strict';
// Generated from src/sso_login/protocol/scopes.ts by "make ucode"; do not edit.

/** Scopes that a provider grants (RFC 6749 section 5.1), and what the check is to know of them after a login. */

import { array_includes, array_some, ends_with } from 'sso_login.ecma';
import { path_of, write, read } from 'sso_login.base.store';
import { split_words } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.values';

/** Scopes of which an answer need not speak: what they ask for shows elsewhere. */
const silent = ["openid", "offline_access"];

function path(io) {
	return path_of(io, "scopes.json");
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
	const lacks = (scope) => !array_includes(silent, scope) && !array_some(given, (name) => ends_with(("." + name), "." + scope));
	return join(" ", filter(split_words(asked, " "), (scope) => lacks(scope)));
};

/** Keeps what a login lacked for the check, for a day; "" forgets it. */
export function remember(io, config, lacking) {
	if (lacking === "") {
		io.remove(path(io));
	} else {
		write(io, path(io), { issuer: config.issuer_url, client_id: config.client_id, lacking });
	}
};

/** Those scopes of the configuration that the last login of this client lacked. */
export function remembered(io, config) {
	const kept = read(io, path(io)) ?? {};
	const same_ = kept.issuer === config.issuer_url && kept.client_id === config.client_id;
	const lacking = same_ ? split_words(text_of(kept.lacking), " ") : [];
	return filter(split_words(config.scope, " "), (scope) => array_includes(lacking, scope));
};
