'use strict';
// Generated from src/sso_login/web/errors.ts by "make ucode"; do not edit.

/**
 * The one table of codes: what each means, the HTTP status it ends in, and what the user is told; and the answer that a
 * refused request gets.
 *
 * Messages say what to do next and never name a code (specification, "Errors"). docs/errors.md is generated from here.
 */

import { array_concat } from 'sso_login.ecma';
import * as log from 'sso_login.base.log';
import * as responses from 'sso_login.web.responses';

const log_in_again = "Your session has expired or is invalid. Please log in again.";
const login_failed = "The login failed. Please try again, or ask your administrator.";
const not_available = "Single sign-on is not available on this router. Please log in with your password.";
const provider_trouble = "The login service could not complete the login. Please try again later.";

export const errors = {
	INVALID_REQUEST: {
		status: 400,
		message: log_in_again,
		description: "a parameter is missing, given twice, badly encoded, or holds a control character",
	},
	MISSING_HANDSHAKE_COOKIE: {
		status: 400,
		message: log_in_again,
		description: "the state cookie is absent",
	},
	STATE_NOT_FOUND: {
		status: 400,
		message: log_in_again,
		description: "no handshake record for the state: expired, already used, or never made here",
	},
	STATE_PARAMETER_MISMATCH: {
		status: 400,
		message: log_in_again,
		description: "callback state differs from the expected state",
	},
	IDP_ERROR: {
		status: 401,
		message: login_failed,
		description: "the IdP reported an error, or its answer names another issuer",
	},
	TOKEN_EXCHANGE_FAILED: {
		status: 401,
		message: login_failed,
		description: "token exchange failed (for example a public client, or a wrong client secret)",
	},
	OIDC_INVALID_GRANT: {
		status: 401,
		message: login_failed,
		description: "the IdP rejected the grant",
	},
	UNSUPPORTED_ALGORITHM: {
		status: 401,
		message: login_failed,
		description: "ID Token algorithm not allowed",
	},
	NONCE_MISMATCH: {
		status: 401,
		message: login_failed,
		description: "nonce differs",
	},
	AT_HASH_MISMATCH: {
		status: 401,
		message: login_failed,
		description: "`at_hash` differs, or is absent while option `at_hash` is `required`",
	},
	ID_TOKEN_VERIFICATION_FAILED: {
		status: 401,
		message: login_failed,
		description: "ID Token verification failed, including a token over 16 KB",
	},
	USER_NOT_AUTHORIZED: {
		status: 401,
		message: "Your account is not allowed to use this router. Please ask your administrator.",
		description: "no role matched the claims",
	},
	TOKEN_REPLAYED: {
		status: 401,
		message: login_failed,
		description: "this access token was already used for a login",
	},
	CSRF_TOKEN_INVALID: {
		status: 403,
		message: "This logout link is not valid. Please log out from the web interface.",
		description: "`stoken` is missing or is not the token of the session",
	},
	HTTPS_REQUIRED: {
		status: 403,
		message: "Please open this page over HTTPS.",
		description: "the request did not arrive over HTTPS",
	},
	NOT_FOUND: {
		status: 404,
		message: "There is no such page. Please return to the login page.",
		description: "path matches no endpoint",
	},
	METHOD_NOT_ALLOWED: {
		status: 405,
		message: "This page can only be opened, not posted to. Please return to the login page.",
		description: "a method other than GET",
	},
	RATE_LIMITED: {
		status: 429,
		message: "Too many requests. Please wait a minute and try again.",
		description: "more than 50 requests in one minute",
	},
	INPUT_TOO_LARGE: {
		status: 431,
		message: "The request is too large. Please delete this site's cookies and try again.",
		description: "query string or Cookie header over 16 384 bytes, or over 100 parameters or cookies",
	},
	OIDC_DISCOVERY_FAILED: {
		status: 500,
		message: provider_trouble,
		description: "discovery fetch fails, wrong URL, a document that cannot be used, or body over 256 KB",
	},
	DISCOVERY_ISSUER_MISMATCH: {
		status: 500,
		message: provider_trouble,
		description: "the discovery issuer differs from `issuer_url` (slug, realm or trailing slash)",
	},
	JWKS_FETCH_FAILED: {
		status: 500,
		message: provider_trouble,
		description: "JWKS fetch fails, no JWK Set, or body over 256 KB",
	},
	TOKEN_ENDPOINT_NETWORK_ERROR: {
		status: 500,
		message: provider_trouble,
		description: "token endpoint unreachable, untrusted (`cause=certificate`), or body over 256 KB",
	},
	USERINFO_NETWORK_ERROR: {
		status: 500,
		message: provider_trouble,
		description: "UserInfo call failed, no JSON object, or body over 256 KB",
	},
	SSL_INIT_FAILED: {
		status: 500,
		message: provider_trouble,
		description: "the router does not trust the IdP's TLS certificate",
	},
	UBUS_LOGIN_FAILED: {
		status: 500,
		message: "The router could not start a session. Please try again, or ask your administrator.",
		description: "session creation failed",
	},
	INTERNAL_ERROR: {
		status: 500,
		message: "Something went wrong on the router. Please try again, or ask your administrator.",
		description: "unexpected crash or system failure",
	},
	CONFIG_ERROR: {
		status: 503,
		message: not_available,
		description: "a required configuration option is missing or invalid",
	},
	SSO_DISABLED: {
		status: 503,
		message: not_available,
		description: "option `enabled` is not `1`",
	},
};

const unexpected = errors.INTERNAL_ERROR;

/** The entry of a code; a code that is not in the table counts as INTERNAL_ERROR. */
export function describe(code) {
	return errors[code] ?? unexpected;
};

/** Faults of the router or the provider are errors, refused requests warnings. */
function level_of(status) {
	return status >= 500 ? "err" : "warning";
}

/** The error page of a code, and one log line with the caller's address and the details. */
export function refuse(io, environment, failure) {
	const entry = describe(failure.error);
	const facts = [["remote", environment.remote_addr]];
	log.event(io, level_of(entry.status), failure.error, array_concat(facts, log.detail_pairs(failure.details)));
	const response = responses.error_page(entry.status, entry.message);
	if (failure.error === "METHOD_NOT_ALLOWED") {
		push(response.headers, ["Allow", "GET"]);
	}
	const details = failure.details;
	const retry_after = (type(details) == "object" || type(details) == "array") ? details.retry_after : null;
	if (failure.error === "RATE_LIMITED" && (type(retry_after) == "int" || type(retry_after) == "double")) {
		push(response.headers, ["Retry-After", `${retry_after}`]);
	}
	return response;
};
