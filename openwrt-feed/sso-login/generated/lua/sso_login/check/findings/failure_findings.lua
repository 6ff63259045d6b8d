-- Generated from src/sso_login/check/findings/failure_findings.ts by "make lua"; do not edit.
--- The findings about failed calls and about another issuer, of the check and of test logins.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")

--- Findings by the cause of a failure without an answer (HttpFailure).
local failures = {
	resolve = "host_unknown",
	connect = "connection_refused",
	tls = "tls_failed",
	timeout = "no_answer",
	too_large = "answer_too_large",
	encoding = "answer_encoded"
}

--- Words of TLS libraries, of web servers and of our own reasons, in lower case: what they demand, and what an answer is instead.
local told = {
	["certificate required"] = "client_certificate",
	["demands a client certificate"] = "client_certificate",
	["no required ssl certificate"] = "client_certificate",
	["client certificate is required"] = "client_certificate",
	["no application protocol"] = "http2_only",
	["unknown alpn protocol"] = "http2_only",
	["header exceeds"] = "header_too_large",
	["wrong version number"] = "plain_http",
	["packet length too long"] = "plain_http",
	["-0x7200"] = "plain_http",
	["byte order mark"] = "answer_marked",
	["utf-16"] = "answer_marked",
	gzip = "answer_encoded"
}

--- The name of the metadata among the endpoints: they alone may be elsewhere than the configuration says.
M.metadata_name = "openid-configuration"

--- Bytes of a refusal that are searched for a demand.
local max_searched = 4096

--- The finding about what a server demands of its client; undefined where it says nothing of the kind.
function M.demand_in(text)
	local words = string.lower(lib.StringSubstring(text, 0, max_searched))
	local found = lib.ArrayFind(
		strings.sorted_keys(told),
		function(_, demand) return lib.StringIncludes(words, demand) end
	)
	return found ~= nil and told[found] or nil
end

--- Findings by the status of an answer without the metadata.
local by_status = {
	[401] = "answer_unauthorized",
	[426] = "http2_only",
	[505] = "http2_only",
	[403] = "answer_refused",
	[429] = "answer_limited"
}

--- A fact that is a text; "" for anything else.
local function text_of(fact)
	return type(fact) == "string" and fact or ""
end

--- The error of the provider and its words; "" where it says nothing.
function M.words_of(facts)
	local ____text_of_1 = text_of
	local ____facts_error_0 = facts.error
	if ____facts_error_0 == nil then
		____facts_error_0 = facts.idp_error
	end
	local parts = {____text_of_1(____facts_error_0), text_of(facts.error_description)}
	return table.concat(lib.ArrayFilter(parts, function(_, part) return part ~= "" end), ": ")
end

--- Findings by the kind of a certificate that is not trusted (explain/untrusted).
local certificates = {
	early = "certificate_early",
	expired = "certificate_expired",
	other_name = "certificate_other_name",
	weak = "certificate_weak"
}

--- The finding about a failed call; `body` is that of an answer.
local function finding_of(endpoint, facts, body)
	local status = facts.http_status
	if facts.cause == "certificate" then
		return certificates[text_of(facts.certificate)] or "certificate_untrusted"
	end
	if status == nil then
		return M.demand_in(text_of(facts.reason)) or failures[text_of(facts.cause)] or "connection_broken"
	end
	if facts.location ~= nil then
		return endpoint == M.metadata_name and "answer_redirect" or "endpoint_redirect"
	end
	local demanded
	if status >= 400 then
		demanded = M.demand_in(body)
	else
		demanded = M.demand_in(text_of(facts.reason))
	end
	if demanded ~= nil then
		return demanded
	end
	if by_status[status] ~= nil or facts.cause == "temporary" then
		-- A refusal that passes is one of a limit, at GitHub and firewalls.
		return status == 403 and facts.cause == "temporary" and "answer_limited" or (by_status[status] or "answer_fault")
	end
	return status == 200 and M.words_of(facts) == "" and "answer_not_json" or "answer_status"
end

--- A failed call as a finding; `endpoint` is its name in the metadata, `body` that of its answer.
function M.of_failure(endpoint, url, facts, body)
	local parsed = urls.parse_https(url)
	local host = parsed ~= nil and parsed.host or url
	local words = M.words_of(facts)
	local params = {
		endpoint = endpoint,
		url = url,
		host = host,
		reason = text_of(facts.reason),
		now = text_of(facts.router_time),
		status = tostring(facts.http_status or ""),
		location = text_of(facts.location),
		words = words ~= "" and words or ({id = "words_none"})
	}
	return {id = finding_of(endpoint, facts, body), host = host, params = params}
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

--- Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer
-- without it.
function M.is_b2c(address)
	local url = urls.parse_https(address)
	return url ~= nil and (lib.StringEndsWith(url.host, ".b2clogin.com") or lib.StringIncludes(
		string.lower(url.path),
		"/b2c_1"
	))
end

--- The finding about an issuer that is not the configured one.
local function mismatch_of(configured, discovered)
	if discovered == "" then
		return "issuer_missing"
	end
	if lib.StringIncludes(discovered, "{") then
		return "issuer_template"
	end
	if M.is_b2c(configured) or M.is_b2c(discovered) then
		return "issuer_b2c"
	end
	return lib.StringStartsWith(string.lower(discovered), "http://") and "issuer_http" or "issuer_mismatch"
end

--- An issuer that is not the configured one as a finding, with the first difference; `url` is that of the metadata.
function M.of_mismatch(url, configured, discovered)
	local at = first_difference(configured, discovered)
	local params = {
		url = url,
		configured = configured,
		discovered = discovered,
		place = tostring(at + 1),
		configured_rest = quoted(lib.StringSubstring(configured, at)),
		discovered_rest = quoted(lib.StringSubstring(discovered, at))
	}
	return {id = mismatch_of(configured, discovered), params = params}
end

return M
