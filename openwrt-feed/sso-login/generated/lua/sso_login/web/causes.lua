-- Generated from src/sso_login/web/causes.ts by "make lua"; do not edit.
--- What went wrong, as a person is told: one cause for codes and facts that call for the same words and the same ways on.
local lib = require("sso_login.lualib")
local M = {}
local values = require("sso_login.base.values")

--- The causes of codes whose facts do not matter.
local by_code = {
	INVALID_REQUEST = "expired",
	STATE_NOT_FOUND = "expired",
	STATE_PARAMETER_MISMATCH = "expired",
	OIDC_INVALID_GRANT = "failed",
	ID_TOKEN_VERIFICATION_FAILED = "failed",
	NONCE_MISMATCH = "failed",
	TOKEN_REPLAYED = "failed",
	TOKEN_EXCHANGE_FAILED = "setup",
	UNSUPPORTED_ALGORITHM = "setup",
	AT_HASH_MISMATCH = "setup",
	DISCOVERY_ISSUER_MISMATCH = "setup",
	SSL_INIT_FAILED = "certificate",
	USER_NOT_AUTHORIZED = "not_allowed",
	ROLE_WITHOUT_PAGE = "no_page",
	AUTHENTICATION_TOO_WEAK = "too_weak",
	AUTHENTICATION_TOO_OLD = "too_old",
	CSRF_TOKEN_INVALID = "logout_link",
	HTTPS_REQUIRED = "no_https",
	NOT_FOUND = "not_found",
	METHOD_NOT_ALLOWED = "not_found",
	RATE_LIMITED = "busy",
	INPUT_TOO_LARGE = "too_large",
	SSO_DISABLED = "switched_off"
}

--- Codes of calls to the provider, whose facts say why there was no answer, or none of use.
local calls = {"OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR", "USERINFO_NETWORK_ERROR"}

--- Why a call fails that may succeed later.
local passing = {"resolve", "connect", "timeout", "tls", "network"}

--- What a provider reports that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
local by_user = {
	"access_denied",
	"login_required",
	"interaction_required",
	"account_selection_required",
	"consent_required"
}
local by_provider = {"server_error", "temporarily_unavailable"}

--- Messages that speak of clocks (base/texts).
local of_clocks = {"past", "future"}

local function id_of(fact)
	return type(fact) == "table" and fact.id or ""
end

--- Whether the reason speaks of clocks.
local function is_clock(facts)
	return lib.ArrayIncludes(of_clocks, id_of(facts.reason))
end

--- Why a call to the provider failed: nothing answers, its certificate is not trusted, or what is there is not what was set up.
local function cause_of_call(facts)
	local status = facts.http_status or 0
	local text = facts.cause
	if text == "certificate" then
		return "certificate"
	end
	local passes = type(text) == "string" and lib.ArrayIncludes(passing, text) or status >= 500 or status == 429
	return passes and "unreachable" or "setup"
end

--- What the provider reported instead of a code.
local function cause_of_report(facts)
	local reported = facts.error
	if type(reported) ~= "string" then
		return "failed"
	end
	if lib.ArrayIncludes(by_provider, reported) then
		return "unreachable"
	end
	return lib.ArrayIncludes(by_user, reported) and "refused" or "setup"
end

--- The cause of a failure, an id in `words`.
function M.cause_of(failure)
	local facts = values.facts_of(failure)
	local code = failure.error
	if code == "MISSING_HANDSHAKE_COOKIE" then
		return facts.hint == nil and type(facts.redirect_host) == "string" and "other_name" or "expired"
	end
	if is_clock(facts) then
		return "clock"
	end
	if code == "IDP_ERROR" then
		return cause_of_report(facts)
	end
	if code == "CONFIG_ERROR" then
		return id_of(facts.must) == "offered_method" and "setup" or "not_available"
	end
	return lib.ArrayIncludes(calls, code) and cause_of_call(facts) or (by_code[code] or "router")
end

return M
