/** The findings about failed calls and about another issuer, of the check and of test logins. */
import * as strings from "../../base/strings";
import * as urls from "../../base/urls";
import type { Fact, Facts, Message } from "../../result";

/** Findings by the cause of a failure without an answer (HttpFailure). */
const failures: { [cause: string]: string | undefined } = {
  resolve: "host_unknown",
  connect: "connection_refused",
  tls: "tls_failed",
  timeout: "no_answer",
  too_large: "answer_too_large",
  encoding: "answer_encoded",
};

/** Words of TLS libraries, of web servers and of our own reasons, in lower case: what they demand, and what an answer is instead. */
const told: { [words: string]: string | undefined } = {
  "certificate required": "client_certificate",
  "demands a client certificate": "client_certificate",
  "no required ssl certificate": "client_certificate",
  "client certificate is required": "client_certificate",
  "no application protocol": "http2_only",
  "unknown alpn protocol": "http2_only",
  "header exceeds": "header_too_large",
  "wrong version number": "plain_http",
  "packet length too long": "plain_http",
  "-0x7200": "plain_http",
  "byte order mark": "answer_marked",
  "utf-16": "answer_marked",
  gzip: "answer_encoded",
};

/** The name of the metadata among the endpoints: they alone may be elsewhere than the configuration says. */
export const metadata_name = "openid-configuration";

/** Bytes of a refusal that are searched for a demand. */
const max_searched = 4096;

/** The finding about what a server demands of its client; undefined where it says nothing of the kind. */
export function demand_in(text: string): string | undefined {
  const words = text.substring(0, max_searched).toLowerCase();
  const found = strings.sorted_keys(told).find((demand) => words.includes(demand));
  return found !== undefined ? told[found] : undefined;
}

/** Findings by the status of an answer without the metadata. */
const by_status: { [status: number]: string | undefined } = {
  401: "answer_unauthorized",
  426: "http2_only",
  505: "http2_only",
  403: "answer_refused",
  429: "answer_limited",
};

/** A fact that is a text; "" for anything else. */
function text_of(fact: Fact): string {
  return typeof fact === "string" ? fact : "";
}

/** The error of the provider and its words; "" where it says nothing. */
export function words_of(facts: Facts): string {
  const parts = [text_of(facts.error ?? facts.idp_error), text_of(facts.error_description)];
  return parts.filter((part) => part !== "").join(": ");
}

/** Findings by the kind of a certificate that is not trusted (explain/untrusted). */
const certificates: { [kind: string]: string | undefined } = {
  early: "certificate_early",
  expired: "certificate_expired",
  other_name: "certificate_other_name",
  weak: "certificate_weak",
};

/** The finding about a failed call; `body` is that of an answer. */
function finding_of(endpoint: string, facts: Facts, body: string): string {
  const status = facts.http_status;
  if (facts.cause === "certificate") {
    return certificates[text_of(facts.certificate)] ?? "certificate_untrusted";
  }
  if (status === undefined) {
    return demand_in(text_of(facts.reason)) ?? failures[text_of(facts.cause)] ?? "connection_broken";
  }
  if (facts.location !== undefined) {
    return endpoint === metadata_name ? "answer_redirect" : "endpoint_redirect";
  }
  const demanded = status >= 400 ? demand_in(body) : demand_in(text_of(facts.reason));
  if (demanded !== undefined) {
    return demanded;
  }
  if (by_status[status] !== undefined || facts.cause === "temporary") {
    // A refusal that passes is one of a limit, at GitHub and firewalls.
    return status === 403 && facts.cause === "temporary" ? "answer_limited" : (by_status[status] ?? "answer_fault");
  }
  return status === 200 && words_of(facts) === "" ? "answer_not_json" : "answer_status";
}

/** A failed call as a finding; `endpoint` is its name in the metadata, `body` that of its answer. */
export function of_failure(
  endpoint: string,
  url: string,
  facts: Facts,
  body: string,
): { id: string; host: string; params: { [name: string]: string | Message } } {
  const parsed = urls.parse_https(url);
  const host = parsed !== undefined ? parsed.host : url;
  const words = words_of(facts);
  const params = {
    endpoint,
    url,
    host,
    reason: text_of(facts.reason),
    now: text_of(facts.router_time),
    status: `${facts.http_status ?? ""}`,
    location: text_of(facts.location),
    words: words !== "" ? words : { id: "words_none" },
  };
  return { id: finding_of(endpoint, facts, body), host, params };
}

/** The first place, from 0, at which two texts differ. */
function first_difference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charAt(at) === other.charAt(at)) {
    at = at + 1;
  }
  return at;
}

/** A text in quotes, or the word for none. */
function quoted(text: string): string | Message {
  return text !== "" ? "'" + text + "'" : { id: "nothing" };
}

/**
 * Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer
 * without it.
 */
export function is_b2c(address: string): boolean {
  const url = urls.parse_https(address);
  return url !== undefined && (url.host.endsWith(".b2clogin.com") || url.path.toLowerCase().includes("/b2c_1"));
}

/** The finding about an issuer that is not the configured one. */
function mismatch_of(configured: string, discovered: string): string {
  if (discovered === "") {
    return "issuer_missing";
  }
  if (discovered.includes("{")) {
    return "issuer_template";
  }
  if (is_b2c(configured) || is_b2c(discovered)) {
    return "issuer_b2c";
  }
  return discovered.toLowerCase().startsWith("http://") ? "issuer_http" : "issuer_mismatch";
}

/** An issuer that is not the configured one as a finding, with the first difference; `url` is that of the metadata. */
export function of_mismatch(
  url: string,
  configured: string,
  discovered: string,
): { id: string; params: { [name: string]: string | Message } } {
  const at = first_difference(configured, discovered);
  const params = {
    url,
    configured,
    discovered,
    place: `${at + 1}`,
    configured_rest: quoted(configured.substring(at)),
    discovered_rest: quoted(discovered.substring(at)),
  };
  return { id: mismatch_of(configured, discovered), params };
}
