-- Generated from src/sso_login/check/calls.ts by "make lua"; do not edit.
local M = {}
local report, urls, values, hash, back_channel =
    require("sso_login.use")("check.report", "base.urls", "base.values", "jose.hash", "protocol.back_channel")
--- Findings by the reason why there is no answer (HttpFailure).
local failures = {
	resolve = "host_unknown",
	connect = "connection_refused",
	certificate = "certificate_untrusted",
	tls = "tls_failed",
	timeout = "no_answer",
	too_large = "answer_too_large"
}
--- The facts of a failure.
function M.facts_of(failure)
	return type(failure.details) == "table" and failure.details or {}
end
--- What an answer without the document is, by its status.
local function status_finding(status, redirects)
	if redirects then
		return "answer_redirect"
	end
	if status == 401 or status == 403 then
		return "answer_refused"
	end
	if status == 200 then
		return "answer_not_json"
	end
	return status >= 500 and "answer_fault" or "answer_status"
end
--- Says whose certificate it is that is not trusted, for people to compare.
local function note_peer(run, url, host)
	local peer = run.io.https_peer(url)
	if peer ~= nil then
		local fingerprint = hash.hash_sha256_hex(peer.der)
		report.warning(run, "certificate_met", {host = host, subject = peer.subject, issuer = peer.issuer, fingerprint = fingerprint})
	end
end
--- Why a call did not give what it should; `endpoint` is its name in the discovery document.
function M.note_failure(run, endpoint, url, failure)
	local facts = M.facts_of(failure)
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
	local id = status ~= nil and status_finding(status, facts.location ~= nil) or broken
	report.error(run, id, params, failure.error)
	if id == "certificate_untrusted" then
		note_peer(run, url, params.host)
	end
end
--- The JSON object that was fetched, past all caches, from `url`; undefined, and a finding, when there is none.
function M.read_document(run, endpoint, url, answer, code)
	local body = answer.ok and back_channel.read_json(answer.data, url, code) or answer
	if not body.ok then
		M.note_failure(run, endpoint, url, body)
		return nil
	end
	return {body = body.data, date = answer.ok and answer.data.date or nil}
end
return M
