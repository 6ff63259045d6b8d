/**
 * The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
 * with it and to one with an invented address (RFC 6749 section 4.1.2.1).
 */
import * as client_check from "./client";
import * as report from "./report";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import * as authorization from "../protocol/authorization";
import * as provider_calls from "../protocol/calls";
import * as metadata from "../protocol/metadata";

/** The meaning of an answer for the address. An unclear one may come from a filter before the provider. */
type Verdict = "refused" | "goes_on" | "known" | "unclear";

/** Statuses by which a provider refuses to answer an address that it does not know. */
const refusals = [400, 401];

/** Whether an address tells an error in its query or fragment. */
function tells_error(location: string): boolean {
  return ["?", "&", "#"].some((sign) => location.includes(sign + "error="));
}

function verdict_of(answer: HttpResponse | undefined, redirect_uri: string): Verdict {
  if (answer === undefined) {
    return "unclear";
  }
  const location = answer.location;
  if (location !== undefined && location.startsWith(redirect_uri)) {
    return "known";
  }
  if (refusals.includes(answer.status) || (location !== undefined && tells_error(location))) {
    return "refused";
  }
  return answer.status === 200 || location !== undefined ? "goes_on" : "unclear";
}

/** The answer to an authorization request with this redirect_uri; undefined where there is none. */
function ask(run: report.Run, client: client_check.Client, redirect_uri: string): HttpResponse | undefined {
  const config = client_check.plain_config(client.config, "", redirect_uri);
  const made = hash.pkce_pair(64);
  const handshake = { state: made.challenge, nonce: made.challenge, code_verifier: made.verifier };
  const url = authorization.get_auth_url(run.io, config, client.discovery, handshake);
  const parsed = url.ok ? urls.parse_https(url.data) : undefined;
  if (parsed === undefined) {
    return undefined;
  }
  const origin = metadata.internal_origin(client.config.internal_issuer_url) ?? parsed.origin;
  const request: HttpRequest = { method: "GET", url: urls.with_origin(parsed, origin), headers: ["Accept: text/html"] };
  const answer = provider_calls.send(run.io, request, "OIDC_DISCOVERY_FAILED");
  return answer.ok ? answer.data : undefined;
}

/** Notes whether the provider knows redirect_uri. Nothing is sent where it wants pushed requests: they need the secret. */
export function check_redirect(run: report.Run, client: client_check.Client): void {
  const redirect_uri = client.config.redirect_uri;
  const pushed = client.discovery.pushed_authorization_request_endpoint !== undefined;
  const answer = pushed ? undefined : ask(run, client, redirect_uri);
  const verdict = verdict_of(answer, redirect_uri);
  const params = { redirect_uri, status: answer !== undefined ? `${answer.status}` : "" };
  if (verdict === "refused") {
    report.error(run, "redirect_refused", params);
    return;
  }
  const invented = "https://" + hash.safe_id(hash.pkce_pair(64).verifier) + ".invalid/cgi-bin/sso-login/callback";
  const other = verdict === "goes_on" ? ask(run, client, invented) : undefined;
  // glewlwyd refuses by 403; a filter would answer 403 to both.
  const tells = other !== undefined && (other.status === 403 || verdict_of(other, invented) === "refused");
  if (verdict === "known" || tells) {
    report.ok(run, "redirect_known");
  } else {
    report.warning(run, "redirect_untold", params);
  }
}
