'use strict';
// Generated from src/sso_login/check/failed_calls.ts by "make ucode"; do not edit.

/** Findings about calls to the provider that failed. */

import { substring, upper } from 'sso_login.ecma';
import { of_failure } from 'sso_login.check.findings.failure_findings';
import { warning, note as report_note, error } from 'sso_login.check.report';
import { base64_encode } from 'sso_login.base.encoding';
import { open as failure_facts_open } from 'sso_login.base.failure_facts';
import { text_of } from 'sso_login.base.json_values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { read_json } from 'sso_login.protocol.provider_calls';
import { first_day, last_day, is_authority, encode as certificates_encode, shown_names } from 'sso_login.settings.certificates';

/** The SHA-256 fingerprint of a certificate, as OpenSSL shows it. */
function fingerprint_of(der) {
	const hex = upper(hash_hash_sha256_hex(der));
	const pairs = [];
	for (let at = 0; at < length(hex); at += 2) {
		push(pairs, substring(hex, at, at + 2));
	}
	return join(":", pairs);
}

/** Notes the certificate that was met, for people to compare. */
function note_peer(run, peer, host, subject) {
	const fingerprint = fingerprint_of(peer.der);
	const from = first_day(peer.der) ?? "unknown";
	const ends = last_day(peer.der) ?? "unknown";
	warning(run, "certificate_met", { host, subject, issuer: peer.issuer, from, ends, fingerprint });
}

/** Notes the authority's certificate where the server sends it: the settings page may keep it. */
function note_authority(run, peer, host) {
	const last = peer.last;
	if (is_authority(last.der) || last.subject === last.issuer) {
		const ends = last_day(last.der) ?? "unknown";
		const params = { host, subject: last.subject, ends, fingerprint: fingerprint_of(last.der) };
		const finding = report_note(run, "warning", "authority_met", params);
		finding.pem = certificates_encode(base64_encode(last.der));
	}
}

/** Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer. */
export function note_failure(run, endpoint, url, failure, body) {
	const facts = failure_facts_open(failure);
	const found = of_failure(endpoint, url, facts, body ?? "");
	const host = text_of(found.params.host);
	const peer = facts.cause === "certificate" ? run.io.https_peer(url) : null;
	if (peer === null) {
		error(run, found.id, found.params, failure.error);
		return;
	}
	const is_unknown = found.id === "certificate_untrusted" && !peer.trusted;
	// Without a gap in the chain the authority would be known, or the certificate be its own authority.
	const is_alone = is_unknown && peer.last.der === peer.der && peer.last.subject !== peer.last.issuer;
	const id = is_alone ? "certificate_alone" : peer.trusted ? "certificate_other_name" : found.id;
	const subject = shown_names(peer);
	found.params.issuer = peer.issuer;
	found.params.subject = subject;
	error(run, id, found.params, failure.error);
	if (id !== "certificate_other_name") {
		note_peer(run, peer, host, subject);
	}
	if (is_unknown) {
		note_authority(run, peer, host);
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
