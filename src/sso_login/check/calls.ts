/** Findings about calls to the provider that failed. */
import * as report from "./report";
import * as encoding from "../base/encoding";
import type { HttpResponse, Peer } from "../base/io";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as values from "../base/values";
import * as clock from "io/clock";
import type { JsonObject } from "io/json";
import * as hash from "../jose/hash";
import * as provider_calls from "../protocol/calls";
import type { Err, Facts, Result } from "../result";
import * as certificates from "../base/certificates";

/** Findings by the cause of a failure without an answer (HttpFailure). */
const failures: { [cause: string]: string | undefined } = {
  resolve: "host_unknown",
  connect: "connection_refused",
  certificate: "certificate_untrusted",
  tls: "tls_failed",
  timeout: "no_answer",
  too_large: "answer_too_large",
  encoding: "answer_encoded",
};

/** Words of TLS libraries and of web servers, in lower case, about what they demand of a client. */
const demands: { [words: string]: string | undefined } = {
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
export function demand_in(text: string): string | undefined {
  const words = text.substring(0, max_searched).toLowerCase();
  const found = strings.sorted_keys(demands).find((demand) => words.includes(demand));
  return found !== undefined ? demands[found] : undefined;
}

/** Findings by the status of an answer without the document. */
const by_status: { [status: number]: string | undefined } = {
  401: "answer_unauthorized",
  408: "answer_fault",
  426: "http2_only",
  505: "http2_only",
  403: "answer_refused",
  429: "answer_limited",
};

/** The error of the provider and its words; "" where it says nothing. */
function words_of(facts: Facts): string {
  const parts = [values.text_of(facts.idp_error), values.text_of(facts.error_description)];
  return parts.filter((part) => part !== "").join(": ");
}

/** The finding about a failed call; `body` is that of an answer. */
function finding_of(endpoint: string, facts: Facts, body: string): string {
  const status = facts.http_status;
  if (status === undefined) {
    return demand_in(values.text_of(facts.reason)) ?? failures[values.text_of(facts.cause)] ?? "connection_broken";
  }
  if (facts.location !== undefined) {
    return endpoint === discovery_document ? "answer_redirect" : "endpoint_redirect";
  }
  if (status === 200 && body.startsWith(provider_calls.byte_order_mark)) {
    return "answer_marked";
  }
  const demanded = status >= 400 ? demand_in(body) : undefined;
  if (demanded !== undefined) {
    return demanded;
  }
  if (by_status[status] !== undefined || facts.cause === "temporary") {
    return by_status[status] ?? "answer_fault";
  }
  if (words_of(facts) !== "") {
    return "answer_error";
  }
  return status === 200 ? "answer_not_json" : "answer_status";
}

/** The SHA-256 fingerprint of a certificate, as OpenSSL shows it. */
function fingerprint_of(der: string): string {
  const hex = hash.hash_sha256_hex(der).toUpperCase();
  const pairs: string[] = [];
  for (let at = 0; at < hex.length; at += 2) {
    pairs.push(hex.substring(at, at + 2));
  }
  return pairs.join(":");
}

/** Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it. */
function note_peer(run: report.Run, peer: Peer, host: string): void {
  const fingerprint = fingerprint_of(peer.der);
  report.warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
  const last = peer.last;
  if (certificates.is_authority(last.der) || last.subject === last.issuer) {
    const params = { host, subject: last.subject, fingerprint: fingerprint_of(last.der) };
    const finding = report.note(run, "warning", "authority_met", params);
    finding.pem = certificates.encode(encoding.base64_encode(last.der));
  }
}

/** The day of a time in Unix seconds, as certificates.last_day has days. */
export function day_of(time: number): number {
  return strings.parse_integer(clock.format_time(time).substring(0, 10).split("-").join("")) ?? 0;
}

/** Whether a server sends only its own certificate, which has not ended and which another authority has issued. */
function is_alone(run: report.Run, peer: Peer): boolean {
  const day = certificates.last_day(peer.der);
  const has_ended = day !== undefined && day < day_of(run.io.time());
  return peer.last.der === peer.der && peer.last.subject !== peer.last.issuer && !has_ended;
}

/** Notes why a call failed; `endpoint` is its name in the discovery document, `body` that of its answer. */
export function note_failure(run: report.Run, endpoint: string, url: string, failure: Err, body?: string): void {
  const facts = values.facts_of(failure);
  const parsed = urls.parse_https(url);
  const params = {
    endpoint,
    url,
    host: parsed !== undefined ? parsed.host : url,
    reason: values.text_of(facts.reason),
    status: `${facts.http_status ?? ""}`,
    location: values.text_of(facts.location),
    words: words_of(facts),
  };
  const id = finding_of(endpoint, facts, body ?? "");
  const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : undefined;
  if (peer !== undefined && peer.trusted) {
    report.error(run, "certificate_other_name", { endpoint, host: params.host, subject: peer.subject }, failure.error);
    return;
  }
  if (peer !== undefined && is_alone(run, peer)) {
    const names = { endpoint, host: params.host, issuer: peer.issuer };
    report.error(run, "certificate_alone", names, failure.error);
  } else {
    report.error(run, id, params, failure.error);
  }
  if (peer !== undefined) {
    note_peer(run, peer, params.host);
  }
}

/** The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure. */
export function read_document(
  run: report.Run,
  endpoint: string,
  url: string,
  answer: Result<HttpResponse>,
  code: string,
): JsonObject | undefined {
  const body = answer.ok ? provider_calls.read_json(answer.data, url, code) : answer;
  if (!body.ok) {
    note_failure(run, endpoint, url, body, answer.ok ? answer.data.body : "");
    return undefined;
  }
  return body.data;
}
