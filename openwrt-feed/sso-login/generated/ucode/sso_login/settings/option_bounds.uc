'use strict';
// Generated from src/sso_login/settings/option_bounds.ts by "make ucode"; do not edit.

/** Bounds of options, for modules that need no other rules. */

/** Bounds of a session's time-out, in seconds. */
export const min_session_timeout = 60;
export const max_session_timeout = 604800;

/** Bounds of a session's whole life, in seconds, and of a client's requests in a minute. */
export const min_session_lifetime = 300;
export const max_session_lifetime = 2592000;
export const min_client_limit = 5;
export const max_client_limit = 50;

/** Signature algorithms (RFC 7518 section 3.1, RFC 8037) that may be allowed; never HMAC or none. */
export const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Whether a name is reserved: root is LuCI's user on every router. */
export function is_reserved(name) {
	return name === "root";
};
