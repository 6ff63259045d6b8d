'use strict';
// Generated from src/sso_login/protocol/metadata_url.ts by "make ucode"; do not edit.

/** The address of a provider's metadata. */

import { ends_with, substring } from 'sso_login.ecma';
import { internal_origin, at_origin } from 'sso_login.protocol.provider_metadata';

/** Their path, after the issuer (OpenID Connect Discovery section 4). */
export const path = "/.well-known/openid-configuration";

/** The address: one terminating slash of the issuer goes (OpenID Connect Discovery section 4.1). */
export function of(provider) {
	const origin = internal_origin(provider.internal_issuer_url);
	const base = at_origin(provider.issuer_url, origin);
	return (ends_with(base, "/") ? substring(base, 0, length(base) - 1) : base) + path;
};
