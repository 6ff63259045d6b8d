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

/** Texts end at a NUL, as they do in rpcd; null is a member there, here `false`. */
function as_rpcd(value) {
	switch (type(value)) {
	case "array":
		return map(value, as_rpcd);
	case "object":
		const members = {};
		for (let key, item in value) {
			members[key] = as_rpcd(item);
		}
		return members;
	case "string":
		return index(value, "\0") < 0 ? value : substr(value, 0, index(value, "\0"));
	}
	return value ?? false;
}

/** Closing braces that a text may have behind its object. */
const max_braces = 32;

/** The first value of a text, as json-c reads it: what stands behind it does not count. */
function first_value(text) {
	try {
		return json(text);
	} catch (error) {
		// An object ends with a brace: there is one place where the text is whole.
	}
	const pieces = split(text, "}"), count = length(pieces);
	for (let end = count - 1; end > 0 && end >= count - max_braces; end--) {
		try {
			return json(join("}", slice(pieces, 0, end)) + "}");
		} catch (error) {
			// It goes on behind the object.
		}
	}
	return null;
}

/** The object that rpcd reads in a file of access groups, by the parser that rpcd uses; a member that is null is `false`. */
export function decode_as_rpcd(text) {
	const value = index(text, "\0") < 0 ? first_value(text) : null;
	if (type(value) != "object") {
		return err("JSON_INVALID");
	}
	return ok(index(text, "null") < 0 && index(text, "\\u0000") < 0 ? value : as_rpcd(value));
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
