'use strict';
// Generated from src/sso_login/web/endpoints/posted_forms.ts by "make ucode"; do not edit.

/** The posted form of a request, for which a client has two seconds. */

import { char_at, lower, starts_with } from 'sso_login.ecma';
import { err } from 'sso_login.result';
import { is_used_up } from 'sso_login.web.client_limit';
import { limit_of, is_window_full } from 'sso_login.web.rate_limit';
import { max_input_bytes, parse_form } from 'sso_login.web.web_request';
import { checked_values } from 'sso_login.web.request_fields';

/** Seconds for the whole body: a client that stops sending would hold one of the few script slots of the web server. */
const max_wait = 2;
/** The same where only a proof is still answered. */
const short_wait = 1;

const form_type = "application/x-www-form-urlencoded";

/** Whether a request without a proof is refused in this minute, whatever is in its body. */
function is_refused(io, request, window) {
	const limit = limit_of(io, window);
	const has_share = limit === null || !is_used_up(io, request.remote_addr, limit, window);
	return !has_share || is_window_full(io, window);
}

/** The fields posted in a window, of which `strict` ones may come once and must be well encoded; INVALID_REQUEST or INPUT_TOO_LARGE. */
export function read(io, request, window, strict) {
	const type_ = lower(request.content_type);
	if (!starts_with(type_, form_type) || !(index(["", ";", " "], char_at(type_, length(form_type))) >= 0)) {
		return err("INVALID_REQUEST", { reason: "not a form" });
	}
	const body = io.read_posted(max_input_bytes, is_refused(io, request, window) ? short_wait : max_wait);
	return body.ok ? checked_values(parse_form(body.data), strict) : body;
};
