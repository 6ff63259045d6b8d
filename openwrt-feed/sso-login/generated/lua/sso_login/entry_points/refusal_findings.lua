-- Generated from src/sso_login/entry_points/refusal_findings.ts by "make lua"; do not edit.
--- The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning.
local lib = require("sso_login.lualib")
local M = {}
local log_texts = require("sso_login.base.log_texts")
local strings = require("sso_login.base.strings")
local failure_findings = require("sso_login.check.findings.failure_findings")
local report = require("sso_login.check.report")

local function text_of(fact)
	if type(fact) == "table" then
		return log_texts.in_english(fact)
	end
	local ____fact_2 = fact
	if ____fact_2 == nil then
		____fact_2 = ""
	end
	return tostring(____fact_2)
end

--- An answer that cannot be used, for these reasons as far as they are there.
local function unusable(said, reasons)
	said.reason = table.concat(lib.ArrayFilter(reasons, function(_, reason) return reason ~= "" end), " ")
	return "login_answer"
end

--- Adds the parameters of a finding or of a message; its id.
local function take(said, found)
	local params = found.params or {}
	for _, name in ipairs(strings.sorted_keys(params)) do
		said[name] = params[name] or ""
	end
	return found.id
end

--- Findings by the reason for which an answer has no keys.
local key_findings = {single_jwk = "keys_single", no_jwk_set = "keys_absent"}

