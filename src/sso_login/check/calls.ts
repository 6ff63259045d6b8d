/** What the check finds where a call to the provider does not give what it should. */
import * as report from "./report";
import type { Run } from "./report";
import * as encoding from "../base/encoding";
import type { HttpResponse, Peer } from "../base/io";
import * as urls from "../base/urls";
import * as values from "../base/values";
import type { JsonObject } from "io/json";
import * as hash from "../jose/hash";
import * as provider_calls from "../protocol/calls";
import type { Err, Result } from "../result";
import * as certificates from "../base/certificates";

/** Findings by the reason why there is no answer (HttpFailure). */
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

function status_finding(status: number): string {
  return by_status[status] ?? (status >= 500 ? "answer_fault" : "answer_status");
}

/** Says whose certificate it is that is not trusted, for people to compare, and whether the server sends its authority's along. */
function note_peer(run: Run, peer: Peer, host: string): void {
  const fingerprint = hash.hash_sha256_hex(peer.der);
  report.warning(run, "certificate_met", { host, subject: peer.subject, issuer: peer.issuer, fingerprint });
  const last = peer.last;
  if (certificates.is_authority(last.der) || last.subject === last.issuer) {
    const params = { host, subject: last.subject, fingerprint: hash.hash_sha256_hex(last.der) };
    const finding = report.note(run, "warning", "authority_met", params);
    finding.pem = certificates.encode(encoding.base64_encode(last.der));
  }
}

/** Why a call did not give what it should; `endpoint` is its name in the discovery document. */
export function note_failure(run: Run, endpoint: string, url: string, failure: Err): void {
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
  const broken = failures[values.text_of(facts.cause)] ?? "connection_broken";
  const status = facts.http_status;
  const answered = facts.location !== undefined ? "answer_redirect" : status_finding(status ?? 0);
  const id = status !== undefined ? answered : broken;
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

/** The JSON object that was fetched, past all caches, from `url`; undefined, and a finding, when there is none. */
export function read_document(
  run: Run,
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
