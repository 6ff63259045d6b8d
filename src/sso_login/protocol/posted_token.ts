/** Access tokens and logout tokens, which others post to the router: the common part of their verification. */
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as jws from "../jose/jws";
import type { OpenedJws } from "../jose/jws";
import { err, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as id_token from "./id_token";
import * as jwk_set from "./jwk_set";
import type { JwkSet } from "./jwk_set";
import * as provider_metadata from "./provider_metadata";

/** Bytes of a token: it has fewer claims than an ID Token. */
const max_length = 8192;

/** Seconds in which forged tokens make the service fetch the keys at most once. */
const refresh_interval = 60;

/** Takes a token apart and checks its header. */
export function open(config: Config, token: string): Result<OpenedJws> {
  if (token.length > max_length) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "over 8192 bytes" });
  }
  const opened = jws.open_jws(token);
  return opened.ok ? id_token.check_header(opened.data, config.id_token_algs) : opened;
}

/** The provider's keys; undefined when no cache has them. */
export function cached_keys(io: Io, config: Config): JwkSet | undefined {
  const metadata = provider_metadata.cached_of_provider(io, config);
  return metadata !== undefined ? jwk_set.cached_jwks(io, config, metadata.jwks_uri) : undefined;
}

/** The keys that no cache has, from the provider if it may be called. */
export function fetch_keys(io: Io, config: Config, may_call: boolean): Result<JwkSet> {
  if (!may_call) {
    return err("ID_TOKEN_VERIFICATION_FAILED", { reason: "the provider's keys are not known" });
  }
  const metadata = provider_metadata.of_provider(io, config);
  return metadata.ok ? jwk_set.load_jwks(io, config, metadata.data.jwks_uri, false) : metadata;
}

/** Verifies the signature; the keys are fetched anew where that may help, and may be. */
export function check_signature(
  io: Io,
  config: Config,
  opened: OpenedJws,
  keys: JwkSet,
  may_call: boolean,
): Result<JwkSet> {
  const is_recent = store.is_fresh(keys.fetched_at, io.time(), refresh_interval);
  const fresh = keys.fresh || is_recent || !may_call;
  return id_token.check_signature(io, config, opened, { uri: keys.uri, keys: keys.keys, fresh });
}
