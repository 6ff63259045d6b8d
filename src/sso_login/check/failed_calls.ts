/** Findings about calls to the provider that failed. */
import * as failure_findings from "./findings/failure_findings";
import * as report from "./report";
import * as encoding from "../base/encoding";
import type { HttpResponse, Peer } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as clock from "io/clock";
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

/** Notes why a call failed; `endpoint` is its name in the metadata, `body` that of its answer. */
export function note_failure(run: report.Run, endpoint: string, url: string, failure: Err, body?: string): void {
  const found = failure_findings.of_failure(endpoint, url, json_values.facts_of(failure), body ?? "");
  const id = found.id;
  const host = found.host;
  const peer = id === "certificate_untrusted" ? run.io.https_peer(url) : undefined;
  if (peer !== undefined && peer.trusted) {
    report.error(run, "certificate_other_name", { endpoint, host, subject: peer.subject }, failure.error);
    return;
  }
  if (peer !== undefined && is_alone(run, peer)) {
    const names = { endpoint, host, issuer: peer.issuer };
    report.error(run, "certificate_alone", names, failure.error);
  } else {
    report.error(run, id, found.params, failure.error);
  }
  if (peer !== undefined) {
    note_peer(run, peer, host);
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
