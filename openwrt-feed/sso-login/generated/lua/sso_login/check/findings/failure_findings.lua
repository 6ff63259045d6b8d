-- Generated from src/sso_login/check/findings/failure_findings.ts by "make lua"; do not edit.
--- The findings about failed calls and about another issuer, of the check and of test logins.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")
local urls = require("sso_login.base.urls")
local call_kinds = require("sso_login.explain.call_kinds")
local explanation = require("sso_login.explain.explanation")

--- A failed call as a finding; `endpoint` is its name in the metadata, `body` that of its answer.
function M.of_failure(endpoint, url, facts, body)
	local parsed = urls.parse_https(url)
	local host = parsed ~= nil and parsed.host or url
	local words = call_kinds.words_of(facts)
	local params = {
		endpoint = endpoint,
		url = url,
		host = host,
		reason = json_values.text_of(facts.reason),
		now = json_values.text_of(facts.router_time),
		status = tostring(facts.http_status or ""),
		location = json_values.text_of(facts.location),
		words = words ~= "" and words or ({id = "words_none"})
	}
	return {id = call_kinds.finding_of(facts, {endpoint = endpoint, body = body}), params = params}
end

--- The first place, from 0, at which two texts differ.
local function first_difference(one, other)
	local at = 0
	while at < #one and lib.StringCharAt(one, at) == lib.StringCharAt(other, at) do
		at = at + 1
	end
	return at
end

--- A text in quotes, or the word for none.
local function quoted(text)
	return text ~= "" and "'" .. text .. "'" or ({id = "nothing"})
end

--- An issuer that is not the configured one as a finding, with the first difference; `url` is that of the metadata.
function M.of_mismatch(url, configured, discovered)
	local facts = {configured = configured, discovered = discovered}
	local explained = explanation.explain("DISCOVERY_ISSUER_MISMATCH", facts, {endpoint = "", body = ""})
	local at = first_difference(configured, discovered)
	local params = {
		url = url,
		configured = configured,
		discovered = discovered,
		place = tostring(at + 1),
		configured_rest = quoted(lib.StringSubstring(configured, at)),
		discovered_rest = quoted(lib.StringSubstring(discovered, at))
	}
	return {id = explained.findings[1] or "", params = params}
end

return M
