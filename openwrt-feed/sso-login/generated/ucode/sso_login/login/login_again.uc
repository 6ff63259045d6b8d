'use strict';
// Generated from src/sso_login/login/login_again.ts by "make ucode"; do not edit.

/** A login that may begin again, as the provider demands another kind of request since its metadata were cached. */

import { cached_of_provider } from 'sso_login.protocol.known_metadata';
import { renewed } from 'sso_login.protocol.metadata_call';
import { err } from 'sso_login.result';

/**
 * The failure of a login whose response is refused, with the meaning `begin_again` where the provider refuses its request, and demands pushed
 * requests by metadata that are newer than the login.
 */
export function with_meaning(io, login, failure) {
	const known = failure.meaning === "request" ? cached_of_provider(io, login.config) : null;
	if (known === null) {
		return failure;
	}
	const is_newer = (known.fetched_at ?? 0) > (login.handshake.created_at ?? 0);
	const field = "pushed_authorization_request_endpoint";
	const newest = is_newer ? known : renewed(io, login.config, known, field, failure);
	return newest !== null && newest[field] !== null
		? err(failure.error, failure.details, "begin_again", failure.answer)
		: failure;
};
