-- Generated from src/sso_login/check/calls.ts by "make lua"; do not edit.
--- What the check finds where a call to the provider does not give what it should.
local M = {}
local report = require("sso_login.check.report")
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local back_channel = require("sso_login.protocol.back_channel")
local certificates = require("sso_login.base.certificates")

--- Findings by the reason why there is no answer (HttpFailure).
local failures = {
	resolve = "host_unknown",
	connect = "connection_refused",
	certificate = "certificate_untrusted",
	tls = "tls_failed",
	timeout = "no_answer",
	too_large = "answer_too_large"
}

--- Findings by the status of an answer without the document.
local by_status = {
	[200] = "answer_not_json",
	[401] = "answer_unauthorized",
	[403] = "answer_refused",
	[429] = "answer_limited"
}

local function status_finding(status)
	return by_status[status] or (status >= 500 and "answer_fault" or "answer_status")
end

--- Says whose certificate it is that is not trusted, for people to compare, and whether the server sends its authority's along.
local function note_peer(run, peer, host)
	local fingerprint = hash.hash_sha256_hex(peer.der)
	report.warning(run, "certificate_met", {
		host = host,
		subject = peer.subject,
		issuer = peer.issuer,
		fingerprint = fingerprint
	})
	local last = peer.last
	if certificates.is_authority(last.der) or last.subject == last.issuer then
		local params = {host = host, subject = last.subject, fingerprint = hash.hash_sha256_hex(last.der)}
		local finding = report.note(run, "warning", "authority_met", params)
		finding.pem = certificates.encode(encoding.base64_encode(last.der))
	end
end

--- Why a call did not give what it should; `endpoint` is its name in the discovery document.
function M.note_failure(run, endpoint, url, failure)
	local facts = values.facts_of(failure)
	local parsed = urls.parse_https(url)
	local params = {
		endpoint = endpoint,
		url = url,
		host = parsed ~= nil and parsed.host or url,
		reason = values.text_of(facts.reason),
		status = tostring(facts.http_status or ""),
		location = values.text_of(facts.location)
	}
	local broken = failures[values.text_of(facts.cause)] or "connection_broken"
	local status = facts.http_status
	local answered = facts.location ~= nil and "answer_redirect" or status_finding(status or 0)
	local id = status ~= nil and answered or broken
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
	report.error(run, id, params, failure.error)
	if peer ~= nil then
		note_peer(run, peer, params.host)
	end
end

--- The JSON object that was fetched, past all caches, from `url`; undefined, and a finding, when there is none.
function M.read_document(run, endpoint, url, answer, code)
	local body = answer.ok and back_channel.read_json(answer.data, url, code) or answer
	if not body.ok then
		M.note_failure(run, endpoint, url, body)
		return nil
	end
	return body.data
end

return M
