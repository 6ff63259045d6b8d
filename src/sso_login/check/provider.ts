/** The part of the check that asks the provider: discovery document, JWK Set, and an exchange of an invented code. */
import * as client_authentication from "../protocol/client_authentication";
import * as back_channel from "../protocol/back_channel";
import * as keys from "./keys";
import * as document from "./document";
import * as report from "./report";
import type { Run } from "./report";
import type { Config } from "../settings/load";
import * as metadata from "../protocol/metadata";
import type { Discovery } from "../protocol/metadata";
import type { JsonObject } from "io/json";
import * as clock from "io/clock";
import * as token from "../protocol/token";
import * as hash from "../jose/hash";
import type { Err, Facts, Message } from "../result";
import * as strings from "../base/strings";
import * as values from "../base/values";
import * as urls from "../base/urls";

/** Findings by the reason why there is no answer (HttpFailure). */
const failures: { [cause: string]: string | undefined } = {
  resolve: "host_unknown",
  connect: "connection_refused",
  certificate: "certificate_untrusted",
  tls: "tls_failed",
  timeout: "no_answer",
  too_large: "answer_too_large",
};

/** Seconds that a clock may be ahead before it is called an error: ID Tokens live for some minutes. */
const token_lifetime = 300;

function facts_of(failure: Err): Facts {
  return typeof failure.details === "object" ? failure.details : {};
}

/** Why a call did not give what it should; `endpoint` is its name in the discovery document. */
function note_failure(run: Run, endpoint: string, url: string, failure: Err): void {
  const facts = facts_of(failure);
  const parsed = urls.parse_https(url);
  const params = {
    endpoint,
    url,
    host: parsed !== undefined ? parsed.host : url,
    reason: values.text_of(facts.reason),
    status: `${facts.http_status ?? ""}`,
  };
  const answered = facts.http_status === 200 ? "answer_not_json" : "answer_status";
  const id =
    facts.http_status !== undefined ? answered : (failures[values.text_of(facts.cause)] ?? "connection_broken");
  report.error(run, id, params, failure.error);
}

/** Compares the router's clock with the provider's, which is undefined when it did not tell. */
function check_clock(run: Run, config: Config, date: number | undefined): void {
  const now = run.io.time();
  if (date === undefined) {
    report.ok(run, "clock_unknown", { now: clock.format_time(now) });
    return;
  }
  const seconds = `${Math.max(now - date, date - now)}`;
  const params = { seconds, tolerance: `${config.clock_tolerance}` };
  if (date - now > config.clock_tolerance) {
    report.error(run, "clock_behind", params);
  } else if (now - date > config.clock_tolerance) {
    const level = now - date > config.clock_tolerance + token_lifetime ? "error" : "warning";
    report.note(run, level, "clock_ahead", params);
  } else {
    report.ok(run, "clock_ok", params);
  }
}

/** GETs a JSON object past all caches; undefined, and a finding, when there is none. */
function fetch(run: Run, endpoint: string, url: string, code: string): { body: JsonObject; date?: number } | undefined {
  const answer = back_channel.send(run.io, { method: "GET", url, headers: [back_channel.accept_json] }, code);
  if (!answer.ok) {
    note_failure(run, endpoint, url, answer);
    return undefined;
  }
  const body = back_channel.read_json(answer.data, url, code);
  if (!body.ok) {
    note_failure(run, endpoint, url, body);
    return undefined;
  }
  return { body: body.data, date: answer.data.date };
}

/** What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case. */
function describe_answer(facts: Facts): Message {
  const status = `${facts.http_status ?? 200}`;
  const code = values.text_of(facts.idp_error);
  if (code === "") {
    return { id: "answer_without_code", params: { status } };
  }
  const plain = code.length <= 40 && strings.consists_of(code, "abcdefghijklmnopqrstuvwxyz_");
  return plain ? { id: "answer_code", params: { status, code } } : { id: "answer_unusual_code", params: { status } };
}

