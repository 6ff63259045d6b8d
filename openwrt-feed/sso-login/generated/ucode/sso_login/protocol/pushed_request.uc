'use strict';
// Generated from src/sso_login/protocol/pushed_request.ts by "make ucode"; do not edit.

/** The pushed authorization request (RFC 9126). */

import { form_encode } from 'sso_login.base.encoding';
import { text_of } from 'sso_login.base.json_values';
import { is_visible_ascii } from 'sso_login.base.strings';
import { is_passing as failed_answer_is_passing, facts_of_answer, form_of } from 'sso_login.explain.failed_answer';
import { has_error, reported_error, is_reported } from 'sso_login.explain.provider_errors';
import { decode_foreign } from 'sso_login.io.json';
import { err, ok } from 'sso_login.result';
import { form_request, forms_of_secret } from 'sso_login.protocol.client_request';
import { call as provider_calls_call } from 'sso_login.protocol.provider_calls';

/** The error that the answer to a pushed request reports; a `request_uri` beside other members than an error is none. */
export function error_in(response, secrets) {
	const body = decode_foreign(response.body);
	const answer = body.ok ? body.data : {};
	const has_uri = text_of(answer.request_uri) !== "" && !has_error(answer);
	return has_uri ? {} : reported_error(answer, secrets);
};

/** The `request_uri` in the answer to a pushed request; IDP_ERROR with the provider's error (RFC 9126 sections 2.2, 2.3). */
export function read_request_uri(response, secrets) {
	const body = decode_foreign(response.body);
	const request_uri = body.ok ? text_of(body.data.request_uri) : "";
	const reported = error_in(response, secrets);
	if ((response.status != 201 && response.status != 200) || is_reported(reported)) {
		const is_passing = failed_answer_is_passing(response.status, reported.error, response.retry_after);
		const facts = facts_of_answer(response, reported.error, secrets);
		facts.error = reported.error;
		facts.error_description = reported.error_description;
		facts.reason = facts.reason ?? "the provider refuses the pushed request";
		return err("IDP_ERROR", facts, is_passing ? "passing" : null);
	}
	if (request_uri !== "" && is_visible_ascii(request_uri)) {
		return ok(request_uri);
	}
	const form = body.ok ? "" : ": " + form_of(response.body);
	return err("IDP_ERROR", { http_status: response.status, reason: "no request_uri for the pushed request" + form });
};

/**
 * Sends the parameters of an authorization request to the provider beforehand (RFC 9126 section 2.1), and returns those that are left
 * for the browser. Fails with IDP_ERROR, OIDC_DISCOVERY_FAILED when there is no answer, or SSL_INIT_FAILED.
 */
export function push_request(io, config, metadata, query, url) {
	const request = form_request(io, config, metadata, url, query);
	if (!request.ok) {
		return request;
	}
	const response = provider_calls_call(io, config, request.data, "OIDC_DISCOVERY_FAILED");
	if (!response.ok) {
		return response;
	}
	const request_uri = read_request_uri(response.data, forms_of_secret(config));
	if (!request_uri.ok) {
		return request_uri;
	}
	const left = [
		["client_id", config.client_id],
		["request_uri", request_uri.data],
	];
	return ok(form_encode(left));
};
