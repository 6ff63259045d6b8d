-- Generated from src/sso_login/check/failed_calls.ts by "make lua"; do not edit.
--- Findings about calls to the provider that failed.
local lib = require("sso_login.lualib")
local M = {}
local failure_findings = require("sso_login.check.findings.failure_findings")
local report = require("sso_login.check.report")
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local clock = require("sso_login.io.clock")
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

--- Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer.
function M.note_failure(run, endpoint, url, failure, body)
	local found = failure_findings.of_failure(endpoint, url, json_values.facts_of(failure), body or "")
	local id = found.id
	local host = found.host
	local peer = id == "certificate_untrusted" and run.io.https_peer(url) or nil
	if peer ~= nil and peer.trusted then
		report.error(
			run,
			"certificate_other_name",
			{endpoint = endpoint, host = host, subject = peer.subject},
			failure.error
		)
		return
	end
	if peer ~= nil and is_alone(run, peer) then
		local names = {endpoint = endpoint, host = host, issuer = peer.issuer}
		report.error(run, "certificate_alone", names, failure.error)
	else
		report.error(run, id, found.params, failure.error)
	end
	if peer ~= nil then
		note_peer(run, peer, host)
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
