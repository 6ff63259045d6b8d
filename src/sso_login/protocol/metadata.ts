/**
 * The provider's metadata (OpenID Connect Discovery 1.0), cached for 24 hours.
 *
 * With an internal issuer URL, the four back-channel addresses of the document that `discover` returns already stand at
 * the internal origin (specification, "Split-horizon"); the cache keeps the document as the provider gave it.
 */
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as hash from "../jose/hash";
import { err, ok, type Result } from "../result";
import * as store from "../base/store";
import * as values from "../base/values";
import * as back_channel from "./back_channel";
import type { Config } from "../settings/load";
import * as urls from "../base/urls";

/** The fields of the discovery document that are used; others are kept but mean nothing here. */
export interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
  userinfo_endpoint?: string;
  end_session_endpoint?: string;
  /** Absent means `client_secret_basic` alone. */
  token_endpoint_auth_methods_supported?: string[];
  /** Where the provider demands to get the request first (RFC 9126); undefined unless it does. */
  pushed_authorization_request_endpoint?: string;
  require_pushed_authorization_requests?: boolean;
  /** OpenID Connect Prompt Create 1.0 section 4.2; absent says nothing. */
  prompt_values_supported?: string[];
  /** RFC 9207. */
  authorization_response_iss_parameter_supported: boolean;
}

/** Seconds for a call, as the option's own default. */
const default_http_timeout = 10;

/** An endpoint's address, or an error naming the field. */
export function endpoint(document: JsonObject, field: string): Result<string> {
  const value = document[field];
  if (typeof value !== "string") {
    return err("OIDC_DISCOVERY_FAILED", { reason: "missing endpoint", field });
  }
  return urls.parse_https(value) !== undefined
    ? ok(value)
    : err("OIDC_DISCOVERY_FAILED", { reason: "endpoint is not a plain https URL", field });
}

/** An endpoint that a provider may leave out. */
function optional_endpoint(document: JsonObject, field: string): Result<string | undefined> {
  return document[field] === undefined ? ok(undefined) : endpoint(document, field);
}

/** The document's fields, checked (OpenID Connect Discovery section 4.3; decisions on endpoints). */
export function read_document(document: JsonObject, issuer: string): Result<Discovery> {
  if (document.issuer !== issuer) {
    const found = typeof document.issuer === "string" ? document.issuer : undefined;
    return err("DISCOVERY_ISSUER_MISMATCH", { configured: issuer, discovered: found });
  }
  const authorization_endpoint = endpoint(document, "authorization_endpoint");
  if (!authorization_endpoint.ok) {
    return authorization_endpoint;
  }
  const token_endpoint = endpoint(document, "token_endpoint");
  if (!token_endpoint.ok) {
    return token_endpoint;
  }
  const jwks_uri = endpoint(document, "jwks_uri");
  if (!jwks_uri.ok) {
    return jwks_uri;
  }
  const userinfo_endpoint = optional_endpoint(document, "userinfo_endpoint");
  if (!userinfo_endpoint.ok) {
    return userinfo_endpoint;
  }
  const pushed = document.require_pushed_authorization_requests === true;
  const pushed_endpoint: Result<string | undefined> = pushed
    ? endpoint(document, "pushed_authorization_request_endpoint")
    : ok(undefined);
  if (!pushed_endpoint.ok) {
    return pushed_endpoint;
  }
  const end_session_endpoint = optional_endpoint(document, "end_session_endpoint");
  return ok({
    issuer,
    authorization_endpoint: authorization_endpoint.data,
    token_endpoint: token_endpoint.data,
    jwks_uri: jwks_uri.data,
    userinfo_endpoint: userinfo_endpoint.data,
    end_session_endpoint: end_session_endpoint.ok ? end_session_endpoint.data : undefined,
    token_endpoint_auth_methods_supported: values.strings_of(document.token_endpoint_auth_methods_supported),
    pushed_authorization_request_endpoint: pushed_endpoint.data,
    require_pushed_authorization_requests: pushed ? true : undefined,
    prompt_values_supported: values.strings_of(document.prompt_values_supported),
    authorization_response_iss_parameter_supported: document.authorization_response_iss_parameter_supported === true,
  });
}

