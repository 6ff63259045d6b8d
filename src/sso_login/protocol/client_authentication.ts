/** The method by which this client proves itself at the provider (RFC 6749 section 2.3, OpenID Connect Core section 9). */
import * as bytes from "io/bytes";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import type { Metadata } from "./provider_metadata";

/** Loaded for a client with a key in the place of a secret. */
const client_keys = () => require("../jose/client_keys") as typeof import("../jose/client_keys");

/** Bytes of the provider's methods in an error. */
const max_offered = 200;

/** The algorithm of this client's key. */
export function alg_of(config: Config): string {
  return config.client_assertion_alg ?? "ES256";
}

/** Whether both texts are sent as they are in a Basic header: some servers do not decode what RFC 6749 encodes there. */
export function needs_no_encoding(config: Config): boolean {
  const pair = config.client_id + config.client_secret;
  return bytes.percent_encode(pair) === pair;
}

/**
 * The configured method, or with `auto` (which absence means, too) basic if the provider lists it or lists nothing, else
 * post; but post where it is listed, too, and encoding would change id or secret. CONFIG_ERROR when neither is offered, or
 * there is no key to sign with.
 */
export function choose_method(io: Io, config: Config, metadata: Metadata): Result<string> {
  const method = config.token_endpoint_auth_method ?? "auto";
  const alg = alg_of(config);
  if (method === "private_key_jwt" && client_keys().newest(io, alg) === undefined) {
    return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "with_key", params: { alg } } });
  }
  if (method !== "auto") {
    return ok(method);
  }
  const offered = metadata.token_endpoint_auth_methods_supported ?? [];
  const basic = offered.length === 0 || offered.includes("client_secret_basic");
  if (offered.includes("client_secret_post") && !(basic && needs_no_encoding(config))) {
    return ok("client_secret_post");
  }
  if (basic) {
    return ok("client_secret_basic");
  }
  const must = { id: "offered_method", params: { offered: offered.join(", ").substring(0, max_offered) } };
  return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must });
}
