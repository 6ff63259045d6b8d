-- Generated from src/sso_login/explain/explanation.ts by "make lua"; do not edit.
--- The explanation of a failure: what the error page says, which finding tells it to administrators, and which option they look at. The
-- table has a row for each kind of failure, with ids alone; error page, check, test login and login history print the same row.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local call_kinds = require("sso_login.explain.call_kinds")

--- A fact that is a text or a number; "" for anything else.
local function text_of(fact)
	if type(fact) == "table" then
		return ""
	end
	local ____fact_2 = fact
	if ____fact_2 == nil then
		____fact_2 = ""
	end
	return tostring(____fact_2)
end

--- The id of a fact that is a message; "" for anything else.
local function id_of(fact)
	return type(fact) == "table" and fact.id or ""
end

--- A fact, or a parameter of one that is a message, as text; "" for none.
local function told(facts, name)
	local found = text_of(facts[name])
	for _, other in ipairs(strings.sorted_keys(facts)) do
		local fact = facts[other]
		found = type(fact) == "table" and found == "" and ((fact.params or {})[name] or "") or found
	end
	return found
end

--- Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer without it.
function M.is_b2c(address)
	local url = urls.parse_https(address)
	return url ~= nil and (lib.StringEndsWith(url.host, ".b2clogin.com") or lib.StringIncludes(
		string.lower(url.path),
		"/b2c_1"
	))
end

--- Codes of calls to the provider.
local call_codes = {"OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR", "SSL_INIT_FAILED"}

--- Errors of a provider that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
local by_user = {
	"access_denied",
	"login_required",
	"interaction_required",
	"account_selection_required",
	"consent_required"
}

--- The options that decide about claims of an ID Token.
local claim_options = {aud = "client_id", auth_time = "max_age", azp = "client_id", iss = "issuer_url"}

local function tells(facts, words)
	local text = string.lower(call_kinds.words_of(facts))
	return lib.ArraySome(words, function(_, word) return lib.StringIncludes(text, word) end)
end

local function names(facts, words)
	local code = strings.before(string.lower(call_kinds.words_of(facts)), ": ")
	return lib.ArraySome(words, function(_, word) return lib.StringIncludes(code, word) end)
end

local function is_discovered(facts, start)
	return lib.StringStartsWith(string.lower(text_of(facts.discovered)), start)
end

--- A code whose failures are of one kind.
local function always(code, headline, finding)
	return {codes = {code}, headline = headline, finding = finding}
end

