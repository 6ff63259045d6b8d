'use strict';
// Generated from src/sso_login/protocol/provider_metadata.ts by "make ucode"; do not edit.

/**
 * The provider's metadata (OpenID Connect Discovery 1.0), cached for 24 hours.
 *
 * With an internal issuer URL, the back-channel endpoints of the metadata that `discover` returns are already at
 * the internal origin (specification, "Split-horizon"); the cache keeps them as the provider gave them.
 */

import { ends_with, key_of, load_module, substring } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { read_fresh, cache_lifetime, write as store_write } from 'sso_login.base.store';
import { strings_of } from 'sso_login.base.json_values';
import { parse_https, with_origin } from 'sso_login.base.urls';
import { path_about, folder } from 'sso_login.protocol.provider_files';

/** Their path, after the issuer (OpenID Connect Discovery section 4). */
export const metadata_path = "/.well-known/openid-configuration";

/** Seconds for a call: the default of the option. */
const default_http_timeout = 10;

/** An endpoint's address, or an error naming the field. */
export function endpoint(metadata, field) {
	const value = metadata[key_of(field)];
	if (type(value) != "string" || value === "") {
		return err("OIDC_DISCOVERY_FAILED", { reason: "missing endpoint", field });
	}
	return parse_https(value) !== null
		? ok(value)
		: err("OIDC_DISCOVERY_FAILED", {
				reason: "endpoint is not a plain https URL",
				field,
				url: load_module('sso_login.protocol.metadata_call').shown(value),
			});
};

/** A URL at the internal origin, where there is one. */
export function at_origin(url, origin) {
	const parsed = origin !== null ? parse_https(url) : null;
	return origin !== null && parsed !== null ? with_origin(parsed, origin) : url;
};

/**
 * The metadata, checked (OpenID Connect Discovery section 4.3; decisions on endpoints). The endpoints that the router calls itself are
 * at the internal origin, where there is one.
 */
export function read_metadata(metadata, issuer, origin) {
	if (metadata.issuer !== issuer) {
		const found = type(metadata.issuer) == "string" ? metadata.issuer : null;
		return err("DISCOVERY_ISSUER_MISMATCH", { configured: issuer, discovered: found });
	}
	// An empty text is as no endpoint.
	const userinfo = metadata.userinfo_endpoint !== "" ? metadata.userinfo_endpoint : null;
	const pushed = metadata.require_pushed_authorization_requests === true;
	const asked_for = [...[...["authorization_endpoint", "token_endpoint", "jwks_uri"], ...userinfo !== null ? ["userinfo_endpoint"] : []], ...pushed ? ["pushed_authorization_request_endpoint"] : []];
	for (let field in asked_for) {
		const checked = endpoint(metadata, field);
		if (!checked.ok) {
			return checked;
		}
	}
	const end_session_endpoint = endpoint(metadata, "end_session_endpoint");
	const called = (field) => at_origin(metadata[key_of(field)], origin);
	const demanded = pushed ? true : null;
	return ok({
		issuer,
		authorization_endpoint: metadata.authorization_endpoint,
		token_endpoint: called("token_endpoint"),
		published_token_endpoint: origin !== null ? metadata.token_endpoint : null,
		jwks_uri: called("jwks_uri"),
		userinfo_endpoint: userinfo !== null ? called("userinfo_endpoint") : null,
		end_session_endpoint: end_session_endpoint.ok ? end_session_endpoint.data : null,
		revocation_endpoint: type(metadata.revocation_endpoint) == "string" ? called("revocation_endpoint") : null,
		token_endpoint_auth_methods_supported: strings_of(metadata.token_endpoint_auth_methods_supported),
		pushed_authorization_request_endpoint: pushed ? called("pushed_authorization_request_endpoint") : null,
		require_pushed_authorization_requests: demanded,
		prompt_values_supported: strings_of(metadata.prompt_values_supported),
		authorization_response_iss_parameter_supported: metadata.authorization_response_iss_parameter_supported === true,
	});
};

