'use strict';
// Generated from src/sso_login/web/errors.ts by "make ucode"; do not edit.

/**
 * The table of codes: each with its HTTP status, its message for programs, and how it is logged; `explain/explanation` has
 * what the page for people and the findings say.
 *
 * Messages say what to do next and never name a code (specification, "Errors"). docs/troubleshooting.md is generated from here;
 * the comment before a code says when it is logged.
 */

import { key_of } from 'sso_login.ecma';
import { https_required } from 'sso_login.base.log_texts';

const log_in_again = "Your session has expired or is invalid. Please log in again.";
const login_failed = "The login failed. Please try again, or ask your administrator.";
const not_available = "Single sign-on is not available on this router. Please log in with your password.";
const provider_trouble = "The login service could not complete the login. Please try again later.";

export const errors = {
	/** a parameter is missing, given twice, badly encoded, or holds a control character */
	INVALID_REQUEST: { status: 400, message: log_in_again },
	/** the login's cookie is absent */
	MISSING_HANDSHAKE_COOKIE: { status: 400, message: log_in_again },
	/** no handshake record for the state: expired, already used, or never made here */
	STATE_NOT_FOUND: { status: 400, message: log_in_again },
	/** callback state differs from the expected state, or the login's cookie is another */
	STATE_PARAMETER_MISMATCH: { status: 400, message: log_in_again },
	/** a logout token of the provider is refused, or its sessions cannot be ended; `cause` is the code of that */
	LOGOUT_REFUSED: { status: 400, message: log_in_again },
	/** a token exchange is refused: the request, the token, or no role for it; `cause` is the code of that, `answer` OAuth's error */
	EXCHANGE_REFUSED: { status: 400, message: log_in_again },
	/** a token exchange came with a client's secret or another authentication, which does not belong there */
	CLIENT_AUTHENTICATION: { status: 401, message: login_failed },
	/** the provider reported an error, also to a pushed request, its answer names another issuer, or it ended its session during the login */
	IDP_ERROR: { status: 401, message: login_failed },
	/** token exchange failed (for example a public client, or a wrong client secret) */
	TOKEN_EXCHANGE_FAILED: { status: 401, message: login_failed },
	/** the provider rejected the grant */
	OIDC_INVALID_GRANT: { status: 401, message: login_failed },
	/** ID Token algorithm not allowed */
	UNSUPPORTED_ALGORITHM: { status: 401, message: login_failed },
	/** nonce differs */
	NONCE_MISMATCH: { status: 401, message: login_failed },
	/** `at_hash` differs, or is absent while option `at_hash` is `required` */
	AT_HASH_MISMATCH: { status: 401, message: login_failed },
	/** ID Token verification failed, including a token over 16 KB */
	ID_TOKEN_VERIFICATION_FAILED: { status: 401, message: login_failed },
	/** no role matched the claims */
	USER_NOT_AUTHORIZED: {
		status: 401,
		message: "Your account is not allowed to use this router. Please ask your administrator.",
		always_logged: true,
	},
	/** the user's roles open no page of LuCI */
	ROLE_WITHOUT_PAGE: {
		status: 401,
		message: "Your role opens no page of this router. Please ask your administrator.",
		always_logged: true,
	},
	/** the ID Token's `acr` is none of `acr_values` */
	AUTHENTICATION_TOO_WEAK: {
		status: 401,
		message:
			"This router asks for a stronger login, such as a second factor. Please set one up at your provider and try again.",
		always_logged: true,
	},
	/** the ID Token's `auth_time` is absent, or longer ago than `max_age` */
	AUTHENTICATION_TOO_OLD: {
		status: 401,
		message: "Your login at the provider is too long ago. Please log out there and try again.",
		always_logged: true,
	},
	/** this access token was already used for a login */
	TOKEN_REPLAYED: { status: 401, message: login_failed, always_logged: true },
	/** `stoken` is missing or is not the token of the session */
	CSRF_TOKEN_INVALID: { status: 403, message: "This logout link is not valid. Please log out from the web interface." },
	/** the request did not arrive over HTTPS */
	HTTPS_REQUIRED: { status: 403, message: https_required },
	/** path matches no endpoint */
	NOT_FOUND: { status: 404, message: "There is no such page. Please return to the login page." },
	/** a method that the path does not take: `Allow` names the one that it takes */
	METHOD_NOT_ALLOWED: {
		status: 405,
		message: "This address does not accept this kind of request. Please return to the login page.",
	},
	/** more than 50 requests in one minute, more than `client_limit` of one address, or another login waits for the provider */
	RATE_LIMITED: { status: 429, message: "Too many requests." },
	/** query string or Cookie header over 16 384 bytes, or over 100 parameters or cookies */
	INPUT_TOO_LARGE: {
		status: 431,
		message: "The request is too large. Please delete this site's cookies and try again.",
	},
	/** discovery fetch or pushed request fails, wrong URL, a document that cannot be used, or body over 256 KB */
	OIDC_DISCOVERY_FAILED: { status: 500, message: provider_trouble },
	/** the discovery issuer differs from `issuer_url` (slug, realm or trailing slash) */
	DISCOVERY_ISSUER_MISMATCH: { status: 500, message: provider_trouble },
	/** JWKS fetch fails, no JWK Set, or body over 256 KB */
	JWKS_FETCH_FAILED: { status: 500, message: provider_trouble },
	/** token endpoint unreachable, untrusted (`cause=certificate`), answers with a server error (`http_status`), or body over 256 KB */
	TOKEN_ENDPOINT_NETWORK_ERROR: { status: 500, message: provider_trouble },
	/** UserInfo call failed, neither JSON object nor signed JWT, or body over 256 KB */
	USERINFO_NETWORK_ERROR: { status: 500, message: provider_trouble, always_logged: true },
	/** the router does not trust the provider's TLS certificate */
	SSL_INIT_FAILED: { status: 500, message: provider_trouble },
	/** session creation failed */
	UBUS_LOGIN_FAILED: {
		status: 500,
		message: "The router could not start a session. Please try again, or ask your administrator.",
		always_logged: true,
	},
	/** unexpected crash or system failure */
	INTERNAL_ERROR: {
		status: 500,
		message: "Something went wrong on the router. Please try again, or ask your administrator.",
		always_logged: true,
	},
	/** a required configuration option is missing or invalid, or a module of the installation cannot be loaded */
	CONFIG_ERROR: { status: 503, message: not_available, always_logged: true },
	/** option `enabled` is not `1` */
	SSO_DISABLED: { status: 503, message: not_available },
};

/** The entry of a code; a code that is not in the table counts as INTERNAL_ERROR. */
export function describe(code) {
	return errors[key_of(code)] ?? errors.INTERNAL_ERROR;
};
