'use strict';
// Generated from src/sso_login/logout/end_session.ts by "make ucode"; do not edit.

/** The end of the provider's session (OpenID Connect RP-Initiated Logout 1.0). */

import { form_encode } from 'sso_login.base.encoding';
import { add_query, max_location_length } from 'sso_login.base.urls';
import { of_provider } from 'sso_login.protocol.metadata';
import { asking } from 'sso_login.protocol.provider';

/** The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. */
export function end_session_url(config, endpoint, id_token) {
	const params = [["client_id", config.client_id]];
	if (config.post_logout_redirect_uri !== null) {
		push(params, ["post_logout_redirect_uri", config.post_logout_redirect_uri]);
	}
	const without_hint = add_query(endpoint, form_encode(params));
	if (id_token === "") {
		return without_hint;
	}
	const hint = [["id_token_hint", id_token]];
	const with_hint = add_query(endpoint, form_encode([...hint, ...params]));
	return length(with_hint) <= max_location_length ? with_hint : without_hint;
};

/** The address for the browser: the provider's logout page, or `/` when it has none. */
export function location(io, config, id_token) {
	const discovery = asking(io, config, () => of_provider(io, config));
	const endpoint = discovery.ok ? discovery.data.end_session_endpoint : null;
	if (endpoint === null) {
		return "/";
	}
	const url = end_session_url(config, endpoint, id_token);
	return length(url) <= max_location_length ? url : "/";
};
