'use strict';
// Generated from src/sso_login/check/typos.ts by "make ucode"; do not edit.

/** Mistakes of people who copy and type options: blanks at the ends, placeholders, hosts in other letters. Pure functions. */

import { array_every, array_find, array_some, char_at, char_code_at, floor, lower, substring } from 'sso_login.ecma';
import { before } from 'sso_login.base.strings';

/** The first bytes of a character in UTF-8 from some value on, and the bytes that follow. */
const leads = [
	{ from: 240, more: 3 },
	{ from: 224, more: 2 },
	{ from: 192, more: 1 },
	{ from: 0, more: 0 },
];

/** The code points of a text in UTF-8, with the capitals of Latin-1 as small letters; undefined for other bytes. */
function code_points(text) {
	const points = [];
	let at = 0;
	while (at < length(text)) {
		const first = char_code_at(text, at);
		const lead = array_find(leads, (one) => first >= one.from);
		if (lead === null || (first > 127 && lead.more == 0) || at + lead.more >= length(text)) {
			return null;
		}
		let point = first - lead.from;
		for (let i = 1; i <= lead.more; i++) {
			const next = char_code_at(text, at + i);
			if (next < 128 || next > 191) {
				return null;
			}
			point = point * 64 + next - 128;
		}
		push(points, point >= 192 && point <= 222 && point != 215 ? point + 32 : point);
		at = at + lead.more + 1;
	}
	return points;
}

/**
 * Ranges of characters that look like a blank, or like nothing: white space of ASCII, U+00A0, U+00AD, U+2000 to U+200F, U+2028 to U+202F,
 * U+2060, U+3000 and U+FEFF.
 */
const blanks = [
	{ from: 9, to: 13 },
	{ from: 32, to: 32 },
	{ from: 160, to: 160 },
	{ from: 173, to: 173 },
	{ from: 8192, to: 8207 },
	{ from: 8232, to: 8239 },
	{ from: 8288, to: 8288 },
	{ from: 12288, to: 12288 },
	{ from: 65279, to: 65279 },
];

/** Whether a text begins or ends with a blank; one that is not in UTF-8 does not. */
export function has_outer_blank(text) {
	const points = code_points(text) ?? [];
	const ends = [...slice(points, 0, 1), ...slice(points, length(points) - 1)];
	return array_some(ends, (point) => array_some(blanks, (blank) => point >= blank.from && point <= blank.to));
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

/** Parameters of Punycode (RFC 3492 section 5). */
const base = 36;
const smallest = 1;
const largest = 26;
const skew = 38;
const damp = 700;
const first_point = 128;
const max_point = 1114111;
const first_bias = 72;
const digits = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The next bias (RFC 3492 section 6.1). */
function adapt(delta, count, is_first) {
	let rest = floor(1.0 * delta / (is_first ? damp : 2));
	rest = rest + floor(1.0 * rest / count);
	let bias = 0;
	while (rest > 1.0 * ((base - smallest) * largest) / 2) {
		rest = floor(1.0 * rest / (base - smallest));
		bias = bias + base;
	}
	return bias + floor(1.0 * ((base - smallest + 1) * rest) / (rest + skew));
}

function threshold_at(k, bias) {
	return min(max(k - bias, smallest), largest);
}

/** A number in digits of variable length (RFC 3492 section 3.3). */
function encode_number(number, bias) {
	let out = "";
	let rest = number;
	let k = base;
	let threshold = threshold_at(k, bias);
	while (rest >= threshold) {
		const over = rest - threshold;
		out = out + char_at(digits, threshold + (over % (base - threshold)));
		rest = floor(1.0 * over / (base - threshold));
		k = k + base;
		threshold = threshold_at(k, bias);
	}
	return out + char_at(digits, rest);
}

/** The smallest of the code points that are at least `from`; there is one. */
function least_from(points, from) {
	let least = max_point;
	for (let point in points) {
		least = point >= from ? min(least, point) : least;
	}
	return least;
}

/** A label in Punycode (RFC 3492 section 6.3). */
function encode_label(points) {
	const basic = map(filter(points, (point) => point < first_point), (point) => chr(point));
	let out = join("", basic) + (length(basic) > 0 ? "-" : "");
	let handled = length(basic);
	let current = first_point;
	let delta = 0;
	let bias = first_bias;
	while (handled < length(points)) {
		const next = least_from(points, current);
		delta = delta + (next - current) * (handled + 1);
		for (let point in points) {
			if (point < next) {
				delta = delta + 1;
			} else if (point == next) {
				out = out + encode_number(delta, bias);
				bias = adapt(delta, handled + 1, handled == length(basic));
				delta = 0;
				handled = handled + 1;
			}
		}
		delta = delta + 1;
		current = next + 1;
	}
	return out;
}

const full_stop = chr(227) + chr(128) + chr(130);

/** The host of an address in ASCII (RFC 5890 section 2.3.2.1); undefined where it is in ASCII already, or is not in UTF-8. */
export function ascii_host(address) {
	const parts = split(address, "//");
	const authority = before(before(parts[1] ?? "", "/"), "?");
	// The full stop of Chinese and Japanese counts as one (RFC 5891 section 5.2).
	const host = join(".", split(lower(before(authority, ":")), full_stop));
	const labels = [];
	let is_ascii = !(index(authority, full_stop) >= 0);
	for (let label in split(host, ".")) {
		const points = code_points(label);
		if (points === null) {
			return null;
		}
		const is_plain = array_every(points, (point) => point < first_point);
		is_ascii = is_ascii && is_plain;
		push(labels, is_plain ? label : "xn--" + encode_label(points));
	}
	return is_ascii ? null : join(".", labels);
};
