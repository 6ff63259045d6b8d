/** Calls to the identity provider, and what their failures are called. */
import type { HttpRequest, HttpResponse, Io } from "../base/io";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import * as urls from "../base/urls";
import { err, ok, type Err, type Result } from "../result";

/** A failed call under the code of its kind: an untrusted certificate has a code of its own outside the token endpoint. */
function call_failed(failure: Err, code: string): Err {
  const certificate_code = code === "TOKEN_ENDPOINT_NETWORK_ERROR" ? code : "SSL_INIT_FAILED";
  const text = typeof failure.details === "string" ? failure.details : undefined;
  return err(failure.error === "certificate" ? certificate_code : code, { cause: failure.error, reason: text });
}

/**
 * Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
 * certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
 */
export function send(io: Io, request: HttpRequest, code: string): Result<HttpResponse> {
  const response = io.https(request);
  return response.ok ? response : call_failed(response, code);
}

/** Where an answer redirects to, if that is at the origin that was asked. */
function redirect_within(url: string, location: string | undefined): string | undefined {
  const from = urls.parse_https(url);
  const to = location !== undefined ? urls.parse_https(location) : undefined;
  const within = from !== undefined && to !== undefined && from.origin.toLowerCase() === to.origin.toLowerCase();
  return within ? location : undefined;
}

/** As `send` for a GET of JSON with more header lines. */
export function get(io: Io, url: string, extra_headers: string[], code: string): Result<HttpResponse> {
  return send(io, { method: "GET", url, headers: ["Accept: application/json"].concat(extra_headers) }, code);
}

/** GETs the discovery document: one redirect within the origin is followed, as some providers add a slash. */
export function get_document(io: Io, url: string, code: string): Result<HttpResponse> {
  const response = get(io, url, [], code);
  const target = response.ok ? redirect_within(url, response.data.location) : undefined;
  return target !== undefined ? get(io, target, [], code) : response;
}

/** The JSON object in an answer; fails with `code` for a status other than 200 or another body. */
export function read_json(response: HttpResponse, url: string, code: string): Result<JsonObject> {
  if (response.status !== 200) {
    return err(code, { http_status: response.status, url, location: response.location });
  }
  const body = json.decode_object(response.body);
  if (body.ok) {
    return ok(body.data);
  }
  // Base64URL of `{"`.
  const found = response.body.startsWith("eyJ") ? "a JWT" : "not a JSON object";
  return err(code, { http_status: 200, url, reason: "the answer is " + found });
}

/** GETs a JSON object; fails as `send` does, and with `code` for a status other than 200 or another body. */
export function get_json(io: Io, url: string, extra_headers: string[], code: string): Result<JsonObject> {
  const response = get(io, url, extra_headers, code);
  return response.ok ? read_json(response.data, url, code) : response;
}
