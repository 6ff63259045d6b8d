'use strict';
// Generated from src/sso_login/check/calls.ts by "make ucode"; do not edit.

/** Findings about calls to the provider that failed. */

import { key_of } from 'sso_login.ecma';
import { warning, note as report_note, error } from 'sso_login.check.report';
import { base64_encode } from 'sso_login.base.encoding';
import { parse_https } from 'sso_login.base.urls';
import { text_of, facts_of } from 'sso_login.base.values';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { read_json } from 'sso_login.protocol.calls';
import { is_authority, encode as certificates_encode } from 'sso_login.base.certificates';

/** Findings by the cause of a failure without an answer (HttpFailure). */
const failures = {
	resolve: "host_unknown",
	connect: "connection_refused",
	certificate: "certificate_untrusted",
	tls: "tls_failed",
	timeout: "no_answer",
	too_large: "answer_too_large",
};

/** Findings by the status of an answer without the document. */
const by_status = {
	"200": "answer_not_json",
	"401": "answer_unauthorized",
	"403": "answer_refused",
	"429": "answer_limited",
};

/** The finding about a failed call. */
function finding_of(facts) {
	const status = facts.http_status;
	if (status === null) {
		return failures[key_of(text_of(facts.cause))] ?? "connection_broken";
	}
	if (facts.location !== null) {
		return "answer_redirect";
	}
	return by_status[status] ?? (status >= 500 ? "answer_fault" : "answer_status");
}

/** Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it. */
function note_peer(run, peer, host) {
	const fingerprint = hash_hash_sha256_hex(peer.der);
	warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
	const last = peer.last;
	if (is_authority(last.der) || last.subject === last.issuer) {
		const params = { host, subject: last.subject, fingerprint: hash_hash_sha256_hex(last.der) };
		const finding = report_note(run, "warning", "authority_met", params);
		finding.pem = certificates_encode(base64_encode(last.der));
	}
}

/** Notes why a call failed; `endpoint` is its name in the discovery document. */
export function note_failure(run, endpoint, url, failure) {
	const facts = facts_of(failure);
	const parsed = parse_https(url);
	const params = {
		endpoint,
		url,
		host: parsed !== null ? parsed.host : url,
		reason: text_of(facts.reason),
		status: `${facts.http_status ?? ""}`,
		location: text_of(facts.location),
	};
	const id = finding_of(facts);
	const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : null;
	if (peer !== null && peer.trusted) {
		error(run, "certificate_other_name", { endpoint, host: params.host, subject: peer.subject }, failure.error);
		return;
	}
	error(run, id, params, failure.error);
	if (peer !== null) {
		note_peer(run, peer, params.host);
	}
};

/** The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure. */
export function read_document(run, endpoint, url, answer, code) {
	const body = answer.ok ? read_json(answer.data, url, code) : answer;
	if (!body.ok) {
		note_failure(run, endpoint, url, body);
		return null;
	}
	return body.data;
};