/** Exchanges an invented code: the error tells whether the provider knew the client first (RFC 6749 section 5.2). */
function check_secret(run: Run, config: Config, discovery: Discovery, method: string): void {
  const invented = hash.pkce_pair(64);
  const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
  const outcome = token.exchange_code(run.io, config, discovery, grant, back_channel.send);
  if (outcome.ok) {
    report.warning(run, "secret_unclear", { answer: { id: "answer_to_invented_code" } });
    return;
  }
  const facts = facts_of(outcome);
  const params = { method, answer: describe_answer(facts) };
  if (outcome.error === "OIDC_INVALID_GRANT") {
    report.ok(run, "secret_ok", params);
  } else if (outcome.error !== "TOKEN_EXCHANGE_FAILED") {
    note_failure(run, "token_endpoint", discovery.token_endpoint, outcome);
  } else if (facts.http_status === 401 || facts.idp_error === "invalid_client") {
    report.error(run, "secret_wrong", params);
  } else if (facts.idp_error === "unauthorized_client") {
    report.error(run, "client_refused", params);
  } else {
    report.warning(run, "secret_unclear", params);
  }
}

/** How the client proves itself; undefined, and a finding, when there is no way. */
function check_method(run: Run, config: Config, discovery: Discovery): string | undefined {
  const offered = discovery.token_endpoint_auth_methods_supported ?? [];
  const method = client_authentication.choose_method(config, discovery);
  const list = offered.join(", ");
  if (!method.ok) {
    report.error(run, "auth_method_none", { offered: list });
    return undefined;
  }
  if (offered.length > 0 && !offered.includes(method.data)) {
    report.warning(run, "auth_method_not_offered", { method: method.data, offered: list });
  } else {
    report.ok(run, "auth_method_ok", { method: method.data });
  }
  return method.data;
}

/** Authentication method and secret, as far as the options allow; the answer is whether the secret was tried. */
function check_client(run: Run, config: Config, discovery: Discovery, wrong: string[], sendable: boolean): boolean {
  const method = wrong.includes("token_endpoint_auth_method") ? undefined : check_method(run, config, discovery);
  if (!sendable) {
    report.warning(run, "secret_not_sent");
    return true;
  }
  const known = !["client_id", "client_secret", "redirect_uri"].some((option) => wrong.includes(option));
  if (method !== undefined && known) {
    check_secret(run, config, discovery, method);
    return true;
  }
  return false;
}

/** Asks the provider; the answer is what could not be tried. */
function ask_provider(run: Run, config: Config, wrong: string[], sendable: boolean): string[] {
  const origin = metadata.internal_origin(config.internal_issuer_url);
  const url = metadata.document_url(config.issuer_url, origin);
  const answer = fetch(run, "openid-configuration", url, "OIDC_DISCOVERY_FAILED");
  if (answer === undefined) {
    return ["jwks_uri", "token_endpoint"];
  }
  const published = answer.body;
  const host = urls.parse_https(url);
  report.ok(run, "connection_ok", { host: host !== undefined ? host.host : url });
  check_clock(run, config, answer.date);
  const trusted = document.check_metadata(run, config, published, { url, origin });
  keys.check_algorithms(run, published);
  const issuer = values.text_of(published.issuer);
  const read = metadata.read_document(published, issuer);
  if (!read.ok) {
    return ["jwks_uri", "token_endpoint"];
  }
  const discovery = metadata.with_internal_origin(read.data, origin);
  const set = fetch(run, "jwks_uri", discovery.jwks_uri, "JWKS_FETCH_FAILED");
  if (set !== undefined) {
    keys.check_keys(run, discovery.jwks_uri, set.body);
  }
  return trusted && check_client(run, config, discovery, wrong, sendable) ? [] : ["token_endpoint"];
}

/**
 * Asks the provider what a login would ask. `wrong` are the options that cannot be used; the client secret is sent only
 * when it is `sendable`, and only to the provider whose issuer is the configured one, as a login does.
 */
export function check_provider(run: Run, config: Config, wrong: string[], sendable: boolean): void {
  const no_address = wrong.includes("issuer_url") || wrong.includes("internal_issuer_url");
  const steps = no_address ? ["discovery", "jwks_uri", "token_endpoint"] : ask_provider(run, config, wrong, sendable);
  if (steps.length > 0) {
    report.warning(run, "not_tried", { steps: steps.join(", ") });
  }
}
