/** The requests of a registration, and findings about those that fail. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as json_values from "../base/json_values";
import * as failed_calls from "../check/failed_calls";
import * as metadata_check from "../check/metadata_check";
import * as report from "../check/report";
import type { Run } from "../check/report";
import * as call_kinds from "../explain/call_kinds";
import * as failed_answer from "../explain/failed_answer";
import * as provider_errors from "../explain/provider_errors";
import * as metadata_call from "../protocol/metadata_call";
import * as provider_calls from "../protocol/provider_calls";
import * as provider_metadata from "../protocol/provider_metadata";
import { err, type Facts } from "../result";
import type { Config } from "../settings/provider_config";

export const endpoint_name = "registration_endpoint";
const code = "REGISTRATION_FAILED";

/** The provider's metadata; undefined, and findings, where they cannot be read or are another issuer's. */
export function fetch_metadata(run: Run, config: Config): JsonObject | undefined {
  const url = provider_metadata.url_of(config);
  const sent = metadata_call.get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send);
  const metadata = failed_calls.read_answer(run, call_kinds.metadata_name, url, sent, "OIDC_DISCOVERY_FAILED");
  if (metadata === undefined || provider_metadata.read_metadata(metadata, config.issuer_url).ok) {
    return metadata;
  }
  const before = run.findings;
  run.findings = [];
  metadata_check.check_metadata(run, config, metadata, url);
  // The registration ends here, and only errors say why.
  run.findings = before.concat(run.findings.filter((finding) => finding.level === "error"));
  return undefined;
}

/** A request about a registration. */
export interface RegistrationRequest {
  method: HttpRequest["method"];
  address: string;
  /** The access token; "" for none. */
  token: string;
  /** The metadata. */
  sent?: JsonObject;
}

/** A provider's answer to a request, and the address that was used. */
interface Reply {
  url: string;
  response: HttpResponse;
}

/** Sends a request; undefined and a finding where no answer comes. The address of a registration is used as the provider gave it. */
function ask(run: Run, config: Config, request: RegistrationRequest): Reply | undefined {
  const method = request.method;
  const sent = request.sent;
  const origin = method === "POST" ? provider_metadata.internal_origin(config.internal_issuer_url) : undefined;
  const url = provider_metadata.at_origin(request.address, origin);
  const headers = ["Accept: application/json"]
    .concat(request.token !== "" ? ["Authorization: Bearer " + request.token] : [])
    .concat(sent !== undefined ? ["Content-Type: application/json"] : []);
  const body = sent !== undefined ? json.encode(sent) : undefined;
  const response = provider_calls.send(run.io, { method, url, headers, body }, code);
  if (!response.ok) {
    failed_calls.note_failure(run, endpoint_name, url, response);
    return undefined;
  }
  return { url, response: response.data };
}

/** The provider's error in a refusal (RFC 7591 section 3.2.2), without the access token. */
function error_in(request: RegistrationRequest, response: HttpResponse): Facts {
  return provider_errors.reported_in(response, json.decode_object(response.body), [request.token]);
}

/**
 * The finding of a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1), of an earlier registration by RFC 7592 section 2; undefined where
 * the provider itself has failed.
 */
function refusal_of(request: RegistrationRequest, response: HttpResponse): string | undefined {
  const status = response.status;
  const error = error_in(request, response).error;
  if (request.method !== "POST" && [401, 404, 410].includes(status)) {
    return "register_gone";
  }
  if (request.method !== "POST" && [403, 405, 501].includes(status)) {
    return "register_unmanaged";
  }
  if (status === 401) {
    return "register_token";
  }
  if (error === "invalid_redirect_uri") {
    return "register_redirect";
  }
  const has_failed = failed_answer.is_passing(status, error, response.retry_after);
  return !has_failed && (json_values.text_of(error) !== "" || status === 403) ? "register_refused" : undefined;
}

/** Notes a refusal, with the provider's words. */
function note_refusal(run: Run, redirect_uri: string, request: RegistrationRequest, reply: Reply): void {
  const response = reply.response;
  const reported = error_in(request, response);
  const said = json_values.text_of(reported.error_description ?? reported.error ?? `HTTP ${response.status}`);
  const words = said.endsWith(".") ? said.substring(0, said.length - 1) : said;
  const refusal = refusal_of(request, response);
  if (refusal === undefined) {
    const facts = failed_answer.facts_of_answer(response, reported.error, [request.token]);
    facts.error_description = reported.error_description;
    facts.reason = response.status === 200 ? failed_answer.form_of(response.body) : undefined;
    failed_calls.note_failure(run, endpoint_name, reply.url, err(code, facts), response.body);
  } else {
    report.error(run, refusal, { redirect_uri, words });
  }
}

/** The answer's object, or what was sent where the provider says no more; undefined and a finding after a failure. */
function read_reply(run: Run, config: Config, request: RegistrationRequest, reply: Reply): JsonObject | undefined {
  const status = reply.response.status;
  if (request.method !== "POST" && (status === 204 || (status === 200 && request.sent === undefined))) {
    return request.sent ?? {};
  }
  const answer = json.decode_object(reply.response.body);
  if ((status === 201 || status === 200) && answer.ok) {
    return answer.data;
  }
  if (status === 201) {
    report.error(run, "register_answer", { reason: failed_answer.form_of(reply.response.body) });
    report.warning(run, "register_left", { client: request.address });
  } else {
    note_refusal(run, config.redirect_uri, request, reply);
  }
  return undefined;
}

/**
 * Sends a request; returns the answer's object, or undefined and a finding. Some providers permit no `openid` among a client's scopes
 * (Keycloak), and others demand it there (Hydra): metadata that are refused are sent once more without `scope`, for the provider's own choice.
 */
export function send(run: Run, config: Config, request: RegistrationRequest): JsonObject | undefined {
  const metadata = request.sent;
  let reply = ask(run, config, request);
  if (metadata !== undefined && reply !== undefined && refusal_of(request, reply.response) === "register_refused") {
    metadata.scope = undefined;
    reply = ask(run, config, request);
  }
  return reply !== undefined ? read_reply(run, config, request, reply) : undefined;
}
