/** Requests by which this client proves itself at the provider (RFC 6749 section 2.3, RFC 7523). */
import * as bytes from "io/bytes";
import type { HttpRequest, Io } from "../base/io";
import * as encoding from "../base/encoding";
import { ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as client_authentication from "./client_authentication";
import type { Metadata } from "./provider_metadata";

/** Headers and parameters that authenticate this client. */
export interface Credentials {
  headers: string[];
  params: [string, string][];
}

/** Loaded for a client with a key in the place of a secret. */
const client_assertion = () => require("./client_assertion") as typeof import("./client_assertion");

/** The credentials of a Basic header: form-encoded id and secret (RFC 6749 section 2.3.1). */
function basic_credentials(config: Config): string {
  const pair = bytes.percent_encode(config.client_id) + ":" + bytes.percent_encode(config.client_secret);
  return encoding.base64_encode(pair);
}

/** The forms in which the client secret is sent. A text of the provider that repeats one of them is not shown. */
export function forms_of_secret(config: Config): string[] {
  return [config.client_secret, bytes.percent_encode(config.client_secret), basic_credentials(config)];
}

/** The credentials for a method: an assertion, a Basic header of the form-encoded id and secret, or both as parameters. */
function credentials_for(io: Io, config: Config, metadata: Metadata, method: string, url: string): Result<Credentials> {
  const id: [string, string] = ["client_id", config.client_id];
  if (method === "private_key_jwt") {
    const signed = client_assertion().sign(io, config, metadata, url);
    if (!signed.ok) {
      return signed;
    }
    const type: [string, string] = ["client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"];
    return ok({ headers: [], params: [id, type, ["client_assertion", signed.data]] });
  }
  if (method === "client_secret_post") {
    return ok({ headers: [], params: [id, ["client_secret", config.client_secret]] });
  }
  return ok({ headers: ["Authorization: Basic " + basic_credentials(config)], params: [] });
}

/**
 * A POST of an encoded form to `url` by this client; an id that the form has already is sent once. CONFIG_ERROR where there is no way
 * to authenticate, as choose_method says.
 */
export function form_request(
  io: Io,
  config: Config,
  metadata: Metadata,
  url: string,
  form: string,
): Result<HttpRequest> {
  const method = client_authentication.choose_method(io, config, metadata);
  if (!method.ok) {
    return method;
  }
  const credentials = credentials_for(io, config, metadata, method.data, url);
  if (!credentials.ok) {
    return credentials;
  }
  const missing = credentials.data.params.filter((pair) => !form.includes(pair[0] + "="));
  const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
  return ok({
    method: "POST",
    url,
    headers: headers.concat(credentials.data.headers),
    body: missing.length > 0 ? form + "&" + encoding.form_encode(missing) : form,
  });
}
