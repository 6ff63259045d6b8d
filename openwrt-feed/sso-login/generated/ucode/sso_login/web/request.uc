'use strict';
// Generated from src/sso_login/web/request.ts by "make ucode"; do not edit.

/** Reading a request: query parameters and cookies, with the limits of the specification. Pure functions. */

import { char_at, key_of, starts_with, substring } from 'sso_login.ecma';
import { outside } from 'sso_login.io.bytes';
import { cookie_prefix } from 'sso_login.base.names';
import { form_decode } from 'sso_login.base.encoding';
import { err, ok } from 'sso_login.result';
import { split_words, has_control } from 'sso_login.base.strings';

/** Bytes of a query string and of a Cookie header. */
export const max_input_bytes = 16384;
/** Parameters of a query, and cookies of a Cookie header. */
const max_input_items = 100;

/** Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault. */
const strict_params = ["code", "state", "error", "iss", "stoken"];

/** A raw pair `name=value`; the value is "" without an equals sign. */
function split_pair(text) {
	const equals = index(text, "=");
	return equals >= 0 ? [substring(text, 0, equals), substring(text, equals + 1)] : [text, ""];
}

/** Raw pairs of a query string, empty ones left out. */
function split_query(query) {
	return map(split_words(query, "&"), (part) => split_pair(part));
}

function is_blank(character) {
	return character === " " || character === "\t";
}

/** The text without spaces and tabs at its ends. */
function trim(text) {
	let from = 0;
	while (is_blank(char_at(text, from))) {
		from = from + 1;
	}
	let to = length(text);
	while (to > from && is_blank(char_at(text, to - 1))) {
		to = to - 1;
	}
	return substring(text, from, to);
}

/** Raw pairs of a Cookie header (RFC 6265 section 4.2), empty ones left out. */
function split_cookies(header) {
	const out = [];
	for (let part in split(header, ";")) {
		const text = trim(part);
		if (text !== "") {
			const pair = split_pair(text);
			push(out, [trim(pair[0]), trim(pair[1])]);
		}
	}
	return out;
}

/** Bytes that are kept of a Host header. */
const max_host = 255;

/** The Host header as far as it is one: only host characters, at most 255 bytes (RFC 3986 section 3.2.2). */
export function host_of(environment) {
	const host = substring(environment.host, 0, max_host);
	return substring(host, 0, outside(host, "host", 0));
};

/** Whether a request stays within the limits; INPUT_TOO_LARGE with what is over them otherwise. */
export function check_limits(environment) {
	if (length(environment.query_string) > max_input_bytes) {
		return err("INPUT_TOO_LARGE", { reason: "query string", bytes: length(environment.query_string) });
	}
	if (length(environment.cookie) > max_input_bytes) {
		return err("INPUT_TOO_LARGE", { reason: "Cookie header", bytes: length(environment.cookie) });
	}
	if (length(split_query(environment.query_string)) > max_input_items) {
		return err("INPUT_TOO_LARGE", { reason: "query parameters" });
	}
	if (length(split_cookies(environment.cookie)) > max_input_items) {
		return err("INPUT_TOO_LARGE", { reason: "cookies" });
	}
	return ok(true);
};

/** The first value of one parameter, decoded; "" when it is badly encoded, undefined when it is absent. */
export function query_param(query, param) {
	for (let pair in split_query(query)) {
		if (form_decode(pair[0]) === param) {
			return form_decode(pair[1]) ?? "";
		}
	}
	return null;
};

/** What forbids a strict parameter, or undefined. */
function param_problem(value, known) {
	if (known !== null) {
		return "given twice";
	}
	if (value === null) {
		return "percent-encoding";
	}
	return has_control(value) ? "control character" : null;
}

/**
 * Decodes a query string or a posted form; INVALID_REQUEST as the strict parameters demand, those of all pages but the start
 * unless others are named. Of other parameters the first value counts, and one that cannot be decoded is left out.
 */
export function parse_query(query, strict) {
	const params = {};
	for (let pair in split_query(query)) {
		const name = form_decode(pair[0]);
		const value = form_decode(pair[1]);
		if (name !== null) {
			const problem = (index((strict ?? strict_params), name) >= 0) ? param_problem(value, params[key_of(name)]) : null;
			if (problem !== null) {
				return err("INVALID_REQUEST", { reason: problem, parameter: name });
			}
			params[key_of(name)] = params[key_of(name)] ?? value;
		}
	}
	return ok(params);
};

/** The cookies but those of these names. */
function without(cookies, left_out) {
	const kept = {};
	for (let name in keys(cookies)) {
		const value = cookies[key_of(name)];
		if (value !== null && !(index(left_out, name) >= 0)) {
			kept[key_of(name)] = value;
		}
	}
	return kept;
}

/**
 * Cookies by name. A browser sends the one with the longest path first, so the first counts; two cookies of
 * ours with different values count as none.
 */
export function parse_cookies(header) {
	const cookies = {};
	const ambiguous = [];
	for (let pair in split_cookies(header)) {
		const name = pair[0];
		const known = cookies[key_of(name)];
		if (known === null) {
			cookies[key_of(name)] = pair[1];
		} else if (starts_with(name, cookie_prefix) && known !== pair[1]) {
			push(ambiguous, name);
		}
	}
	return without(cookies, ambiguous);
};

/** Parameters and cookies of a request; INVALID_REQUEST when a parameter cannot be taken. */
export function parse(environment) {
	const params = parse_query(environment.query_string);
	if (!params.ok) {
		return params;
	}
	return ok({ params: params.data, cookies: parse_cookies(environment.cookie) });
};
