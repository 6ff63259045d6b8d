'use strict';
// Generated from src/sso_login/web/request_fields.ts by "make ucode"; do not edit.

/** The fields of a query string or a posted form, and which of their faults refuse a request. */

import { array_find } from 'sso_login.ecma';
import { err, ok } from 'sso_login.result';

/** Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault. */
const strict_params = ["code", "state", "error", "iss", "stoken"];

/**
 * The values of fields; INVALID_REQUEST where a strict one is given twice, badly encoded or has a control character. Strict are the
 * parameters of all pages but the start, unless others are named.
 */
export function checked_values(fields, strict) {
	const found = array_find(fields.problems, (problem) => (index((strict ?? strict_params), problem[0]) >= 0));
	return found === null ? ok(fields.values) : err("INVALID_REQUEST", { reason: found[1], parameter: found[0] });
};
