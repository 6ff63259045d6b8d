/** Requests with invented codes to the token endpoint, and the meaning of its answers for the client. */
import * as bytes from "io/bytes";
import type { Param, Run } from "./report";
import * as encoding from "../base/encoding";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import * as json from "io/json";
import * as hash from "../jose/hash";
import * as call_kinds from "../explain/call_kinds";
import * as provider_errors from "../explain/provider_errors";
import * as provider_calls from "../protocol/provider_calls";
import type { Sender } from "../protocol/provider_calls";
import type { Metadata } from "../protocol/provider_metadata";
import * as client_authentication from "../protocol/client_authentication";
import * as client_request from "../protocol/client_request";
import * as token_request from "../protocol/token_request";
import { type Err, type Message, type Result } from "../result";
import type { Config } from "../settings/provider_config";

/** A client to be tried: its configuration, and its provider. */
export interface Client {
  run: Run;
  config: Config;
  metadata: Metadata;
}

/** The answer of the token endpoint to an invented code. */
export interface CodeAttempt {
  outcome: Result<unknown>;
  /** The body and the error code of an answer, "" without one, and the provider's own words about it. */
  body: string;
  code: string;
  words: string;
  /** Of an answer. */
  status?: number;
  /** Whether it leads elsewhere. */
  is_redirect: boolean;
}

/** Whether an error code is of the form that RFC 6749 has; others have a sentence in its place, as Pocket ID up to 2.9. */
function is_usual(code: string): boolean {
  return code.length <= 40 && strings.consists_of(code, "lower");
}

/** The provider's words: its description, else a sentence in the place of the code. */
export function words_of(code: string, description: string): string {
  return description === "" && !is_usual(code) ? code : description;
}

/** An answer that is an error in words that hold no secret. */
export function describe(status: string, code: string): Message {
  if (code === "") {
    return { id: "answer_without_code", params: { status } };
  }
  return is_usual(code)
    ? { id: "answer_code", params: { status, code } }
    : { id: "answer_unusual_code", params: { status } };
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
    provider: config.provider,
  };
}

/** Whether the client proves itself by a key of the router. */
export function has_key(client: Client): boolean {
  return client.config.token_endpoint_auth_method === "private_key_jwt";
}

export type Change = (this: void, request: HttpRequest) => HttpRequest;

/** Spoils the signature of the assertion: it is the end of the form. */
function spoil(request: HttpRequest): HttpRequest {
  const body = request.body ?? "";
  const spoilt = body.substring(0, body.length - 8) + "AAAAAAAA";
  return { method: request.method, url: request.url, headers: request.headers, body: spoilt };
}

/**
 * Tries a way to prove the client: an authentication method with the secret, or an audience with the key. `is_false` takes an
 * invented secret, or spoils the signature.
 */
export function prove(client: Client, way: string, is_false: boolean, change?: Change): CodeAttempt {
  const by_key = has_key(client);
  const invented = hash.pkce_pair(64);
  const secret = is_false ? hash.pkce_pair(64).verifier : client.config.client_secret;
  const tried = plain_config(client.config, secret, client.config.redirect_uri);
  tried.token_endpoint_auth_method = by_key ? "private_key_jwt" : way;
  tried.client_assertion_audience = way;
  const changed = by_key && is_false ? spoil : change;
  let response: Result<HttpResponse> | undefined;
  const send: Sender = (io, request, code) => {
    const received = provider_calls.send(io, changed !== undefined ? changed(request) : request, code);
    response = received;
    return received;
  };
  const grant = { code: invented.challenge, verifier: invented.verifier, log_id: "check" };
  const outcome = token_request.exchange_code(client.run.io, tried, client.metadata, grant, send);
  const received = response !== undefined && response.ok ? response.data : undefined;
  const body = received !== undefined ? received.body : "";
  const decoded = json.decode_foreign(body);
  const secrets = client_request
    .forms_of_secret(client.config)
    .concat(client_request.forms_of_secret(tried), [invented.challenge, invented.verifier]);
  const reported = decoded.ok ? provider_errors.reported_error(decoded.data, secrets) : {};
  const error = json_values.text_of(reported.error);
  return {
    outcome,
    body,
    code: error,
    words: words_of(error, json_values.text_of(reported.error_description)),
    status: received !== undefined ? received.status : undefined,
    is_redirect: received !== undefined && (received.location ?? "") !== "",
  };
}

/** Whether the endpoint refuses the code, and so has taken the client (RFC 6749 section 5.2); glewlwyd answers `invalid_code`. */
export function refuses_code(attempt: CodeAttempt): boolean {
  const outcome = attempt.outcome;
  if (outcome.ok) {
    return false;
  }
  return outcome.error === "OIDC_INVALID_GRANT" || attempt.code === "invalid_code";
}

/** The code for a client that may not use the grant. */
const unauthorized = "unauthorized_client";

/** Words that a provider says of a client that it refuses. */
const of_clients = ["not found", " unknown", " invalid", "not exist", "no such", " disabled", " incorrect", " wrong"];

/** Whether an answer is a page, of a proxy before the endpoint, whose own answers are JSON (RFC 6749 section 5.2). */
export function is_page(attempt: CodeAttempt): boolean {
  return attempt.body !== "" && !json.decode_foreign(attempt.body).ok;
}

