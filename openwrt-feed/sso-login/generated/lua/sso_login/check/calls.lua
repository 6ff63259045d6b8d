-- Generated from src/sso_login/check/calls.ts by "make lua"; do not edit.
--- Findings about calls to the provider that failed.
local M = {}
local report = require("sso_login.check.report")
local encoding = require("sso_login.base.encoding")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
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
	too_large = "answer_too_large"
}

--- Findings by the status of an answer without the document.
local by_status = {
	[200] = "answer_not_json",
	[401] = "answer_unauthorized",
	[403] = "answer_refused",
	[429] = "answer_limited"
}

--- The finding about a failed call.
local function finding_of(facts)
	local status = facts.http_status
	if status == nil then
		return failures[values.text_of(facts.cause)] or "connection_broken"
	end
	if facts.location ~= nil then
		return "answer_redirect"
	end
	return by_status[status] or (status >= 500 and "answer_fault" or "answer_status")
end

--- Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it.
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

--- Notes why a call failed; `endpoint` is its name in the discovery document.
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
	local id = finding_of(facts)
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

--- The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure.
function M.read_document(run, endpoint, url, answer, code)
	local body = answer.ok and provider_calls.read_json(answer.data, url, code) or answer
	if not body.ok then
		M.note_failure(run, endpoint, url, body)
		return nil
	end
	return body.data
end

return M
