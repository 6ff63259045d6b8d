'use strict';
// Generated from src/sso_login/protocol/token_request.ts by "make ucode"; do not edit.

/** The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3), and the scopes that it grants. */

import { array_some, ends_with, lower, substring } from 'sso_login.ecma';
import { form_encode } from 'sso_login.base.encoding';
import { received } from 'sso_login.jose.token_claims';
import { decode_object as foreign_json_decode_object } from 'sso_login.jose.foreign_json';
import { has_error, reported_error, is_reported } from 'sso_login.protocol.provider_errors';
import { write as store_write, read as store_read } from 'sso_login.base.store';
import { is_visible_ascii, split_words } from 'sso_login.base.strings';
import { text_of } from 'sso_login.base.json_values';
import { err, ok } from 'sso_login.result';
import { failure_facts, form_of, caller } from 'sso_login.protocol.provider_calls';
import { form_request, forms_of_secret } from 'sso_login.protocol.client_request';
import { path_of as provider_files_path_of, suffix } from 'sso_login.protocol.provider_files';

/** Bytes of a value of the provider in the log. */
const max_shown = 64;

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

function token_error(http_status, reason, session) {
	return err("TOKEN_EXCHANGE_FAILED", { http_status, reason, session });
}

/** The code of an answer that is an error: a server error (5xx) says nothing about the login. */
function refusal_code(status, reported) {
	if (status >= 500) {
		return "TOKEN_ENDPOINT_NETWORK_ERROR";
	}
	const counts = status == 200 || status >= 400;
	return counts && reported === "invalid_grant" ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED";
}

/** Reads the token response; an error counts whatever the status. `secrets` are not repeated in the log. */
function read_response(response, secrets, sent) {
	const session_id = sent.session_id;
	const status = response.status;
	const body = foreign_json_decode_object(response.body);
	const wanted = sent.needs_id_token ? "id_token" : "access_token";
	const has_token = body.ok && text_of(body.data[wanted]) !== "" && !has_error(body.data);
	const reported = body.ok && !has_token ? reported_error(body.data, secrets) : {};
	if (status != 200 || is_reported(reported)) {
		const facts = failure_facts(response, reported.error, secrets);
		facts.idp_error = reported.error;
		facts.error_description = reported.error_description;
		facts.session = session_id;
		return err(refusal_code(status, reported.error), facts);
	}
	if (!body.ok) {
		return token_error(status, form_of(response.body), session_id);
	}
	const token_type = body.data.token_type;
	if (token_type !== null && lower(text_of(token_type)) !== "bearer") {
		// It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
		const reason = "token_type is not Bearer";
		const shown = substring(received(token_type), 0, max_shown);
		return err("TOKEN_EXCHANGE_FAILED", { http_status: status, reason, session: session_id, token_type: shown });
	}
	const id_token = body.data.id_token;
	const access_token = body.data.access_token;
	if ((sent.needs_id_token || id_token !== null) && (type(id_token) != "string" || id_token === "")) {
		return token_error(status, "no id_token", session_id);
	}
	if (type(access_token) != "string" || access_token === "" || !is_visible_ascii(access_token)) {
		return token_error(status, "no usable access_token", session_id);
	}
	if (length(access_token) > max_token_length) {
		const bytes = length(access_token);
		const reason = "access_token over 16 384 bytes";
		const hint = { id: "shorter_token" };
		return err("TOKEN_EXCHANGE_FAILED", { http_status: status, reason, bytes, hint, session: session_id });
	}
	return ok(body.data);
}

/** Sends a form to the token endpoint; fails as `exchange_code` does. */
export function request_tokens(io, config, metadata, sender, sent) {
	const request = form_request(io, config, metadata, metadata.token_endpoint, sent.form);
	if (!request.ok) {
		return request;
	}
	const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
	const secrets = [...forms_of_secret(config), ...sent.secrets];
	return response.ok ? read_response(response.data, secrets, sent) : response;
};

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
 * TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
 * `provider_calls.call`, or by the function that the check gives.
 */
export function exchange_code(io, config, metadata, grant, send) {
	const form = form_encode([
		["grant_type", "authorization_code"],
		["code", grant.code],
		["redirect_uri", config.redirect_uri],
		["code_verifier", grant.verifier],
	]);
	const secrets = [grant.code, grant.verifier];
	const sent = { form, secrets, session_id: grant.session_id, needs_id_token: true };
	return request_tokens(io, config, metadata, send ?? caller(config), sent);
};

/** Scopes that an answer need not name: their effect shows elsewhere. */
const unreported = ["openid", "offline_access"];

function scopes_path(io, config) {
	return provider_files_path_of(io, config, "scopes" + suffix(config) + ".json");
}

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

/**
 * Keeps for the check, for a day, the scopes that a login lacked, whether the provider ignored `prompt`, and whether it gave no refresh
 * token although `session_revalidate` is on; none of these forgets it.
 */
export function remember_lacks(io, config, lacking, prompt_ignored, no_refresh_token) {
	if (lacking === "" && !prompt_ignored && !no_refresh_token) {
		io.remove(scopes_path(io, config));
		return;
	}
	const issuer = config.issuer_url;
	const kept = { issuer, client_id: config.client_id, lacking, prompt_ignored, no_refresh_token };
	store_write(io, scopes_path(io, config), kept);
};

/** The facts kept of the last login of this client. */
function last_login(io, config) {
	const kept = store_read(io, scopes_path(io, config)) ?? {};
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

/** Those scopes of the configuration that the last login of this client lacked. */
export function lacking_scopes(io, config) {
	const lacking = split_words(text_of(last_login(io, config).lacking), " ");
	return filter(split_words(config.scope, " "), (scope) => (index(lacking, scope) >= 0));
};
