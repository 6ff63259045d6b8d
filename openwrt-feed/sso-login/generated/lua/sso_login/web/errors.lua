-- Generated from src/sso_login/web/errors.ts by "make lua"; do not edit.
--- The one table of codes: what each means, the HTTP status it ends in, and what the user is told; and the answer that a
-- refused request gets.
--
-- Messages say what to do next and never name a code (specification, "Errors"). docs/troubleshooting.md is generated from here;
-- the comment before a code says when it is logged.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local texts = require("sso_login.base.texts")
local negotiation = require("sso_login.web.negotiation")
local responses = require("sso_login.web.responses")

--- What the page says after the message; nothing of what a request says.
local function advice_of(code, facts)
	local seconds = facts.retry_after
	if code == "RATE_LIMITED" and type(seconds) == "number" then
		return (((" Please try again in " .. tostring(
			seconds
		)) .. " ") .. (seconds == 1 and "second" or "seconds")) .. "."
	end
	-- Where the login was started at another of the router's names: its cookies are there.
	local host = facts.redirect_host
	local is_elsewhere = code == "MISSING_HANDSHAKE_COOKIE" and facts.hint == nil
	return is_elsewhere and type(host) == "string" and host ~= "" and " Log in at https://" .. host .. "/." or ""
end

--- The headers of an error page.
local function headers_of(code, facts)
	if code == "METHOD_NOT_ALLOWED" then
		return {{"Allow", type(facts.allow) == "string" and facts.allow or "GET"}}
	end
	return code == "RATE_LIMITED" and type(facts.retry_after) == "number" and ({
		{"Retry-After", tostring(facts.retry_after)}
	}) or {}
end

--- Refused to the provider, which is a program (OpenID Connect Back-Channel Logout 1.0 section 2.8).
local for_provider = "LOGOUT_REFUSED"
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
	HTTPS_REQUIRED = {status = 403, message = "Please open this page over HTTPS."},
	NOT_FOUND = {status = 404, message = "There is no such page. Please return to the login page."},
	METHOD_NOT_ALLOWED = {
		status = 405,
		message = "This page can only be opened, not posted to. Please return to the login page."
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
local unexpected = M.errors.INTERNAL_ERROR

--- The entry of a code; a code that is not in the table counts as INTERNAL_ERROR.
function M.describe(code)
	return M.errors[code] or unexpected
end

--- Faults of the router or the provider are errors, refused requests warnings.
local function level_of(status)
	return status >= 500 and "err" or "warning"
end

--- Digits of a reference, and how many references there may be in a second.
local reference_digits = 8
local references_a_second = 4096

--- A reference where there is no state to make one of: only of the time, as the crypto module may be what is missing.
local function reference_of_now(io)
	local instant = io.monotonic()
	local fraction = math.floor((instant - math.floor(instant)) * references_a_second)
	local rest = io.time() % 1048576 * references_a_second + fraction
	local digits = ""
	while #digits < reference_digits do
		digits = lib.StringCharAt("0123456789abcdef", rest % 16) .. digits
		rest = math.floor(rest / 16)
	end
	return digits
end

--- The specified page: one line of plain text.
local function plain_page(code, facts)
	local entry = M.describe(code)
	local reference = type(
		facts.reference
	) == "string" and " Reference for the administrator: " .. facts.reference or ""
	return responses.error_page(entry.status, entry.message .. advice_of(code, facts) .. reference)
end

--- The error page of a code, and its log line with the caller's address and the details. For refusals that any client can cause,
-- `count` says whether this one gets a line. Where the client asks for HTML, `make_page` makes the page.
function M.refuse(io, environment, failure, count, make_page)
	local entry = M.describe(failure.error)
	local is_for_people = make_page ~= nil and failure.error ~= for_provider and negotiation.accepts_html(
		environment.accept
	)
	local details = texts.details_in_english(failure.details)
	local facts = type(details) == "table" and details or {}
	local known = type(facts.reference) == "string" and facts.reference or nil
	local made = is_for_people and known == nil and reference_of_now(io) or nil
	local about = {{"provider", facts.provider}, {"remote", environment.remote_addr}, {"reference", made}}
	local is_unlimited = entry.always_logged == true
	if is_unlimited or count == nil or count(io) then
		local limits = not is_unlimited and log.unproven_limits or nil
		local others = lib.ArrayFilter(
			log.detail_pairs(details),
			function(_, pair) return pair[1] ~= "provider" end
		)
		log.event(io, level_of(entry.status), failure.error, lib.ArrayConcat(about, others), limits)
	end
	if failure.error == for_provider then
		local body = "{\"error\":\"invalid_request\"}"
		return {status = entry.status, content_type = "application/json", headers = {}, body = body}
	end
	local response = is_for_people and make_page(io, environment, failure, known or made or "") or plain_page(
		failure.error,
		facts
	)
	response.headers = lib.ArrayConcat(response.headers, headers_of(failure.error, facts))
	return response
end

return M
