/** The metadata of a provider for a request, from the cache or by a call, and the steps that go by them. */
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as provider_files from "./provider_files";
import * as provider_metadata from "./provider_metadata";
import type { Metadata } from "./provider_metadata";
import type { Endpoint } from "./metadata_call";

/** Loaded for a call, and for a step that fails: most requests find the metadata in the cache. */
const metadata_call = () => require("./metadata_call") as typeof import("./metadata_call");

/** Seconds for a call: the default of the option. */
const default_http_timeout = 10;

/** Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most. */
function configure_calls(io: Io, config: Config, max_timeout?: number): void {
  const timeout = config.http_timeout ?? default_http_timeout;
  io.https_settings({
    ca_file: config.ca_file,
    trust_folder: provider_files.folder(io, config),
    timeout: Math.min(timeout, max_timeout ?? timeout),
  });
}

/**
 * The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most. Fails with OIDC_DISCOVERY_FAILED,
 * DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is remembered for 10 seconds, so that a provider that is down cannot hold all of the
 * web server's script slots.
 */
export function of_provider(io: Io, config: Config, max_timeout?: number): Result<Metadata> {
  configure_calls(io, config, max_timeout);
  const internal = config.internal_issuer_url;
  if (internal !== undefined && provider_metadata.internal_origin(internal) === undefined) {
    return err("CONFIG_ERROR", { option: "internal_issuer_url", must: { id: "https_url" } });
  }
  const known = provider_metadata.cached(io, config);
  return known !== undefined ? ok(known) : metadata_call().fetch(io, config);
}

/** As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case. */
export function cached_of_provider(io: Io, config: Config): Metadata | undefined {
  configure_calls(io, config);
  return provider_metadata.cached(io, config);
}

/**
 * Runs a step that asks an endpoint of the metadata. Where it fails, and the cache may be the reason (`metadata_call`), it runs once again by the
 * metadata that the provider publishes now.
 */
export function by_metadata<T>(
  io: Io,
  config: Config,
  known: Result<Metadata>,
  endpoint: Endpoint,
  step: (this: void, metadata: Metadata) => Result<T>,
): Result<T> {
  const outcome = known.ok ? step(known.data) : known;
  const renewed =
    known.ok && !outcome.ok ? metadata_call().renewed(io, config, known.data, endpoint, outcome) : undefined;
  return renewed !== undefined ? step(renewed) : outcome;
}
