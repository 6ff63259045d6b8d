'use strict';
// Generated from src/sso_login/check/calls.ts by "make ucode"; do not edit.

/** Findings about calls to the provider that failed. */

import { array_find, key_of, lower, starts_with, substring, upper } from 'sso_login.ecma';
import { warning, note as report_note, error } from 'sso_login.check.report';
import { base64_encode } from 'sso_login.base.encoding';
import { sorted_keys, parse_integer } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { text_of, facts_of } from 'sso_login.base.values';
import { format_time } from 'sso_login.io.clock';
import { hash_sha256_hex as hash_hash_sha256_hex } from 'sso_login.jose.hash';
import { byte_order_mark, read_json } from 'sso_login.protocol.calls';
import { is_authority, encode as certificates_encode, last_day } from 'sso_login.base.certificates';

/** Findings by the cause of a failure without an answer (HttpFailure). */
const failures = {
	resolve: "host_unknown",
	connect: "connection_refused",
	certificate: "certificate_untrusted",
	tls: "tls_failed",
	timeout: "no_answer",
	too_large: "answer_too_large",
	encoding: "answer_encoded",
};

/** Words of TLS libraries and of web servers, in lower case, about what they demand of a client. */
const demands = {
	"certificate required": "client_certificate",
	"demands a client certificate": "client_certificate",
	"no required ssl certificate": "client_certificate",
	"client certificate is required": "client_certificate",
	"no application protocol": "http2_only",
	"unknown alpn protocol": "http2_only",
};

/** The name of the discovery document among the endpoints: it alone may be elsewhere than the configuration says. */
export const discovery_document = "openid-configuration";

/** Bytes of a refusal that are searched for a demand. */
const max_searched = 4096;

/** The finding about what a server demands of its client; undefined where it says nothing of the kind. */
export function demand_in(text) {
	const words = lower(substring(text, 0, max_searched));
	const found = array_find(sorted_keys(demands), (demand) => (index(words, demand) >= 0));
	return found !== null ? demands[key_of(found)] : null;
};

/** Findings by the status of an answer without the document. */
const by_status = {
	"401": "answer_unauthorized",
	"408": "answer_fault",
	"426": "http2_only",
	"505": "http2_only",
	"403": "answer_refused",
	"429": "answer_limited",
};

/** The error of the provider and its words; "" where it says nothing. */
function words_of(facts) {
	const parts = [text_of(facts.idp_error), text_of(facts.error_description)];
	return join(": ", filter(parts, (part) => part !== ""));
}

/** The finding about a failed call; `body` is that of an answer. */
function finding_of(endpoint, facts, body) {
	const status = facts.http_status;
	if (status === null) {
		return demand_in(text_of(facts.reason)) ?? failures[key_of(text_of(facts.cause))] ?? "connection_broken";
	}
	if (facts.location !== null) {
		return endpoint === discovery_document ? "answer_redirect" : "endpoint_redirect";
	}
	if (status == 200 && starts_with(body, byte_order_mark)) {
		return "answer_marked";
	}
	const demanded = status >= 400 ? demand_in(body) : null;
	if (demanded !== null) {
		return demanded;
	}
	if (by_status[status] !== null || facts.cause === "temporary") {
		return by_status[status] ?? "answer_fault";
	}
	if (words_of(facts) !== "") {
		return "answer_error";
	}
	return status == 200 ? "answer_not_json" : "answer_status";
}

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

/** Notes why a call failed; `endpoint` is its name in the discovery document, `body` that of its answer. */
export function note_failure(run, endpoint, url, failure, body) {
	const facts = facts_of(failure);
	const parsed = parse_https(url);
	const params = {
		endpoint,
		url,
		host: parsed !== null ? parsed.host : url,
		reason: text_of(facts.reason),
		status: `${facts.http_status ?? ""}`,
		location: text_of(facts.location),
		words: words_of(facts),
	};
	const id = finding_of(endpoint, facts, body ?? "");
	const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : null;
	if (peer !== null && peer.trusted) {
		error(run, "certificate_other_name", { endpoint, host: params.host, subject: peer.subject }, failure.error);
		return;
	}
	if (peer !== null && is_alone(run, peer)) {
		const names = { endpoint, host: params.host, issuer: peer.issuer };
		error(run, "certificate_alone", names, failure.error);
	} else {
		error(run, id, params, failure.error);
	}
	if (peer !== null) {
		note_peer(run, peer, params.host);
	}
};

/** The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure. */
export function read_document(run, endpoint, url, answer, code) {
	const body = answer.ok ? read_json(answer.data, url, code) : answer;
	if (!body.ok) {
		note_failure(run, endpoint, url, body, answer.ok ? answer.data.body : "");
		return null;
	}
	return body.data;
};