/** A URL at the internal origin, where there is one. */
function at_origin(url: string, origin: string | undefined): string {
  const parsed = urls.parse_https(url);
  return origin !== undefined && parsed !== undefined ? urls.with_origin(parsed, origin) : url;
}

/** The document with its back-channel endpoints at the internal origin. */
export function with_internal_origin(document: Discovery, origin: string | undefined): Discovery {
  if (origin === undefined) {
    return document;
  }
  const userinfo = document.userinfo_endpoint;
  const pushed = document.pushed_authorization_request_endpoint;
  return {
    issuer: document.issuer,
    authorization_endpoint: document.authorization_endpoint,
    token_endpoint: at_origin(document.token_endpoint, origin),
    jwks_uri: at_origin(document.jwks_uri, origin),
    userinfo_endpoint: userinfo !== undefined ? at_origin(userinfo, origin) : undefined,
    end_session_endpoint: document.end_session_endpoint,
    pushed_authorization_request_endpoint: pushed !== undefined ? at_origin(pushed, origin) : undefined,
    token_endpoint_auth_methods_supported: document.token_endpoint_auth_methods_supported,
    prompt_values_supported: document.prompt_values_supported,
    authorization_response_iss_parameter_supported: document.authorization_response_iss_parameter_supported,
  };
}

/** The address of the document: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function document_url(issuer: string, origin: string | undefined): string {
  const base = at_origin(issuer, origin);
  return (base.endsWith("/") ? base.substring(0, base.length - 1) : base) + "/.well-known/openid-configuration";
}

/** The document from the cache, or undefined. What was stored is checked again: the file may be damaged. */
function cached_document(io: Io, path: string, issuer: string): Discovery | undefined {
  const stored = store.read(io, path);
  if (
    stored === undefined ||
    !store.is_fresh(stored.fetched_at, io.time(), store.cache_lifetime) ||
    !json.is_object(stored.document)
  ) {
    return undefined;
  }
  const document = read_document(stored.document, issuer);
  return document.ok ? document.data : undefined;
}

/** Fetches and stores the document; one that cannot be used is remembered like no answer. */
function fetch_document(io: Io, url: string, issuer: string, cache: string): Result<Discovery> {
  const code = "OIDC_DISCOVERY_FAILED";
  const answer = back_channel.get_document(io, url, code, back_channel.call);
  if (!answer.ok) {
    return answer;
  }
  const body = back_channel.read_json(answer.data, url, code);
  const document = body.ok ? read_document(body.data, issuer) : body;
  // A cache that cannot be written costs time at the next login, not this one.
  if (document.ok) {
    store.write(io, cache, { fetched_at: io.time(), document: document.data });
  } else {
    back_channel.remember_failure(io, url, document);
  }
  return document;
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
export function discover(io: Io, issuer: string, internal_issuer_url?: string): Result<Discovery> {
  const origin = internal_origin(internal_issuer_url);
  if (internal_issuer_url !== undefined && origin === undefined) {
    return err("CONFIG_ERROR", { option: "internal_issuer_url", must: { id: "https_url" } });
  }
  const name = hash.hash_sha256_hex(issuer + "\n" + (origin ?? "")) + ".json";
  const cache = store.path_of(io, "discovery_" + name);
  const url = document_url(issuer, origin);
  let document = cached_document(io, cache, issuer);
  if (document === undefined) {
    const turn = back_channel.take_turn(io, url);
    if (!turn.ok) {
      return turn;
    }
    // Who had the turn before may have fetched it.
    document = cached_document(io, cache, issuer);
  }
  if (document === undefined) {
    const fetched = fetch_document(io, url, issuer, cache);
    if (!fetched.ok) {
      return fetched;
    }
    document = fetched.data;
  }
  return ok(with_internal_origin(document, origin));
}

/** The metadata of the configured provider; trust store and time-out of all calls to it from now on, too. */
export function of_provider(io: Io, config: Config): Result<Discovery> {
  io.https_settings({
    ca_file: config.ca_file,
    trust_folder: io.paths.run_dir,
    timeout: config.http_timeout ?? default_http_timeout,
  });
  return discover(io, config.issuer_url, config.internal_issuer_url);
}
