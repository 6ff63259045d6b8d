/** The authorization request handed over beforehand (RFC 9126). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as strings from "../base/strings";
import * as values from "../base/values";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as authorization_response from "./authorization_response";
import * as back_channel from "./back_channel";
import * as client_request from "./client_request";
import type { Discovery } from "./metadata";

/** The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
function read_request_uri(response: HttpResponse): Result<string> {
  const body = json.decode_object(response.body);
  const answer: JsonObject = body.ok ? body.data : {};
  const request_uri = values.text_of(answer.request_uri);
  if (response.status !== 201 && response.status !== 200) {
    const facts = authorization_response.reported_error(answer);
    facts.http_status = response.status;
    facts.reason = "the provider refuses the pushed request";
    return err("IDP_ERROR", facts);
  }
  return request_uri !== "" && strings.is_visible_ascii(request_uri)
    ? ok(request_uri)
    : err("IDP_ERROR", { reason: "no request_uri for the pushed request" });
}

/**
 * Hands the parameters to the provider beforehand (RFC 9126 section 2.1); what is left of them for the browser is the
 * answer. Fails with IDP_ERROR, with OIDC_DISCOVERY_FAILED where nothing answers, or SSL_INIT_FAILED.
 */
export function push_request(io: Io, config: Config, discovery: Discovery, query: string, url: string): Result<string> {
  const request = client_request.form_request(io, config, discovery, url, query);
  if (!request.ok) {
    return request;
  }
  const response = back_channel.call(io, request.data, "OIDC_DISCOVERY_FAILED");
  const request_uri = response.ok ? read_request_uri(response.data) : response;
  return request_uri.ok
    ? ok(
        encoding.form_encode([
          ["client_id", config.client_id],
          ["request_uri", request_uri.data],
        ]),
      )
    : request_uri;
}