--- The kinds of all failures. The first row that fits and has words of the page tells the page, and the first that fits and has a finding the
-- finding: people are told less than administrators, so many rows have a finding alone.
local kinds = {
	{is = call_kinds.is_passing, headline = "away"},
	{is = function(facts) return lib.ArrayIncludes({"past", "future"}, id_of(facts.reason)) end, headline = "clock"},
	{is = function(facts) return id_of(facts.must) == "offered_method" end, headline = "setup"},
	{is = function(facts) return names(facts, {"invalid_client", "unauthorized_client"}) end, headline = "client"},
	{codes = {"TOKEN_EXCHANGE_FAILED"}, is = function(facts) return facts.http_status == 401 end, headline = "client"},
	{
		codes = {"MISSING_HANDSHAKE_COOKIE"},
		is = function(facts) return facts.hint == nil and type(facts.redirect_host) == "string" end,
		headline = "other_name"
	},
	{codes = {"IDP_ERROR"}, is = function(facts) return (facts.http_status or 0) >= 500 end, headline = "away"},
	{codes = {"IDP_ERROR"}, is = function(facts) return facts.cause == "expired" end, headline = "expired"},
	{
		codes = {"IDP_ERROR"},
		is = function(facts) return lib.ArrayIncludes(by_user, text_of(facts.error)) end,
		headline = "refused"
	},
	{codes = {"IDP_ERROR"}, is = function(facts) return type(facts.error) == "string" end, headline = "setup"},
	{codes = {"IDP_ERROR"}, is = call_kinds.has_answer, finding = "pushed_refused"},
	{
		codes = {"IDP_ERROR"},
		is = function(facts) return tells(facts, {"cancel", "abort"}) end,
		finding = "login_cancelled"
	},
	{
		codes = {"IDP_ERROR"},
		is = function(facts) return names(facts, {"denied", "declined"}) end,
		finding = "login_denied"
	},
	{
		codes = {"IDP_ERROR"},
		is = function(facts) return call_kinds.words_of(facts) ~= "" end,
		finding = "login_refused"
	},
	{codes = {"IDP_ERROR"}, headline = "failed", finding = "login_answer", reasons = {"reason"}},
	{codes = {"INVALID_REQUEST"}, headline = "expired", finding = "login_answer", reasons = {"reason", "parameter"}},
	{
		codes = {"TOKEN_EXCHANGE_FAILED"},
		is = function(facts) return call_kinds.is_passing(facts) or facts.location ~= nil end,
		by_call = "finding"
	},
	{
		codes = {"TOKEN_EXCHANGE_FAILED"},
		is = function(facts) return call_kinds.words_of(facts) ~= "" or facts.reason == nil end,
		finding = "client_refused"
	},
	{codes = {"TOKEN_EXCHANGE_FAILED"}, headline = "setup", finding = "login_answer", reasons = {"reason"}},
	always("OIDC_INVALID_GRANT", "failed", "login_code"),
	{
		codes = {"UNSUPPORTED_ALGORITHM"},
		is = function(facts) return told(facts, "allowed") ~= "" end,
		finding = "algorithm_unsupported"
	},
	{
		codes = {"UNSUPPORTED_ALGORITHM"},
		headline = "setup",
		finding = "login_answer",
		subject = "alg",
		reasons = {"alg"}
	},
	{
		codes = {"NONCE_MISMATCH"},
		headline = "failed",
		finding = "login_answer",
		subject = "nonce",
		reasons = {"reason"}
	},
	{
		codes = {"AT_HASH_MISMATCH"},
		is = function(facts) return facts.reason == "absent" end,
		finding = "at_hash_unknown"
	},
	{codes = {"AT_HASH_MISMATCH"}, headline = "setup", finding = "login_answer", subject = "at_hash different"},
	{
		codes = {"ID_TOKEN_VERIFICATION_FAILED"},
		is = function(facts) return id_of(facts.reason) ~= "" and facts.claim == nil end,
		finding = "keys_missing"
	},
	{
		codes = {"ID_TOKEN_VERIFICATION_FAILED", "AUTHENTICATION_TOO_OLD"},
		is = function(facts) return id_of(facts.reason) ~= "" end,
		finding = "login_clock"
	},
	{
		codes = {"ID_TOKEN_VERIFICATION_FAILED"},
		headline = "failed",
		finding = "login_answer",
		reasons = {"claim", "reason"}
	},
	{codes = {"AUTHENTICATION_TOO_OLD"}, headline = "too_old", finding = "login_demand", reasons = {"claim", "reason"}},
	{
		codes = {"AUTHENTICATION_TOO_WEAK"},
		is = function(facts) return text_of(facts.acr) ~= "" end,
		finding = "login_demand",
		subject = "acr",
		reasons = {"acr"},
		option = "acr_values"
	},
	{
		codes = {"AUTHENTICATION_TOO_WEAK"},
		headline = "too_weak",
		finding = "login_demand",
		subject = "acr",
		reasons = {"reason"},
		option = "acr_values"
	},
	always("USER_NOT_AUTHORIZED", "not_allowed", "roles_fit_none"),
	always("ROLE_WITHOUT_PAGE", "no_page", "roles_without_page"),
	{
		codes = {"USERINFO_NETWORK_ERROR"},
		is = call_kinds.has_answer,
		finding = "login_answer",
		subject = "userinfo_endpoint",
		reasons = {"http_status", "words", "reason"}
	},
	{codes = {"USERINFO_NETWORK_ERROR"}, by_call = "both"},
	{
		codes = call_codes,
		is = function(facts) return facts.field ~= nil and facts.url == nil end,
		finding = "endpoint_missing"
	},
	{codes = call_codes, is = function(facts) return facts.field ~= nil end, finding = "endpoint_not_https"},
	{codes = call_codes, is = function(facts) return id_of(facts.reason) == "single_jwk" end, finding = "keys_single"},
	{codes = call_codes, is = function(facts) return id_of(facts.reason) == "no_jwk_set" end, finding = "keys_absent"},
	{codes = call_codes, is = function(facts) return id_of(facts.reason) ~= "" end, finding = "keys_missing"},
	{codes = call_codes, by_call = "both"},
	{
		codes = {"DISCOVERY_ISSUER_MISMATCH"},
		is = function(facts) return text_of(facts.discovered) == "" end,
		finding = "issuer_missing"
	},
	{
		codes = {"DISCOVERY_ISSUER_MISMATCH"},
		is = function(facts) return lib.StringIncludes(text_of(facts.discovered), "{") end,
		finding = "issuer_template"
	},
	{
		codes = {"DISCOVERY_ISSUER_MISMATCH"},
		is = function(facts) return M.is_b2c(text_of(facts.configured)) or M.is_b2c(
			text_of(facts.discovered)
		) end,
		finding = "issuer_b2c"
	},
	{
		codes = {"DISCOVERY_ISSUER_MISMATCH"},
		is = function(facts) return is_discovered(facts, "http://") end,
		finding = "issuer_http"
	},
	always("DISCOVERY_ISSUER_MISMATCH", "setup", "issuer_mismatch"),
	{
		codes = {"CONFIG_ERROR"},
		is = function(facts) return facts.option == nil and facts.config == "rpcd" end,
		finding = "rpcd_unreadable"
	},
	{codes = {"CONFIG_ERROR"}, is = function(facts) return facts.option == nil end, finding = "config_unreadable"},
	{codes = {"CONFIG_ERROR"}, is = function(facts) return told(facts, "alg") ~= "" end, finding = "key_missing"},
	{
		codes = {"CONFIG_ERROR"},
		is = function(facts) return told(facts, "offered") ~= "" end,
		finding = "auth_method_none"
	},
	always("CONFIG_ERROR", "not_available", "option_wrong"),
	always("MISSING_HANDSHAKE_COOKIE", "expired"),
	always("STATE_NOT_FOUND", "expired"),
	always("STATE_PARAMETER_MISMATCH", "expired"),
	always("TOKEN_REPLAYED", "failed"),
	always("CSRF_TOKEN_INVALID", "logout_link"),
	always("HTTPS_REQUIRED", "no_https"),
	always("NOT_FOUND", "not_found"),
	always("METHOD_NOT_ALLOWED", "not_found"),
	{codes = {"RATE_LIMITED"}, is = function(facts) return facts.option ~= nil end, headline = "busy_address"},
	always("RATE_LIMITED", "busy"),
	always("INPUT_TOO_LARGE", "too_large"),
	always("SSO_DISABLED", "switched_off"),
	{headline = "router", finding = "login_failed"}
}

