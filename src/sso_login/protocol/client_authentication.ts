/** How this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523, OpenID Connect Core section 9). */
import type { HttpRequest, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import type { Discovery } from "./metadata";

/** Headers and parameters that authenticate this client. */
export interface Credentials {
  headers: string[];
  params: [string, string][];
}

/** Loaded where the client has a key in the place of a secret. */
const client_keys = () => require("./client_keys") as typeof import("./client_keys");

/** Seconds for which an assertion counts. */
const assertion_lifetime = 60;

/** The algorithm of this client's key. */
export function alg_of(config: Config): string {
  return config.client_assertion_alg ?? "ES256";
}

/** Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there. */
export function needs_no_encoding(config: Config): boolean {
  const pair = config.client_id + config.client_secret;
  return encoding.percent_encode(pair) === pair;
}

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered, and
 * where there is no key to sign with.
 */
export function choose_method(io: Io, config: Config, discovery: Discovery): Result<string> {
  const method = config.token_endpoint_auth_method ?? "auto";
  if (method === "private_key_jwt" && client_keys().newest(io, alg_of(config)) === undefined) {
    return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "with_key" } });
  }
  if (method !== "auto") {
    return ok(method);
  }
  const offered = discovery.token_endpoint_auth_methods_supported ?? [];
  const basic = offered.length === 0 || offered.includes("client_secret_basic");
  if (offered.includes("client_secret_post") && !(basic && needs_no_encoding(config))) {
    return ok("client_secret_post");
  }
  if (basic) {
    return ok("client_secret_basic");
  }
  return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "offered_method" } });
}

/**
 * A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). With `token_endpoint` as audience one that
 * goes to another origin is for the issuer even so: who runs that origin could show it to the token endpoint.
 */
function assertion(io: Io, config: Config, discovery: Discovery, url: string): Result<string> {
  const endpoint = discovery.token_endpoint;
  const is_older = config.client_assertion_audience === "token_endpoint" && urls.same_origin(url, endpoint);
  const now = io.time();
  return client_keys().sign(io, alg_of(config), is_older ? "JWT" : "client-authentication+jwt", {
    iss: config.client_id,
    sub: config.client_id,
    aud: is_older ? (discovery.published_token_endpoint ?? endpoint) : config.issuer_url,
    jti: encoding.base64url_encode(hash.random(16)),
    iat: now,
    exp: now + assertion_lifetime,
  });
}

/** What to send with a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters. */
function credentials(io: Io, config: Config, discovery: Discovery, method: string, url: string): Result<Credentials> {
  const id: [string, string] = ["client_id", config.client_id];
  if (method === "private_key_jwt") {
    const signed = assertion(io, config, discovery, url);
    if (!signed.ok) {
      return signed;
    }
    const type: [string, string] = ["client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"];
    return ok({ headers: [], params: [id, type, ["client_assertion", signed.data]] });
  }
  if (method === "client_secret_post") {
    return ok({ headers: [], params: [id, ["client_secret", config.client_secret]] });
  }
  const pair = encoding.percent_encode(config.client_id) + ":" + encoding.percent_encode(config.client_secret);
  return ok({ headers: ["Authorization: Basic " + encoding.base64_encode(pair)], params: [] });
}

/**
 * A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
 * to authenticate, as choose_method says.
 */
export function form_request(
  io: Io,
  config: Config,
  discovery: Discovery,
  url: string,
  form: string,
): Result<HttpRequest> {
  const method = choose_method(io, config, discovery);
  const to_send = method.ok ? credentials(io, config, discovery, method.data, url) : method;
  if (!to_send.ok) {
    return to_send;
  }
  const missing = to_send.data.params.filter((pair) => !form.includes(pair[0] + "="));
  const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
  return ok({
    method: "POST",
    url,
    headers: headers.concat(to_send.data.headers),
    body: missing.length > 0 ? form + "&" + encoding.form_encode(missing) : form,
  });
}
