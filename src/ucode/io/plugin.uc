// rpcd's side of an exec plugin (rpcd's plugin.c): one JSON document in, one out.
// The counterpart of src/lua/io/plugin.ts.

import { encode } from 'sso_login.io.json';

/** An answer as JSON, its members in the order of their names. */
export function encode_answer(answer) {
	return encode(answer);
};
