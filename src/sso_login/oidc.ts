/** The protocol as plain functions over plain data: OpenID Connect Core 1.0, authorization code flow with PKCE. */
import { get_json, send } from "./back_channel";
import { check_claims } from "./claims";
import type { Config } from "./config";
import { choose_auth_method, type Handshake } from "./authorization";
import { jwk_to_pem, parse_jws, type ParsedJws, verify_signature } from "./crypto";
import type { Discovery } from "./discovery";
import { base64_encode, base64url_encode, form_encode, percent_encode } from "./encoding";
import { decode_object, is_array, type JsonObject } from "./io/json";
import type { HttpResponse, Io } from "./io/types";
import { find_jwk, load_jwks } from "./jwks";
import { constant_time_eq, hash_sha256 } from "./primitives";
import { err, ok, type Result } from "./result";
import { is_visible_ascii } from "./text";

export { get_auth_url, type Handshake } from "./authorization";

/** A token response (OpenID Connect Core section 3.1.3.3). */
export interface Tokens {
  id_token: string;
  access_token: string;
  [field: string]: unknown;
}

export interface Policy {
  /** RS256 and ES256 when absent. */
  allowed_algs?: string[];
  /** The keys were fetched by this very request: asking again would give nothing new. */
  keys_fresh?: boolean;
}

/** What a policy allows. */
export function allowed_algs(policy?: Policy): string[] {
  const given: Policy = policy ?? {};
  return given.allowed_algs ?? ["RS256", "ES256"];
}

/** Bytes of an ID Token and of an access token. */
export const max_token_length = 16384;

/** Keys tried for a token without `kid`. */
const max_keys_tried = 4;

/** Headers and parameters that authenticate this client (RFC 6749 section 2.3.1). */
function client_authentication(config: Config, method: string): { headers: string[]; params: [string, string][] } {
  if (method === "client_secret_post") {
    return {
      headers: [],
      params: [
        ["client_id", config.client_id],
        ["client_secret", config.client_secret],
      ],
    };
  }
  const credentials = percent_encode(config.client_id) + ":" + percent_encode(config.client_secret);
  return { headers: ["Authorization: Basic " + base64_encode(credentials)], params: [] };
}

/** The token response's meaning: tokens, or why there are none. */
function read_token_response(response: HttpResponse, session_id: string): Result<Tokens> {
  const status = response.status;
  const body = decode_object(response.body);
  if (status !== 200) {
    const reported = body.ok && typeof body.data.error === "string" ? body.data.error.substring(0, 200) : undefined;
    const invalid_grant = status >= 400 && status < 500 && reported === "invalid_grant";
    return err(invalid_grant ? "OIDC_INVALID_GRANT" : "TOKEN_EXCHANGE_FAILED", {
      http_status: status,
      idp_error: reported,
      session: session_id,
    });
  }
  if (!body.ok) {
    return token_error(status, "the answer is not a JSON object", session_id);
  }
  const id_token = body.data.id_token;
  const access_token = body.data.access_token;
  if (typeof id_token !== "string" || id_token === "") {
    return token_error(status, "no id_token", session_id);
  }
  if (typeof access_token !== "string" || access_token === "" || !is_visible_ascii(access_token)) {
    return token_error(status, "no usable access_token", session_id);
  }
  if (access_token.length > max_token_length) {
    return token_error(status, "access_token over 16 384 bytes", session_id);
  }
  return ok(body.data as Tokens);
}

function token_error(http_status: number, reason: string, session: string): Result<never> {
  return err("TOKEN_EXCHANGE_FAILED", { http_status, reason, session });
}

/**
 * Exchanges the authorization code for tokens (OpenID Connect Core section 3.1.3.1, RFC 7636 section 4.5).
 * `session_id` names the login attempt in log lines. Fails with TOKEN_ENDPOINT_NETWORK_ERROR, OIDC_INVALID_GRANT,
 * TOKEN_EXCHANGE_FAILED (details: `http_status`) or CONFIG_ERROR.
 */
export function exchange_code(
  io: Io,
  config: Config,
  discovery: Discovery,
  code: string,
  verifier: string,
  session_id: string,
): Result<Tokens> {
  const method = choose_auth_method(config, discovery);
  if (!method.ok) {
    return method;
  }
  const authentication = client_authentication(config, method.data);
  const params: [string, string][] = [
    ["grant_type", "authorization_code"],
    ["code", code],
    ["redirect_uri", config.redirect_uri],
    ["code_verifier", verifier],
  ];
  for (const param of authentication.params) {
    params.push(param);
  }
  const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
  for (const header of authentication.headers) {
    headers.push(header);
  }
  const response = send(
    io,
    { method: "POST", url: discovery.token_endpoint, headers, body: form_encode(params) },
    "TOKEN_ENDPOINT_NETWORK_ERROR",
  );
  return response.ok ? read_token_response(response.data, session_id) : response;
}

/** Whether a JWK may verify signatures of an algorithm: type, curve, use and algorithm agree (RFC 8725 section 3.1). */
export function fits(jwk: JsonObject, alg: string): boolean {
  const type = alg === "RS256" ? jwk.kty === "RSA" : jwk.kty === "EC" && jwk.crv === "P-256";
  const use = jwk.use === undefined || jwk.use === "sig";
  const operations = jwk.key_ops === undefined || (is_array(jwk.key_ops) && jwk.key_ops.includes("verify"));
  return type && use && operations && (jwk.alg === undefined || jwk.alg === alg);
}

