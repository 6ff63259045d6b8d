/** The findings about failed calls and about another issuer, of the check and of test logins. */
import * as json_values from "../../base/json_values";
import * as urls from "../../base/urls";
import * as call_kinds from "../../explain/call_kinds";
import * as explanation from "../../explain/explanation";
import type { Facts, Message } from "../../result";
import type { Params } from "../report";

interface FailureFinding {
  id: string;
  params: Params;
}

/** A failed call as a finding; `endpoint` is its name in the metadata, `body` that of its answer. */
export function of_failure(endpoint: string, url: string, facts: Facts, body: string): FailureFinding {
  const parsed = urls.parse_https(url);
  const host = parsed !== undefined ? parsed.host : url;
  const words = call_kinds.words_of(facts);
  const params = {
    endpoint,
    url,
    host,
    reason: json_values.text_of(facts.reason),
    now: json_values.text_of(facts.router_time),
    status: `${facts.http_status ?? ""}`,
    location: json_values.text_of(facts.location),
    words: words !== "" ? words : { id: "words_none" },
  };
  return { id: call_kinds.finding_of(facts, { endpoint, body }), params };
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

/** An issuer that is not the configured one as a finding, with the first difference; `url` is that of the metadata. */
export function of_mismatch(url: string, configured: string, discovered: string): FailureFinding {
  const facts = { configured, discovered };
  const explained = explanation.explain("DISCOVERY_ISSUER_MISMATCH", facts, { endpoint: "", body: "" });
  const at = first_difference(configured, discovered);
  const params = {
    url,
    configured,
    discovered,
    place: `${at + 1}`,
    configured_rest: quoted(configured.substring(at)),
    discovered_rest: quoted(discovered.substring(at)),
  };
  return { id: explained.findings[0] ?? "", params };
}
