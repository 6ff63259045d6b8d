// JSON as the service sees it: objects, arrays, strings, finite numbers and booleans; null is absence.
// Stands where Lua has src/lua/io/json.ts.

import { err, ok } from 'sso_login.result';

/** Whether a decoded value is an array. Unlike Lua's, an empty object is none. */
export function is_array(value) {
	return type(value) == "array";
};

/** Whether a decoded value is an object. */
export function is_object(value) {
	return type(value) == "object";
};

/** Members that are null go, elements that are null too. */
function without_null(value) {
	if (type(value) == "array") {
		return map(filter(value, (item) => item !== null), without_null);
	}
	if (type(value) != "object") {
		return value;
	}
	const kept = {};
	for (let key, item in value) {
		if (item !== null) {
			kept[key] = without_null(item);
		}
	}
	return kept;
}

/** Decodes a JSON text. ucode's parser is more liberal than RFC 8259: comments, NaN, trailing commas, single quotes. */
export function decode(text) {
	try {
		return ok(without_null(json(text)));
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
	return is_object(decoded.data) ? ok(decoded.data) : err("JSON_INVALID");
};

/** Encodes a value without the members that are null. */
export function encode(value) {
	return sprintf("%J", without_null(value));
};
