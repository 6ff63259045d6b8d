/** The kinds of a call to the provider that failed. */
import * as json_values from "../base/json_values";
import type { Facts } from "../result";

/** A call whose failure is explained. */
export interface Call {
  /** The endpoint's name in the metadata. */
  endpoint: string;
  /** The body of the answer; "" without one. */
  body: string;
}

/** A kind of failure. The first row that fits and has a headline, or a finding, gives it. */
export interface Row {
  /** Absent where all are of the kind. */
  is?: (this: void, facts: Facts, call: Call) => boolean;
  /** The headline of the error page, an id in web/words; absent where that of a later row that fits does. */
  headline?: string;
  /** The finding (check/finding_texts); absent where that of a later row that fits does. */
  finding?: string;
  /** The beginning of the reason in the finding's words, and the facts that complete it, as far as they are there. */
  subject?: string;
  reasons?: string[];
  /** The option that decides it. */
  option?: string;
}

/** The name of the metadata among the endpoints: they alone may be elsewhere than the configuration says. */
export const metadata_name = "openid-configuration";

/** The error of the provider and its words; "" where it says nothing. */
export function words_of(facts: Facts): string {
  const parts = [json_values.text_of(facts.error ?? facts.idp_error), json_values.text_of(facts.error_description)];
  return parts.filter((part) => part !== "").join(": ");
}

/** Words of TLS libraries, of web servers and of our own reasons, in lower case: what they demand, and what an answer is instead. */
const demands: [string, string][] = [
  ["certificate required", "client_certificate"],
  ["demands a client certificate", "client_certificate"],
  ["no required ssl certificate", "client_certificate"],
  ["client certificate is required", "client_certificate"],
  ["no application protocol", "http2_only"],
  ["unknown alpn protocol", "http2_only"],
  ["header exceeds", "header_too_large"],
  ["wrong version number", "plain_http"],
  ["packet length too long", "plain_http"],
  ["-0x7200", "plain_http"],
  ["gzip", "answer_encoded"],
  ["rate_limit", "answer_limited"],
  ["rate limit", "answer_limited"],
  ["too many requests", "answer_limited"],
];

/** Bytes of a refusal that are searched for a demand. */
const max_searched = 4096;

/** The finding about what a server demands of its client; undefined where it says nothing of the kind. */
export function demand_in(text: string): string | undefined {
  const words = text.substring(0, max_searched).toLowerCase();
  const found = demands.find((demand) => words.includes(demand[0]));
  return found !== undefined ? found[1] : undefined;
}

/** The demand in a refusal's body, or in the reason of another failure. */
function demand_of(facts: Facts, call: Call): string | undefined {
  const by_body = facts.http_status !== undefined && facts.http_status >= 400;
  return demand_in(by_body ? call.body : json_values.text_of(facts.reason));
}

export const has_answer = (facts: Facts): boolean => facts.http_status !== undefined;
export const is_passing = (facts: Facts): boolean => facts.cause === "temporary";

/** A failure without an answer, by its cause (HttpFailure of base/io). */
function without_answer(cause: string, finding: string, headline?: string): Row {
  return { is: (facts) => facts.cause === cause, finding, headline };
}

/** A certificate that is refused for a reason of its own, with words of that name. */
function of_certificate(words: string): Row {
  const is = (facts: Facts): boolean =>
    facts.cause === "certificate" && "certificate_" + json_values.text_of(facts.certificate) === words;
  return { is, headline: words, finding: words };
}

function with_status(status: number, finding: string): Row {
  return { is: (facts) => facts.http_status === status, finding };
}

/** The kinds of a call that failed. */
const of_calls: Row[] = [
  of_certificate("certificate_early"),
  of_certificate("certificate_expired"),
  of_certificate("certificate_other_name"),
  of_certificate("certificate_weak"),
  of_certificate("certificate_purpose"),
  { is: (facts) => facts.cause === "certificate", headline: "certificate", finding: "certificate_untrusted" },
  { is: (facts, call) => facts.location !== undefined && call.endpoint === metadata_name, finding: "answer_redirect" },
  { is: (facts) => facts.location !== undefined, finding: "endpoint_redirect" },
  { is: (facts, call) => demand_of(facts, call) !== undefined, finding: "demand" },
  without_answer("resolve", "host_unknown", "unreachable"),
  without_answer("connect", "connection_refused", "unreachable"),
  without_answer("tls", "tls_failed", "unreachable"),
  without_answer("timeout", "no_answer", "unreachable"),
  without_answer("network", "connection_broken", "unreachable"),
  without_answer("too_large", "answer_too_large"),
  without_answer("encoding", "answer_encoded"),
  { is: (facts) => !has_answer(facts), finding: "connection_broken" },
  // A refusal that passes is one of a limit, at GitHub and firewalls.
  { is: (facts) => facts.http_status === 403 && is_passing(facts), finding: "answer_limited" },
  with_status(401, "answer_refused"),
  with_status(403, "answer_refused"),
  with_status(426, "http2_only"),
  with_status(429, "answer_limited"),
  with_status(505, "http2_only"),
  // Most often the issuer has another path, so that the finding leads to it, also where the cause may pass.
  { is: (facts, call) => facts.http_status === 404 && call.endpoint === metadata_name, finding: "answer_status" },
  { is: is_passing, finding: "answer_fault" },
  { is: (facts) => facts.http_status === 200 && words_of(facts) === "", finding: "answer_not_json" },
  { headline: "setup", finding: "answer_status" },
];

/** The first row that fits, and has a headline, or a finding. */
export function first_row(rows: Row[], wanted: "headline" | "finding", facts: Facts, call: Call): Row {
  const found = rows.find((row) => row[wanted] !== undefined && (row.is === undefined || row.is(facts, call)));
  return found ?? {};
}

/** The headline of the error page about a call that failed. */
export function headline_of(facts: Facts): string {
  return first_row(of_calls, "headline", facts, { endpoint: "", body: "" }).headline ?? "";
}

/** The finding about a call that failed, an id in check/finding_texts. */
export function finding_of(facts: Facts, call: Call): string {
  const finding = first_row(of_calls, "finding", facts, call).finding ?? "";
  return finding === "demand" ? (demand_of(facts, call) ?? "") : finding;
}
