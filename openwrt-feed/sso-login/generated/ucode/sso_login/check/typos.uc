'use strict';
// Generated from src/sso_login/check/typos.ts by "make ucode"; do not edit.

/** Mistakes of people who copy and type options and roles: characters that no value has, placeholders. Pure functions. */

import { array_find, array_includes, array_some, char_at, char_code_at, floor, substring } from 'sso_login.ecma';
import { before } from 'sso_login.base.strings';

/** The first bytes of a character in UTF-8 from some value on, and the bytes that follow. */
const leads = [
	{ from: 240, more: 3 },
	{ from: 224, more: 2 },
	{ from: 192, more: 1 },
	{ from: 0, more: 0 },
];

/** The code points of a text in UTF-8; a byte of no character counts as one. */
function code_points(text) {
	const points = [];
	let at = 0;
	while (at < length(text)) {
		const first = char_code_at(text, at);
		const lead = array_find(leads, (one) => first >= one.from) ?? { from: 0, more: 0 };
		let point = first - lead.from;
		for (let i = 1; i <= lead.more; i++) {
			const next = at + i < length(text) ? char_code_at(text, at + i) : 0;
			point = point >= 0 && next >= 128 && next <= 191 ? point * 64 + next - 128 : -1;
		}
		push(points, point >= 0 ? point : first);
		at = at + (point >= 0 ? lead.more : 0) + 1;
	}
	return points;
}

/**
 * Ranges of characters that look like a blank, like nothing, or like a quotation mark, and come from word processors and pages: U+00A0,
 * U+00AB, U+00AD, U+00BB, U+2000 to U+200F, U+2018 to U+201F, U+2028 to U+202F, U+2060, U+3000 and U+FEFF; and those of ASCII below the blank.
 */
const odd = [
	{ from: 0, to: 31 },
	{ from: 160, to: 160 },
	{ from: 171, to: 171 },
	{ from: 173, to: 173 },
	{ from: 187, to: 187 },
	{ from: 8192, to: 8207 },
	{ from: 8216, to: 8223 },
	{ from: 8232, to: 8239 },
	{ from: 8288, to: 8288 },
	{ from: 12288, to: 12288 },
	{ from: 65279, to: 65279 },
];

const hex_digits = "0123456789ABCDEF";

/** A character for people: of ASCII as it is, others as `U+00A0`. */
function shown(point) {
	if (point > 32 && point < 127) {
		return chr(point);
	}
	let digits = "";
	for (let rest = point; rest > 0 || length(digits) < 4; rest = floor(1.0 * rest / 16)) {
		digits = char_at(hex_digits, rest % 16) + digits;
	}
	return "U+" + digits;
}

/**
 * The first character that a value most often has by mistake: a blank at its ends, what `odd` names, and in an address (RFC 3986) all that is
 * not ASCII. Undefined without one.
 */
export function odd_character(text, is_address) {
	const points = code_points(text);
	const ends = [...slice(points, 0, 1), ...slice(points, length(points) - 1)];
	const found = array_find(points, (point) => (is_address && point > 126) || array_some(odd, (range) => point >= range.from && point <= range.to));
	return found !== null || array_includes(ends, 32) ? shown(found ?? 32) : null;
};

/** Characters around an e-mail address, between several, and of patterns, which an entry is not. */
const around_email = ' "(),:;<>[]*';

/**
 * The character of an entry of a role's list that most often comes from copying, or from several entries in one text. A group may be a
 * distinguished name (RFC 4514), which has commas.
 */
export function odd_in_entry(list, entry) {
	const signs = list === "email" ? around_email : list === "group" && !(index(entry, "=") >= 0) ? ",;" : "";
	const first = list === "email" && (index(["'", "@"], char_at(entry, 0)) >= 0) ? char_at(entry, 0) : null;
	const sign = array_find(code_points(entry), (point) => point < 127 && (index(signs, chr(point)) >= 0));
	return odd_character(entry, false) ?? first ?? (sign !== null ? shown(sign) : null);
};

/** The brackets of placeholders, also as browsers encode them. */
const placeholders = [
	{ first: "{", last: "}" },
	{ first: "<", last: ">" },
	{ first: "%7B", last: "%7D" },
	{ first: "%7b", last: "%7d" },
];

/** The first placeholder in a text, such as `{…}` or `<…>`. */
export function placeholder_in(text) {
	for (let pair in placeholders) {
		const at = index(text, pair.first);
		if (at >= 0 && (index(substring(text, at), pair.last) >= 0)) {
			return before(substring(text, at), pair.last) + pair.last;
		}
	}
	return null;
};
