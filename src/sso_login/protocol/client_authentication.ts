/** How this client proves itself at the provider's token endpoint (RFC 6749 section 2.3.1). */
import type { HttpRequest } from "../base/io";
import * as encoding from "../base/encoding";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/config";
import type { Discovery } from "./metadata";

/** Headers and parameters that authenticate this client. */
export interface Credentials {
  headers: string[];
  params: [string, string][];
}

/** Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there. */
export function needs_no_encoding(config: Config): boolean {
  const pair = config.client_id + config.client_secret;
  return encoding.percent_encode(pair) === pair;
}

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered.
 */
export function choose_method(config: Config, discovery: Discovery): Result<string> {
  const method = config.token_endpoint_auth_method ?? "auto";
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

/** What to send with a method: a Basic header of the form-encoded id and secret, or both as parameters. */
export function credentials(config: Config, method: string): Credentials {
  if (method === "client_secret_post") {
    return {
      headers: [],
      params: [
        ["client_id", config.client_id],
        ["client_secret", config.client_secret],
      ],
    };
  }
  const pair = encoding.percent_encode(config.client_id) + ":" + encoding.percent_encode(config.client_secret);
  return { headers: ["Authorization: Basic " + encoding.base64_encode(pair)], params: [] };
}

/** A POST of an encoded form by this client; an id that the form has already is sent once. */
export function form_request(config: Config, method: string, url: string, form: string): HttpRequest {
  const credentials_to_send = credentials(config, method);
  const missing = credentials_to_send.params.filter((pair) => !form.includes(pair[0] + "="));
  const headers = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"];
  return {
    method: "POST",
    url,
    headers: headers.concat(credentials_to_send.headers),
    body: missing.length > 0 ? form + "&" + encoding.form_encode(missing) : form,
  };
}
