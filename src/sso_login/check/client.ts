/** The part of the check that tries client id, secret and authentication method at the token endpoint. */
import * as calls from "./calls";
import * as report from "./report";
import type { Run } from "./report";
import * as json from "io/json";
import * as encoding from "../base/encoding";
import type { HttpRequest } from "../base/io";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import * as provider_calls from "../protocol/calls";
import type { Sender } from "../protocol/calls";
import * as client_authentication from "../protocol/client_authentication";
import type { Discovery } from "../protocol/metadata";
import * as token from "../protocol/token";
import type { Err, Message, Result } from "../result";
import type { Config } from "../settings/config";

/** The client by its configuration, and its provider. */
export interface Client {
  config: Config;
  discovery: Discovery;
}

/** Characters of a provider's own words that are shown. */
const max_words = 120;

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** The answer of the token endpoint in words that hold no secret: an error code of RFC 6749 is lower case. */
function describe_answer(outcome: Result<unknown>): Message {
  if (outcome.ok) {
    return { id: "answer_to_invented_code" };
  }
  const facts = values.facts_of(outcome);
  if (facts.http_status === undefined) {
    return { id: "answer_none" };
  }
  const status = `${facts.http_status}`;
  const code = values.text_of(facts.idp_error);
  if (code === "") {
    return { id: "answer_without_code", params: { status } };
  }
  const plain = code.length <= 40 && strings.consists_of(code, "lower");
  return plain ? { id: "answer_code", params: { status, code } } : { id: "answer_unusual_code", params: { status } };
}

/** A configuration for requests that try this one. */
export function plain_config(config: Config, client_secret: string, redirect_uri: string): Config {
  return {
    issuer_url: config.issuer_url,
    client_id: config.client_id,
    client_secret,
    redirect_uri,
    scope: config.scope,
    clock_tolerance: config.clock_tolerance,
    client_assertion_alg: config.client_assertion_alg,
    client_assertion_audience: config.client_assertion_audience,
    roles: [],
  };
}

/** Whether the client proves itself by a key of the router. */
function has_key(client: Client): boolean {
  return client.config.token_endpoint_auth_method === "private_key_jwt";
}

/** Replaces a request by another one. */
type Change = (this: void, request: HttpRequest) => HttpRequest;

/** Spoils the signature of the assertion: it is the end of the form. */
function spoil(request: HttpRequest): HttpRequest {
  const body = request.body ?? "";
  const spoilt = body.substring(0, body.length - 8) + "AAAAAAAA";
  return { method: request.method, url: request.url, headers: request.headers, body: spoilt };
}

/** The answer of the token endpoint to an invented code, and its words. */
interface Attempt {
  outcome: Result<unknown>;
  words: string;
}

/**
 * Tries a way to prove the client: an authentication method with the secret, or an audience with the key. `is_false` takes an
 * invented secret, or spoils the signature.
 */
function prove(run: Run, client: Client, way: string, is_false: boolean, change?: Change): Attempt {
  const by_key = has_key(client);
  const invented = hash.pkce_pair(64);
  const secret = is_false ? hash.pkce_pair(64).verifier : client.config.client_secret;
  const tried = plain_config(client.config, secret, client.config.redirect_uri);
  tried.token_endpoint_auth_method = by_key ? "private_key_jwt" : way;
  tried.client_assertion_audience = way;
  const changed = by_key && is_false ? spoil : change;
  const answers: string[] = [];
  const send: Sender = (io, request, code) => {
    const response = provider_calls.send(io, changed !== undefined ? changed(request) : request, code);
    answers.push(response.ok ? response.data.body : "");
    return response;
  };
  const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
  const outcome = token.exchange_code(run.io, tried, client.discovery, grant, send);
  const answer = json.decode_object(answers[0] ?? "");
  const words = answer.ok ? values.text_of(answer.data.error_description) : "";
  return { outcome, words: words.substring(0, max_words) };
}

/** Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`. */
function refuses_code(attempt: Attempt): boolean {
  const outcome = attempt.outcome;
  return (
    !outcome.ok && (outcome.error === "OIDC_INVALID_GRANT" || values.facts_of(outcome).idp_error === "invalid_code")
  );
}

/** Whether the endpoint refuses the client. */
function refuses_client(attempt: Attempt): boolean {
  const outcome = attempt.outcome;
  if (outcome.ok || outcome.error !== "TOKEN_EXCHANGE_FAILED") {
    return false;
  }
  const facts = values.facts_of(outcome);
  return facts.http_status === 401 || facts.idp_error === "invalid_client" || facts.idp_error === "unauthorized_client";
}

