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

/** The client as configured, and the provider it is registered at. */
export interface Client {
  config: Config;
  discovery: Discovery;
}

/** Characters that are shown of a provider's own words. */
const max_words = 120;

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case. */
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

/** What of a configuration a request has that is made to try it. */
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

/** What a request is sent as in the place of itself. */
type Change = (this: void, request: HttpRequest) => HttpRequest;

/** Another signature than the key's: the assertion is the form's end, and the signature the assertion's. */
function spoil(request: HttpRequest): HttpRequest {
  const body = request.body ?? "";
  const spoilt = body.substring(0, body.length - 8) + "AAAAAAAA";
  return { method: request.method, url: request.url, headers: request.headers, body: spoilt };
}

/** How the token endpoint answers an invented code, and the words of a refusal. */
interface Tried {
  outcome: Result<unknown>;
  words: string;
}

/**
 * Tries a way to prove the client: an authentication method with the secret, or with an invented one where it `is_false`; an
 * audience with the key, or with a wrong signature.
 */
function prove(run: Run, client: Client, way: string, is_false: boolean, change?: Change): Tried {
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

/**
 * Whether the endpoint goes on to the code, which says that it has no objection to the client (RFC 6749 section 5.2);
 * glewlwyd answers `invalid_code`.
 */
function refuses_code(outcome: Result<unknown>): boolean {
  return (
    !outcome.ok && (outcome.error === "OIDC_INVALID_GRANT" || values.facts_of(outcome).idp_error === "invalid_code")
  );
}

/** Whether the endpoint refuses the client itself. */
function refuses_client(outcome: Result<unknown>): boolean {
  if (outcome.ok || outcome.error !== "TOKEN_EXCHANGE_FAILED") {
    return false;
  }
  const facts = values.facts_of(outcome);
  return facts.http_status === 401 || facts.idp_error === "invalid_client" || facts.idp_error === "unauthorized_client";
}

/** Whether the endpoint takes the client this way, and refuses one that proves nothing. */
function is_taken(run: Run, client: Client, way: string, change?: Change): boolean {
  return (
    refuses_code(prove(run, client, way, false, change).outcome) &&
    refuses_client(prove(run, client, way, true).outcome)
  );
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

/** Says why the client is refused by a method: perhaps it is taken by the other one. */
function note_refusal(run: Run, client: Client, method: string, refusal: Err): void {
  const other = secret_methods.find((name) => name !== method) ?? method;
  const params = { method, other, answer: describe_answer(refusal) };
  const facts = values.facts_of(refusal);
  const is_encoded = method === "client_secret_basic" && !client_authentication.needs_no_encoding(client.config);
  if (is_taken(run, client, other)) {
    report.error(run, "secret_other_method", params);
  } else if (is_encoded && is_taken(run, client, method, without_encoding(client.config))) {
    report.error(run, "secret_not_decoded", params);
  } else if (facts.http_status !== 401 && facts.idp_error === "unauthorized_client") {
    report.error(run, "client_refused", params);
  } else {
    report.error(run, "secret_wrong", params);
  }
}

/** Says why the assertion is refused: perhaps another audience is taken, or a clock is wrong. */
function note_assertion(run: Run, client: Client, audience: string, refusal: Err, words: string): void {
  const other = audience === "issuer" ? "token_endpoint" : "issuer";
  const params = {
    other,
    answer: describe_answer(refusal),
    words: words !== "" ? words : { id: "words_none" },
    alg: client_authentication.alg_of(client.config),
  };
  if (is_taken(run, client, other)) {
    report.error(run, "assertion_audience", params);
  } else if (run.findings.some((finding) => finding.id === "clock_behind" || finding.id === "clock_ahead")) {
    report.error(run, "assertion_expired", params);
  } else {
    report.error(run, "assertion_refused", params);
  }
}

/** Exchanges an invented code by a way, and where that says nothing of secret or key, another one that proves nothing. */
function check_way(run: Run, client: Client, way: string): void {
  const by_key = has_key(client);
  const tried = prove(run, client, way, false);
  const outcome = tried.outcome;
  const untold = by_key ? "assertion_untold" : "secret_untold";
  if (refuses_code(outcome)) {
    const control = prove(run, client, way, true).outcome;
    if (refuses_client(control)) {
      const params = { method: way, answer: describe_answer(outcome) };
      report.ok(run, by_key ? "assertion_ok" : "secret_ok", params);
    } else {
      report.warning(run, untold, { answer: describe_answer(control) });
    }
  } else if (!outcome.ok && refuses_client(outcome)) {
    if (by_key) {
      note_assertion(run, client, way, outcome, tried.words);
    } else {
      note_refusal(run, client, way, outcome);
    }
  } else if (!outcome.ok && values.facts_of(outcome).http_status === undefined) {
    calls.note_failure(run, "token_endpoint", client.discovery.token_endpoint, outcome);
  } else {
    report.warning(run, by_key ? untold : "secret_unclear", { method: way, answer: describe_answer(outcome) });
  }
}

/** How the client proves itself; undefined, and a finding, when there is no way. */
function check_method(run: Run, client: Client): string | undefined {
  const offered = client.discovery.token_endpoint_auth_methods_supported ?? [];
  const method = client_authentication.choose_method(run.io, client.config, client.discovery);
  const list = offered.join(", ");
  if (has_key(client) && !method.ok) {
    report.error(run, "key_missing", { alg: client_authentication.alg_of(client.config) });
  } else if (!has_key(client) && offered.length > 0 && !offered.some((name) => secret_methods.includes(name))) {
    // Chosen by name, it is tried all the same.
    report.note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
  } else if (method.ok && offered.length > 0 && !offered.includes(method.data)) {
    report.warning(run, "auth_method_not_offered", { method: method.data, offered: list });
  } else if (method.ok) {
    report.ok(run, "auth_method_ok", { method: method.data });
  }
  return method.ok ? method.data : undefined;
}

/** Authentication method and secret, as far as the options allow; the answer is whether the secret was tried. */
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
