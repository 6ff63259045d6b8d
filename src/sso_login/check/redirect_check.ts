/**
 * The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
 * with it and to one with an invented address (RFC 6749 section 4.1.2.1), sent as a login sends them.
 */
import * as failed_calls from "./failed_calls";
import * as report from "./report";
import * as invented_codes from "./invented_codes";
import type { Client } from "./invented_codes";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as urls from "../base/urls";
import * as json_values from "../base/json_values";
import * as json from "io/json";
import * as hash from "../jose/hash";
import * as rp_logout from "../logout/rp_logout";
import * as authorization_request from "../protocol/authorization_request";
import * as provider_calls from "../protocol/provider_calls";
import * as pushed_request from "../protocol/pushed_request";
import * as client_request from "../protocol/client_request";
import * as provider_metadata from "../protocol/provider_metadata";
import type { Result } from "../result";

/** The meaning of an answer for the address. An unclear one may come from a filter before the provider. */
type Verdict = "refused" | "goes_on" | "known" | "unclear";

/** Statuses by which a provider refuses to answer an address that it does not know. */
const refusals = [400, 401];

const pushed_endpoint = "pushed_authorization_request_endpoint";

function verdict_of(answer: HttpResponse | undefined, redirect_uri: string): Verdict {
  if (answer === undefined) {
    return "unclear";
  }
  const location = answer.location;
  if (location !== undefined && location.startsWith(redirect_uri)) {
    return "known";
  }
  if (refusals.includes(answer.status) || (location !== undefined && rp_logout.tells_error(location))) {
    return "refused";
  }
  return answer.status === 200 || location !== undefined ? "goes_on" : "unclear";
}

/** The parameters of an authorization request with this redirect_uri, encoded. */
function request_query(client: Client, redirect_uri: string): string {
  const config = invented_codes.plain_config(client.config, "", redirect_uri);
  const made = hash.pkce_pair(64);
  const handshake = { state: made.challenge, nonce: made.challenge, code_verifier: made.verifier };
  return authorization_request.request_query(config, client.metadata, handshake, {});
}

/** GETs a page as a browser would; undefined where there is no answer. */
function get_page(run: report.Run, url: string): HttpResponse | undefined {
  const request: HttpRequest = { method: "GET", url, headers: ["Accept: text/html"] };
  const answer = provider_calls.send(run.io, request, "OIDC_DISCOVERY_FAILED");
  return answer.ok ? answer.data : undefined;
}

/** The answer of an address for browsers, which the router reaches at an origin of its own where one is set; undefined where there is none. */
function get_at_provider(client: Client, address: string): HttpResponse | undefined {
  const origin = provider_metadata.internal_origin(client.config.internal_issuer_url);
  return get_page(client.run, provider_metadata.at_origin(address, origin));
}

/** The answer to an authorization request with this redirect_uri; undefined where there is none. */
function ask(client: Client, redirect_uri: string): HttpResponse | undefined {
  const endpoint = client.metadata.authorization_endpoint;
  return get_at_provider(client, urls.add_query(endpoint, request_query(client, redirect_uri)));
}

/** The answer of the page to which the first one leads within its origin, such as Dex's; it may know better. */
function follow(client: Client, answer: HttpResponse): HttpResponse | undefined {
  const asked = urls.parse_https(client.metadata.authorization_endpoint);
  const target = answer.location !== undefined ? urls.parse_https(answer.location) : undefined;
  if (asked === undefined || target === undefined || !urls.same_origin(asked.origin, target.origin)) {
    return undefined;
  }
  return get_page(client.run, urls.with_origin(target, target.origin));
}

/** Whether the provider refuses an invented address, at once or one page later, and ours not. */
function refuses_other(client: Client, own: HttpResponse, other: HttpResponse, invented: string): boolean {
  // glewlwyd refuses by 403; a filter would answer 403 to both.
  if (other.status === 403 || verdict_of(other, invented) === "refused") {
    return true;
  }
  const later = follow(client, other);
  const is_refused = later !== undefined && refusals.includes(later.status);
  const own_later = is_refused ? follow(client, own) : undefined;
  return own_later !== undefined && !refusals.includes(own_later.status);
}

function invented_address(): string {
  return "https://" + hash.safe_id(hash.pkce_pair(64).verifier) + ".invalid/cgi-bin/sso-login/callback";
}

/** The finding that the token endpoint refuses the client; undefined without it. */
function client_refusal(run: report.Run): report.Finding | undefined {
  return run.findings.find((found) => found.provider === run.provider && found.id === "secret_wrong");
}

/** Notes that the provider refuses the request; where it has refused the client as well, one finding tells both. */
function note_refusal(run: report.Run, redirect_uri: string, status: string): void {
  const refused = client_refusal(run);
  if (refused === undefined) {
    report.error(run, "redirect_refused", { redirect_uri, status });
    return;
  }
  run.findings = run.findings.filter((found) => found !== refused);
  const params = refused.params;
  report.error(run, "client_unknown", { redirect_uri, status, answer: params.answer ?? "", words: params.words ?? "" });
}

