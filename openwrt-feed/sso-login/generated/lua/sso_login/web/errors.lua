-- Generated from src/sso_login/web/errors.ts by "make lua"; do not edit.
--- The table of codes: each with its HTTP status, its message for programs, and how it is logged; `explain/explanation` has
-- what the page for people and the findings say.
--
-- Messages say what to do next and never name a code (specification, "Errors"). docs/troubleshooting.md is generated from here;
-- the comment before a code says when it is logged.
local M = {}
local log_texts = require("sso_login.base.log_texts")
local log_in_again = "Your session has expired or is invalid. Please log in again."
local login_failed = "The login failed. Please try again, or ask your administrator."
local not_available = "Single sign-on is not available on this router. Please log in with your password."
local provider_trouble = "The login service could not complete the login. Please try again later."
M.errors = {
	INVALID_REQUEST = {status = 400, message = log_in_again},
	MISSING_HANDSHAKE_COOKIE = {status = 400, message = log_in_again},
	STATE_NOT_FOUND = {status = 400, message = log_in_again},
	STATE_PARAMETER_MISMATCH = {status = 400, message = log_in_again},
	LOGOUT_REFUSED = {status = 400, message = log_in_again},
	EXCHANGE_REFUSED = {status = 400, message = log_in_again},
	CLIENT_AUTHENTICATION = {status = 401, message = login_failed},
	IDP_ERROR = {status = 401, message = login_failed},
	TOKEN_EXCHANGE_FAILED = {status = 401, message = login_failed},
	OIDC_INVALID_GRANT = {status = 401, message = login_failed},
	UNSUPPORTED_ALGORITHM = {status = 401, message = login_failed},
	NONCE_MISMATCH = {status = 401, message = login_failed},
	AT_HASH_MISMATCH = {status = 401, message = login_failed},
	ID_TOKEN_VERIFICATION_FAILED = {status = 401, message = login_failed},
	USER_NOT_AUTHORIZED = {
		status = 401,
		message = "Your account is not allowed to use this router. Please ask your administrator.",
		always_logged = true
	},
	ROLE_WITHOUT_PAGE = {
		status = 401,
		message = "Your role opens no page of this router. Please ask your administrator.",
		always_logged = true
	},
	AUTHENTICATION_TOO_WEAK = {
		status = 401,
		message = "This router asks for a stronger login, such as a second factor. Please set one up at your provider and try again.",
		always_logged = true
	},
	AUTHENTICATION_TOO_OLD = {
		status = 401,
		message = "Your login at the provider is too long ago. Please log out there and try again.",
		always_logged = true
	},
	TOKEN_REPLAYED = {status = 401, message = login_failed, always_logged = true},
	CSRF_TOKEN_INVALID = {
		status = 403,
		message = "This logout link is not valid. Please log out from the web interface."
	},
	HTTPS_REQUIRED = {status = 403, message = log_texts.https_required},
	NOT_FOUND = {status = 404, message = "There is no such page. Please return to the login page."},
	METHOD_NOT_ALLOWED = {
		status = 405,
		message = "This address does not accept this kind of request. Please return to the login page."
	},
	RATE_LIMITED = {status = 429, message = "Too many requests."},
	INPUT_TOO_LARGE = {
		status = 431,
		message = "The request is too large. Please delete this site's cookies and try again."
	},
	OIDC_DISCOVERY_FAILED = {status = 500, message = provider_trouble},
	DISCOVERY_ISSUER_MISMATCH = {status = 500, message = provider_trouble},
	JWKS_FETCH_FAILED = {status = 500, message = provider_trouble},
	TOKEN_ENDPOINT_NETWORK_ERROR = {status = 500, message = provider_trouble},
	USERINFO_NETWORK_ERROR = {status = 500, message = provider_trouble, always_logged = true},
	SSL_INIT_FAILED = {status = 500, message = provider_trouble},
	UBUS_LOGIN_FAILED = {
		status = 500,
		message = "The router could not start a session. Please try again, or ask your administrator.",
		always_logged = true
	},
	INTERNAL_ERROR = {
		status = 500,
		message = "Something went wrong on the router. Please try again, or ask your administrator.",
		always_logged = true
	},
	CONFIG_ERROR = {status = 503, message = not_available, always_logged = true},
	SSO_DISABLED = {status = 503, message = not_available}
}

--- The entry of a code; a code that is not in the table counts as INTERNAL_ERROR.
function M.describe(code)
	return M.errors[code] or M.errors.INTERNAL_ERROR
end

return M
