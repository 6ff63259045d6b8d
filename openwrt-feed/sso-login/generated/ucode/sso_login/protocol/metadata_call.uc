'use strict';
// Generated from src/sso_login/protocol/metadata_call.ts by "make ucode"; do not edit.

/** The call for the provider's metadata, and what is shown of them. */

import { lower, substring } from 'sso_login.ecma';
import { parse_https } from 'sso_login.base.urls';
import { get } from 'sso_login.protocol.provider_calls';

/** Bytes of an address in an error. */
const max_shown = 200;

/** A text in the place of an address, for people: cut, and without what may be a password before the host. */
export function shown(text) {
	const parts = split(text, "@");
	return substring((length(parts) > 1 ? "...@" + (parts[length(parts) - 1] ?? "") : text), 0, max_shown);
};

/** The target of a redirect within the origin of the request. */
function redirect_within(url, location) {
	const from = parse_https(url);
	const to = location !== null ? parse_https(location) : null;
	const is_within = from !== null && to !== null && lower(from.origin) === lower(to.origin);
	return is_within ? location : null;
}

/** GETs metadata: one redirect within the origin is followed, as some providers add a slash. */
export function get_metadata(io, url, code, sender) {
	const response = get(io, url, [], code, sender);
	const target = response.ok ? redirect_within(url, response.data.location) : null;
	return target !== null ? get(io, target, [], code, sender) : response;
};