/** Judges the answers of the authorization endpoint. */
function check_pages(client: Client): void {
  const redirect_uri = client.config.redirect_uri;
  const answer = ask(client, redirect_uri);
  const verdict = verdict_of(answer, redirect_uri);
  const params = { redirect_uri, status: answer !== undefined ? `${answer.status}` : "" };
  const invented = invented_address();
  const other = verdict === "refused" || verdict === "goes_on" ? ask(client, invented) : undefined;
  // One that asks the browser first and refuses the invented address knows ours.
  const asks_first = answer !== undefined && answer.status === 401 && other !== undefined && other.status !== 401;
  if (asks_first && verdict_of(other, invented) === "refused") {
    report.ok(client.run, "redirect_known");
    return;
  }
  if (verdict === "refused" && answer !== undefined) {
    // A provider that demands Kerberos, or a cookie of the browser, answers any request alike.
    const is_alike = other !== undefined && other.status === answer.status && verdict_of(other, invented) === "refused";
    const names_address = (answer.location ?? answer.body)
      .toLowerCase()
      .split("redirect_uri=")
      .some((part) => part.includes("redirect"));
    const tells_client = answer.status !== 401 && (names_address || client_refusal(client.run) !== undefined);
    if (is_alike && !tells_client) {
      report.warning(client.run, "redirect_alike", params);
    } else {
      note_refusal(client.run, redirect_uri, params.status);
    }
    return;
  }
  const tells = answer !== undefined && other !== undefined && refuses_other(client, answer, other, invented);
  if (verdict === "known" || tells) {
    report.ok(client.run, "redirect_known");
  } else {
    report.warning(client.run, "redirect_untold", params);
  }
}

/** The answer to a pushed request with this redirect_uri (RFC 9126 section 2.1). */
function push(client: Client, endpoint: string, redirect_uri: string): Result<HttpResponse> {
  const form = request_query(client, redirect_uri);
  const request = client_request.form_request(client.run.io, client.config, client.metadata, endpoint, form);
  return request.ok ? provider_calls.send(client.run.io, request.data, "OIDC_DISCOVERY_FAILED") : request;
}

/** Judges the answers of the endpoint for pushed requests, which needs the secret. */
function check_pushed(client: Client, endpoint: string): void {
  const redirect_uri = client.config.redirect_uri;
  const answer = push(client, endpoint, redirect_uri);
  if (!answer.ok) {
    failed_calls.note_failure(client.run, pushed_endpoint, endpoint, answer);
    return;
  }
  const secrets = client_request.forms_of_secret(client.config);
  const taken = pushed_request.read_request_uri(answer.data, secrets);
  const params = { redirect_uri, status: `${answer.data.status}` };
  if (!taken.ok) {
    const is_redirect = (answer.data.location ?? "") !== "";
    const is_page = !json.decode_foreign(answer.data.body).ok;
    if (is_page || is_redirect || taken.meaning === "passing") {
      failed_calls.note_failure(client.run, pushed_endpoint, endpoint, taken, answer.data.body);
      return;
    }
    const reported = pushed_request.error_in(answer.data, secrets);
    const code = json_values.text_of(reported.error);
    const description = invented_codes.describe(params.status, code);
    const words = invented_codes.shown(invented_codes.words_of(code, json_values.text_of(reported.error_description)));
    report.error(client.run, "pushed_refused", { redirect_uri, answer: description, words });
    return;
  }
  const other = push(client, endpoint, invented_address());
  if (other.ok && refusals.includes(other.data.status)) {
    report.ok(client.run, "redirect_known");
  } else {
    report.warning(client.run, "redirect_untold", params);
  }
}

/** Notes whether the provider knows redirect_uri. Where it wants pushed requests, they are sent only if the secret may be. */
export function check_redirect(client: Client, sendable: boolean): void {
  const endpoint = client.metadata.pushed_authorization_request_endpoint;
  const is_refused = client.run.findings.some(
    (found) =>
      found.provider === client.run.provider && found.level === "error" && found.code === "TOKEN_EXCHANGE_FAILED",
  );
  if (endpoint === undefined) {
    check_pages(client);
  } else if (sendable && !is_refused) {
    check_pushed(client, endpoint);
  } else {
    report.warning(client.run, "redirect_untold", { redirect_uri: client.config.redirect_uri });
  }
}

/** The answer to a logout without an ID Token that is to end at this address, if at any, and what it means for the address. */
function ask_logout(client: Client, endpoint: string, back?: string): { answer?: HttpResponse; verdict: Verdict } {
  const config = invented_codes.plain_config(client.config, "", client.config.redirect_uri);
  config.post_logout_redirect_uri = back;
  const url = rp_logout.logout_address(config, endpoint, "", hash.pkce_pair(64).challenge);
  const answer = get_at_provider(client, url);
  return { answer, verdict: verdict_of(answer, back ?? config.redirect_uri) };
}

/**
 * Notes whether the provider knows the address after a logout. One that refuses it and a logout without any address, or asks for the ID Token,
 * tells nothing.
 */
export function check_logout(client: Client): void {
  const endpoint = client.metadata.end_session_endpoint;
  const back = client.config.post_logout_redirect_uri;
  if (endpoint === undefined || back === undefined) {
    return;
  }
  const own = ask_logout(client, endpoint, back);
  const told = own.answer !== undefined ? (own.answer.location ?? "") + own.answer.body : "";
  const wants_token = told.toLowerCase().includes("hint");
  const goes_on = (verdict: Verdict): boolean => verdict === "goes_on" || verdict === "known";
  const status = own.answer !== undefined ? `${own.answer.status}` : "";
  if (own.verdict === "refused" && !wants_token && goes_on(ask_logout(client, endpoint).verdict)) {
    report.warning(client.run, "logout_address_refused", { back, status });
  } else if (goes_on(own.verdict) && ask_logout(client, endpoint, invented_address()).verdict === "refused") {
    report.ok(client.run, "logout_address_known");
  } else {
    report.ok(client.run, "logout_address_untold", { back });
  }
}
