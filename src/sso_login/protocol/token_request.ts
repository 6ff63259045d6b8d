/** The token endpoint: tokens for an authorization code (OpenID Connect Core section 3.1.3), and the scopes that it grants. */
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as token_claims from "../jose/token_claims";
import * as foreign_json from "../jose/foreign_json";
import * as provider_errors from "./provider_errors";
import * as store from "../base/store";
import * as strings from "../base/strings";
import * as json_values from "../base/json_values";
import { err, ok, type Fact, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as provider_calls from "./provider_calls";
import type { Sender } from "./provider_calls";
import * as client_request from "./client_request";
import type { Metadata } from "./provider_metadata";
import * as provider_files from "./provider_files";

/** A token response (OpenID Connect Core sections 3.1.3.3 and 12.2). */
export interface RefreshedTokens {
  /** Absent where the answer to a refresh has none. */
  id_token?: string;
  access_token: string;
  [field: string]: unknown;
}

/** The token response of a login. */
export interface Tokens extends RefreshedTokens {
  id_token: string;
}

/** An authorization grant (RFC 6749 section 1.3.1). */
export interface AuthorizationGrant {
  code: string;
  /** The PKCE verifier (RFC 7636 section 4.5). */
  verifier: string;
  /** Names the login attempt in log lines. */
  session_id: string;
}

/** A form for the token endpoint. */
export interface TokenRequest {
  form: string;
  /** Those in the form, which the log does not repeat. */
  secrets: string[];
  /** Names the login attempt or the session in log lines. */
  session_id: string;
  /** Whether an answer without an ID Token fails. */
  needs_id_token: boolean;
}

/** Bytes of a value of the provider in the log. */
const max_shown = 64;

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

function token_error(http_status: number, reason: string, session: string): Result<never> {
  return err("TOKEN_EXCHANGE_FAILED", { http_status, reason, session });
}

/** The code of an answer that is an error: a server error (5xx) says nothing about the login. */
function refusal_code(status: number, reported: Fact): string {
  if (status >= 500) {
    return "TOKEN_ENDPOINT_NETWORK_ERROR";
  }
  const counts = status === 200 || status >= 400;
  return counts && reported === "invalid_grant" ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED";
}

/** Reads the token response; an error counts whatever the status. `secrets` are not repeated in the log. */
function read_response(response: HttpResponse, secrets: string[], sent: TokenRequest): Result<RefreshedTokens> {
  const session_id = sent.session_id;
  const status = response.status;
  const body = foreign_json.decode_object(response.body);
  const wanted = sent.needs_id_token ? "id_token" : "access_token";
  const has_token = body.ok && json_values.text_of(body.data[wanted]) !== "" && !provider_errors.has_error(body.data);
  const reported = body.ok && !has_token ? provider_errors.reported_error(body.data, secrets) : {};
  if (status !== 200 || provider_errors.is_reported(reported)) {
    const facts = provider_calls.failure_facts(response, reported.error, secrets);
    facts.idp_error = reported.error;
    facts.error_description = reported.error_description;
    facts.session = session_id;
    return err(refusal_code(status, reported.error), facts);
  }
  if (!body.ok) {
    return token_error(status, provider_calls.form_of(response.body), session_id);
  }
  const token_type = body.data.token_type;
  if (token_type !== undefined && json_values.text_of(token_type).toLowerCase() !== "bearer") {
    // It would be sent to the UserInfo endpoint as a Bearer token (RFC 6749 section 7.1).
    const reason = "token_type is not Bearer";
    const shown = token_claims.received(token_type).substring(0, max_shown);
    return err("TOKEN_EXCHANGE_FAILED", { http_status: status, reason, session: session_id, token_type: shown });
  }
  const id_token = body.data.id_token;
  const access_token = body.data.access_token;
  if ((sent.needs_id_token || id_token !== undefined) && (typeof id_token !== "string" || id_token === "")) {
    return token_error(status, "no id_token", session_id);
  }
  if (typeof access_token !== "string" || access_token === "" || !strings.is_visible_ascii(access_token)) {
    return token_error(status, "no usable access_token", session_id);
  }
  if (access_token.length > max_token_length) {
    const bytes = access_token.length;
    const reason = "access_token over 16 384 bytes";
    const hint = { id: "shorter_token" };
    return err("TOKEN_EXCHANGE_FAILED", { http_status: status, reason, bytes, hint, session: session_id });
  }
  return ok(body.data as RefreshedTokens);
}

/** Sends a form to the token endpoint; fails as `exchange_code` does. */
export function request_tokens(
  io: Io,
  config: Config,
  metadata: Metadata,
  sender: Sender,
  sent: TokenRequest,
): Result<RefreshedTokens> {
  const request = client_request.form_request(io, config, metadata, metadata.token_endpoint, sent.form);
  if (!request.ok) {
    return request;
  }
  const response = sender(io, request.data, "TOKEN_ENDPOINT_NETWORK_ERROR");
  const secrets = client_request.forms_of_secret(config).concat(sent.secrets);
  return response.ok ? read_response(response.data, secrets, sent) : response;
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
  send?: Sender,
): Result<Tokens> {
  const form = encoding.form_encode([
    ["grant_type", "authorization_code"],
    ["code", grant.code],
    ["redirect_uri", config.redirect_uri],
    ["code_verifier", grant.verifier],
  ]);
  const secrets = [grant.code, grant.verifier];
  const sent = { form, secrets, session_id: grant.session_id, needs_id_token: true };
  return request_tokens(io, config, metadata, send ?? provider_calls.caller(config), sent) as Result<Tokens>;
}

/** Scopes that an answer need not name: their effect shows elsewhere. */
const unreported = ["openid", "offline_access"];

function scopes_path(io: Io, config: Config): string {
  return provider_files.path_of(io, config, "scopes" + provider_files.suffix(config) + ".json");
}

/**
 * The scopes of `asked` that an answer's `scope` lacks, with blanks between. An answer without it grants all. Google calls
 * `email` `https://www.googleapis.com/auth/userinfo.email`.
 */
export function missing_scopes(asked: string, granted: unknown): string {
  if (typeof granted !== "string") {
    return "";
  }
  const given = strings.split_words(granted, " ");
  const lacks = (scope: string): boolean =>
    !unreported.includes(scope) && !given.some((name) => ("." + name).endsWith("." + scope));
  return strings
    .split_words(asked, " ")
    .filter((scope) => lacks(scope))
    .join(" ");
}

/**
 * Keeps for the check, for a day, the scopes that a login lacked, whether the provider ignored `prompt`, and whether it gave no refresh
 * token although `session_revalidate` is on; none of these forgets it.
 */
export function remember_lacks(
  io: Io,
  config: Config,
  lacking: string,
  prompt_ignored: boolean,
  no_refresh_token: boolean,
): void {
  if (lacking === "" && !prompt_ignored && !no_refresh_token) {
    io.remove(scopes_path(io, config));
    return;
  }
  const issuer = config.issuer_url;
  const kept = { issuer, client_id: config.client_id, lacking, prompt_ignored, no_refresh_token };
  store.write(io, scopes_path(io, config), kept);
}

/** The facts kept of the last login of this client. */
function last_login(io: Io, config: Config): JsonObject {
  const kept = store.read(io, scopes_path(io, config)) ?? {};
  return kept.issuer === config.issuer_url && kept.client_id === config.client_id ? kept : {};
}

/** Whether the provider ignored `prompt` at the last login of this client. */
export function ignored_prompt(io: Io, config: Config): boolean {
  return last_login(io, config).prompt_ignored === true;
}

/** Whether no refresh token came with the last login of this client. */
export function lacks_refresh_token(io: Io, config: Config): boolean {
  return last_login(io, config).no_refresh_token === true;
}

/** Those scopes of the configuration that the last login of this client lacked. */
export function lacking_scopes(io: Io, config: Config): string[] {
  const lacking = strings.split_words(json_values.text_of(last_login(io, config).lacking), " ");
  return strings.split_words(config.scope, " ").filter((scope) => lacking.includes(scope));
}
