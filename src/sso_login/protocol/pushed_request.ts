/** The pushed authorization request (RFC 9126). */
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as json_values from "../base/json_values";
import * as strings from "../base/strings";
import * as failed_answer from "../explain/failed_answer";
import * as provider_errors from "../explain/provider_errors";
import * as json from "io/json";
import { err, ok, type Facts, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as client_request from "./client_request";
import * as provider_calls from "./provider_calls";
import type { Metadata } from "./provider_metadata";

/** The error that the answer to a pushed request reports; a `request_uri` beside other members than an error is none. */
export function error_in(response: HttpResponse, secrets: string[]): Facts {
  const body = json.decode_foreign(response.body);
  const answer = body.ok ? body.data : {};
  const has_uri = json_values.text_of(answer.request_uri) !== "" && !provider_errors.has_error(answer);
  return has_uri ? {} : provider_errors.reported_error(answer, secrets);
}

/** The `request_uri` in the answer to a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
export function read_request_uri(response: HttpResponse, secrets: string[]): Result<string> {
  const body = json.decode_foreign(response.body);
  const request_uri = body.ok ? json_values.text_of(body.data.request_uri) : "";
  const reported = error_in(response, secrets);
  if ((response.status !== 201 && response.status !== 200) || provider_errors.is_reported(reported)) {
    const is_passing = failed_answer.is_passing(response.status, reported.error, response.retry_after);
    const facts = failed_answer.facts_of_answer(response, reported.error, secrets);
    facts.error = reported.error;
    facts.error_description = reported.error_description;
    facts.reason = facts.reason ?? "the provider refuses the pushed request";
    return err("IDP_ERROR", facts, is_passing ? "passing" : undefined);
  }
  if (request_uri !== "" && strings.is_visible_ascii(request_uri)) {
    return ok(request_uri);
  }
  const form = body.ok ? "" : ": " + failed_answer.form_of(response.body);
  return err("IDP_ERROR", { http_status: response.status, reason: "no request_uri for the pushed request" + form });
}

/**
 * Sends the parameters of an authorization request to the provider beforehand (RFC 9126 section 2.1), and returns those that are left
 * for the browser. Fails with IDP_ERROR, OIDC_DISCOVERY_FAILED when there is no answer, or SSL_INIT_FAILED.
 */
export function push_request(io: Io, config: Config, metadata: Metadata, query: string, url: string): Result<string> {
  const request = client_request.form_request(io, config, metadata, url, query);
  if (!request.ok) {
    return request;
  }
  const response = provider_calls.call(io, config, request.data, "OIDC_DISCOVERY_FAILED");
  if (!response.ok) {
    return response;
  }
  const request_uri = read_request_uri(response.data, client_request.forms_of_secret(config));
  if (!request_uri.ok) {
    return request_uri;
  }
  const left: [string, string][] = [
    ["client_id", config.client_id],
    ["request_uri", request_uri.data],
  ];
  return ok(encoding.form_encode(left));
}
