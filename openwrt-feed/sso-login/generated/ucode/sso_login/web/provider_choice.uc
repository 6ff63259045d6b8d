'use strict';
// Generated from src/sso_login/web/provider_choice.ts by "make ucode"; do not edit.

/** The provider that a request is for. */

import { first } from 'sso_login.base.public_names';
import { err, ok } from 'sso_login.result';
import { is_on } from 'sso_login.settings.enabled';
import { of_issuer } from 'sso_login.settings.saved_config';
import { is_provider_name } from 'sso_login.settings.option_forms';
import { checked_values } from 'sso_login.web.request_fields';

/** Parameters by which a start names its provider. */
const start_params = ["iss", "provider"];

/**
 * The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
 * there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
 */
export function of_start(io, request) {
	const params = checked_values(request.query, start_params);
	if (!params.ok) {
		return params;
	}
	const named = params.data.provider;
	const iss = params.data.iss;
	if (named !== null) {
		const is_there = named === first || (is_provider_name(named) && is_on(io, named));
		return is_there ? ok(named) : err("NOT_FOUND", { reason: "no such provider" });
	}
	const found = iss !== null ? of_issuer(io, iss) : first;
	return found !== null ? ok(found) : err("INVALID_REQUEST", { reason: "not issuer_url", parameter: "iss" });
};

/** The provider for a new start after a request that was refused. */
export function of_page(io, request) {
	const named = request.path === "/" ? of_start(io, request) : ok(request.provider);
	return named.ok ? named.data : first;
};
