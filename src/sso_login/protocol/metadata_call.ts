/**
 * The call for the provider's metadata, and the rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata
 * of the cache and fails runs once again, by the metadata that the provider publishes now, where its request would be another one. For this
 * they are fetched at most once in ten seconds, whoever asks. The keys are a part of them: they are fetched anew with them.
 */
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as store from "../base/store";
import * as urls from "../base/urls";
import { ok, type Err, type Result } from "../result";
import type { Config } from "../settings/provider_config";
import * as provider_calls from "./provider_calls";
import type { Sender } from "./provider_calls";
import * as provider_files from "./provider_files";
import * as provider_metadata from "./provider_metadata";
import type { Issuer, Metadata } from "./provider_metadata";

/** Loaded where a step is to run once again. */
const client_authentication = () => require("./client_authentication") as typeof import("./client_authentication");

/** The target of a redirect within the origin of the request. */
function redirect_within(url: string, location: string | undefined): string | undefined {
  const from = urls.parse_https(url);
  const to = location !== undefined ? urls.parse_https(location) : undefined;
  const is_within = from !== undefined && to !== undefined && from.origin.toLowerCase() === to.origin.toLowerCase();
  return is_within ? location : undefined;
}

/** GETs metadata: one redirect within the origin is followed, as some providers add a slash. */
export function get_metadata(io: Io, url: string, code: string, sender: Sender): Result<HttpResponse> {
  const response = provider_calls.get(io, url, [], code, sender);
  const target = response.ok ? redirect_within(url, response.data.location) : undefined;
  return target !== undefined ? provider_calls.get(io, target, [], code, sender) : response;
}

/**
 * Caches what a provider publishes, without the keys that were cached before, and returns it as it is used. `renews`: it was fetched as the
 * cache may have been the reason of a failure. Fails as `read_metadata` does. A cache that cannot be written costs time at the next login,
 * not this one.
 */
export function keep(io: Io, provider: Issuer, published: JsonObject, renews?: boolean): Result<Metadata> {
  const document = provider_metadata.read_metadata(published, provider.issuer_url);
  if (!document.ok) {
    return document;
  }
  // The cache has the provider's own addresses. Those in use are others where there is an internal origin.
  const used = provider_metadata.read_provider(provider, published);
  if (!used.ok) {
    return used;
  }
  io.remove(provider_files.keys_path(io, provider, used.data.jwks_uri));
  const fetched_at = io.time();
  const former = store.read(io, provider_metadata.cache_path(io, provider)) ?? {};
  const renewed_at = renews === true ? fetched_at : former.renewed_at;
  store.write(io, provider_metadata.cache_path(io, provider), { fetched_at, renewed_at, document: document.data });
  used.data.fetched_at = fetched_at;
  // This process has just fetched them, and does not do so again.
  used.data.renewed_at = fetched_at;
  return used;
}

/** Fetches and caches the metadata of an address; what cannot be used is remembered like no answer. */
function fetch_from(io: Io, provider: Issuer, url: string, renews?: boolean): Result<Metadata> {
  const code = "OIDC_DISCOVERY_FAILED";
  const answer = get_metadata(io, url, code, provider_calls.caller(provider));
  if (!answer.ok) {
    return answer;
  }
  const body = provider_calls.read_json(answer.data, url, code);
  const kept = body.ok ? keep(io, provider, body.data, renews) : body;
  if (!kept.ok) {
    provider_calls.remember_failure(io, provider, url, kept);
  }
  return kept;
}

/** An endpoint that a step asks. */
export type Endpoint =
  "token_endpoint" | "jwks_uri" | "userinfo_endpoint" | "pushed_authorization_request_endpoint" | "revocation_endpoint";

/** Seconds in which metadata are renewed at most once. */
const pause = 10;

/** Seconds until metadata may be renewed; 0 for those from the future, after a clock change. */
export function seconds_until(io: Io, known: Metadata): number {
  const age = known.renewed_at !== undefined ? io.time() - known.renewed_at : pause;
  return age >= 0 ? Math.max(0, pause - age) : 0;
}

/** Fetches the metadata, unless another process has just done so: the cache has some, and to renew it, some that were renewed. */
export function fetch(io: Io, provider: Issuer, renews?: boolean): Result<Metadata> {
  const url = provider_metadata.url_of(provider);
  return provider_calls.asking(io, provider, url, () => {
    const cached = provider_metadata.cached(io, provider);
    const is_new = cached !== undefined && (renews !== true || seconds_until(io, cached) > 0);
    return is_new ? ok(cached) : fetch_from(io, provider, url, renews);
  });
}

/**
 * Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
 * at the very server that has the metadata.
 */
function may_help(io: Io, config: Config, known: Metadata, endpoint: Endpoint, failure: Err): boolean {
  const address = known[endpoint];
  const is_near = address !== undefined && urls.same_origin(address, provider_metadata.url_of(config));
  const last = is_near ? provider_calls.last_failure(io, config, address) : undefined;
  const is_silent = last !== undefined && last.recent;
  return failure.meaning !== "refused" && failure.error !== "RATE_LIMITED" && !is_silent;
}

/** The method by which the client proves itself; undefined where there is none. */
function method_of(io: Io, config: Config, metadata: Metadata): string | undefined {
  const method = client_authentication().choose_method(io, config, metadata);
  return method.ok ? method.data : undefined;
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
  const found = fetch(io, config, true);
  if (!found.ok) {
    return undefined;
  }
  const newest = found.data;
  const is_other =
    newest[endpoint] !== known[endpoint] || method_of(io, config, newest) !== method_of(io, config, known);
  return is_other || endpoint === "jwks_uri" ? newest : undefined;
}