/**
 * Whether the endpoint refuses the client: `invalid_client`, at some providers `bad_client_secret` and the like, or words about it.
 * `unauthorized_client` alone means a client that has proved itself (RFC 6749 section 5.2), but with status 401.
 */
export function refuses_client(attempt: CodeAttempt): boolean {
  const outcome = attempt.outcome;
  if (outcome.ok || is_page(attempt)) {
    return false;
  }
  const words = " " + attempt.words.toLowerCase();
  const is_named = words.includes("client") && of_clients.some((word) => words.includes(word));
  if (outcome.error !== "TOKEN_EXCHANGE_FAILED") {
    // The example of zitadel/oidc calls an unknown client a fault of its own.
    return attempt.status === 500 && is_named;
  }
  const is_coded = attempt.code !== unauthorized && attempt.code.toLowerCase().includes("client");
  return attempt.status === 401 || is_coded || is_named;
}

/** The same request with an invented refresh token in the place of the code: some providers judge a code before the secret, as Casdoor. */
export function as_refresh(request: HttpRequest): HttpRequest {
  const params = (request.body ?? "").split("&").filter((pair) => pair.startsWith("client_"));
  const body = params.concat(["grant_type=refresh_token", "refresh_token=" + hash.pkce_pair(64).verifier]).join("&");
  return { method: request.method, url: request.url, headers: request.headers, body };
}

/** Id and secret by HTTP Basic without the encoding of RFC 6749 section 2.3.1. */
export function without_encoding(config: Config): Change {
  const pair = encoding.base64_encode(config.client_id + ":" + config.client_secret);
  return (request) => {
    const others = request.headers.filter((line) => !line.startsWith("Authorization: "));
    const headers = others.concat(["Authorization: Basic " + pair]);
    return { method: request.method, url: request.url, headers, body: request.body };
  };
}

/** The same request without the authentication of the client. */
export function without_authentication(config: Config): Change {
  const id = "client_id=" + bytes.percent_encode(config.client_id);
  return (request) => {
    const params = (request.body ?? "").split("&").filter((pair) => !pair.startsWith("client_"));
    const headers = request.headers.filter((line) => !line.startsWith("Authorization: "));
    return { method: request.method, url: request.url, headers, body: params.concat([id]).join("&") };
  };
}

/** A provider's own words as a parameter. */
export function shown(words: string): Param {
  return words !== "" && words !== provider_errors.left_out ? words : { id: "words_none" };
}

/**
 * The failure of a call whose answer, which refuses neither code nor client, is not one of a token endpoint (RFC 6749 section 5): none, a
 * redirect, a page, a failure that passes.
 */
export function failure_of(attempt: CodeAttempt): Err | undefined {
  const outcome = attempt.outcome;
  if (outcome.ok) {
    return undefined;
  }
  const status = attempt.status;
  if (attempt.is_redirect || outcome.meaning === "passing") {
    return outcome;
  }
  const decoded = json.decode_foreign(attempt.body);
  if (decoded.ok) {
    return provider_errors.has_error(decoded.data) || status === 200 || status === 400 ? undefined : outcome;
  }
  return status !== 400 || call_kinds.demand_in(attempt.body) !== undefined ? outcome : undefined;
}

/**
 * How the endpoint judges a client. `taken`: it knows what the client proves from an invented proof. `barred`: so it does, and does not
 * permit the grant. `refused`: it refuses what the client proves. `alike`: it answers an invented proof in the same way. `none`: the answer
 * is no error of OAuth.
 */
export type Verdict = "taken" | "barred" | "refused" | "alike" | "none";

/** A verdict, and the answer to what the client proves. */
export interface Judgement {
  verdict: Verdict;
  answer: CodeAttempt;
}

/** The verdict by the answers to what the client proves and to an invented proof. Numbers in their words differ from answer to answer. */
function compare(answer: CodeAttempt, invented: CodeAttempt, is_plain: boolean): Verdict {
  const is_same = answer.status === invented.status && answer.code === invented.code;
  const is_told = !is_same && (refuses_client(invented) || invented.code === unauthorized);
  if (is_told && answer.code === unauthorized) {
    return "barred";
  }
  // Kanidm and Pocket ID refuse the request by another word; but the endpoint may have stumbled over the encoding of this secret.
  return is_told && (refuses_code(answer) || (answer.status === 400 && is_plain)) ? "taken" : "alike";
}

/** Judges a client by its way to prove itself. An invented proof is sent only where the answer to the own one leaves the verdict open. */
export function judge(client: Client, way: string, change?: Change): Judgement {
  const answer = prove(client, way, false, change);
  if (refuses_client(answer)) {
    return { verdict: "refused", answer };
  }
  if (answer.code === "" || failure_of(answer) !== undefined) {
    return { verdict: "none", answer };
  }
  const is_plain = way !== "client_secret_basic" || client_authentication.needs_no_encoding(client.config);
  // Without the encoding only the own secret is tried.
  const invented = prove(client, way, true, change === as_refresh ? change : undefined);
  return { verdict: compare(answer, invented, is_plain), answer };
}
