/** The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3) or a refresh token. */
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as json from "io/json";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import { ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as provider_calls from "./provider_calls";
import type { Sender } from "./provider_calls";
import * as client_request from "./client_request";
import type { Metadata } from "./provider_metadata";

/** Loaded for answers that are refused. */
const failed_answer = () => require("../explain/failed_answer") as typeof import("../explain/failed_answer");
const provider_errors = () => require("../explain/provider_errors") as typeof import("../explain/provider_errors");

/** A token response, of a login or of a refresh (OpenID Connect Core sections 3.1.3.3 and 12.2). */
export interface TokenAnswer {
  /** Absent or "" where the answer to a refresh has none. */
  id_token?: string;
  access_token: string;
  [field: string]: unknown;
}

/** The token response of a login. */
export interface Tokens extends TokenAnswer {
  id_token: string;
}

/** An authorization grant (RFC 6749 section 1.3.1). */
export interface AuthorizationGrant {
  code: string;
  /** The PKCE verifier (RFC 7636 section 4.5). */
  verifier: string;
  /** Names the login attempt in log lines. */
  log_id: string;
}

/** A form for the token endpoint. */
export interface TokenRequest {
  form: string;
  /** Those in the form, which the log does not repeat. */
  secrets: string[];
  /** Names the login attempt or the session in log lines. */
  log_id: string;
  /** Whether an answer without an ID Token fails. */
  needs_id_token: boolean;
}

/** An answer of the token endpoint that nobody has judged yet. */
export interface Received {
  readonly response: HttpResponse;
  /** Its JSON, whatever that says. */
  readonly body: Result<JsonObject>;
  readonly sent: TokenRequest;
  /** Those of the request and of the client, which the log does not repeat. */
  readonly secrets: string[];
}

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

/** Whether an answer has an error beside its tokens. */
function has_error(answer: JsonObject): boolean {
  return answer.error !== undefined && provider_errors().has_error(answer);
}

/** The name and the value of the first member of a token response that is of no use; undefined where all are right. */
function wrong_member(answer: JsonObject): [string, unknown] | undefined {
  const token_type = answer.token_type;
  if (token_type !== undefined && json_values.text_of(token_type).toLowerCase() !== "bearer") {
    // It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
    return ["token_type", token_type];
  }
  const id_token = answer.id_token ?? "";
  if (id_token !== "" && json_values.text_of(id_token) === "") {
    return ["id_token", id_token];
  }
  const access_token = json_values.text_of(answer.access_token);
  const is_usable = access_token !== "" && strings.is_visible_ascii(access_token);
  return is_usable && access_token.length <= max_token_length ? undefined : ["access_token", answer.access_token];
}

/** Sends a form to the token endpoint. CONFIG_ERROR, TOKEN_ENDPOINT_NETWORK_ERROR. */
export function send(io: Io, config: Config, metadata: Metadata, sender: Sender, sent: TokenRequest): Result<Received> {
  const request = client_request.form_request(io, config, metadata, metadata.token_endpoint, sent.form);
  if (!request.ok) {
    return request;
  }
  const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
  if (!response.ok) {
    return response;
  }
  const secrets = client_request.forms_of_secret(config).concat(sent.secrets);
  return ok({ response: response.data, body: json.decode_foreign(response.data.body), sent, secrets });
}

/** The tokens of an answer; an error in it counts whatever the status. OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`). */
export function tokens_of(received: Received): Result<TokenAnswer> {
  const response = received.response;
  const body = received.body;
  const sent = received.sent;
  const wanted = sent.needs_id_token ? "id_token" : "access_token";
  if (response.status !== 200 || !body.ok || json_values.text_of(body.data[wanted]) === "" || has_error(body.data)) {
    return failed_answer().no_tokens(response, body, wanted, sent.log_id, received.secrets);
  }
  const wrong = wrong_member(body.data);
  return wrong === undefined
    ? ok(body.data as TokenAnswer)
    : failed_answer().wrong_member(response.status, sent.log_id, wrong[0], wrong[1]);
}

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5). Fails with
 * TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT, TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR. Sent by
 * `provider_calls.call`, or by the function that the check gives.
 */
export function exchange_code(
  io: Io,
  config: Config,
  metadata: Metadata,
  grant: AuthorizationGrant,
  sender?: Sender,
): Result<Tokens> {
  const form = encoding.form_encode([
    ["grant_type", "authorization_code"],
    ["code", grant.code],
    ["redirect_uri", config.redirect_uri],
    ["code_verifier", grant.verifier],
  ]);
  const secrets = [grant.code, grant.verifier];
  const sent = { form, secrets, log_id: grant.log_id, needs_id_token: true };
  const received = send(io, config, metadata, sender ?? provider_calls.caller(config), sent);
  return received.ok ? (tokens_of(received.data) as Result<Tokens>) : received;
}
