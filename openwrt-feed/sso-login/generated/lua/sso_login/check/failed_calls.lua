-- Generated from src/sso_login/check/failed_calls.ts by "make lua"; do not edit.
--- Findings about calls to the provider that failed.
local lib = require("sso_login.lualib")
local M = {}
local failure_findings = require("sso_login.check.findings.failure_findings")
local report = require("sso_login.check.report")
local encoding = require("sso_login.base.encoding")
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local provider_calls = require("sso_login.protocol.provider_calls")
local certificates = require("sso_login.settings.certificates")

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

--- Notes the certificate that was met, for people to compare.
local function note_peer(run, peer, host, subject)
	local fingerprint = fingerprint_of(peer.der)
	local from = certificates.first_day(peer.der) or "unknown"
	local ends = certificates.last_day(peer.der) or "unknown"
	report.warning(run, "certificate_met", {
		host = host,
		subject = subject,
		issuer = peer.issuer,
		from = from,
		ends = ends,
		fingerprint = fingerprint
	})
end

--- Notes the authority's certificate where the server sends it: the settings page may keep it.
local function note_authority(run, peer, host)
	local last = peer.last
	if certificates.is_authority(last.der) or last.subject == last.issuer then
		local ends = certificates.last_day(last.der) or "unknown"
		local params = {host = host, subject = last.subject, ends = ends, fingerprint = fingerprint_of(last.der)}
		local finding = report.note(run, "warning", "authority_met", params)
		finding.pem = certificates.encode(encoding.base64_encode(last.der))
	end
end

--- Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer.
function M.note_failure(run, endpoint, url, failure, body)
	local facts = failure_facts.open(failure)
	local found = failure_findings.of_failure(endpoint, url, facts, body or "")
	local host = json_values.text_of(found.params.host)
	local peer = facts.cause == "certificate" and run.io.https_peer(url) or nil
	if peer == nil then
		report.error(run, found.id, found.params, failure.error)
		return
	end
	local is_unknown = found.id == "certificate_untrusted" and not peer.trusted
	-- Without a gap in the chain the authority would be known, or the certificate be its own authority.
	local is_alone = is_unknown and peer.last.der == peer.der and peer.last.subject ~= peer.last.issuer
	local id = is_alone and "certificate_alone" or (peer.trusted and "certificate_other_name" or found.id)
	local subject = certificates.shown_names(peer)
	found.params.issuer = peer.issuer
	found.params.subject = subject
	report.error(run, id, found.params, failure.error)
	if id ~= "certificate_other_name" then
		note_peer(run, peer, host, subject)
	end
	if is_unknown then
		note_authority(run, peer, host)
	end
end

--- The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure.
function M.read_answer(run, endpoint, url, answer, code)
	local body = answer.ok and provider_calls.read_json(answer.data, url, code) or answer
	if not body.ok then
		M.note_failure(run, endpoint, url, body, answer.ok and answer.data.body or nil)
		return nil
	end
	return body.data
end

return M