--- A call to the provider that has failed, or its answer.
local function of_call(facts, said)
	if facts.field ~= nil then
		return facts.url == nil and "endpoint_missing" or "endpoint_not_https"
	end
	if type(facts.reason) == "table" then
		return key_findings[facts.reason.id] or "keys_missing"
	end
	local ____text_of_4 = text_of
	local ____facts_url_3 = facts.url
	if ____facts_url_3 == nil then
		____facts_url_3 = "token_endpoint"
	end
	local url = ____text_of_4(____facts_url_3)
	local path = lib.StringSplit(url, "/")
	return take(said, failure_findings.of_failure(path[#path] or url, url, facts, ""))
end

--- The options that decide about claims of an ID Token.
local claim_options = {aud = "client_id", auth_time = "max_age", azp = "client_id", iss = "issuer_url"}

local function of_id_token(facts, said)
	if type(facts.reason) == "table" then
		return facts.claim == nil and "keys_missing" or "login_clock"
	end
	local claim = text_of(facts.claim)
	local option = claim_options[claim]
	if option ~= nil then
		said.option = option
	end
	return unusable(said, {claim, text_of(facts.reason)})
end

--- A wrong option, or one that the provider or the router's key does not fit.
local function of_option(facts, said)
	if facts.option == nil then
		return facts.config == "rpcd" and "rpcd_unreadable" or "config_unreadable"
	end
	if said.alg ~= nil then
		return "key_missing"
	end
	return said.offered ~= "" and "auth_method_none" or "option_wrong"
end

--- The provider's refusal of a login or of a pushed request; the words may say that it was the user's.
local function of_provider(facts, said)
	local words = failure_findings.words_of(facts)
	local told = string.lower(words)
	local code = strings.before(told, ": ")
	if facts.http_status ~= nil then
		return "pushed_refused"
	end
	said.words = words
	if lib.StringIncludes(told, "cancel") or lib.StringIncludes(told, "abort") then
		return "login_cancelled"
	end
	if lib.StringIncludes(code, "denied") or lib.StringIncludes(code, "declined") then
		return "login_denied"
	end
	return words ~= "" and "login_refused" or unusable(said, {text_of(facts.reason)})
end

local function of_token_answer(facts, said)
	if facts.cause == "temporary" or facts.location ~= nil then
		return of_call(facts, said)
	end
	-- A proxy's own page is no word about the client.
	local is_of_client = failure_findings.words_of(facts) ~= "" or facts.reason == nil
	return is_of_client and "client_refused" or unusable(said, {text_of(facts.reason)})
end
local by_code = {
	INVALID_REQUEST = function(facts, said) return unusable(said, {
		text_of(facts.reason),
		text_of(facts.parameter)
	}) end,
	IDP_ERROR = of_provider,
	TOKEN_EXCHANGE_FAILED = of_token_answer,
	OIDC_INVALID_GRANT = function() return "login_code" end,
	UNSUPPORTED_ALGORITHM = function(facts, said) return said.allowed ~= nil and "algorithm_unsupported" or unusable(
		said,
		{"alg", text_of(facts.alg)}
	) end,
	NONCE_MISMATCH = function(facts, said) return unusable(said, {"nonce", text_of(facts.reason)}) end,
	AT_HASH_MISMATCH = function(facts, said) return facts.reason == "absent" and "at_hash_unknown" or unusable(said, {
		"at_hash",
		"different"
	}) end,
	ID_TOKEN_VERIFICATION_FAILED = of_id_token,
	USER_NOT_AUTHORIZED = function() return "roles_fit_none" end,
	ROLE_WITHOUT_PAGE = function() return "roles_without_page" end,
	AUTHENTICATION_TOO_WEAK = function(facts, said)
		local acr = text_of(facts.acr)
		unusable(said, {"acr", acr ~= "" and acr or text_of(facts.reason)})
		said.option = "acr_values"
		return "login_demand"
	end,
	AUTHENTICATION_TOO_OLD = function(facts, said) return of_id_token(
		facts,
		said
	) == "login_clock" and "login_clock" or "login_demand" end,
	OIDC_DISCOVERY_FAILED = of_call,
	DISCOVERY_ISSUER_MISMATCH = function(facts, said)
		local configured = text_of(facts.configured)
		return take(said, failure_findings.of_mismatch(configured, configured, text_of(facts.discovered)))
	end,
	JWKS_FETCH_FAILED = of_call,
	TOKEN_ENDPOINT_NETWORK_ERROR = of_call,
	USERINFO_NETWORK_ERROR = function(facts, said)
		local reasons = {text_of(facts.http_status), failure_findings.words_of(facts), text_of(facts.reason)}
		return facts.http_status == nil and of_call(facts, said) or unusable(
			said,
			lib.ArrayConcat({"userinfo_endpoint"}, reasons)
		)
	end,
	SSL_INIT_FAILED = of_call,
	CONFIG_ERROR = of_option
}

--- Findings by the advice of a refusal, beside that no role fits.
local by_hint = {
	unverified_email = {id = "login_email", params = {option = "allow_unverified_email"}},
	unverified_further = {id = "login_email"},
	untrusted_email_claim = {id = "login_email", params = {option = "email_claim_trusted"}},
	groups_absent = {id = "login_groups"}
}

--- The findings about an outcome, or about a refusal that the log tells; of a login that would be granted, what it lacks.
function M.of_refusal(outcome)
	local code = outcome.code
	local facts = outcome.facts or {}
	if code == nil then
		local lacks_token = (outcome.notes or {}).refresh_token == "absent"
		return lacks_token and ({
			report.finding_of("warning", "refresh_token_missing", {}, nil, outcome.provider)
		}) or {}
	end
	local ____text_of_6 = text_of
	local ____facts_error_5 = facts.error
	if ____facts_error_5 == nil then
		____facts_error_5 = facts.idp_error
	end
	local ____error = ____text_of_6(____facts_error_5)
	local answer = ____error == "" and "answer_without_code" or "answer_code"
	local words = text_of(facts.error_description)
	local said = {
		answer = {id = answer, params = {status = text_of(facts.http_status), code = ____error}},
		offered = text_of(facts.alg),
		reason = code,
		redirect_uri = outcome.redirect_uri or "redirect_uri",
		roles = text_of(facts.role),
		url = "jwks_uri",
		words = words ~= "" and words or ({id = "words_none"})
	}
	for _, name in ipairs(strings.sorted_keys(facts)) do
		local fact = facts[name]
		said[name] = name == "must" and type(fact) == "table" and fact or text_of(fact)
		if type(fact) == "table" then
			take(said, fact)
		end
	end
	local explain = by_code[code]
	local ids = {explain ~= nil and explain(facts, said) or "login_failed"}
	local more = type(facts.hint) == "table" and by_hint[facts.hint.id] or nil
	if more ~= nil then
		ids[#ids + 1] = take(said, more)
	end
	return lib.ArrayMap(
		ids,
		function(_, id) return report.finding_of("error", id, said, code, outcome.provider) end
	)
end

return M
