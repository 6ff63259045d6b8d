'use strict';
// Generated from src/ucode/io/json.uc by "make ucode"; do not edit.

// JSON as the service sees it: objects, arrays, strings, finite numbers and booleans; null is absence.
// Stands where Lua has src/lua/io/json.ts, and takes and refuses the same texts.

import { err, ok } from 'sso_login.result';

/** ucode's integers have 64 bits, Lua's numbers count to here. */
const max_integer = 9007199254740992;

/** The same array: ucode's JSON knows an empty one. */
export function list(items) {
	return items;
};

/** Whether a decoded value is an array; an empty object and an empty array count as both, as Lua cannot tell them. */
export function is_array(value) {
	return type(value) == "array" || (type(value) == "object" && !length(value));
};

/** Whether a decoded value is an object. */
export function is_object(value) {
	return type(value) == "object" || (type(value) == "array" && !length(value));
};

/** An integer where a double is one that fits: as a program in Lua would have it. */
function to_number(value) {
	return value <= max_integer && value >= -max_integer && value == int(value) ? int(value) : value;
}

/**
 * Members that are null go, array elements that are null close up. A number too large for the machine is an error:
 * nothing could write it again.
 */
export function without_null(value) {
	switch (type(value)) {
	case "array":
		return map(filter(value, (item) => item !== null), without_null);
	case "object":
		const kept = {};
		for (let key, item in value) {
			if (item !== null) {
				kept[key] = without_null(item);
			}
		}
		return kept;
	case "int":
		return value > max_integer || value < -max_integer ? value * 1.0 : value;
	case "double":
		if (value == Infinity || value == -Infinity) {
			die("number out of range");
		}
		return to_number(value);
	}
	return value;
};

/** Whether a piece of text ends within an escape, so that the quotation mark behind it belongs to the string. */
function escapes_next(piece) {
	let count = 0;
	while (substr(piece, length(piece) - 1 - count, 1) == "\\" && count < length(piece)) {
		count++;
	}
	return count % 2 == 1;
}

/**
 * The text cut at its quotation marks: what stands outside of strings, and for each string the numbers of the first and
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

/** What is neither punctuation nor a string. ucode would take comments, NaN, capitals, and other white space, too. */
function scalars_are_json(outside) {
	for (let scalar in split(join('"', outside), /[][{}:," \t\r\n]+/)) {
		if (scalar != "" && !match(scalar, /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?)$/)) {
			return false;
		}
	}
	return true;
}

/** Half a surrogate pair is no character; ucode would put another in its place. */
function has_lone_surrogate(piece) {
	const rest = replace(piece, /\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/g, "");
	return match(rest, /\\u[dD][89a-fA-F]/) !== null;
}

/**
 * A member's name would end at a NUL, so that `sub\u0000x` were `sub`. Nobody asks for a name with one in it: it becomes
 * another character that nobody asks for.
 */
function without_nul(piece) {
	return replace(piece, /\\\\|\\u0000/g, (found) => found == "\\u0000" ? "\\uffff" : found);
}

/** The text of escapes that ucode's parser reads as it should; undefined when there are others. */
function safe_escapes(text, pieces, outside, strings) {
	if (index(text, "\\u") < 0) {
		return text;
	}
	for (let number = 0; number < length(strings); number++) {
		const is_name = match(outside[number + 1], /^[ \t\r\n]*:/) !== null;
		for (let at = strings[number][0]; at <= strings[number][1]; at++) {
			if (has_lone_surrogate(pieces[at])) {
				return null;
			}
			if (is_name) {
				pieces[at] = without_nul(pieces[at]);
			}
		}
	}
	return join('"', pieces);
}

/** ucode's parser is more liberal than RFC 8259: what it takes beyond that is refused before it sees it. */
function read(text) {
	const pieces = split(text, '"');
	const parts = index(text, "\0") < 0 ? take_apart(text, pieces) : null;
	if (parts === null || !scalars_are_json(parts.outside)) {
		die("not JSON");
	}
	if (match(join('"', parts.outside), /,[ \t\r\n]*[]}]/)) {
		die("a comma without a value");
	}
	return without_null(json(safe_escapes(text, pieces, parts.outside, parts.strings)));
}

/**
 * Decodes a JSON text (RFC 8259). Of members with the same name the last counts. Numbers that are not finite, nesting
 * deeper than 31, where ucode's parser ends, and everything that is not JSON are errors.
 */
export function decode(text) {
	try {
		return ok(read(text));
	} catch (error) {
		return err("JSON_INVALID");
	}
};

/** Decodes a JSON text whose value is an object. */
export function decode_object(text) {
	const decoded = decode(text);
	if (!decoded.ok) {
		return decoded;
	}
	return type(decoded.data) == "object" ? ok(decoded.data) : err("JSON_INVALID");
};

/**
 * The object in a file that this service or the router's packages wrote: whatever rpcd takes for one. To check what others
 * say against RFC 8259 costs many times what reading it does.
 */
export function decode_file(text) {
	try {
		const value = index(text, "\0") < 0 ? without_null(json(text)) : null;
		return type(value) == "object" ? ok(value) : err("JSON_INVALID");
	} catch (error) {
		return err("JSON_INVALID");
	}
};

/**
 * Encodes a value, without white space and without the members that are null; members in the order of their names. An
 * array keeps its nulls out, too.
 */
export function encode(value) {
	if (type(value) == "array") {
		return "[" + join(",", map(filter(value, (item) => item !== null), encode)) + "]";
	}
	if (type(value) != "object") {
		return sprintf("%J", type(value) == "double" ? to_number(value) : value);
	}
	const members = [];
	for (let key in sort(keys(value))) {
		if (value[key] !== null) {
			push(members, sprintf("%J:", key) + encode(value[key]));
		}
	}
	return "{" + join(",", members) + "}";
};
