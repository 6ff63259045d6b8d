'use strict';
// Generated from src/sso_login/explain/provider_errors.ts by "make ucode"; do not edit.

/** The error that an answer of the provider reports, in words for the log and the check. */

import { array_find, array_some, is_number, key_of, lower, starts_with, substring } from 'sso_login.ecma';
import { is_object } from 'sso_login.io.json';
import { sorted_keys } from 'sso_login.base.strings';
import { objects_of, strings_of, text_of } from 'sso_login.base.json_values';

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

/**
 * A text of the provider for the log, left out if it repeats a secret, or has what may be a token; undefined for "", too. A number counts as
 * a text, but 0 says success.
 */
export function shown(value, secrets) {
	const text = is_number(value) && value != 0 ? `${value}` : value;
	if (type(text) != "string" || text === "") {
		return null;
	}
	const repeats = array_some([...[jwt_start], ...secrets], (secret) => secret !== "" && (index(text, secret) >= 0));
	return repeats ? left_out : cut(text);
};

/**
 * Members that name an error, those that do so only in an object in its place, and those that describe it, plain: OAuth's (RFC 6749
 * sections 4.1.2.1 and 5.2) first, then those of the providers' own interfaces and of RFC 9457, which some endpoints have in their place.
 */
const names = ["error", "errorcode", "errcode", "code", "__type"];
const names_within = [...["type", "status"], ...names];
/** Members with an object in the place of an error, or a list of such objects, plain; the outer ones may hold another one. */
const holders = ["error", "fault", "errors", "meta"];
const descriptions = [
	"errordescription",
	"errorsummary",
	"errormessage",
	"errormsg",
	"errmsg",
	"message",
	"msg",
	"faultstring",
	"detail",
	"reason",
	"title",
];

/** A name of a provider in one spelling: `error_code` and `ErrorCode` are one. */
export function plain(name) {
	return join("", split(join("", split(join("", split(lower(name), "_")), "-")), " "));
};

/** The first of these members that is a text, or a number, in the first of these objects that has one. */
function first_shown(places, members, secrets) {
	for (let place in places) {
		const keys_ = filter(sorted_keys(place), (key) => shown(place[key_of(key)], secrets) !== null);
		for (let member in members) {
			const found = array_find(keys_, (key) => key === member || plain(key) === member);
			if (found !== null) {
				return shown(place[key_of(found)], secrets);
			}
		}
	}
	return null;
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

/** The object in the first of these members that has one, or that begins a list there; undefined where none has. */
function object_in(answer, members) {
	const keys_ = filter(sorted_keys(answer), (key) => (index(members, plain(key)) >= 0));
	const values = map(keys_, (key) => answer[key_of(key)]);
	const found = array_find(values, (value) => is_filled(value) || length((objects_of(value) ?? [])) > 0);
	return is_filled(found) ? found : (objects_of(found) ?? [])[0];
}

/** The error that an answer reports in the place of what was asked for. Some providers have an object, which may have its code in `detail`. */
export function reported_error(answer, secrets) {
	const outer = object_in(answer, holders);
	const within = outer !== null ? (object_in(outer, holders) ?? outer) : null;
	const place = within ?? answer;
	const detail = object_in(place, ["detail"]);
	const details = detail !== null ? [detail] : [];
	const listed = strings_of(answer.errors) ?? [];
	return {
		error:
			first_shown([place], within !== null ? names_within : names, secrets) ??
			first_shown(details, names_within, secrets),
		error_description: first_shown([...details, ...[place]], descriptions, secrets) ?? shown(listed[0], secrets),
	};
};

/** The same of an answer as it came: one in plain text is words. */
export function reported_in(response, body, secrets) {
	const is_text = starts_with(lower(text_of(response.content_type)), "text/plain");
	return body.ok
		? reported_error(body.data, secrets)
		: { error_description: is_text ? shown(response.body, secrets) : null };
};

/** Bytes of an address in an error. */
const max_address = 200;

/** A text in the place of an address, for people: cut, and without what may be a password before the host. */
export function shown_address(text) {
	const parts = split(text, "@");
	return substring((length(parts) > 1 ? "...@" + (parts[length(parts) - 1] ?? "") : text), 0, max_address);
};
