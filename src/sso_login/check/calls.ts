/** Findings about calls to the provider that failed. */
import * as report from "./report";
import * as encoding from "../base/encoding";
import type { HttpResponse, Peer } from "../base/io";
import * as urls from "../base/urls";
import * as values from "../base/values";
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
};

/** Findings by the status of an answer without the document. */
const by_status: { [status: number]: string | undefined } = {
  200: "answer_not_json",
  401: "answer_unauthorized",
  403: "answer_refused",
  429: "answer_limited",
};

/** The finding about a failed call. */
function finding_of(facts: Facts): string {
  const status = facts.http_status;
  if (status === undefined) {
    return failures[values.text_of(facts.cause)] ?? "connection_broken";
  }
  if (facts.location !== undefined) {
    return "answer_redirect";
  }
  return by_status[status] ?? (status >= 500 ? "answer_fault" : "answer_status");
}

/** Notes the untrusted certificate for people to compare, and the authority's certificate where the server sends it. */
function note_peer(run: report.Run, peer: Peer, host: string): void {
  const fingerprint = hash.hash_sha256_hex(peer.der);
  report.warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
  const last = peer.last;
  if (certificates.is_authority(last.der) || last.subject === last.issuer) {
    const params = { host, subject: last.subject, fingerprint: hash.hash_sha256_hex(last.der) };
    const finding = report.note(run, "warning", "authority_met", params);
    finding.pem = certificates.encode(encoding.base64_encode(last.der));
  }
}

/** Notes why a call failed; `endpoint` is its name in the discovery document. */
export function note_failure(run: report.Run, endpoint: string, url: string, failure: Err): void {
  const facts = values.facts_of(failure);
  const parsed = urls.parse_https(url);
  const params = {
    endpoint,
    url,
    host: parsed !== undefined ? parsed.host : url,
    reason: values.text_of(facts.reason),
    status: `${facts.http_status ?? ""}`,
    location: values.text_of(facts.location),
  };
  const id = finding_of(facts);
  const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : undefined;
  if (peer !== undefined && peer.trusted) {
    report.error(run, "certificate_other_name", { endpoint, host: params.host, subject: peer.subject }, failure.error);
    return;
  }
  report.error(run, id, params, failure.error);
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
    note_failure(run, endpoint, url, body);
    return undefined;
  }
  return body.data;
}
