'use strict';
// Generated from src/ucode/io/plugin.uc by "make ucode"; do not edit.

// rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out.
// Stands where Lua has src/lua/io/plugin.ts.

import { encode } from 'sso_login.io.json';

/** Standard input to its end; undefined when it is longer than `max_bytes`. */
export function read_input(max_bytes) {
	const input = require("fs").stdin.read(max_bytes + 1) ?? "";
	return length(input) <= max_bytes ? input : null;
};

/** An answer as JSON, its members in the order of their names. */
export function encode_answer(answer) {
	return encode(answer);
};
