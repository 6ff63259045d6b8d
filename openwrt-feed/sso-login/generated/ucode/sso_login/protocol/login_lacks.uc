'use strict';
// Generated from src/sso_login/protocol/login_lacks.ts by "make ucode"; do not edit.

/** Lacks of the last login of a client, kept for the check: scopes, a log-in anew, a refresh token, the mark of a verified e-mail address. */

import { array_some, ends_with } from 'sso_login.ecma';
import { text_of } from 'sso_login.base.json_values';
import { write as store_write, read as store_read } from 'sso_login.base.store';
import { split_words } from 'sso_login.base.strings';
import { is_date } from 'sso_login.jose.token_claims';
import { lacks_path } from 'sso_login.protocol.provider_files';

/** Scopes that an answer need not name: their effect shows elsewhere. */
const unreported = ["openid", "offline_access"];

/**
 * The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
 * `email` `https://www.googleapis.com/auth/userinfo.email`.
 */
export function missing_scopes(asked, granted) {
	if (type(granted) != "string") {
		return "";
	}
	const given = split_words(granted, " ");
	const lacks = (scope) => !(index(unreported, scope) >= 0) && !array_some(given, (name) => ends_with(("." + name), "." + scope));
	return join(" ", filter(split_words(asked, " "), (scope) => lacks(scope)));
};

/** Whether the user was authenticated before a time, as far as `auth_time` tells; Unix seconds. */
function was_before(claims, time, clock_tolerance) {
	const auth_time = claims.auth_time;
	return time !== null && is_date(auth_time) && auth_time < time - clock_tolerance;
}

/**
 * The lacks of a login that began at `created_at`, as facts for its log line: scopes that were not granted, a `prompt` that was ignored, a
 * refresh token that `session_revalidate` needs. Keeps them for the check for a day, with `unmarked_email`, which is in no log line; without
 * any, those of an earlier login are forgotten.
 */
export function note(io, config, created_at, found, unmarked_email) {
	const tokens = found.tokens;
	const path = lacks_path(io, config);
	const lacking = missing_scopes(config.scope, tokens.scope);
	const prompt_ignored = config.prompt === "login" && was_before(found.claims, created_at, config.clock_tolerance);
	const no_refresh_token = config.session_revalidate !== null && type(tokens.refresh_token) != "string";
	if (lacking === "" && !prompt_ignored && !no_refresh_token && !unmarked_email) {
		io.remove(path);
		return {};
	}
	const issuer = config.issuer_url;
	const client_id = config.client_id;
	store_write(io, path, { issuer, client_id, lacking, prompt_ignored, no_refresh_token, unmarked_email });
	return {
		not_granted: lacking !== "" ? lacking : null,
		prompt: prompt_ignored ? "ignored" : null,
		refresh_token: no_refresh_token ? "absent" : null,
	};
};

/** The facts kept of the last login of this client. */
function last_login(io, config) {
	const kept = store_read(io, lacks_path(io, config)) ?? {};
	return kept.issuer === config.issuer_url && kept.client_id === config.client_id ? kept : {};
}

/** Whether the provider ignored `prompt` at the last login of this client. */
export function ignored_prompt(io, config) {
	return last_login(io, config).prompt_ignored === true;
};

/** Whether no refresh token came with the last login of this client. */
export function lacks_refresh_token(io, config) {
	return last_login(io, config).no_refresh_token === true;
};

/** Whether an e-mail of which the provider did not say whether it is verified gave a role at the last login of this client. */
export function had_unmarked_email(io, config) {
	return last_login(io, config).unmarked_email === true;
};

/** Those scopes of the configuration that the last login of this client lacked. */
export function lacking_scopes(io, config) {
	const lacking = split_words(text_of(last_login(io, config).lacking), " ");
	return filter(split_words(config.scope, " "), (scope) => (index(lacking, scope) >= 0));
};
