'use strict';
// Generated from src/ucode/io/json_reader.uc by "make ucode"; do not edit.

// Reads JSON of others, which io/json loads for it.

import { without_null } from 'sso_login.io.json';

/** ucode's parser ends one level further down, where the innermost value is empty. */
const max_depth = 31;

/** Whether a piece of text ends within an escape, so that the quotation mark after it belongs to the string. */
function escapes_next(piece) {
	let count = 0;
	while (substr(piece, length(piece) - 1 - count, 1) == "\\" && count < length(piece)) {
		count++;
	}
	return count % 2 == 1;
}

/**
 * The text cut at its quotation marks: the parts outside of strings, and for each string the numbers of the first and
 * the last of its pieces. Undefined when a string does not end.
 */
function take_apart(text, pieces) {
	if (index(text, "\\") < 0) {
		const bare = filter(pieces, (piece, at) => at % 2 == 0);
		return length(pieces) % 2 ? { outside: bare, strings: [] } : null;
	}
	const outside = [];
	const strings = [];
	let start = null;
	for (let at = 0; at < length(pieces); at++) {
		if (start === null) {
			push(outside, pieces[at]);
			start = at + 1;
		} else if (!escapes_next(pieces[at])) {
			push(strings, [start, at]);
			start = null;
		}
	}
	return start === length(pieces) ? { outside, strings } : null;
}

/**
 * Text that is neither punctuation nor a string, but for `true`, `false` and plain integers, with a space before each. Undefined where
 * something is no JSON: ucode would take comments, NaN, capitals, and other white space, too. `1.` and `-.5` are taken, as Lua
 * takes them.
 */
function special_scalars(outside) {
	let special = "";
	for (let scalar in split(outside, /[][{}:," \t\r\n]+/)) {
		const is_plain = scalar == "true" || scalar == "false" || (length(scalar) < 16 && scalar != "NaN" && `${int(scalar)}` == scalar);
		if (scalar != "" && !is_plain) {
			special += " " + scalar;
		}
	}
	const are_json = special == "" || match(special, /^( (null|(-?(0|[1-9][0-9]*)(\.[0-9]*)?|-\.[0-9]+)([eE][-+]?[0-9]+)?))*$/);
	return are_json ? special : null;
}

/** Half a surrogate pair is no character; ucode would put another in its place. */
function has_lone_surrogate(piece, forms) {
	return match(replace(piece, forms.pair, ""), forms.half) !== null;
}

/**
 * A member's name would end at a NUL, so that `sub\u0000x` were `sub`. No code asks for a name with one in it, so it is replaced by
 * another character that no name has.
 */
function without_nul(piece, forms) {
	return replace(piece, forms.nul, (found) => found == "\\u0000" ? "\\uffff" : found);
}

/** The text of escapes that ucode's parser reads as it should; undefined when there are others. */
function safe_escapes(text, pieces, outside, strings) {
	if (index(text, "\\u") < 0) {
		return text;
	}
	// ucode compiles a regular expression each time it comes to one.
	const forms = {
		pair: /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g,
		half: /\\u[dD][89a-fA-F]/,
		nul: /\\\\|\\u0000/g,
	};
	for (let number = 0; number < length(strings); number++) {
		const is_name = substr(ltrim(outside[number + 1], " \t\r\n"), 0, 1) == ":";
		for (let at = strings[number][0]; at <= strings[number][1]; at++) {
			if (has_lone_surrogate(pieces[at], forms)) {
				return null;
			}
			if (is_name) {
				pieces[at] = without_nul(pieces[at], forms);
			}
		}
	}
	return join('"', pieces);
}

/** ucode's parser is more liberal than RFC 8259: what it takes beyond that is refused before it sees it. */
export function read(text) {
	const pieces = split(text, '"');
	const parts = index(text, "\0") < 0 ? take_apart(text, pieces) : null;
	const outside = parts ? join('"', parts.outside) : "";
	const special = parts ? special_scalars(outside) : null;
	if (special === null) {
		die("not JSON");
	}
	if (match(outside, /,[ \t\r\n]*[]}]/)) {
		die("a comma without a value");
	}
	const value = json(safe_escapes(text, pieces, parts.outside, parts.strings));
	const openings = length(split(outside, "{")) + length(split(outside, "[")) - 2;
	return special == "" && openings <= max_depth ? value : without_null(value, max_depth);
};
