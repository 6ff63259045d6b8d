/**
 * The provider's metadata (OpenID Connect Discovery 1.0), cached for 24 hours.
 *
 * With an internal issuer URL, the back-channel endpoints of the metadata that `discover` returns are already at
 * the internal origin (specification, "Split-horizon"); the cache keeps them as the provider gave them.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import type { Config } from "../settings/provider_config";
import * as urls from "../base/urls";
import * as provider_files from "./provider_files";
import type { Provider } from "./provider_files";

/** The fields of the discovery document that are used; others are kept but mean nothing here. */
export interface Metadata {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  /** The token endpoint as the provider publishes it, where token_endpoint is at the internal origin. */
  published_token_endpoint?: string;
  end_session_endpoint?: string;
  /** RFC 7009. Checked where it is used, as few requests do. */
  revocation_endpoint?: string;
  /** Absent means only `client_secret_basic`. */
  token_endpoint_auth_methods_supported?: string[];
  /** RFC 9126; undefined unless the provider demands pushed requests. */
  pushed_authorization_request_endpoint?: string;
  require_pushed_authorization_requests?: boolean;
  /** OpenID Connect Prompt Create 1.0 section 4.2; absent says nothing. */
  prompt_values_supported?: string[];
  /** RFC 9207. */
  authorization_response_iss_parameter_supported: boolean;
}

/** Their path, after the issuer (OpenID Connect Discovery section 4). */
export const metadata_path = "/.well-known/openid-configuration";

/** Loaded for a call: most requests find the metadata in the cache. */
const metadata_call = () => require("./metadata_call") as typeof import("./metadata_call");
const provider_calls = () => require("./provider_calls") as typeof import("./provider_calls");

/** Seconds for a call: the default of the option. */
const default_http_timeout = 10;

/** An endpoint's address, or an error naming the field. */
export function endpoint(metadata: JsonObject, field: string): Result<string> {
  const value = metadata[field];
  if (typeof value !== "string" || value === "") {
    return err("OIDC_DISCOVERY_FAILED", { reason: "missing endpoint", field });
  }
  return urls.parse_https(value) !== undefined
    ? ok(value)
    : err("OIDC_DISCOVERY_FAILED", {
        reason: "endpoint is not a plain https URL",
        field,
        url: metadata_call().shown(value),
      });
}

/** A URL at the internal origin, where there is one. */
export function at_origin(url: string, origin: string | undefined): string {
  const parsed = origin !== undefined ? urls.parse_https(url) : undefined;
  return origin !== undefined && parsed !== undefined ? urls.with_origin(parsed, origin) : url;
}

/**
 * The metadata, checked (OpenID Connect Discovery section 4.3; decisions on endpoints). The endpoints that the router calls itself are
 * at the internal origin, where there is one.
 */
export function read_metadata(metadata: JsonObject, issuer: string, origin?: string): Result<Metadata> {
  if (metadata.issuer !== issuer) {
    const found = typeof metadata.issuer === "string" ? metadata.issuer : undefined;
    return err("DISCOVERY_ISSUER_MISMATCH", { configured: issuer, discovered: found });
  }
  // An empty text is as no endpoint.
  const userinfo = metadata.userinfo_endpoint !== "" ? metadata.userinfo_endpoint : undefined;
  const pushed = metadata.require_pushed_authorization_requests === true;
  const asked_for = ["authorization_endpoint", "token_endpoint", "jwks_uri"]
    .concat(userinfo !== undefined ? ["userinfo_endpoint"] : [])
    .concat(pushed ? ["pushed_authorization_request_endpoint"] : []);
  for (const field of asked_for) {
    const checked = endpoint(metadata, field);
    if (!checked.ok) {
      return checked;
    }
  }
  const end_session_endpoint = endpoint(metadata, "end_session_endpoint");
  const called = (field: string): string => at_origin(metadata[field] as string, origin);
  const demanded = pushed ? true : undefined;
  return ok({
    issuer,
    authorization_endpoint: metadata.authorization_endpoint as string,
    token_endpoint: called("token_endpoint"),
    published_token_endpoint: origin !== undefined ? (metadata.token_endpoint as string) : undefined,
    jwks_uri: called("jwks_uri"),
    userinfo_endpoint: userinfo !== undefined ? called("userinfo_endpoint") : undefined,
    end_session_endpoint: end_session_endpoint.ok ? end_session_endpoint.data : undefined,
    revocation_endpoint: typeof metadata.revocation_endpoint === "string" ? called("revocation_endpoint") : undefined,
    token_endpoint_auth_methods_supported: json_values.strings_of(metadata.token_endpoint_auth_methods_supported),
    pushed_authorization_request_endpoint: pushed ? called("pushed_authorization_request_endpoint") : undefined,
    require_pushed_authorization_requests: demanded,
    prompt_values_supported: json_values.strings_of(metadata.prompt_values_supported),
    authorization_response_iss_parameter_supported: metadata.authorization_response_iss_parameter_supported === true,
  });
}

