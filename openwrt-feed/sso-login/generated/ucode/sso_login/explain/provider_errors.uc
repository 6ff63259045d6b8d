'use strict';
// Generated from src/sso_login/explain/provider_errors.ts by "make ucode"; do not edit.

/** The error that an answer of the provider reports, in words for the log and the check. */

import { array_find, array_some, is_number, key_of, substring } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { sorted_keys } from 'sso_login.base.strings';
import { objects_of } from 'sso_login.base.json_values';

/** Longest text of the provider that reaches the log. */
const max_text = 200;
/** The start of a JWT: Base64URL of `{"`. */
export const jwt_start = "eyJ";

/** In the place of a text that repeats a secret. */
export const left_out = "left out, as it repeats a secret";

/** A text of the provider for the log, cut; undefined for anything else. */
export function cut(text) {
	return type(text) == "string" ? substring(text, 0, max_text) : null;
};

/** Whether a text of the provider repeats one of these secrets, or has what may be a token. */
function repeats(text, secrets) {
	return array_some([...[jwt_start], ...secrets], (secret) => secret !== "" && (index(text, secret) >= 0));
}

/** A text of the provider for the log, left out if it repeats a secret; undefined for "", too. A number counts as a text, but 0 says success. */
export function shown(value, secrets) {
	const text = is_number(value) && value != 0 ? `${value}` : value;
	if (type(text) != "string" || text === "") {
		return null;
	}
	return repeats(text, secrets) ? left_out : cut(text);
};

/**
 * Members that name an error, those that do so in an object in its place, and those that describe it: OAuth's (RFC 6749 sections 4.1.2.1
 * and 5.2) first, then those of the providers' own interfaces and of RFC 9457, which some endpoints have in their place.
 */
const names = ["error", "errorCode", "errcode", "code"];
const names_within = ["type", "status", "code"];
const descriptions = ["error_description", "errorSummary", "errmsg", "message", "msg", "detail"];

/** The first of these members that is a text, or a number. */
function first_shown(answer, members, secrets) {
	const found = array_find(members, (name) => shown(answer[key_of(name)], secrets) !== null);
	return found !== null ? shown(answer[key_of(found)], secrets) : null;
}

function is_filled(value) {
	return is_object(value) && length(sorted_keys(value)) > 0;
}

/** Whether an answer has an error in the member `error`; another member may be part of what was asked for. */
export function has_error(answer) {
	return is_filled(answer.error) || shown(answer.error, []) !== null;
};

/** Whether `reported_error` found an error, or words about one. */
export function is_reported(reported) {
	return reported.error !== null || reported.error_description !== null;
};

/** The error that an answer reports in the place of what was asked for. Some providers have an object, or a list of them. */
export function reported_error(answer, secrets) {
	const within = is_filled(answer.error) ? answer.error : (objects_of(answer.errors) ?? [])[0];
	return {
		error: first_shown(within ?? answer, within !== null ? names_within : names, secrets),
		error_description: first_shown(within ?? answer, descriptions, secrets),
	};
};
