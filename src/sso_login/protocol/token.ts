/** The token endpoint: an authorization code for tokens (OpenID Connect Core section 3.1.3). */
import * as json from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as strings from "../base/strings";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as back_channel from "./back_channel";
import type { Sender } from "./back_channel";
import * as client_request from "./client_request";
import type { Discovery } from "./metadata";

/** A token response (OpenID Connect Core section 3.1.3.3). */
export interface Tokens {
  id_token: string;
  access_token: string;
  [field: string]: unknown;
}

/** What proves the right to tokens. */
export interface Grant {
  code: string;
  /** The PKCE verifier (RFC 7636 section 4.5). */
  verifier: string;
  /** Names the login attempt in log lines. */
  session_id: string;
}

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

function token_error(http_status: number, reason: string, session: string): Result<never> {
  return err("TOKEN_EXCHANGE_FAILED", { http_status, reason, session });
}

/** The code of an answer that is not 200: a server error (5xx) says nothing about the login. */
function refusal_code(status: number, reported: string | undefined): string {
  if (status >= 500) {
    return "TOKEN_ENDPOINT_NETWORK_ERROR";
  }
  return status >= 400 && reported === "invalid_grant" ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED";
}

/** The token response's meaning: tokens, or why there are none. */
function read_response(response: HttpResponse, session_id: string): Result<Tokens> {
  const status = response.status;
  const body = json.decode_object(response.body);
  if (status !== 200) {
    const reported = body.ok && typeof body.data.error === "string" ? body.data.error.substring(0, 200) : undefined;
    return err(refusal_code(status, reported), { http_status: status, idp_error: reported, session: session_id });
  }
  if (!body.ok) {
    return token_error(status, "the answer is not a JSON object", session_id);
  }
  const id_token = body.data.id_token;
  const access_token = body.data.access_token;
  if (typeof id_token !== "string" || id_token === "") {
    return token_error(status, "no id_token", session_id);
  }
  if (typeof access_token !== "string" || access_token === "" || !strings.is_visible_ascii(access_token)) {
    return token_error(status, "no usable access_token", session_id);
  }
  if (access_token.length > max_token_length) {
    return token_error(status, "access_token over 16 384 bytes", session_id);
  }
  return ok(body.data as Tokens);
}

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
 * TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
 * `back_channel.call`, or by what the check gives.
 */
export function exchange_code(
  io: Io,
  config: Config,
  discovery: Discovery,
  grant: Grant,
  send?: Sender,
): Result<Tokens> {
  const form = encoding.form_encode([
    ["grant_type", "authorization_code"],
    ["code", grant.code],
    ["redirect_uri", config.redirect_uri],
    ["code_verifier", grant.verifier],
  ]);
  const request = client_request.form_request(io, config, discovery, discovery.token_endpoint, form);
  if (!request.ok) {
    return request;
  }
  const sender = send ?? back_channel.call;
  const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
  return response.ok ? read_response(response.data, grant.session_id) : response;
}
