-- Generated from src/sso_login/check/calls.ts by "make lua"; do not edit.
--- Findings about calls to the provider that failed.
local lib = require("sso_login.lualib")
local M = {}
local report = require("sso_login.check.report")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
local clock = require("sso_login.io.clock")
local hash = require("sso_login.jose.hash")
local provider_calls = require("sso_login.protocol.calls")
local certificates = require("sso_login.base.certificates")

--- Findings by the cause of a failure without an answer (HttpFailure).
local failures = {
	resolve = "host_unknown",
	connect = "connection_refused",
	certificate = "certificate_untrusted",
	tls = "tls_failed",
	timeout = "no_answer",
	too_large = "answer_too_large",
	encoding = "answer_encoded"
}

--- Words of TLS libraries and of web servers, in lower case, about what they demand of a client.
local demands = {
	["certificate required"] = "client_certificate",
	["demands a client certificate"] = "client_certificate",
	["no required ssl certificate"] = "client_certificate",
	["client certificate is required"] = "client_certificate",
	["no application protocol"] = "http2_only",
	["unknown alpn protocol"] = "http2_only"
}

--- The name of the discovery document among the endpoints: it alone may be elsewhere than the configuration says.
M.discovery_document = "openid-configuration"

--- Bytes of a refusal that are searched for a demand.
local max_searched = 4096

--- The finding about what a server demands of its client; undefined where it says nothing of the kind.
function M.demand_in(text)
	local words = string.lower(lib.StringSubstring(text, 0, max_searched))
	local found = lib.ArrayFind(
		strings.sorted_keys(demands),
		function(_, demand) return lib.StringIncludes(words, demand) end
	)
	return found ~= nil and demands[found] or nil
end

--- Findings by the status of an answer without the document.
local by_status = {
	[401] = "answer_unauthorized",
	[408] = "answer_fault",
	[426] = "http2_only",
	[505] = "http2_only",
	[403] = "answer_refused",
	[429] = "answer_limited"
}

--- The error of the provider and its words; "" where it says nothing.
local function words_of(facts)
	local parts = {values.text_of(facts.idp_error), values.text_of(facts.error_description)}
	return table.concat(lib.ArrayFilter(parts, function(_, part) return part ~= "" end), ": ")
end

--- The finding about a failed call; `body` is that of an answer.
local function finding_of(endpoint, facts, body)
	local status = facts.http_status
	if status == nil then
		return M.demand_in(values.text_of(facts.reason)) or failures[values.text_of(
			facts.cause
		)] or "connection_broken"
	end
	if facts.location ~= nil then
		return endpoint == M.discovery_document and "answer_redirect" or "endpoint_redirect"
	end
	if status == 200 and lib.StringStartsWith(body, provider_calls.byte_order_mark) then
		return "answer_marked"
	end
	local demanded = status >= 400 and M.demand_in(body) or nil
	if demanded ~= nil then
		return demanded
	end
	if by_status[status] ~= nil or facts.cause == "temporary" then
		return by_status[status] or "answer_fault"
	end
	if words_of(facts) ~= "" then
		return "answer_error"
	end
	return status == 200 and "answer_not_json" or "answer_status"
end

--- The SHA-256 fingerprint of a certificate, as OpenSSL shows it.
local function fingerprint_of(der)
	local hex = string.upper(hash.hash_sha256_hex(der))
	local ____pairs = {}
	do
		local at = 0
		while at < #hex do
			____pairs[#____pairs + 1] = lib.StringSubstring(hex, at, at + 2)
			at = at + 2
		end
	end
	return table.concat(____pairs, ":")
end

--- Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it.
local function note_peer(run, peer, host)
	local fingerprint = fingerprint_of(peer.der)
	report.warning(run, "certificate_met", {
		host = host,
		subject = peer.subject,
		issuer = peer.issuer,
		fingerprint = fingerprint
	})
	local last = peer.last
	if certificates.is_authority(last.der) or last.subject == last.issuer then
		local params = {host = host, subject = last.subject, fingerprint = fingerprint_of(last.der)}
		local finding = report.note(run, "warning", "authority_met", params)
		finding.pem = certificates.encode(encoding.base64_encode(last.der))
	end
end

--- The day of a time in Unix seconds, as certificates.last_day has days.
function M.day_of(time)
	return strings.parse_integer(
		table.concat(lib.StringSplit(lib.StringSubstring(clock.format_time(time), 0, 10), "-"), "")
	) or 0
end

--- Whether a server sends only its own certificate, which has not ended and which another authority has issued.
local function is_alone(run, peer)
	local day = certificates.last_day(peer.der)
	local has_ended = day ~= nil and day < M.day_of(run.io.time())
	return peer.last.der == peer.der and peer.last.subject ~= peer.last.issuer and not has_ended
end

--- Notes why a call failed; `endpoint` is its name in the discovery document, `body` that of its answer.
function M.note_failure(run, endpoint, url, failure, body)
	local facts = values.facts_of(failure)
	local parsed = urls.parse_https(url)
	local params = {
		endpoint = endpoint,
		url = url,
		host = parsed ~= nil and parsed.host or url,
		reason = values.text_of(facts.reason),
		status = tostring(facts.http_status or ""),
		location = values.text_of(facts.location),
		words = words_of(facts)
	}
	local id = finding_of(endpoint, facts, body or "")
	local peer = id == "certificate_untrusted" and run.io.https_peer(url) or nil
	if peer ~= nil and peer.trusted then
		report.error(
			run,
			"certificate_other_name",
			{endpoint = endpoint, host = params.host, subject = peer.subject},
			failure.error
		)
		return
	end
	if peer ~= nil and is_alone(run, peer) then
		local names = {endpoint = endpoint, host = params.host, issuer = peer.issuer}
		report.error(run, "certificate_alone", names, failure.error)
	else
		report.error(run, id, params, failure.error)
	end
	if peer ~= nil then
		note_peer(run, peer, params.host)
	end
end

--- The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure.
function M.read_document(run, endpoint, url, answer, code)
	local body = answer.ok and provider_calls.read_json(answer.data, url, code) or answer
	if not body.ok then
		M.note_failure(run, endpoint, url, body, answer.ok and answer.data.body or "")
		return nil
	end
	return body.data
end

return M
