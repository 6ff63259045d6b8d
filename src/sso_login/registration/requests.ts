/** The requests of a registration, and findings about those that fail. */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpRequest, HttpResponse } from "../base/io";
import * as values from "../base/values";
import * as check_calls from "../check/calls";
import * as document_check from "../check/document";
import * as report from "../check/report";
import type { Run } from "../check/report";
import * as provider_errors from "../protocol/provider_errors";
import * as provider_calls from "../protocol/calls";
import * as metadata from "../protocol/metadata";
import { err } from "../result";
import type { Config } from "../settings/config";

export const endpoint_name = "registration_endpoint";
const code = "REGISTRATION_FAILED";

/** The provider's document; undefined, and findings, where it cannot be read or is another issuer's. */
export function read_document(run: Run, config: Config): JsonObject | undefined {
  const url = metadata.document_url(config.issuer_url, metadata.internal_origin(config.internal_issuer_url));
  const sent = provider_calls.get_document(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send);
  const document = check_calls.read_document(run, "openid-configuration", url, sent, "OIDC_DISCOVERY_FAILED");
  if (document === undefined || metadata.read_document(document, config.issuer_url).ok) {
    return document;
  }
  document_check.check_metadata(run, config, document, url);
  return undefined;
}

/** Notes a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1); its words do not repeat the access token. */
function note_refusal(run: Run, redirect_uri: string, url: string, response: HttpResponse, token: string): void {
  const body = json.decode_object(response.body);
  const reported = provider_errors.reported_error(body.ok ? body.data : {}, [token]);
  const error = values.text_of(reported.error);
  const said = values.text_of(reported.error_description ?? reported.error ?? `HTTP ${response.status}`);
  const words = said.endsWith(".") ? said.substring(0, said.length - 1) : said;
  if (response.status === 401) {
    report.error(run, token === "" ? "register_token_missing" : "register_token_refused", { words });
  } else if (error === "invalid_redirect_uri") {
    report.error(run, "register_redirect", { redirect_uri, words });
  } else if (error !== "" || response.status === 403) {
    report.error(run, "register_refused", { words });
  } else {
    const facts = provider_calls.failure_facts(response, undefined, [token]);
    check_calls.note_failure(run, endpoint_name, url, err(code, facts), response.body);
  }
}

/** A request about a registration. */
export interface Message {
  method: HttpRequest["method"];
  address: string;
  /** The access token; "" for none. */
  token: string;
  /** The metadata. */
  sent?: JsonObject;
}

/** Sends a message; returns the answer's object, {} for a removed client, undefined and a finding after a failure. */
export function send(run: Run, config: Config, message: Message): JsonObject | undefined {
  const method = message.method;
  const token = message.token;
  const sent = message.sent;
  const url = metadata.at_origin(message.address, metadata.internal_origin(config.internal_issuer_url));
  const headers = ["Accept: application/json"]
    .concat(token !== "" ? ["Authorization: Bearer " + token] : [])
    .concat(sent !== undefined ? ["Content-Type: application/json"] : []);
  const body = sent !== undefined ? json.encode(sent) : undefined;
  const response = provider_calls.send(run.io, { method, url, headers, body }, code);
  if (!response.ok) {
    check_calls.note_failure(run, endpoint_name, url, response);
    return undefined;
  }
  const status = response.data.status;
  if (method === "DELETE" && (status === 204 || status === 200)) {
    return {};
  }
  const answer = json.decode_object(response.data.body);
  const is_good = status === 201 || (status === 200 && answer.ok);
  if (is_good && answer.ok && values.is_name(answer.data.client_id)) {
    return answer.data;
  }
  if (is_good) {
    report.error(run, "register_answer", { reason: "client_id is missing" });
    return undefined;
  }
  note_refusal(run, config.redirect_uri, url, response.data, token);
  return undefined;
}
