/** The call for the provider's metadata. */
import type { JsonObject } from "io/json";
import type { HttpResponse, Io } from "../base/io";
import * as store from "../base/store";
import * as urls from "../base/urls";
import { ok, type Result } from "../result";
import * as metadata_url from "./metadata_url";
import * as provider_calls from "./provider_calls";
import type { Sender } from "./provider_calls";
import * as provider_metadata from "./provider_metadata";
import type { Issuer, Metadata } from "./provider_metadata";

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
 * Caches what a provider publishes, and returns it as it is used. Fails as `read_metadata` does. A cache that cannot be written costs time at the
 * next login, not this one.
 */
export function keep(io: Io, provider: Issuer, published: JsonObject): Result<Metadata> {
  const document = provider_metadata.read_metadata(published, provider.issuer_url);
  if (!document.ok) {
    return document;
  }
  store.write(io, provider_metadata.cache_path(io, provider), { fetched_at: io.time(), document: document.data });
  return provider_metadata.dated(provider, published, io.time());
}

/** Fetches and caches the metadata of an address; what cannot be used is remembered like no answer. */
function fetch_from(io: Io, provider: Issuer, url: string): Result<Metadata> {
  const code = "OIDC_DISCOVERY_FAILED";
  const answer = get_metadata(io, url, code, provider_calls.caller(provider));
  if (!answer.ok) {
    return answer;
  }
  const body = provider_calls.read_json(answer.data, url, code);
  const kept = body.ok ? keep(io, provider, body.data) : body;
  if (!kept.ok) {
    provider_calls.remember_failure(io, provider, url, kept);
  }
  return kept;
}

/** Fetches the metadata, unless another process has just done so: the cache has others than those of the time `known_at`. */
export function fetch(io: Io, provider: Issuer, known_at?: number): Result<Metadata> {
  const url = metadata_url.of(provider);
  return provider_calls.asking(io, provider, url, () => {
    const cached = provider_metadata.cached(io, provider);
    return cached !== undefined && cached.fetched_at !== known_at ? ok(cached) : fetch_from(io, provider, url);
  });
}
