/** The authorization request and its response (OpenID Connect Core section 3.1.2, RFC 7636, RFC 9126, RFC 9207). */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import * as values from "../base/values";
import * as hash from "../jose/hash";
import { err, ok, type Err, type Facts, type Result } from "../result";
import type { Config } from "../settings/config";
import * as client_authentication from "./client_authentication";
import type { Discovery } from "./metadata";

/** What a login attempt keeps between its two requests. */
export interface Handshake {
  state: string;
  nonce: string;
  code_verifier: string;
  /** When the login began, in Unix seconds. */
  created_at?: number;
  /** The page of the web interface at which the login is to end. */
  return_to?: string;
  /** SHA-256 (hex) of the value of the login's own cookie; absent where the login has none. */
  cookie_hash?: string;
}

/** Parameters of the authorization request that the start adds to those of the options. */
export interface RequestOptions {
  /** What the user asked for: to log in anew, or to choose an account. */
  prompt?: "login" | "select_account";
  /** The parameter `login_hint` (OpenID Connect Core section 3.1.2.1). */
  login_hint?: string;
}

/** Decoded parameters by name. */
export type Params = { [name: string]: string | undefined };

/** A response that belongs to this browser's login. */
export interface AuthorizationResponse {
  state: string;
  /** Why there is no login although the state is right; the state counts as used all the same. */
  refusal?: Err;
}

/** Loaded for the providers that demand the request beforehand. */
const back_channel = () => require("./back_channel") as typeof import("./back_channel");

/** Longest text of the provider that reaches the log. */
const max_provider_text = 200;

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the user asked for another account, or to
 * log in anew, which both are what `login` does. Providers answer a `select_account` that they do not know with an error.
 */
function prompt_of(config: Config, discovery: Discovery, options: RequestOptions): string | undefined {
  if (options.prompt === undefined || config.prompt === "login") {
    return config.prompt;
  }
  const offered = discovery.prompt_values_supported ?? [];
  return options.prompt === "select_account" && offered.includes("select_account") ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params: [string, string][], name: string, value: string | number | undefined): void {
  if (value !== undefined) {
    params.push([name, `${value}`]);
  }
}

/** The parameters of the request (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3), encoded. */
function request_query(config: Config, discovery: Discovery, handshake: Handshake, options: RequestOptions): string {
  const params: [string, string][] = [
    ["response_type", "code"],
    ["client_id", config.client_id],
    ["redirect_uri", config.redirect_uri],
    ["scope", config.scope],
    ["state", handshake.state],
    ["nonce", handshake.nonce],
    ["code_challenge", encoding.base64url_encode(hash.hash_sha256(handshake.code_verifier))],
    ["code_challenge_method", "S256"],
  ];
  add(params, "acr_values", config.acr_values !== undefined ? config.acr_values.join(" ") : undefined);
  add(params, "max_age", config.max_age);
  add(params, "prompt", prompt_of(config, discovery, options));
  add(params, "login_hint", options.login_hint);
  return encoding.form_encode(params);
}

function cut(text: unknown): string | undefined {
  return typeof text === "string" ? text.substring(0, max_provider_text) : undefined;
}

/** The error that the provider reports (RFC 6749 section 4.1.2.1). */
function reported_error(response: { error?: unknown; error_description?: unknown }): Facts {
  return { error: cut(response.error), error_description: cut(response.error_description) };
}

/** The `request_uri` of a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
function read_request_uri(response: HttpResponse): Result<string> {
  const body = json.decode_object(response.body);
  const answer: JsonObject = body.ok ? body.data : {};
  const request_uri = values.text_of(answer.request_uri);
  if (response.status !== 201 && response.status !== 200) {
    const facts = reported_error(answer);
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
function push_request(io: Io, config: Config, discovery: Discovery, query: string, url: string): Result<string> {
  const request = client_authentication.form_request(io, config, discovery, url, query);
  if (!request.ok) {
    return request;
  }
  const response = back_channel().call(io, request.data, "OIDC_DISCOVERY_FAILED");
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

/**
 * The address that starts the login at the provider. CONFIG_ERROR when it would be too long to send; a provider that
 * demands the parameters beforehand gets them here, and fails as push_request does.
 */
export function get_auth_url(
  io: Io,
  config: Config,
  discovery: Discovery,
  handshake: Handshake,
  options?: RequestOptions,
): Result<string> {
  const query = request_query(config, discovery, handshake, options ?? {});
  const endpoint = discovery.pushed_authorization_request_endpoint;
  const sent = endpoint !== undefined ? push_request(io, config, discovery, query, endpoint) : ok(query);
  if (!sent.ok) {
    return sent;
  }
  const url = urls.add_query(discovery.authorization_endpoint, sent.data);
  return url.length <= urls.max_location_length
    ? ok(url)
    : err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
}

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params: Params, issuer: string): Err | undefined {
  const iss = params.iss;
  if (iss !== undefined && iss !== issuer) {
    return err("IDP_ERROR", {
      reason: "the answer comes from another issuer",
      iss: iss.substring(0, max_provider_text),
    });
  }
  return params.error !== undefined ? err("IDP_ERROR", reported_error(params)) : undefined;
}

/**
 * Validates the parameters of a response; `issuer` is the configured one. Fails with INVALID_REQUEST; what is wrong beyond the
 * form is the response's `refusal`, so that the caller can check the state and use it up first.
 */
export function read_response(params: Params, issuer: string): Result<AuthorizationResponse> {
  const state = params.state ?? "";
  const code = params.code ?? "";
  if (state === "") {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
  }
  if (code === "" && params.error === undefined) {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
  }
  return ok({ state, refusal: refusal_of(params, issuer) });
}

/** A provider that advertises `iss` in its responses must send it (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_advertised_issuer(discovery: Discovery, iss: string | undefined): Result<true> {
  return iss === undefined && discovery.authorization_response_iss_parameter_supported
    ? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
    : ok(true);
}
