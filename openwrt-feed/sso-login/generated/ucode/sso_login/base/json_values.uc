'use strict';
// Generated from src/sso_login/base/json_values.ts by "make ucode"; do not edit.

/** Values of unknown types, as decoded from JSON or passed by rpcd. */

import { is_array, is_object } from 'sso_login.io.json';

/** The text itself; "" for anything else. */
export function text_of(value) {
	return type(value) == "string" ? value : "";
};

/** Whether a value is a text that is not empty and has no NUL, at which ubus cuts a text. */
export function is_name(value) {
	return type(value) == "string" && value !== "" && !(index(value, "\0") >= 0);
};

/** The text that is such a name; "" for anything else, as a cut text would be another name. */
export function name_of(value) {
	return is_name(value) ? value : "";
};

/** The strings of an array, other members left out; undefined when it is no array. */
export function strings_of(value) {
	return is_array(value) ? filter(value, (item) => type(item) == "string") : null;
};

/** The objects of an array, other members left out; undefined when it is no array. An empty object counts as an empty array. */
export function objects_of(value) {
	return is_array(value) ? filter(value, (item) => is_object(item)) : null;
};
