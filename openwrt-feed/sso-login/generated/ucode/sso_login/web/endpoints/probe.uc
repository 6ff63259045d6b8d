'use strict';
// Generated from src/sso_login/web/endpoints/probe.ts by "make ucode"; do not edit.

/** GET /?action=enabled: whether single sign-on is on. */

import { err, ok } from 'sso_login.result';
import { is_enabled as enabled_is_enabled } from 'sso_login.settings.enabled';

/** Answers the probe; NOT_FOUND for another action. A configuration that cannot be read counts as off. */
function respond(io, request) {
	if (request.query.values.action !== "enabled") {
		return err("NOT_FOUND", { reason: "unknown action" });
	}
	const on = enabled_is_enabled(io);
	const body = '{"enabled":' + (on.ok && on.data ? "true" : "false") + "}";
	// No page of another site may load it, not even as an image or a script.
	const headers = [["Cross-Origin-Resource-Policy", "same-origin"]];
	return ok({ status: 200, content_type: "application/json", headers, body });
}

export function admit(io, request) {
	return { respond: () => respond(io, request) };
};
