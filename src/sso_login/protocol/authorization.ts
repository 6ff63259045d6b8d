/** The authorization request and its response (OpenID Connect Core section 3.1.2, RFC 7636, RFC 9207). */
import * as encoding from "../base/encoding";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import { err, ok, type Err, type Result } from "../result";
import type { Config } from "../settings/load";
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
}

/** What a start asks of the provider beside the options. */
export interface Wishes {
  /** Whether it is to ask for the account anew. */
  ask_account?: boolean;
  /** Whom it is to ask for (OpenID Connect Core section 3.1.2.1). */
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

/** Longest text of the provider that reaches the log. */
const max_idp_text = 200;

/**
 * The parameter `prompt` (OpenID Connect Core section 3.1.2.1): as the option says, unless the provider is to ask for the
 * account, which every `login` does.
 */
function prompt_of(config: Config, discovery: Discovery, wishes: Wishes): string | undefined {
  if (wishes.ask_account !== true || config.prompt === "login") {
    return config.prompt;
  }
  const offered = discovery.prompt_values_supported ?? [];
  return offered.length === 0 || offered.includes("select_account") ? "select_account" : "login";
}

/** Adds a parameter that has a value. */
function add(params: [string, string][], name: string, value: string | number | undefined): void {
  if (value !== undefined) {
    params.push([name, `${value}`]);
  }
}

/**
 * The address that starts the login at the provider (OpenID Connect Core section 3.1.2.1, RFC 7636 section 4.3).
 * CONFIG_ERROR when it would be too long to send.
 */
export function get_auth_url(
  config: Config,
  discovery: Discovery,
  handshake: Handshake,
  wishes?: Wishes,
): Result<string> {
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
  const given = wishes ?? {};
  add(params, "acr_values", config.acr_values !== undefined ? config.acr_values.join(" ") : undefined);
  add(params, "max_age", config.max_age);
  add(params, "prompt", prompt_of(config, discovery, given));
  add(params, "login_hint", given.login_hint);
  const url = urls.add_query(discovery.authorization_endpoint, encoding.form_encode(params));
  return url.length <= urls.max_location_length
    ? ok(url)
    : err("CONFIG_ERROR", { option: "scope", must: { id: "short_scope" } });
}

/** The provider's own error (RFC 6749 section 4.1.2.1). */
function reported_error(error: string, description: string | undefined): Err {
  return err("IDP_ERROR", {
    error: error.substring(0, max_idp_text),
    error_description: description !== undefined ? description.substring(0, max_idp_text) : undefined,
  });
}

/** Why a response with the right state is refused: it names another issuer (RFC 9207), or it reports an error. */
function refusal_of(params: Params, issuer: string): Err | undefined {
  const iss = params.iss;
  const error = params.error;
  if (iss !== undefined && iss !== issuer) {
    return err("IDP_ERROR", {
      reason: "the answer comes from another issuer",
      iss: iss.substring(0, max_idp_text),
    });
  }
  return error !== undefined ? reported_error(error, params.error_description) : undefined;
}

/**
 * Judges `state`, `iss` and `error` of a response: `cookie` is the value of the state cookie, `issuer` the configured
 * one. Fails with INVALID_REQUEST, MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH; what is wrong beyond the state
 * is the response's `refusal`, so that the caller can use up the state first.
 */
export function judge_response(
  params: Params,
  cookie: string | undefined,
  issuer: string,
): Result<AuthorizationResponse> {
  const state = params.state ?? "";
  const code = params.code ?? "";
  if (state === "") {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "state" });
  }
  if (code === "" && params.error === undefined) {
    return err("INVALID_REQUEST", { reason: "missing parameter", parameter: "code" });
  }
  if (cookie === undefined || cookie === "") {
    return err("MISSING_HANDSHAKE_COOKIE");
  }
  if (!hash.constant_time_eq(state, cookie)) {
    return err("STATE_PARAMETER_MISMATCH");
  }
  return ok({ state, refusal: refusal_of(params, issuer) });
}

/** A provider that promises to name itself in every response does (RFC 9207 section 2.4): IDP_ERROR otherwise. */
export function check_promised_issuer(discovery: Discovery, iss: string | undefined): Result<true> {
  return iss === undefined && discovery.authorization_response_iss_parameter_supported
    ? err("IDP_ERROR", { reason: "the answer has no iss although the provider promises it" })
    : ok(true);
}
