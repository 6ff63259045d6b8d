-- Generated from src/sso_login/web/errors.ts by "make lua"; do not edit.
local lib, log, names, texts, responses =
    require("sso_login.use")("lualib", "base.log", "base.names", "base.texts", "web.responses")
local M = {}
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
	IDP_ERROR = {status = 401, message = login_failed},
	TOKEN_EXCHANGE_FAILED = {status = 401, message = login_failed},
	OIDC_INVALID_GRANT = {status = 401, message = login_failed},
	UNSUPPORTED_ALGORITHM = {status = 401, message = login_failed},
	NONCE_MISMATCH = {status = 401, message = login_failed},
	AT_HASH_MISMATCH = {status = 401, message = login_failed},
	ID_TOKEN_VERIFICATION_FAILED = {status = 401, message = login_failed},
	USER_NOT_AUTHORIZED = {status = 401, message = "Your account is not allowed to use this router. Please ask your administrator."},
	AUTHENTICATION_TOO_WEAK = {status = 401, message = "This router asks for a stronger login, such as a second factor. Please set one up at your provider and try again."},
	AUTHENTICATION_TOO_OLD = {status = 401, message = "Your login at the provider is too long ago. Please log out there and try again."},
	TOKEN_REPLAYED = {status = 401, message = login_failed},
	CSRF_TOKEN_INVALID = {status = 403, message = "This logout link is not valid. Please log out from the web interface."},
	HTTPS_REQUIRED = {status = 403, message = "Please open this page over HTTPS."},
	NOT_FOUND = {status = 404, message = "There is no such page. Please return to the login page."},
	METHOD_NOT_ALLOWED = {status = 405, message = "This page can only be opened, not posted to. Please return to the login page."},
	RATE_LIMITED = {status = 429, message = "Too many requests. Please wait a minute and try again."},
	INPUT_TOO_LARGE = {status = 431, message = "The request is too large. Please delete this site's cookies and try again."},
	OIDC_DISCOVERY_FAILED = {status = 500, message = provider_trouble},
	DISCOVERY_ISSUER_MISMATCH = {status = 500, message = provider_trouble},
	JWKS_FETCH_FAILED = {status = 500, message = provider_trouble},
	TOKEN_ENDPOINT_NETWORK_ERROR = {status = 500, message = provider_trouble},
	USERINFO_NETWORK_ERROR = {status = 500, message = provider_trouble},
	SSL_INIT_FAILED = {status = 500, message = provider_trouble},
	UBUS_LOGIN_FAILED = {status = 500, message = "The router could not start a session. Please try again, or ask your administrator."},
	INTERNAL_ERROR = {status = 500, message = "Something went wrong on the router. Please try again, or ask your administrator."},
	CONFIG_ERROR = {status = 503, message = not_available},
	SSO_DISABLED = {status = 503, message = not_available}
}
--- Seconds for which the next login asks for another account.
local account_lifetime = 300
local unexpected = M.errors.INTERNAL_ERROR
--- The entry of a code; a code that is not in the table counts as INTERNAL_ERROR.
function M.describe(code)
	return M.errors[code] or unexpected
end
--- Faults of the router or the provider are errors, refused requests warnings.
local function level_of(status)
	return status >= 500 and "err" or "warning"
end
--- Faults of the router itself, and what takes a session to be refused for.
local always_logged = {"CONFIG_ERROR", "CSRF_TOKEN_INVALID", "INTERNAL_ERROR"}
--- Whether a refusal is always logged: one of those, or it took a valid state. The others anybody can cause.
local function is_always_logged(environment, code, status)
	local took_state = status == 401 or status == 500 and environment.path_info == "/callback"
	return took_state or lib.ArrayIncludes(always_logged, code)
end
--- The error page of a code, and its log line with the caller's address and the details. Where anybody can cause the refusal,
-- `count` says whether it gets a line.
function M.refuse(io, environment, failure, count)
	local entry = M.describe(failure.error)
	local facts = {{"remote", environment.remote_addr}}
	local details = texts.in_words(failure.details)
	if is_always_logged(environment, failure.error, entry.status) or count == nil or count(io) then
		log.event(
			io,
			level_of(entry.status),
			failure.error,
			lib.ArrayConcat(
				facts,
				log.detail_pairs(details)
			)
		)
	end
	local ____temp_0
	if type(details) == "table" then
		____temp_0 = details.reference
	else
		____temp_0 = nil
	end
	local reference = ____temp_0
	local whereabouts = type(reference) == "string" and " Reference for the administrator: " .. reference or ""
	local response = responses.error_page(entry.status, entry.message .. whereabouts)
	if failure.error == "LOGOUT_REFUSED" then
		-- A program reads it (OpenID Connect Back-Channel Logout 1.0 section 2.8).
		response.content_type = "application/json"
		response.body = "{\"error\":\"invalid_request\"}"
	end
	if failure.error == "METHOD_NOT_ALLOWED" then
		local ____response_headers_1 = response.headers
		____response_headers_1[#____response_headers_1 + 1] = {"Allow", "GET"}
	end
	if failure.error == "USER_NOT_AUTHORIZED" then
		local attributes = {path = "/", same_site = "Lax", max_age = account_lifetime}
		local ____response_headers_2 = response.headers
		____response_headers_2[#____response_headers_2 + 1] = responses.set_cookie(names.account_cookie, "1", attributes)
	end
	local ____temp_3
	if type(details) == "table" then
		____temp_3 = details.retry_after
	else
		____temp_3 = nil
	end
	local retry_after = ____temp_3
	if failure.error == "RATE_LIMITED" and type(retry_after) == "number" then
		local ____response_headers_4 = response.headers
		____response_headers_4[#____response_headers_4 + 1] = {
			"Retry-After",
			tostring(retry_after)
		}
	end
	return response
end
return M
