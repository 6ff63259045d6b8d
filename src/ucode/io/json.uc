// JSON as the service sees it: objects, arrays, strings, finite numbers and booleans; null is absence.
// The counterpart of src/lua/io/json.ts, and takes and refuses the same texts.

import { load_crypto } from 'sso_login.io.native';
import { err, ok } from 'sso_login.result';

/** ucode's integers have 64 bits, and a larger one is read as the largest; Lua's numbers count to here. */
const max_integer = 9007199254740992;

/** The same array: ucode's JSON knows an empty one. */
export function list(items) {
	return items;
};

/** Whether a decoded value is an array; an empty object and an empty array count as both, as Lua cannot tell them. */
export function is_array(value) {
	return type(value) == "array" || (type(value) == "object" && !length(value));
};

export function is_object(value) {
	return type(value) == "object" || (type(value) == "array" && !length(value));
};

/** An integer where a double is one that fits: as a program in Lua would have it. */
function to_number(value) {
	return value <= max_integer && value >= -max_integer && value == int(value) ? int(value) : value;
}

/** Members that are null go, array elements that are null close up. */
function without_null(value) {
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
	case "double":
		return to_number(value);
	}
	return value;
}

/** A rewritten text: ucode's parser is more liberal than RFC 8259, and takes nothing else in it. */
function read(text) {
	if (text === null) {
		return err("JSON_INVALID");
	}
	const value = json(text);
	return ok(index(text, "null") < 0 ? value : without_null(value));
}

function to_object(decoded) {
	return !decoded.ok || type(decoded.data) == "object" ? decoded : err("JSON_INVALID");
}

/**
 * Decodes a JSON text (RFC 8259). Of members with the same name the last counts. Numbers that are not finite, nesting
 * deeper than 31 and everything that is not JSON are errors.
 */
export function decode(text) {
	return read(load_crypto().json_rewrite(text, false));
};

export function decode_object(text) {
	return to_object(decode(text));
};

export function decode_foreign(text) {
	return to_object(read(load_crypto().json_rewrite(text, true)));
};

/**
 * The object in a file that this service or the router's packages wrote: whatever rpcd takes for one. To check what others
 * say against RFC 8259 costs many times what reading it does.
 */
export function decode_file(text) {
	try {
		const read = index(text, "\0") < 0 ? json(text) : null;
		const value = index(text, "null") < 0 ? read : without_null(read);
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

export function encode_repeatable(value) {
	return sprintf("%J", value);
};
