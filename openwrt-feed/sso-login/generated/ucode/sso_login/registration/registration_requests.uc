'use strict';
// Generated from src/sso_login/registration/registration_requests.ts by "make ucode"; do not edit.

/** The requests of a registration, and findings about those that fail. */

import { ends_with, substring } from 'sso_login.ecma';
import { decode_object as json_decode_object, encode as json_encode } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { read_answer as failed_calls_read_answer, note_failure as failed_calls_note_failure } from 'sso_login.check.failed_calls';
import { check_metadata } from 'sso_login.check.metadata_check';
import { error as report_error } from 'sso_login.check.report';
import { failure_facts } from 'sso_login.explain.failed_answer';
import { reported_error } from 'sso_login.explain.provider_errors';
import { get_metadata } from 'sso_login.protocol.metadata_call';
import { send as provider_calls_send } from 'sso_login.protocol.provider_calls';
import { metadata_url, internal_origin, read_metadata, at_origin } from 'sso_login.protocol.provider_metadata';
import { err } from 'sso_login.result';

export const endpoint_name = "registration_endpoint";
const code = "REGISTRATION_FAILED";

/** The provider's metadata; undefined, and findings, where they cannot be read or are another issuer's. */
export function fetch_metadata(run, config) {
	const url = metadata_url(
		config.issuer_url,
		internal_origin(config.internal_issuer_url)
	);
	const sent = get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls_send);
	const metadata = failed_calls_read_answer(run, "openid-configuration", url, sent, "OIDC_DISCOVERY_FAILED");
	if (metadata === null || read_metadata(metadata, config.issuer_url).ok) {
		return metadata;
	}
	check_metadata(run, config, metadata, url);
	return null;
};

/**
 * Notes a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1), of an earlier registration by RFC 7592 section 2; its words do not
 * repeat the access token.
 */
function note_refusal(run, redirect_uri, url, response, message) {
	const token = message.token;
	const status = response.status;
	const body = json_decode_object(response.body);
	const reported = reported_error(body.ok ? body.data : {}, [token]);
	const error = text_of(reported.error);
	const said = text_of(reported.error_description ?? reported.error ?? `HTTP ${status}`);
	const words = ends_with(said, ".") ? substring(said, 0, length(said) - 1) : said;
	const facts = failure_facts(response, reported.error, [token]);
	if (message.method !== "POST" && (status == 401 || status == 404)) {
		report_error(run, "register_gone", { words });
	} else if (message.method !== "POST" && (status == 405 || status == 501)) {
		report_error(run, "register_unmanaged");
	} else if (status == 401) {
		report_error(run, token === "" ? "register_token_missing" : "register_token_refused", { words });
	} else if (error === "invalid_redirect_uri") {
		report_error(run, "register_redirect", { redirect_uri, words });
	} else if (facts.cause === null && (error !== "" || status == 403)) {
		report_error(run, "register_refused", { words });
	} else {
		failed_calls_note_failure(run, endpoint_name, url, err(code, facts), response.body);
	}
}

/**
 * Sends a message; returns the answer's object, {} for a removed client and for one that was made with an answer that is none, undefined and
 * a finding after a failure. The address of a registration is used as the provider gave it.
 */
export function send(run, config, message) {
	const method = message.method;
	const token = message.token;
	const sent = message.sent;
	const origin = method === "POST" ? internal_origin(config.internal_issuer_url) : null;
	const url = at_origin(message.address, origin);
	const headers = [...[...["Accept: application/json"], ...token !== "" ? ["Authorization: Bearer " + token] : []], ...sent !== null ? ["Content-Type: application/json"] : []];
	const body = sent !== null ? json_encode(sent) : null;
	const response = provider_calls_send(run.io, { method, url, headers, body }, code);
	if (!response.ok) {
		failed_calls_note_failure(run, endpoint_name, url, response);
		return null;
	}
	const status = response.data.status;
	if (method === "DELETE" && (status == 204 || status == 200)) {
		return {};
	}
	const answer = json_decode_object(response.data.body);
	if (status == 201 || (status == 200 && answer.ok)) {
		return answer.ok ? answer.data : {};
	}
	note_refusal(run, config.redirect_uri, url, response.data, message);
	return null;
};
