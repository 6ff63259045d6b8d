'use strict';
// Generated from src/sso_login/protocol/provider_metadata.ts by "make ucode"; do not edit.

/**
 * The provider's metadata (OpenID Connect Discovery 1.0) as a value, and their cache.
 *
 * With an internal issuer URL, the back-channel endpoints are at the internal origin (specification, "Split-horizon"); the cache keeps
 * them as the provider gave them.
 */

import { ends_with, is_number, key_of, load_module, substring } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { cache_lifetime, read_fresh } from 'sso_login.base.store';
import { strings_of } from 'sso_login.base.json_values';
import { package_name } from 'sso_login.base.public_names';
import { parse_https, with_origin } from 'sso_login.base.urls';
import { path_about } from 'sso_login.protocol.provider_files';

/** The path of the metadata, after the issuer (OpenID Connect Discovery section 4). */
export const path = "/.well-known/openid-configuration";

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
				url: load_module('sso_login.explain.provider_errors').shown_address(value),
			});
};

/** A URL at the internal origin, where there is one. */
export function at_origin(url, origin) {
	if (origin === null) {
		return url;
	}
	const parsed = parse_https(url);
	return parsed !== null ? with_origin(parsed, origin) : url;
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

/** The origin of `internal_issuer_url`; undefined when the option is absent or no URL. Only its origin counts. */
export function internal_origin(internal_issuer_url) {
	const parsed = internal_issuer_url !== null ? parse_https(internal_issuer_url) : null;
	return parsed !== null ? parsed.origin : null;
};

/** The address of the metadata: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function url_of(provider) {
	const base = at_origin(provider.issuer_url, internal_origin(provider.internal_issuer_url));
	return (ends_with(base, "/") ? substring(base, 0, length(base) - 1) : base) + path;
};

/** The file of the cached metadata. */
export function cache_path(io, provider) {
	const origin = internal_origin(provider.internal_issuer_url) ?? "";
	return path_about(io, provider, "discovery_", provider.issuer_url + "\n" + origin);
};

/** Seconds for which metadata are cached for logins: those of before the last save of the configuration do not count. */
function lifetime(io) {
	const saved = io.file_info(io.paths.config_dir + "/" + package_name);
	const now = io.time();
	if (saved === null || saved.mtime > now) {
		return cache_lifetime;
	}
	return min(now - saved.mtime + 1, cache_lifetime);
}

/** A provider's metadata as they are used: `read_metadata` by its issuer and its internal origin. */
export function read_provider(provider, document) {
	return read_metadata(document, provider.issuer_url, internal_origin(provider.internal_issuer_url));
};

/** The metadata from the cache, at most so many seconds old, or undefined. They are checked again: the file may be damaged. */
export function cached(io, provider, seconds) {
	const stored = read_fresh(io, cache_path(io, provider), "fetched_at", seconds ?? lifetime(io)) ?? {};
	const metadata = is_object(stored.document) ? read_provider(provider, stored.document) : null;
	if (metadata === null || !metadata.ok) {
		return null;
	}
	metadata.data.fetched_at = stored.fetched_at;
	metadata.data.renewed_at = is_number(stored.renewed_at) ? stored.renewed_at : null;
	return metadata.data;
};
