/** A request by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523). */
import type { HttpRequest, Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as urls from "../base/urls";
import * as hash from "../jose/hash";
import { ok, type Result } from "../result";
import type { Config } from "../settings/config";
import * as client_authentication from "./client_authentication";
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

/**
 * A new assertion for a request to `url` (RFC 7523 section 3, draft-ietf-oauth-rfc7523bis). With `token_endpoint` as audience one that
 * goes to another origin is for the issuer even so: who runs that origin could show it to the token endpoint.
 */
function assertion(io: Io, config: Config, discovery: Discovery, url: string): Result<string> {
  const endpoint = discovery.token_endpoint;
  const is_older = config.client_assertion_audience === "token_endpoint" && urls.same_origin(url, endpoint);
  const now = io.time();
  return client_keys().sign(io, client_authentication.alg_of(config), is_older ? "JWT" : "client-authentication+jwt", {
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
  const method = client_authentication.choose_method(io, config, discovery);
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
