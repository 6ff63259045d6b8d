'use strict';
// Generated from src/sso_login/web/probe.ts by "make ucode"; do not edit.

/** GET /?action=enabled: tells the login page whether to show a button. It is asked on every visit of that page. */

import { is_enabled } from 'sso_login.settings.enabled';

/** The answer. A configuration that cannot be read counts as off: the page then shows its password form alone. */
export function answer(io) {
	const on = is_enabled(io);
	const body = '{"enabled":' + (on.ok && on.data ? "true" : "false") + "}";
	// No page of another site may load it, not even as something that it is not.
	const headers = [["Cross-Origin-Resource-Policy", "same-origin"]];
	return { status: 200, content_type: "application/json", headers, body };
};