--- Findings by the advice of a failure, beside that about its kind.
local by_advice = {
	unverified_email = {finding = "login_email", option = "allow_unverified_email"},
	unverified_further = {finding = "login_email"},
	untrusted_email_claim = {finding = "login_email", option = "email_claim_trusted"},
	groups_absent = {finding = "login_groups"},
	groups_in_one_text = {finding = "login_groups_text"}
}

--- The words of the error page about a failure, an id in web/words.
function M.headline_of(code, facts)
	local call = {endpoint = "", body = ""}
	local row = call_kinds.first_row(
		kinds,
		code,
		facts,
		call,
		function(kind) return kind.headline ~= nil or kind.by_call == "both" end
	)
	return row.headline or call_kinds.headline_of(facts)
end

--- The finding about a failure; `call` where it may be of a call.
function M.explain(code, facts, call)
	local row = call_kinds.first_row(
		kinds,
		code,
		facts,
		call,
		function(kind) return (kind.finding or kind.by_call) ~= nil end
	)
	local advised = by_advice[id_of(facts.hint)]
	local finding = row.finding or call_kinds.finding_of(facts, call)
	local reasons = row.reasons or {}
	local option = row.option or (lib.ArrayIncludes(reasons, "claim") and claim_options[text_of(facts.claim)] or nil)
	local ____temp_4 = advised ~= nil and ({finding, advised.finding}) or ({finding})
	local ____temp_5 = row.finding == nil
	local ____row_subject_6 = row.subject
	local ____reasons_7 = reasons
	local ____temp_3
	if advised ~= nil then
		____temp_3 = advised.option or option
	else
		____temp_3 = option
	end
	return {
		findings = ____temp_4,
		is_call = ____temp_5,
		subject = ____row_subject_6,
		reasons = ____reasons_7,
		option = ____temp_3
	}
end

return M