/** Whether the endpoint takes the client this way, and refuses one that proves nothing. */
function is_taken(run: Run, client: Client, way: string, change?: Change): boolean {
  return refuses_code(prove(run, client, way, false, change)) && refuses_client(prove(run, client, way, true));
}

/** Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1. */
function without_encoding(config: Config): Change {
  const pair = encoding.base64_encode(config.client_id + ":" + config.client_secret);
  return (request) => {
    const others = request.headers.filter((line) => !line.startsWith("Authorization: "));
    const headers = others.concat(["Authorization: Basic " + pair]);
    return { method: request.method, url: request.url, headers, body: request.body };
  };
}

/** The finding about a secret that is refused by a method: perhaps the other method is right. */
function secret_finding(run: Run, client: Client, method: string, other: string, refusal: Err): string {
  if (is_taken(run, client, other)) {
    return "secret_other_method";
  }
  const is_encoded = method === "client_secret_basic" && !client_authentication.needs_no_encoding(client.config);
  if (is_encoded && is_taken(run, client, method, without_encoding(client.config))) {
    return "secret_not_decoded";
  }
  const facts = values.facts_of(refusal);
  const is_unauthorized = facts.http_status !== 401 && facts.idp_error === "unauthorized_client";
  return is_unauthorized ? "client_refused" : "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(run: Run, client: Client, other: string): string {
  if (is_taken(run, client, other)) {
    return "assertion_audience";
  }
  const has_wrong_clock = run.findings.some((finding) => finding.id === "clock_behind" || finding.id === "clock_ahead");
  return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

function note_refusal(run: Run, client: Client, way: string, attempt: Attempt, refusal: Err): void {
  const answer = describe_answer(refusal);
  if (!has_key(client)) {
    const other = secret_methods.find((name) => name !== way) ?? way;
    report.error(run, secret_finding(run, client, way, other, refusal), { method: way, other, answer });
    return;
  }
  const other = way === "issuer" ? "token_endpoint" : "issuer";
  const words = attempt.words !== "" ? attempt.words : { id: "words_none" };
  const alg = client_authentication.alg_of(client.config);
  report.error(run, assertion_finding(run, client, other), { other, answer, words, alg });
}

/**
 * Exchanges an invented code. The endpoint must refuse the code of this client, and another client that proves nothing: only
 * both together tell that secret or key are right.
 */
function check_way(run: Run, client: Client, way: string): void {
  const by_key = has_key(client);
  const untold = by_key ? "assertion_untold" : "secret_untold";
  const attempt = prove(run, client, way, false);
  const outcome = attempt.outcome;
  const params = { method: way, answer: describe_answer(outcome) };
  if (refuses_code(attempt)) {
    const control = prove(run, client, way, true);
    if (refuses_client(control)) {
      report.ok(run, by_key ? "assertion_ok" : "secret_ok", params);
    } else {
      report.warning(run, untold, { answer: describe_answer(control.outcome) });
    }
  } else if (!outcome.ok && refuses_client(attempt)) {
    note_refusal(run, client, way, attempt, outcome);
  } else if (!outcome.ok && values.facts_of(outcome).http_status === undefined) {
    calls.note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
  } else {
    report.warning(run, by_key ? untold : "secret_unclear", params);
  }
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(run: Run, client: Client): string | undefined {
  const offered = client.discovery.token_endpoint_auth_methods_supported ?? [];
  const method = client_authentication.choose_method(run.io, client.config, client.discovery);
  const list = offered.join(", ");
  if (has_key(client) && !method.ok) {
    report.error(run, "key_missing", { alg: client_authentication.alg_of(client.config) });
  } else if (!has_key(client) && offered.length > 0 && !offered.some((name) => secret_methods.includes(name))) {
    // A method that an option names is tried nevertheless.
    report.note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
  } else if (method.ok && offered.length > 0 && !offered.includes(method.data)) {
    report.warning(run, "auth_method_not_offered", { method: method.data, offered: list });
  } else if (method.ok) {
    report.ok(run, "auth_method_ok", { method: method.data });
  }
  return method.ok ? method.data : undefined;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(run: Run, client: Client, wrong: string[], sendable: boolean): boolean {
  const method = wrong.includes("token_endpoint_auth_method") ? undefined : check_method(run, client);
  if (!sendable) {
    report.warning(run, has_key(client) ? "assertion_not_sent" : "secret_not_sent");
    return true;
  }
  const known = !["client_id", "client_secret", "redirect_uri"].some((option) => wrong.includes(option));
  if (method !== undefined && known) {
    check_way(run, client, has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method);
    return true;
  }
  return false;
}
