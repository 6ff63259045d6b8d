'use strict';
// Generated from src/sso_login/login/shown.ts by "make ucode"; do not edit.

/** Texts from outside for a page that shows them as text: control characters are visible, and long texts cut. */

import { char_at, char_code_at } from 'sso_login.ecma';
import { hex_encode } from 'sso_login.io.bytes';

/** Whether a byte continues a character of UTF-8. */
function continues(text, at) {
	const code = char_code_at(text, at);
	return code >= 128 && code < 192;
}

/** At most `limit` bytes of a text, with `...` where that is not all; control characters as `\xNN`, as ubus ends a text at NUL. */
export function shown_text(text, limit) {
	let last = min(length(text), limit);
	while (last > 0 && continues(text, last)) {
		last = last - 1;
	}
	const parts = [];
	for (let at = 0; at < last; at++) {
		const char = char_at(text, at);
		const code = char_code_at(text, at);
		push(parts, code < 32 || code == 127 ? "\\x" + hex_encode(char) : char);
	}
	return join("", parts) + (last < length(text) ? "..." : "");
};