/** The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function metadata_url(issuer, origin) {
	const base = at_origin(issuer, origin);
	return (ends_with(base, "/") ? substring(base, 0, length(base) - 1) : base) + metadata_path;
};

/** The file of the cached metadata. */
function cache_path(io, provider, issuer, origin) {
	return path_about(io, provider, "discovery_", issuer + "\n" + (origin ?? ""));
}

/** The metadata from the cache, or undefined. They are checked again: the file may be damaged. */
function cached_metadata(io, path, issuer, origin) {
	const stored = read_fresh(io, path, "fetched_at", cache_lifetime) ?? {};
	const metadata = is_object(stored.document) ? read_metadata(stored.document, issuer, origin) : null;
	return metadata !== null && metadata.ok ? metadata.data : null;
}

/** Fetches and stores the metadata as the provider publishes them; what cannot be used is remembered like no answer. */
function fetch_metadata(io, provider, url, issuer, cache) {
	const code = "OIDC_DISCOVERY_FAILED";
	const answer = load_module('sso_login.protocol.metadata_call').get_metadata(io, url, code, load_module('sso_login.protocol.provider_calls').caller(provider));
	if (!answer.ok) {
		return answer;
	}
	const body = load_module('sso_login.protocol.provider_calls').read_json(answer.data, url, code);
	const metadata = body.ok ? read_metadata(body.data, issuer) : body;
	if (!metadata.ok) {
		load_module('sso_login.protocol.provider_calls').remember_failure(io, provider, url, metadata);
		return metadata;
	}
	// A cache that cannot be written costs time at the next login, not this one.
	store_write(io, cache, { fetched_at: io.time(), document: metadata.data });
	return body;
}

/** The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts. */
export function internal_origin(internal_issuer_url) {
	const parsed = internal_issuer_url !== null ? parse_https(internal_issuer_url) : null;
	return parsed !== null ? parsed.origin : null;
};

/**
 * The provider's metadata. Fails with OIDC_DISCOVERY_FAILED, DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is
 * remembered for 10 seconds, so that a provider that is down cannot hold all of the web server's script slots.
 */
export function discover(io, provider, issuer, internal_issuer_url) {
	const origin = internal_origin(internal_issuer_url);
	if (internal_issuer_url !== null && origin === null) {
		return err("CONFIG_ERROR", { option: "internal_issuer_url", must: { id: "https_url" } });
	}
	const cache = cache_path(io, provider, issuer, origin);
	const url = metadata_url(issuer, origin);
	const known = cached_metadata(io, cache, issuer, origin);
	if (known !== null) {
		return ok(known);
	}
	return load_module('sso_login.protocol.provider_calls').asking(io, provider, url, () => {
		// The process that had the lock before may have fetched the document.
		const stored = cached_metadata(io, cache, issuer, origin);
		if (stored !== null) {
			return ok(stored);
		}
		const fetched = fetch_metadata(io, provider, url, issuer, cache);
		return fetched.ok ? read_metadata(fetched.data, issuer, origin) : fetched;
	});
};

/** Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most. */
function configure_calls(io, config, max_timeout) {
	const timeout = config.http_timeout ?? default_http_timeout;
	io.https_settings({
		ca_file: config.ca_file,
		trust_folder: folder(io, config),
		timeout: min(timeout, max_timeout ?? timeout),
	});
}

/** The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most. */
export function of_provider(io, config, max_timeout) {
	configure_calls(io, config, max_timeout);
	return discover(io, config, config.issuer_url, config.internal_issuer_url);
};

/** The address of the first call of a login: that of the metadata, where the cache has none. */
export function first_address(config, cached) {
	return cached !== null
		? cached.token_endpoint
		: metadata_url(config.issuer_url, internal_origin(config.internal_issuer_url));
};

/** As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case. */
export function cached_of_provider(io, config) {
	configure_calls(io, config);
	const origin = internal_origin(config.internal_issuer_url);
	return cached_metadata(io, cache_path(io, config, config.issuer_url, origin), config.issuer_url, origin);
};
