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

--- Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer without it.
function M.is_b2c(address)
	local url = urls.parse_https(address)
	return url ~= nil and (lib.StringEndsWith(url.host, ".b2clogin.com") or lib.StringIncludes(
		string.lower(url.path),
		"/b2c_1"
	))
end

--- Errors of a provider that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
local by_user = {
	"access_denied",
	"login_required",
	"interaction_required",
	"account_selection_required",
	"consent_required"
}

--- In the place of a headline or a finding that the kinds of calls have (call_kinds.ts).
local of_call = "call"

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

--- Kinds of any code: the provider cannot answer now, whatever was asked, a clock is wrong, or the client is not set up as there.
local of_any_code = {
	{is = call_kinds.is_passing, headline = "away"},
	{is = function(facts) return lib.ArrayIncludes({"past", "future"}, id_of(facts.reason)) end, headline = "clock"},
	{is = function(facts) return id_of(facts.must) == "offered_method" end, headline = "setup"},
	{is = function(facts) return names(facts, {"invalid_client", "unauthorized_client"}) end, headline = "client"}
}

--- Kinds of calls to the provider for a document.
local of_document = {
	{is = function(facts) return facts.field ~= nil and facts.url == nil end, finding = "endpoint_missing"},
	{is = function(facts) return facts.field ~= nil end, finding = "endpoint_not_https"},
	{
		is = function(facts) return lib.ArrayIncludes({"single_jwk", "no_jwk_set"}, id_of(facts.reason)) end,
		finding = "keys_absent"
	},
	{is = function(facts) return id_of(facts.reason) ~= "" end, finding = "keys_missing"},
	{headline = of_call, finding = of_call}
}
local no_longer_valid = {{headline = "expired"}}
local of_code = {
	IDP_ERROR = {
		{is = function(facts) return facts.cause == "expired" end, headline = "expired"},
		{is = function(facts) return lib.ArrayIncludes(by_user, text_of(facts.error)) end, headline = "refused"},
		{is = function(facts) return type(facts.error) == "string" end, headline = "setup"},
		{is = call_kinds.has_answer, finding = "pushed_refused"},
		{
			is = function(facts) return names(facts, {"denied", "declined"}) or tells(facts, {"cancel", "abort"}) end,
			finding = "login_denied"
		},
		{is = function(facts) return call_kinds.words_of(facts) ~= "" end, finding = "login_refused"},
		{headline = "failed", finding = "login_answer", reasons = {"reason"}}
	},
	INVALID_REQUEST = {{headline = "expired", finding = "login_answer", reasons = {"reason", "parameter"}}},
	MISSING_HANDSHAKE_COOKIE = {
		{
			is = function(facts) return facts.hint == nil and type(facts.redirect_host) == "string" end,
			headline = "other_name"
		},
		{headline = "expired"}
	},
	STATE_NOT_FOUND = no_longer_valid,
	STATE_PARAMETER_MISMATCH = no_longer_valid,
	TOKEN_EXCHANGE_FAILED = {
		{is = function(facts) return facts.http_status == 401 end, headline = "client"},
		{is = function(facts) return call_kinds.is_passing(facts) or facts.location ~= nil end, finding = of_call},
		{
			is = function(facts) return call_kinds.words_of(facts) ~= "" or facts.reason == nil end,
			finding = "client_refused"
		},
		{headline = "setup", finding = "login_answer", reasons = {"reason"}}
	},
	OIDC_INVALID_GRANT = {{headline = "failed", finding = "login_code"}},
	UNSUPPORTED_ALGORITHM = {
		{is = function(facts) return id_of(facts.hint) == "see_algs" end, finding = "algorithm_unsupported"},
		{headline = "setup", finding = "login_answer", subject = "alg", reasons = {"alg"}}
	},
	NONCE_MISMATCH = {{headline = "failed", finding = "login_answer", subject = "nonce", reasons = {"reason"}}},
	AT_HASH_MISMATCH = {
		{is = function(facts) return facts.reason == "absent" end, finding = "at_hash_unknown"},
		{headline = "setup", finding = "login_answer", subject = "at_hash different"}
	},
	ID_TOKEN_VERIFICATION_FAILED = {
		{is = function(facts) return id_of(facts.reason) ~= "" and facts.claim == nil end, finding = "keys_missing"},
		{is = function(facts) return id_of(facts.reason) ~= "" end, finding = "login_clock"},
		{headline = "failed", finding = "login_answer", reasons = {"claim", "reason"}}
	},
	AUTHENTICATION_TOO_OLD = {
		{is = function(facts) return id_of(facts.reason) ~= "" end, finding = "login_clock"},
		{headline = "too_old", finding = "login_demand", reasons = {"claim", "reason"}}
	},
	AUTHENTICATION_TOO_WEAK = {
		{
			headline = "too_weak",
			finding = "login_demand",
			subject = "acr",
			reasons = {"acr", "reason"},
			option = "acr_values"
		}
	},
	TOKEN_REPLAYED = {{headline = "failed"}},
	USER_NOT_AUTHORIZED = {{headline = "not_allowed", finding = "roles_fit_none"}},
	ROLE_WITHOUT_PAGE = {{headline = "no_page", finding = "roles_without_page"}},
	USERINFO_NETWORK_ERROR = {
		{
			is = call_kinds.has_answer,
			finding = "login_answer",
			subject = "userinfo_endpoint",
			reasons = {"http_status", "words", "reason"}
		},
		{headline = of_call, finding = of_call}
	},
	OIDC_DISCOVERY_FAILED = of_document,
	JWKS_FETCH_FAILED = of_document,
	TOKEN_ENDPOINT_NETWORK_ERROR = of_document,
	SSL_INIT_FAILED = of_document,
	DISCOVERY_ISSUER_MISMATCH = {
		{is = function(facts) return text_of(facts.discovered) == "" end, finding = "issuer_missing"},
		{
			is = function(facts) return lib.StringIncludes(text_of(facts.discovered), "{") end,
			finding = "issuer_template"
		},
		{
			is = function(facts) return M.is_b2c(text_of(facts.configured)) or M.is_b2c(
				text_of(facts.discovered)
			) end,
			finding = "issuer_b2c"
		},
		{
			is = function(facts) return lib.StringStartsWith(string.lower(text_of(facts.discovered)), "http://") end,
			finding = "issuer_http"
		},
		{headline = "setup", finding = "issuer_mismatch"}
	},
	CONFIG_ERROR = {
		{is = function(facts) return facts.option == nil and facts.config == "rpcd" end, finding = "rpcd_unreadable"},
		{is = function(facts) return facts.option == nil end, finding = "config_unreadable"},
		{is = function(facts) return id_of(facts.must) == "with_key" end, finding = "key_missing"},
		{is = function(facts) return id_of(facts.must) == "offered_method" end, finding = "auth_method_none"},
		{headline = "not_available", finding = "option_wrong"}
	},
	CSRF_TOKEN_INVALID = {{headline = "logout_link"}},
	HTTPS_REQUIRED = {{headline = "no_https"}},
	NOT_FOUND = {{headline = "not_found"}},
	METHOD_NOT_ALLOWED = {{headline = "not_found"}},
	RATE_LIMITED = {
		{is = function(facts) return facts.option ~= nil end, headline = "busy_address"},
		{headline = "busy"}
	},
	INPUT_TOO_LARGE = {{headline = "too_large"}},
	SSO_DISABLED = {{headline = "switched_off"}}
}

