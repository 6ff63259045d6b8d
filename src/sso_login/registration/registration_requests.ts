/** The requests of a registration, and findings about those that fail. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as json_values from "../base/json_values";
import * as failed_calls from "../check/failed_calls";
import * as metadata_check from "../check/metadata_check";
import * as report from "../check/report";
import type { Run } from "../check/report";
import * as failed_answer from "../explain/failed_answer";
import * as provider_errors from "../explain/provider_errors";
import * as metadata_call from "../protocol/metadata_call";
import * as provider_calls from "../protocol/provider_calls";
import * as provider_metadata from "../protocol/provider_metadata";
import { err } from "../result";
import type { Config } from "../settings/provider_config";

export const endpoint_name = "registration_endpoint";
const code = "REGISTRATION_FAILED";

/** The provider's metadata; undefined, and findings, where they cannot be read or are another issuer's. */
export function fetch_metadata(run: Run, config: Config): JsonObject | undefined {
  const url = provider_metadata.metadata_url(
    config.issuer_url,
    provider_metadata.internal_origin(config.internal_issuer_url),
  );
  const sent = metadata_call.get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send);
  const metadata = failed_calls.read_answer(run, "openid-configuration", url, sent, "OIDC_DISCOVERY_FAILED");
  if (metadata === undefined || provider_metadata.read_metadata(metadata, config.issuer_url).ok) {
    return metadata;
  }
  metadata_check.check_metadata(run, config, metadata, url);
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

/**
 * Notes a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1), of an earlier registration by RFC 7592 section 2; its words do not
 * repeat the access token.
 */
function note_refusal(
  run: Run,
  redirect_uri: string,
  url: string,
  response: HttpResponse,
  message: RegistrationRequest,
): void {
  const token = message.token;
  const status = response.status;
  const body = json.decode_object(response.body);
  const reported = provider_errors.reported_error(body.ok ? body.data : {}, [token]);
  const error = json_values.text_of(reported.error);
  const said = json_values.text_of(reported.error_description ?? reported.error ?? `HTTP ${status}`);
  const words = said.endsWith(".") ? said.substring(0, said.length - 1) : said;
  const facts = failed_answer.failure_facts(response, reported.error, [token]);
  if (message.method !== "POST" && (status === 401 || status === 404)) {
    report.error(run, "register_gone", { words });
  } else if (message.method !== "POST" && (status === 405 || status === 501)) {
    report.error(run, "register_unmanaged");
  } else if (status === 401) {
    report.error(run, token === "" ? "register_token_missing" : "register_token_refused", { words });
  } else if (error === "invalid_redirect_uri") {
    report.error(run, "register_redirect", { redirect_uri, words });
  } else if (facts.cause === undefined && (error !== "" || status === 403)) {
    report.error(run, "register_refused", { words });
  } else {
    failed_calls.note_failure(run, endpoint_name, url, err(code, facts), response.body);
  }
}

/**
 * Sends a message; returns the answer's object, {} for a removed client and for one that was made with an answer that is none, undefined and
 * a finding after a failure. The address of a registration is used as the provider gave it.
 */
export function send(run: Run, config: Config, message: RegistrationRequest): JsonObject | undefined {
  const method = message.method;
  const token = message.token;
  const sent = message.sent;
  const origin = method === "POST" ? provider_metadata.internal_origin(config.internal_issuer_url) : undefined;
  const url = provider_metadata.at_origin(message.address, origin);
  const headers = ["Accept: application/json"]
    .concat(token !== "" ? ["Authorization: Bearer " + token] : [])
    .concat(sent !== undefined ? ["Content-Type: application/json"] : []);
  const body = sent !== undefined ? json.encode(sent) : undefined;
  const response = provider_calls.send(run.io, { method, url, headers, body }, code);
  if (!response.ok) {
    failed_calls.note_failure(run, endpoint_name, url, response);
    return undefined;
  }
  const status = response.data.status;
  if (method === "DELETE" && (status === 204 || status === 200)) {
    return {};
  }
  const answer = json.decode_object(response.data.body);
  if (status === 201 || (status === 200 && answer.ok)) {
    return answer.ok ? answer.data : {};
  }
  note_refusal(run, config.redirect_uri, url, response.data, message);
  return undefined;
}
