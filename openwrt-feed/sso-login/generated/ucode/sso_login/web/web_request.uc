'use strict';
// Generated from src/sso_login/web/web_request.ts by "make ucode"; do not edit.

/**
 * A request as a value: parsed once from what the web server hands over, and not written to afterwards. Has the limits of the
 * specification. Pure functions.
 */

import { char_at, index_of, key_of, starts_with, substring } from 'sso_login.ecma';
import { outside } from 'sso_login.io.bytes';
import { first } from 'sso_login.base.public_names';
import { form_decode } from 'sso_login.base.encoding';
import { err } from 'sso_login.result';
import { split_words, has_control } from 'sso_login.base.strings';
import { is_provider_name } from 'sso_login.settings.option_forms';

/** Bytes of a query string, of a Cookie header and of a posted form. */
export const max_input_bytes = 16384;
/** Parameters of a query, and cookies of a Cookie header. */
const max_input_items = 100;

/** The path at which programs exchange tokens. */
export const exchange_path = "/token";

/** Whether the client is a program, which reads OAuth's errors. */
export function is_of_program(request) {
	return request.path === exchange_path;
};

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

/** The reason to refuse a value as strict; undefined for one that is in order. `earlier` is a former value of its name. */
function reason_against(value, earlier) {
	if (earlier !== null) {
		return "given twice";
	}
	if (value === null) {
		return "percent-encoding";
	}
	return has_control(value) ? "control character" : null;
}

/** Decodes raw pairs; of a name the first value counts, and one that cannot be decoded is left out. */
function fields_of(raw) {
	const values = {};
	const problems = [];
	for (let pair in raw) {
		const name = form_decode(pair[0]);
		const value = form_decode(pair[1]);
		if (name !== null) {
			const reason = reason_against(value, values[key_of(name)]);
			if (reason !== null) {
				push(problems, [name, reason]);
			}
			values[key_of(name)] = values[key_of(name)] ?? value;
		}
	}
	return { values, problems };
}

export function parse_form(form) {
	return fields_of(split_query(form));
};

/** Begins the names of cookies that a browser takes from this site alone. */
const host_prefix = "__Host-";

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
 * Cookies by name. A browser sends the one with the longest path first, so the first counts. A name with this prefix has one path and no
 * domain (RFC 6265bis section 4.1.3.2): two of them with different values are not this site's, and count as none.
 */
function cookies_of(raw) {
	const cookies = {};
	const ambiguous = [];
	for (let pair in raw) {
		const name = pair[0];
		const known = cookies[key_of(name)];
		if (known === null) {
			cookies[key_of(name)] = pair[1];
		} else if (starts_with(name, host_prefix) && known !== pair[1]) {
			push(ambiguous, name);
		}
	}
	return without(cookies, ambiguous);
}

/** Bytes that are kept of a Host header. */
const max_host = 255;

function host_of(header) {
	const host = substring(header, 0, max_host);
	return substring(host, 0, outside(host, "host", 0));
}

function too_large(size, max_, reason, length_) {
	return size > max_ ? err("INPUT_TOO_LARGE", { reason, bytes: length_ }) : null;
}

/** Parses what the web server hands over. */
export function parse(environment) {
	const full_path = environment.path_info === "" ? "/" : environment.path_info;
	const slash = index_of(full_path, "/", 1);
	const name = slash > 1 ? substring(full_path, slash + 1) : "";
	const is_provider = is_provider_name(name);
	const query = environment.query_string;
	const cookie = environment.cookie;
	const parameters = split_query(query);
	const cookies = split_cookies(cookie);
	return {
		method: environment.method,
		https: environment.https,
		path: is_provider ? substring(full_path, 0, slash) : full_path,
		provider: is_provider ? name : first,
		query: fields_of(parameters),
		cookies: cookies_of(cookies),
		excess:
			too_large(length(query), max_input_bytes, "query string", length(query)) ??
			too_large(length(cookie), max_input_bytes, "Cookie header", length(cookie)) ??
			too_large(length(parameters), max_input_items, "query parameters") ??
			too_large(length(cookies), max_input_items, "cookies"),
		remote_addr: environment.remote_addr,
		host: host_of(environment.host),
		content_type: environment.content_type,
		authorization: environment.authorization,
		accept: environment.accept,
		accept_language: environment.accept_language,
	};
};
