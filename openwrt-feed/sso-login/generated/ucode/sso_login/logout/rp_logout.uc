'use strict';
// Generated from src/sso_login/logout/rp_logout.ts by "make ucode"; do not edit.

/** The logout at the provider, where the browser goes after the logout here (OpenID Connect RP-Initiated Logout 1.0). */

import { array_some, load_module } from 'sso_login.ecma';
import { base64url_encode } from 'sso_login.io.bytes';
import { form_encode } from 'sso_login.base.encoding';
import { add_query, max_location_length } from 'sso_login.base.urls';
import { random as hash_random } from 'sso_login.jose.hash';
import { of_provider as known_metadata_of_provider } from 'sso_login.protocol.known_metadata';
import { at_origin, internal_origin } from 'sso_login.protocol.provider_metadata';

/** Random bytes of a state. */
const state_bytes = 16;

/** Bytes of an address that any provider takes; Microsoft Entra ID refuses longer ones. */
const short_length = 2000;

/** Whether an address tells an error in its query or fragment. */
export function tells_error(location) {
	return array_some(["?", "&", "#"], (sign) => (index(location, sign + "error=") >= 0));
};

/** Whether the provider takes a logout by `client_id` alone: it answers one without cookies by a page, or leads to no error. */
function takes_client(io, config, short) {
	const url = at_origin(short, internal_origin(config.internal_issuer_url));
	const request = { method: "GET", url, headers: ["Accept: text/html"] };
	const answer = load_module('sso_login.protocol.provider_calls').call(io, config, request, "OIDC_DISCOVERY_FAILED");
	return answer.ok && answer.data.status < 400 && !tells_error(answer.data.location ?? "");
}

/**
 * The provider's logout address with its parameters (section 2); `id_token` is "" where there is none. The state is sent only with the
 * address to return to. It is not compared: that page only shows LuCI.
 */
export function logout_address(config, endpoint, id_token, state) {
	const params = [["client_id", config.client_id]];
	if (config.post_logout_redirect_uri !== null) {
		push(params, ["post_logout_redirect_uri", config.post_logout_redirect_uri]);
		push(params, ["state", state]);
	}
	const without_hint = add_query(endpoint, form_encode(params));
	if (id_token === "") {
		return without_hint;
	}
	const hint = [["id_token_hint", id_token]];
	const with_hint = add_query(endpoint, form_encode([...hint, ...params]));
	return length(with_hint) <= max_location_length ? with_hint : without_hint;
};

/**
 * The address for the browser: the provider's logout page, or `/` when it has none. Only the issuer of the session gets its ID Token: the
 * section may be another provider's meanwhile.
 */
export function address(io, config, issuer, id_token) {
	const metadata = known_metadata_of_provider(io, config);
	const endpoint = metadata.ok ? metadata.data.end_session_endpoint : null;
	if (endpoint === null) {
		return "/";
	}
	const hint = issuer === config.issuer_url ? id_token : "";
	const state = base64url_encode(hash_random(state_bytes));
	const full = logout_address(config, endpoint, hint, state);
	const short = logout_address(config, endpoint, "", state);
	const url = full === short || length(full) <= short_length || !takes_client(io, config, short) ? full : short;
	return length(url) <= max_location_length ? url : "/";
};
