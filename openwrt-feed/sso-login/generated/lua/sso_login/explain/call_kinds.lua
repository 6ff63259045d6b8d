-- Generated from src/sso_login/explain/call_kinds.ts by "make lua"; do not edit.
--- The kinds of a call to the provider that failed.
local lib = require("sso_login.lualib")
local M = {}
local json_values = require("sso_login.base.json_values")

--- The name of the metadata among the endpoints: they alone may be elsewhere than the configuration says.
M.metadata_name = "openid-configuration"

--- The error of the provider and its words; "" where it says nothing.
function M.words_of(facts)
	local ____json_values_text_of_1 = json_values.text_of
	local ____facts_error_0 = facts.error
	if ____facts_error_0 == nil then
		____facts_error_0 = facts.idp_error
	end
	local parts = {____json_values_text_of_1(____facts_error_0), json_values.text_of(facts.error_description)}
	return table.concat(lib.ArrayFilter(parts, function(_, part) return part ~= "" end), ": ")
end

--- Words of TLS libraries, of web servers and of our own reasons, in lower case: what they demand, and what an answer is instead.
local demands = {
	{"certificate required", "client_certificate"},
	{"demands a client certificate", "client_certificate"},
	{"no required ssl certificate", "client_certificate"},
	{"client certificate is required", "client_certificate"},
	{"no application protocol", "http2_only"},
	{"unknown alpn protocol", "http2_only"},
	{"header exceeds", "header_too_large"},
	{"wrong version number", "plain_http"},
	{"packet length too long", "plain_http"},
	{"-0x7200", "plain_http"},
	{"gzip", "answer_encoded"},
	{"rate_limit", "answer_limited"},
	{"rate limit", "answer_limited"},
	{"too many requests", "answer_limited"}
}

--- Bytes of a refusal that are searched for a demand.
local max_searched = 4096

--- The finding about what a server demands of its client; undefined where it says nothing of the kind.
function M.demand_in(text)
	local words = string.lower(lib.StringSubstring(text, 0, max_searched))
	local found = lib.ArrayFind(demands, function(_, demand) return lib.StringIncludes(words, demand[1]) end)
	return found ~= nil and found[2] or nil
end

--- The demand in a refusal's body, or in the reason of another failure.
local function demand_of(facts, call)
	local by_body = facts.http_status ~= nil and facts.http_status >= 400
	return M.demand_in(by_body and call.body or json_values.text_of(facts.reason))
end
M.has_answer = function(facts) return facts.http_status ~= nil end
M.is_passing = function(facts) return facts.cause == "temporary" end

--- A failure without an answer, by its cause (HttpFailure of base/io).
local function without_answer(cause, finding, headline)
	return {is = function(facts) return facts.cause == cause end, finding = finding, headline = headline}
end

--- A certificate that is refused for a reason of its own, with words of that name.
local function of_certificate(words)
	local function is(facts)
		return facts.cause == "certificate" and "certificate_" .. json_values.text_of(facts.certificate) == words
	end
	return {is = is, headline = words, finding = words}
end

local function with_status(status, finding)
	return {is = function(facts) return facts.http_status == status end, finding = finding}
end

--- The kinds of a call that failed.
local of_calls = {
	of_certificate("certificate_early"),
	of_certificate("certificate_expired"),
	of_certificate("certificate_other_name"),
	of_certificate("certificate_weak"),
	of_certificate("certificate_purpose"),
	{
		is = function(facts) return facts.cause == "certificate" end,
		headline = "certificate",
		finding = "certificate_untrusted"
	},
	{
		is = function(facts, call) return facts.location ~= nil and call.endpoint == M.metadata_name end,
		finding = "answer_redirect"
	},
	{is = function(facts) return facts.location ~= nil end, finding = "endpoint_redirect"},
	{is = function(facts, call) return demand_of(facts, call) ~= nil end, finding = "demand"},
	without_answer("resolve", "host_unknown", "unreachable"),
	without_answer("connect", "connection_refused", "unreachable"),
	without_answer("tls", "tls_failed", "unreachable"),
	without_answer("timeout", "no_answer", "unreachable"),
	without_answer("network", "connection_broken", "unreachable"),
	without_answer("too_large", "answer_too_large"),
	without_answer("encoding", "answer_encoded"),
	{is = function(facts) return not M.has_answer(facts) end, finding = "connection_broken"},
	{
		is = function(facts) return facts.http_status == 403 and M.is_passing(facts) end,
		finding = "answer_limited"
	},
	with_status(401, "answer_refused"),
	with_status(403, "answer_refused"),
	with_status(426, "http2_only"),
	with_status(429, "answer_limited"),
	with_status(505, "http2_only"),
	{
		is = function(facts, call) return facts.http_status == 404 and call.endpoint == M.metadata_name end,
		finding = "answer_status"
	},
	{is = M.is_passing, finding = "answer_fault"},
	{
		is = function(facts) return facts.http_status == 200 and M.words_of(facts) == "" end,
		finding = "answer_not_json"
	},
	{headline = "setup", finding = "answer_status"}
}

--- The first row that fits, and has a headline, or a finding.
function M.first_row(rows, wanted, facts, call)
	local found = lib.ArrayFind(
		rows,
		function(_, row) return row[wanted] ~= nil and (row.is == nil or row.is(facts, call)) end
	)
	return found or {}
end

--- The headline of the error page about a call that failed.
function M.headline_of(facts)
	return M.first_row(of_calls, "headline", facts, {endpoint = "", body = ""}).headline or ""
end

--- The finding about a call that failed, an id in check/finding_texts.
function M.finding_of(facts, call)
	local finding = M.first_row(of_calls, "finding", facts, call).finding or ""
	return finding == "demand" and (demand_of(facts, call) or "") or finding
end

return M
