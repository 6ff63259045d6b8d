'use strict';
// Generated from src/sso_login/login/login_again.ts by "make ucode"; do not edit.

/** A login that begins once more, as the provider demands another kind of request since its metadata were cached. */

import { parse_https, host_header } from 'sso_login.base.urls';
import { cached_of_provider } from 'sso_login.protocol.known_metadata';
import { renewed } from 'sso_login.protocol.renewal';
import { answered } from 'sso_login.result';
import { initiate as login_start_initiate } from 'sso_login.login.login_start';

/** The metadata that are newer than a login whose request the provider refuses by `failure`; undefined where there are none. */
function newer_metadata(io, login, failure) {
	const config = login.config;
	const known = cached_of_provider(io, config);
	if (known === null) {
		return null;
	}
	const is_newer = (known.fetched_at ?? 0) > (login.handshake.created_at ?? 0);
	return is_newer ? known : renewed(io, config, known, "pushed_authorization_request_endpoint", failure);
}

/**
 * The failure of a login whose request the provider refuses. Where it demands pushed requests now and did not when the login began, another login
 * has begun in its place, which the failure names; that one is newer than the metadata, so that no third one follows.
 */
export function begin_again(io, login, failure) {
	const handshake = login.handshake;
	const is_about_request = failure.error === "IDP_ERROR" && login.params.error === "invalid_request";
	const metadata = is_about_request ? newer_metadata(io, login, failure) : null;
	const router = parse_https(login.config.redirect_uri);
	if (metadata === null || metadata.pushed_authorization_request_endpoint === null || router === null) {
		return failure;
	}
	const begun = login_start_initiate(io, login.config, {
		cookie_hash: handshake.cookie_hash,
		host: host_header(router),
		is_own_site: handshake.is_own_site,
		prompt: handshake.is_anew === true ? "login" : null,
		refused: handshake.refused,
		return_to: handshake.return_to,
	});
	return begun.ok
		? answered(failure, { begun: { url: begun.data.url, state: begun.data.handshake.state } })
		: begun;
};
