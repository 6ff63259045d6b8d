'use strict';
// Generated from src/sso_login/base/values.ts by "make ucode"; do not edit.

/** Values that may be anything, as decoded from JSON or handed over by rpcd. */

import { has_members } from 'sso_login.ecma';
import { is_array } from 'sso_login.io.json';

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

/** The facts of a failure; none where it has only a text. */
export function facts_of(failure) {
	return has_members(failure.details) ? failure.details : {};
};
