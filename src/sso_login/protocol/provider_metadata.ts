/**
 * The provider's metadata (OpenID Connect Discovery 1.0) as a value, and their cache.
 *
 * With an internal issuer URL, the back-channel endpoints are at the internal origin (specification, "Split-horizon"); the cache keeps
 * them as the provider gave them.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as public_names from "../base/public_names";
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
  /** Time of the fetch, in Unix seconds. */
  fetched_at?: number;
  /** The same, where this request or a renewal of the cache (`metadata_call`) has fetched them. */
  renewed_at?: number;
}

/** The path of the metadata, after the issuer (OpenID Connect Discovery section 4). */
export const path = "/.well-known/openid-configuration";

/** A provider by its issuer. */
export type Issuer = Provider & Pick<Config, "issuer_url" | "internal_issuer_url">;

/** Loaded for an address that cannot be called. */
const provider_errors = () => require("../explain/provider_errors") as typeof import("../explain/provider_errors");

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
        url: provider_errors().shown_address(value),
      });
}

/** A URL at the internal origin, where there is one. */
export function at_origin(url: string, origin: string | undefined): string {
  if (origin === undefined) {
    return url;
  }
  const parsed = urls.parse_https(url);
  return parsed !== undefined ? urls.with_origin(parsed, origin) : url;
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

/** The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts. */
export function internal_origin(internal_issuer_url: string | undefined): string | undefined {
  const parsed = internal_issuer_url !== undefined ? urls.parse_https(internal_issuer_url) : undefined;
  return parsed !== undefined ? parsed.origin : undefined;
}

/** The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function url_of(provider: Issuer): string {
  const base = at_origin(provider.issuer_url, internal_origin(provider.internal_issuer_url));
  return (base.endsWith("/") ? base.substring(0, base.length - 1) : base) + path;
}

/** The file of the cached metadata. */
export function cache_path(io: Io, provider: Issuer): string {
  const origin = internal_origin(provider.internal_issuer_url) ?? "";
  return provider_files.path_about(io, provider, "discovery_", provider.issuer_url + "\n" + origin);
}

/** Seconds for which metadata are cached for logins: those of before the last save of the configuration do not count. */
function lifetime(io: Io): number {
  const saved = io.file_info(io.paths.config_dir + "/" + public_names.package_name);
  const now = io.time();
  if (saved === undefined || saved.mtime > now) {
    return store.cache_lifetime;
  }
  return Math.min(now - saved.mtime + 1, store.cache_lifetime);
}

/** A provider's metadata as they are used: `read_metadata` by its issuer and its internal origin. */
export function read_provider(provider: Issuer, document: JsonObject): Result<Metadata> {
  return read_metadata(document, provider.issuer_url, internal_origin(provider.internal_issuer_url));
}

/** The metadata from the cache, at most so many seconds old, or undefined. They are checked again: the file may be damaged. */
export function cached(io: Io, provider: Issuer, seconds?: number): Metadata | undefined {
  const stored = store.read_fresh(io, cache_path(io, provider), "fetched_at", seconds ?? lifetime(io)) ?? {};
  const metadata = json.is_object(stored.document) ? read_provider(provider, stored.document) : undefined;
  if (metadata === undefined || !metadata.ok) {
    return undefined;
  }
  metadata.data.fetched_at = stored.fetched_at as number;
  metadata.data.renewed_at = typeof stored.renewed_at === "number" ? stored.renewed_at : undefined;
  return metadata.data;
}
