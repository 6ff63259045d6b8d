/**
 * The rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata of the cache and fails runs once again,
 * by the metadata that the provider publishes now, where its request would be another one. They are fetched at most once in ten seconds,
 * whoever asks. The keys are a part of them: those of before the fetch do not count any more.
 */
import type { Io } from "../base/io";
import * as urls from "../base/urls";
import type { Err } from "../result";
import type { Config } from "../settings/provider_config";
import * as client_authentication from "./client_authentication";
import * as metadata_call from "./metadata_call";
import * as metadata_url from "./metadata_url";
import * as provider_calls from "./provider_calls";
import type { Metadata } from "./provider_metadata";

/** An endpoint that a step asks. */
export type Endpoint =
  "token_endpoint" | "jwks_uri" | "userinfo_endpoint" | "pushed_authorization_request_endpoint" | "revocation_endpoint";

/** Seconds in which metadata are fetched at most once. */
const pause = 10;

/** Seconds until metadata may be fetched again; 0 for those from the future, after a clock change. */
export function seconds_until(io: Io, known: Metadata): number {
  const age = io.time() - (known.fetched_at ?? 0);
  return age >= 0 ? Math.max(0, pause - age) : 0;
}

/**
 * Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
 * at the very server that has the metadata.
 */
function may_help(io: Io, config: Config, known: Metadata, endpoint: Endpoint, failure: Err): boolean {
  const address = known[endpoint] ?? "";
  const is_near = urls.same_origin(address, metadata_url.of(config));
  const last = is_near ? provider_calls.last_failure(io, config, address) : undefined;
  const is_silent = last !== undefined && last.recent;
  return failure.meaning !== "refused" && failure.error !== "RATE_LIMITED" && !is_silent;
}

/** The method by which the client proves itself; "" where there is none. */
function method_of(io: Io, config: Config, metadata: Metadata): string {
  const method = client_authentication.choose_method(io, config, metadata);
  return method.ok ? method.data : "";
}

/** The metadata by which a step that has failed is to run once again; undefined where it is not. */
export function renewed(
  io: Io,
  config: Config,
  known: Metadata,
  endpoint: Endpoint,
  failure: Err,
): Metadata | undefined {
  if (seconds_until(io, known) > 0 || !may_help(io, config, known, endpoint, failure)) {
    return undefined;
  }
  const found = metadata_call.fetch(io, config, known.fetched_at);
  if (!found.ok) {
    return undefined;
  }
  const newest = found.data;
  const is_other =
    newest[endpoint] !== known[endpoint] || method_of(io, config, newest) !== method_of(io, config, known);
  return is_other || endpoint === "jwks_uri" ? newest : undefined;
}
