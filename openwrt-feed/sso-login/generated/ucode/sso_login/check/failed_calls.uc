'use strict';
// Generated from src/sso_login/check/failed_calls.ts by "make ucode"; do not edit.

/** Findings about calls to the provider that failed. */

import { substring, upper } from 'sso_login.ecma';
import { of_failure as failure_findings_of_failure } from 'sso_login.check.findings.failure_findings';
import { warning, note as report_note, error } from 'sso_login.check.report';
import { base64_encode } from 'sso_login.base.encoding';
import { parse_integer } from 'sso_login.base.strings';
import { facts_of } from 'sso_login.base.json_values';
import { format_time } from 'sso_login.io.clock';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { read_json } from 'sso_login.protocol.provider_calls';
import { is_authority, encode as certificates_encode, last_day } from 'sso_login.settings.certificates';

/** The SHA-256 fingerprint of a certificate, as OpenSSL shows it. */
function fingerprint_of(der) {
	const hex = upper(hash_hash_sha256_hex(der));
	const pairs = [];
	for (let at = 0; at < length(hex); at += 2) {
		push(pairs, substring(hex, at, at + 2));
	}
	return join(":", pairs);
}

/** Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it. */
function note_peer(run, peer, host) {
	const fingerprint = fingerprint_of(peer.der);
	warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
	const last = peer.last;
	if (is_authority(last.der) || last.subject === last.issuer) {
		const params = { host, subject: last.subject, fingerprint: fingerprint_of(last.der) };
		const finding = report_note(run, "warning", "authority_met", params);
		finding.pem = certificates_encode(base64_encode(last.der));
	}
}

/** The day of a time in Unix seconds, as certificates.last_day has days. */
export function day_of(time) {
	return parse_integer(join("", split(substring(format_time(time), 0, 10), "-"))) ?? 0;
};

/** Whether a server sends only its own certificate, which has not ended and which another authority has issued. */
function is_alone(run, peer) {
	const day = last_day(peer.der);
	const has_ended = day !== null && day < day_of(run.io.time());
	return peer.last.der === peer.der && peer.last.subject !== peer.last.issuer && !has_ended;
}

/** Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer. */
export function note_failure(run, endpoint, url, failure, body) {
	const found = failure_findings_of_failure(endpoint, url, facts_of(failure), body ?? "");
	const id = found.id;
	const host = found.host;
	const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : null;
	if (peer !== null && peer.trusted) {
		error(run, "certificate_other_name", { endpoint, host, subject: peer.subject }, failure.error);
		return;
	}
	if (peer !== null && is_alone(run, peer)) {
		const names = { endpoint, host, issuer: peer.issuer };
		error(run, "certificate_alone", names, failure.error);
	} else {
		error(run, id, found.params, failure.error);
	}
	if (peer !== null) {
		note_peer(run, peer, host);
	}
};

/** The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure. */
export function read_answer(run, endpoint, url, answer, code) {
	const body = answer.ok ? read_json(answer.data, url, code) : answer;
	if (!body.ok) {
		note_failure(run, endpoint, url, body, answer.ok ? answer.data.body : null);
		return null;
	}
	return body.data;
};
