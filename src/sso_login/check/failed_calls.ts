/** Findings about calls to the provider that failed. */
import * as failure_findings from "./findings/failure_findings";
import * as report from "./report";
import * as encoding from "../base/encoding";
import type { HttpResponse, Peer } from "../base/io";
import * as failure_facts from "../base/failure_facts";
import * as json_values from "../base/json_values";
import type { JsonObject } from "io/json";
import * as hash from "../jose/hash";
import * as provider_calls from "../protocol/provider_calls";
import type { Err, Result } from "../result";
import * as certificates from "../settings/certificates";

/** The SHA-256 fingerprint of a certificate, as OpenSSL shows it. */
function fingerprint_of(der: string): string {
  const hex = hash.hash_sha256_hex(der).toUpperCase();
  const pairs: string[] = [];
  for (let at = 0; at < hex.length; at += 2) {
    pairs.push(hex.substring(at, at + 2));
  }
  return pairs.join(":");
}

/** Notes the certificate that was met, for people to compare. */
function note_peer(run: report.Run, peer: Peer, host: string, subject: string): void {
  const fingerprint = fingerprint_of(peer.der);
  const from = certificates.first_day(peer.der) ?? "unknown";
  const ends = certificates.last_day(peer.der) ?? "unknown";
  report.warning(run, "certificate_met", { host, subject, issuer: peer.issuer, from, ends, fingerprint });
}

/** Notes the authority's certificate where the server sends it: the settings page may keep it. */
function note_authority(run: report.Run, peer: Peer, host: string): void {
  const last = peer.last;
  if (certificates.is_authority(last.der) || last.subject === last.issuer) {
    const ends = certificates.last_day(last.der) ?? "unknown";
    const params = { host, subject: last.subject, ends, fingerprint: fingerprint_of(last.der) };
    const finding = report.note(run, "warning", "authority_met", params);
    finding.pem = certificates.encode(encoding.base64_encode(last.der));
  }
}

/** Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer. */
export function note_failure(run: report.Run, endpoint: string, url: string, failure: Err, body?: string): void {
  const facts = failure_facts.open(failure);
  const found = failure_findings.of_failure(endpoint, url, facts, body ?? "");
  const host = json_values.text_of(found.params.host);
  const peer = facts.cause === "certificate" ? run.io.https_peer(url) : undefined;
  if (peer === undefined) {
    report.error(run, found.id, found.params, failure.error);
    return;
  }
  const is_unknown = found.id === "certificate_untrusted" && !peer.trusted;
  // Without a gap in the chain the authority would be known, or the certificate be its own authority.
  const is_alone = is_unknown && peer.last.der === peer.der && peer.last.subject !== peer.last.issuer;
  const id = is_alone ? "certificate_alone" : peer.trusted ? "certificate_other_name" : found.id;
  const subject = certificates.shown_names(peer);
  found.params.issuer = peer.issuer;
  found.params.subject = subject;
  report.error(run, id, found.params, failure.error);
  if (id !== "certificate_other_name") {
    note_peer(run, peer, host, subject);
  }
  if (is_unknown) {
    note_authority(run, peer, host);
  }
}

/** The JSON object of an answer from `url`; undefined, and a finding, where there is none. `code` is that of a login's failure. */
export function read_answer(
  run: report.Run,
  endpoint: string,
  url: string,
  answer: Result<HttpResponse>,
  code: string,
): JsonObject | undefined {
  const body = answer.ok ? provider_calls.read_json(answer.data, url, code) : answer;
  if (!body.ok) {
    note_failure(run, endpoint, url, body, answer.ok ? answer.data.body : undefined);
    return undefined;
  }
  return body.data;
}