--- The kind of what no other row fits.
local otherwise = {{headline = "router", finding = "login_failed"}}

--- The kinds of a failure. The first row that fits and has words of the page tells the page, and the first that fits and has a finding the
-- finding: people are told less than administrators, so many rows have a finding alone.
local function kinds_of(code)
	return lib.ArrayConcat(of_any_code, of_code[code] or {}, otherwise)
end

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
	local headline = call_kinds.first_row(kinds_of(code), "headline", facts, call).headline or ""
	return headline == of_call and call_kinds.headline_of(facts) or headline
end

--- The finding about a failure; `call` where it may be of a call.
function M.explain(code, facts, call)
	local row = call_kinds.first_row(kinds_of(code), "finding", facts, call)
	local advised = by_advice[id_of(facts.hint)]
	local is_call = row.finding == of_call
	local finding = is_call and call_kinds.finding_of(facts, call) or (row.finding or "")
	local reasons = row.reasons or {}
	local option = row.option or (lib.ArrayIncludes(reasons, "claim") and claim_options[text_of(facts.claim)] or nil)
	local ____temp_4 = advised ~= nil and ({finding, advised.finding}) or ({finding})
	local ____is_call_5 = is_call
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
		is_call = ____is_call_5,
		subject = ____row_subject_6,
		reasons = ____reasons_7,
		option = ____temp_3
	}
end

return M
