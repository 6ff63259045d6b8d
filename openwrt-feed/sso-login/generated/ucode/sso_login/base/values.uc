'use strict';
// Generated from src/sso_login/base/values.ts by "make ucode"; do not edit.

/** Values that may be anything, as decoded from JSON or handed over by rpcd. */

import { includes } from 'sso_login.ecma';
import { is_array, decode_object } from 'sso_login.io.json';

/** The text itself; "" for anything else. */
export function text_of(value) {
	return type(value) == "string" ? value : "";
};

/** The strings of an array, other members left out; undefined when it is no array. */
export function strings_of(value) {
	if (!is_array(value)) {
		return null;
	}
	const list = [];
	for (let item in value) {
		if (type(item) == "string") {
			push(list, item);
		}
	}
	return list;
};

/**
 * A JSON text with claims as an object. JSON's null is absence here, and an absent `email_verified` says nothing against an
 * e-mail: a null there becomes false.
 */
export function decode_claims(text) {
	const decoded = decode_object(text);
	if (decoded.ok && decoded.data.email_verified === null && includes(text, '"email_verified"')) {
		decoded.data.email_verified = false;
	}
	return decoded;
};
