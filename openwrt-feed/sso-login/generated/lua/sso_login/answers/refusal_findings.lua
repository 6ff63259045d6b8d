-- Generated from src/sso_login/answers/refusal_findings.ts by "make lua"; do not edit.
--- The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning.
local lib = require("sso_login.lualib")
local M = {}
local log_texts = require("sso_login.base.log_texts")
local strings = require("sso_login.base.strings")
local failure_findings = require("sso_login.check.findings.failure_findings")
local report = require("sso_login.check.report")
local call_kinds = require("sso_login.explain.call_kinds")
local explanation = require("sso_login.explain.explanation")

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

--- Adds the parameters of a finding or of a message.
local function take(said, found)
	local params = found.params or {}
	for _, name in ipairs(strings.sorted_keys(params)) do
		said[name] = params[name] or ""
	end
end

--- Findings whose words have the provider's error beside its description.
local with_error = {"login_denied", "login_refused"}

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
	local ____text_of_4 = text_of
	local ____facts_error_3 = facts.error
	if ____facts_error_3 == nil then
		____facts_error_3 = facts.idp_error
	end
	local ____error = ____text_of_4(____facts_error_3)
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
	local ____text_of_6 = text_of
	local ____facts_url_5 = facts.url
	if ____facts_url_5 == nil then
		____facts_url_5 = "token_endpoint"
	end
	local url = ____text_of_6(____facts_url_5)
	local path = lib.StringSplit(url, "/")
	local endpoint = path[#path] or url
	local explained = explanation.explain(code, facts, {endpoint = endpoint, body = ""})
	if explained.is_call then
		take(said, failure_findings.of_failure(endpoint, url, facts, ""))
	elseif code == "DISCOVERY_ISSUER_MISMATCH" then
		local configured = text_of(facts.configured)
		take(said, failure_findings.of_mismatch(configured, configured, text_of(facts.discovered)))
	elseif lib.ArrayIncludes(with_error, explained.findings[1] or "") then
		said.words = call_kinds.words_of(facts)
	end
	if (explained.subject or explained.reasons[1]) ~= nil then
		local parts = lib.ArrayMap(
			explained.reasons,
			function(_, name) return name == "words" and call_kinds.words_of(facts) or text_of(facts[name]) end
		)
		said.reason = table.concat(
			lib.ArrayFilter(
				lib.ArrayConcat({explained.subject or ""}, parts),
				function(_, part) return part ~= "" end
			),
			" "
		)
	end
	if explained.option ~= nil then
		said.option = explained.option
	end
	return lib.ArrayMap(
		explained.findings,
		function(_, id) return report.finding_of("error", id, said, code, outcome.provider) end
	)
end

return M
