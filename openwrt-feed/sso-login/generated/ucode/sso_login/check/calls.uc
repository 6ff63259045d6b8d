'use strict';
// Generated from src/sso_login/check/calls.ts by "make ucode"; do not edit.

/** What the check finds where a call to the provider does not give what it should. */

import { has_members, key_of } from 'sso_login.ecma';
import { warning, error } from 'sso_login.check.report';
import { parse_https } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.values';
import { hash_sha256_hex } from 'sso_login.jose.hash';
import { read_json } from 'sso_login.protocol.back_channel';

/** Findings by the reason why there is no answer (HttpFailure). */
const failures = {
	resolve: "host_unknown",
	connect: "connection_refused",
	certificate: "certificate_untrusted",
	tls: "tls_failed",
	timeout: "no_answer",
	too_large: "answer_too_large",
};

/** The facts of a failure. */
export function facts_of(failure) {
	return has_members(failure.details) ? failure.details : {};
};

/** What an answer without the document is, by its status. */
function status_finding(status, redirects) {
	if (redirects) {
		return "answer_redirect";
	}
	if (status == 401 || status == 403) {
		return "answer_refused";
	}
	if (status == 200) {
		return "answer_not_json";
	}
	return status >= 500 ? "answer_fault" : "answer_status";
}

/** Says whose certificate it is that is not trusted, for people to compare. */
function note_peer(run, url, host) {
	const peer = run.io.https_peer(url);
	if (peer !== null) {
		const fingerprint = hash_sha256_hex(peer.der);
		warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
	}
}

/** Why a call did not give what it should; `endpoint` is its name in the discovery document. */
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
	const broken = failures[key_of(text_of(facts.cause))] ?? "connection_broken";
	const status = facts.http_status;
	const id = status !== null ? status_finding(status, facts.location !== null) : broken;
	error(run, id, params, failure.error);
	if (id === "certificate_untrusted") {
		note_peer(run, url, params.host);
	}
};

/** The JSON object that was fetched, past all caches, from `url`; undefined, and a finding, when there is none. */
export function read_document(run, endpoint, url, answer, code) {
	const body = answer.ok ? read_json(answer.data, url, code) : answer;
	if (!body.ok) {
		note_failure(run, endpoint, url, body);
		return null;
	}
	return { body: body.data, date: answer.ok ? answer.data.date : null };
};
