'use strict';
// Generated from src/sso_login/registration/registration_requests.ts by "make ucode"; do not edit.

/** The requests of a registration, and findings about those that fail. */

import { array_includes, ends_with, substring } from 'sso_login.ecma';
import { encode as json_encode, decode_object } from 'sso_login.io.json';
import { text_of } from 'sso_login.base.json_values';
import { read_answer as failed_calls_read_answer, note_failure as failed_calls_note_failure } from 'sso_login.check.failed_calls';
import { check_metadata } from 'sso_login.check.metadata_check';
import { error as report_error, warning } from 'sso_login.check.report';
import { metadata_name } from 'sso_login.explain.call_kinds';
import { is_passing as failed_answer_is_passing, facts_of_answer, form_of } from 'sso_login.explain.failed_answer';
import { reported_in } from 'sso_login.explain.provider_errors';
import { get_metadata } from 'sso_login.protocol.metadata_call';
import { send as provider_calls_send } from 'sso_login.protocol.provider_calls';
import { url_of, read_metadata, internal_origin, at_origin } from 'sso_login.protocol.provider_metadata';
import { err } from 'sso_login.result';

export const endpoint_name = "registration_endpoint";
const code = "REGISTRATION_FAILED";

/** The provider's metadata; undefined, and findings, where they cannot be read or are another issuer's. */
export function fetch_metadata(run, config) {
	const url = url_of(config);
	const sent = get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls_send);
	const metadata = failed_calls_read_answer(run, metadata_name, url, sent, "OIDC_DISCOVERY_FAILED");
	if (metadata === null || read_metadata(metadata, config.issuer_url).ok) {
		return metadata;
	}
	const before = run.findings;
	run.findings = [];
	check_metadata(run, config, metadata, url);
	// The registration ends here, and only errors say why.
	run.findings = [...before, ...filter(run.findings, (finding) => finding.level === "error")];
	return null;
};

/** Sends a request; undefined and a finding where no answer comes. The address of a registration is used as the provider gave it. */
function ask(run, config, request) {
	const method = request.method;
	const sent = request.sent;
	const origin = method === "POST" ? internal_origin(config.internal_issuer_url) : null;
	const url = at_origin(request.address, origin);
	const headers = [...[...["Accept: application/json"], ...request.token !== "" ? ["Authorization: Bearer " + request.token] : []], ...sent !== null ? ["Content-Type: application/json"] : []];
	const body = sent !== null ? json_encode(sent) : null;
	const response = provider_calls_send(run.io, { method, url, headers, body }, code);
	if (!response.ok) {
		failed_calls_note_failure(run, endpoint_name, url, response);
		return null;
	}
	return { url, response: response.data };
}

/** The provider's error in a refusal (RFC 7591 section 3.2.2), without the access token. */
function error_in(request, response) {
	return reported_in(response, decode_object(response.body), [request.token]);
}

/**
 * The finding of a refusal (RFC 7591 section 3.2.2, RFC 6750 section 3.1), of an earlier registration by RFC 7592 section 2; undefined where
 * the provider itself has failed.
 */
function refusal_of(request, response) {
	const status = response.status;
	const error = error_in(request, response).error;
	if (request.method !== "POST" && array_includes([401, 404, 410], status)) {
		return "register_gone";
	}
	if (request.method !== "POST" && array_includes([403, 405, 501], status)) {
		return "register_unmanaged";
	}
	if (status == 401) {
		return "register_token";
	}
	if (error === "invalid_redirect_uri") {
		return "register_redirect";
	}
	const has_failed = failed_answer_is_passing(status, error, response.retry_after);
	return !has_failed && (text_of(error) !== "" || status == 403) ? "register_refused" : null;
}

/** Notes a refusal, with the provider's words. */
function note_refusal(run, redirect_uri, request, reply) {
	const response = reply.response;
	const reported = error_in(request, response);
	const said = text_of(reported.error_description ?? reported.error ?? `HTTP ${response.status}`);
	const words = ends_with(said, ".") ? substring(said, 0, length(said) - 1) : said;
	const refusal = refusal_of(request, response);
	if (refusal === null) {
		const facts = facts_of_answer(response, reported.error, [request.token]);
		facts.error_description = reported.error_description;
		facts.reason = response.status == 200 ? form_of(response.body) : null;
		failed_calls_note_failure(run, endpoint_name, reply.url, err(code, facts), response.body);
	} else {
		report_error(run, refusal, { redirect_uri, words });
	}
}

/** The answer's object, or what was sent where the provider says no more; undefined and a finding after a failure. */
function read_reply(run, config, request, reply) {
	const status = reply.response.status;
	if (request.method !== "POST" && (status == 204 || (status == 200 && request.sent === null))) {
		return request.sent ?? {};
	}
	const answer = decode_object(reply.response.body);
	if ((status == 201 || status == 200) && answer.ok) {
		return answer.data;
	}
	if (status == 201) {
		report_error(run, "register_answer", { reason: form_of(reply.response.body) });
		warning(run, "register_left", { client: request.address });
	} else {
		note_refusal(run, config.redirect_uri, request, reply);
	}
	return null;
}

/**
 * Sends a request; returns the answer's object, or undefined and a finding. Some providers permit no `openid` among a client's scopes
 * (Keycloak), and others demand it there (Hydra): metadata that are refused are sent once more without `scope`, for the provider's own choice.
 */
export function send(run, config, request) {
	const metadata = request.sent;
	let reply = ask(run, config, request);
	if (metadata !== null && reply !== null && refusal_of(request, reply.response) === "register_refused") {
		metadata.scope = null;
		reply = ask(run, config, request);
	}
	return reply !== null ? read_reply(run, config, request, reply) : null;
};