/** The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function metadata_url(issuer: string, origin: string | undefined): string {
  const base = at_origin(issuer, origin);
  return (base.endsWith("/") ? base.substring(0, base.length - 1) : base) + metadata_path;
}

/** The file of the cached metadata. */
function cache_path(io: Io, provider: Provider, issuer: string, origin: string | undefined): string {
  return provider_files.path_about(io, provider, "discovery_", issuer + "\n" + (origin ?? ""));
}

/** The metadata from the cache, or undefined. They are checked again: the file may be damaged. */
function cached_metadata(io: Io, path: string, issuer: string, origin: string | undefined): Metadata | undefined {
  const stored = store.read_fresh(io, path, "fetched_at", store.cache_lifetime) ?? {};
  const metadata = json.is_object(stored.document) ? read_metadata(stored.document, issuer, origin) : undefined;
  return metadata !== undefined && metadata.ok ? metadata.data : undefined;
}

/** Fetches and stores the metadata as the provider publishes them; what cannot be used is remembered like no answer. */
function fetch_metadata(io: Io, provider: Provider, url: string, issuer: string, cache: string): Result<JsonObject> {
  const code = "OIDC_DISCOVERY_FAILED";
  const answer = metadata_call().get_metadata(io, url, code, provider_calls().caller(provider));
  if (!answer.ok) {
    return answer;
  }
  const body = provider_calls().read_json(answer.data, url, code);
  const metadata = body.ok ? read_metadata(body.data, issuer) : body;
  if (!metadata.ok) {
    provider_calls().remember_failure(io, provider, url, metadata);
    return metadata;
  }
  // A cache that cannot be written costs time at the next login, not this one.
  store.write(io, cache, { fetched_at: io.time(), document: metadata.data });
  return body;
}

/** The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts. */
export function internal_origin(internal_issuer_url: string | undefined): string | undefined {
  const parsed = internal_issuer_url !== undefined ? urls.parse_https(internal_issuer_url) : undefined;
  return parsed !== undefined ? parsed.origin : undefined;
}

/**
 * The provider's metadata. Fails with OIDC_DISCOVERY_FAILED, DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is
 * remembered for 10 seconds, so that a provider that is down cannot hold all of the web server's script slots.
 */
export function discover(io: Io, provider: Provider, issuer: string, internal_issuer_url?: string): Result<Metadata> {
  const origin = internal_origin(internal_issuer_url);
  if (internal_issuer_url !== undefined && origin === undefined) {
    return err("CONFIG_ERROR", { option: "internal_issuer_url", must: { id: "https_url" } });
  }
  const cache = cache_path(io, provider, issuer, origin);
  const url = metadata_url(issuer, origin);
  const known = cached_metadata(io, cache, issuer, origin);
  if (known !== undefined) {
    return ok(known);
  }
  return provider_calls().asking(io, provider, url, () => {
    // The process that had the lock before may have fetched the document.
    const stored = cached_metadata(io, cache, issuer, origin);
    if (stored !== undefined) {
      return ok(stored);
    }
    const fetched = fetch_metadata(io, provider, url, issuer, cache);
    return fetched.ok ? read_metadata(fetched.data, issuer, origin) : fetched;
  });
}

/** Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most. */
function configure_calls(io: Io, config: Config, max_timeout?: number): void {
  const timeout = config.http_timeout ?? default_http_timeout;
  io.https_settings({
    ca_file: config.ca_file,
    trust_folder: provider_files.folder(io, config),
    timeout: Math.min(timeout, max_timeout ?? timeout),
  });
}

/** The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most. */
export function of_provider(io: Io, config: Config, max_timeout?: number): Result<Metadata> {
  configure_calls(io, config, max_timeout);
  return discover(io, config, config.issuer_url, config.internal_issuer_url);
}

/** The address of the first call of a login: that of the metadata, where the cache has none. */
export function first_address(config: Config, cached: Metadata | undefined): string {
  return cached !== undefined
    ? cached.token_endpoint
    : metadata_url(config.issuer_url, internal_origin(config.internal_issuer_url));
}

/** As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case. */
export function cached_of_provider(io: Io, config: Config): Metadata | undefined {
  configure_calls(io, config);
  const origin = internal_origin(config.internal_issuer_url);
  return cached_metadata(io, cache_path(io, config, config.issuer_url, origin), config.issuer_url, origin);
}