/** The keys to try: the one of that `kid`, or without one the first few that fit. */
function candidate_keys(keys: JsonObject[], alg: string, kid: unknown): JsonObject[] {
  const fitting = keys.filter((jwk) => fits(jwk, alg));
  if (kid === undefined) {
    return fitting.slice(0, max_keys_tried);
  }
  const found = typeof kid === "string" ? find_jwk(fitting, kid) : undefined;
  return found !== undefined && found.ok ? [found.data] : [];
}

/** Whether one of the keys made the signature. */
function verified_by(keys: JsonObject[], jws: ParsedJws, alg: string): boolean {
  for (const jwk of candidate_keys(keys, alg, jws.header.kid)) {
    const pem = jwk_to_pem(jwk);
    if (pem.ok && verify_signature(jws, alg, pem.data)) {
      return true;
    }
  }
  return false;
}

/** Verifies the signature, with the JWK Set fetched anew when that may help. */
function check_signature(
  io: Io,
  jws: ParsedJws,
  alg: string,
  keys: JsonObject[],
  discovery: Discovery,
  fresh: boolean,
) {
  if (verified_by(keys, jws, alg)) {
    return ok(true);
  }
  if (fresh) {
    return signature_error();
  }
  const refreshed = load_jwks(io, discovery.jwks_uri, true);
  if (!refreshed.ok) {
    return refreshed;
  }
  return verified_by(refreshed.data.keys, jws, alg) ? ok(true) : signature_error();
}

function signature_error(): Result<boolean> {
  return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "no key of the provider verifies the signature" });
}

/**
 * `at_hash` (OpenID Connect Core section 3.1.3.6): the left half of the access token's SHA-256 in Base64URL. It must be
 * there unless the configuration says otherwise: one built by hand may lack the option.
 */
function check_at_hash(
  claims: JsonObject,
  config: { at_hash_required?: boolean },
  access_token: string,
): Result<boolean> {
  const at_hash = claims.at_hash;
  if (at_hash === undefined && config.at_hash_required === false) {
    return ok(true);
  }
  if (at_hash === undefined) {
    return err("AT_HASH_MISMATCH", { reason: "absent", hint: "see option at_hash" });
  }
  const expected = base64url_encode(hash_sha256(access_token).substring(0, 16));
  return typeof at_hash === "string" && constant_time_eq(at_hash, expected) ? ok(true) : err("AT_HASH_MISMATCH");
}

function text_alg(jws: ParsedJws): string {
  return typeof jws.header.alg === "string" ? jws.header.alg : "";
}

/**
 * Takes an ID Token apart and judges what needs no key: size, form, algorithm, `crit`. Fails with
 * ID_TOKEN_VERIFICATION_FAILED or UNSUPPORTED_ALGORITHM.
 */
export function parse_id_token(id_token: string, policy?: Policy): Result<ParsedJws> {
  if (id_token.length > max_token_length) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 16 384 bytes" });
  }
  const parsed = parse_jws(id_token);
  if (!parsed.ok) {
    return parsed;
  }
  const alg = text_alg(parsed.data);
  if (!allowed_algs(policy).includes(alg)) {
    return err("UNSUPPORTED_ALGORITHM", { alg: alg.substring(0, 32) });
  }
  return parsed.data.header.crit === undefined
    ? parsed
    : err("ID_TOKEN_VERIFICATION_FAILED", { reason: "crit is not supported" });
}

/**
 * Validates an ID Token (OpenID Connect Core section 3.1.3.7, RFC 8725) and returns its claims. `keys` is the JWK Set;
 * on an unknown `kid` or a failed signature it is refreshed once. `now` is Unix time in seconds. Fails with
 * UNSUPPORTED_ALGORITHM, NONCE_MISMATCH, AT_HASH_MISMATCH, ID_TOKEN_VERIFICATION_FAILED, or as the refresh does.
 */
export function verify_id_token(
  io: Io,
  tokens: Tokens,
  keys: JsonObject[],
  config: Config,
  handshake: Handshake,
  discovery: Discovery,
  now: number,
  policy?: Policy,
): Result<JsonObject> {
  const parsed = parse_id_token(tokens.id_token, policy);
  if (!parsed.ok) {
    return parsed;
  }
  const alg = text_alg(parsed.data);
  const fresh = policy !== undefined && policy.keys_fresh === true;
  const signature = check_signature(io, parsed.data, alg, keys, discovery, fresh);
  if (!signature.ok) {
    return signature;
  }
  const claims = parsed.data.payload;
  const judged = check_claims(claims, {
    issuer: config.issuer_url,
    client_id: config.client_id,
    now,
    clock_tolerance: config.clock_tolerance,
  });
  if (!judged.ok) {
    return judged;
  }
  if (typeof claims.nonce !== "string" || !constant_time_eq(claims.nonce, handshake.nonce)) {
    return err("NONCE_MISMATCH");
  }
  const at_hash = check_at_hash(claims, config, tokens.access_token);
  return at_hash.ok ? ok(claims) : at_hash;
}

/**
 * The claims of the UserInfo endpoint (OpenID Connect Core section 5.3). The caller compares `sub`. Fails with
 * USERINFO_NETWORK_ERROR or SSL_INIT_FAILED.
 */
export function fetch_userinfo(io: Io, endpoint: string, access_token: string): Result<JsonObject> {
  return get_json(io, endpoint, ["Authorization: Bearer " + access_token], "USERINFO_NETWORK_ERROR");
}
