/** How this client proves itself at the provider's token endpoint (RFC 6749 section 2.3.1). */
import * as encoding from "../base/encoding";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/load";
import type { Discovery } from "./metadata";

/** Headers and parameters that authenticate this client. */
export interface Credentials {
  headers: string[];
  params: [string, string][];
}

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post. CONFIG_ERROR when it offers neither.
 */
export function choose_method(config: Config, discovery: Discovery): Result<string> {
  const method = config.token_endpoint_auth_method ?? "auto";
  if (method !== "auto") {
    return ok(method);
  }
  const offered = discovery.token_endpoint_auth_methods_supported;
  if (offered === undefined || offered.length === 0 || offered.includes("client_secret_basic")) {
    return ok("client_secret_basic");
  }
  if (offered.includes("client_secret_post")) {
    return ok("client_secret_post");
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
