'use strict';
// Generated from src/sso_login/check/redirect_check.ts by "make ucode"; do not edit.

/**
 * The part of the check that asks whether the provider knows redirect_uri: it compares the answers to an authorization request
 * with it and to one with an invented address (RFC 6749 section 4.1.2.1), sent as a login sends them.
 */

import { array_find, array_includes, array_some, lower, starts_with } from 'sso_login.ecma';
import { note_failure as failed_calls_note_failure } from 'sso_login.check.failed_calls';
import { error, ok as report_ok, warning } from 'sso_login.check.report';
import { plain_config, describe as invented_codes_describe, shown as invented_codes_shown, words_of as invented_codes_words_of } from 'sso_login.check.invented_codes';
import { add_query, parse_https, same_origin, with_origin } from 'sso_login.base.urls';
import { text_of } from 'sso_login.base.json_values';
import { decode_foreign } from 'sso_login.io.json';
import { pkce_pair as hash_pkce_pair, safe_id as hash_safe_id } from 'sso_login.jose.hash';
import { tells_error, logout_address as rp_logout_logout_address } from 'sso_login.logout.rp_logout';
import { request_query as authorization_request_request_query } from 'sso_login.protocol.authorization_request';
import { send as provider_calls_send } from 'sso_login.protocol.provider_calls';
import { read_request_uri, error_in } from 'sso_login.protocol.pushed_request';
import { form_request, forms_of_secret } from 'sso_login.protocol.client_request';
import { internal_origin, at_origin } from 'sso_login.protocol.provider_metadata';

/** Statuses by which a provider refuses to answer an address that it does not know. */
const refusals = [400, 401];

const pushed_endpoint = "pushed_authorization_request_endpoint";

function verdict_of(answer, redirect_uri) {
	if (answer === null) {
		return "unclear";
	}
	const location = answer.location;
	if (location !== null && starts_with(location, redirect_uri)) {
		return "known";
	}
	if (array_includes(refusals, answer.status) || (location !== null && tells_error(location))) {
		return "refused";
	}
	return answer.status == 200 || location !== null ? "goes_on" : "unclear";
}

/** The parameters of an authorization request with this redirect_uri, encoded. */
function request_query(client, redirect_uri) {
	const config = plain_config(client.config, "", redirect_uri);
	const made = hash_pkce_pair(64);
	const handshake = { state: made.challenge, nonce: made.challenge, code_verifier: made.verifier };
	return authorization_request_request_query(config, client.metadata, handshake, {});
}

/** GETs a page as a browser would; undefined where there is no answer. */
function get_page(run, url) {
	const request = { method: "GET", url, headers: ["Accept: text/html"] };
	const answer = provider_calls_send(run.io, request, "OIDC_DISCOVERY_FAILED");
	return answer.ok ? answer.data : null;
}

/** The answer of an address for browsers, which the router reaches at an origin of its own where one is set; undefined where there is none. */
function get_at_provider(client, address) {
	const origin = internal_origin(client.config.internal_issuer_url);
	return get_page(client.run, at_origin(address, origin));
}

/** The answer to an authorization request with this redirect_uri; undefined where there is none. */
function ask(client, redirect_uri) {
	const endpoint = client.metadata.authorization_endpoint;
	return get_at_provider(client, add_query(endpoint, request_query(client, redirect_uri)));
}

/** The answer of the page to which the first one leads within its origin, such as Dex's; it may know better. */
function follow(client, answer) {
	const asked = parse_https(client.metadata.authorization_endpoint);
	const target = answer.location !== null ? parse_https(answer.location) : null;
	if (asked === null || target === null || !same_origin(asked.origin, target.origin)) {
		return null;
	}
	return get_page(client.run, with_origin(target, target.origin));
}

/** Whether the provider refuses an invented address, at once or one page later, and ours not. */
function refuses_other(client, own, other, invented) {
	// glewlwyd refuses by 403; a filter would answer 403 to both.
	if (other.status == 403 || verdict_of(other, invented) === "refused") {
		return true;
	}
	const later = follow(client, other);
	const is_refused = later !== null && array_includes(refusals, later.status);
	const own_later = is_refused ? follow(client, own) : null;
	return own_later !== null && !array_includes(refusals, own_later.status);
}

function invented_address() {
	return "https://" + hash_safe_id(hash_pkce_pair(64).verifier) + ".invalid/cgi-bin/sso-login/callback";
}

/** The finding that the token endpoint refuses the client; undefined without it. */
function client_refusal(run) {
	return array_find(run.findings, (found) => found.provider === run.provider && found.id === "secret_wrong");
}

/** Notes that the provider refuses the request; where it has refused the client as well, one finding tells both. */
function note_refusal(run, redirect_uri, status) {
	const refused = client_refusal(run);
	if (refused === null) {
		error(run, "redirect_refused", { redirect_uri, status });
		return;
	}
	run.findings = filter(run.findings, (found) => found !== refused);
	const params = refused.params;
	error(run, "client_unknown", { redirect_uri, status, answer: params.answer ?? "", words: params.words ?? "" });
}

/** Judges the answers of the authorization endpoint. */
function check_pages(client) {
	const redirect_uri = client.config.redirect_uri;
	const answer = ask(client, redirect_uri);
	const verdict = verdict_of(answer, redirect_uri);
	const params = { redirect_uri, status: answer !== null ? `${answer.status}` : "" };
	const invented = invented_address();
	const other = verdict === "refused" || verdict === "goes_on" ? ask(client, invented) : null;
	// One that asks the browser first and refuses the invented address knows ours.
	const asks_first = answer !== null && answer.status == 401 && other !== null && other.status != 401;
	if (asks_first && verdict_of(other, invented) === "refused") {
		report_ok(client.run, "redirect_known");
		return;
	}
	if (verdict === "refused" && answer !== null) {
		// A provider that demands Kerberos, or a cookie of the browser, answers any request alike.
		const is_alike = other !== null && other.status == answer.status && verdict_of(other, invented) === "refused";
		const names_address = array_some(split(lower((answer.location ?? answer.body)), "redirect_uri="), (part) => (index(part, "redirect") >= 0));
		const tells_client = answer.status != 401 && (names_address || client_refusal(client.run) !== null);
		if (is_alike && !tells_client) {
			warning(client.run, "redirect_alike", params);
		} else {
			note_refusal(client.run, redirect_uri, params.status);
		}
		return;
	}
	const tells = answer !== null && other !== null && refuses_other(client, answer, other, invented);
	if (verdict === "known" || tells) {
		report_ok(client.run, "redirect_known");
	} else {
		warning(client.run, "redirect_untold", params);
	}
}

/** The answer to a pushed request with this redirect_uri (RFC 9126 section 2.1). */
function push_(client, endpoint, redirect_uri) {
	const form = request_query(client, redirect_uri);
	const request = form_request(client.run.io, client.config, client.metadata, endpoint, form);
	return request.ok ? provider_calls_send(client.run.io, request.data, "OIDC_DISCOVERY_FAILED") : request;
}

/** Judges the answers of the endpoint for pushed requests, which needs the secret. */
function check_pushed(client, endpoint) {
	const redirect_uri = client.config.redirect_uri;
	const answer = push_(client, endpoint, redirect_uri);
	if (!answer.ok) {
		failed_calls_note_failure(client.run, pushed_endpoint, endpoint, answer);
		return;
	}
	const secrets = forms_of_secret(client.config);
	const taken = read_request_uri(answer.data, secrets);
	const params = { redirect_uri, status: `${answer.data.status}` };
	if (!taken.ok) {
		const is_redirect = (answer.data.location ?? "") !== "";
		const is_page = !decode_foreign(answer.data.body).ok;
		if (is_page || is_redirect || taken.meaning === "passing") {
			failed_calls_note_failure(client.run, pushed_endpoint, endpoint, taken, answer.data.body);
			return;
		}
		const reported = error_in(answer.data, secrets);
		const code = text_of(reported.error);
		const description = invented_codes_describe(params.status, code);
		const words = invented_codes_shown(invented_codes_words_of(code, text_of(reported.error_description)));
		error(client.run, "pushed_refused", { redirect_uri, answer: description, words });
		return;
	}
	const other = push_(client, endpoint, invented_address());
	if (other.ok && array_includes(refusals, other.data.status)) {
		report_ok(client.run, "redirect_known");
	} else {
		warning(client.run, "redirect_untold", params);
	}
}

/** Notes whether the provider knows redirect_uri. Where it wants pushed requests, they are sent only if the secret may be. */
export function check_redirect(client, sendable) {
	const endpoint = client.metadata.pushed_authorization_request_endpoint;
	const is_refused = array_some(client.run.findings, (found) => found.provider === client.run.provider && found.level === "error" && found.code === "TOKEN_EXCHANGE_FAILED");
	if (endpoint === null) {
		check_pages(client);
	} else if (sendable && !is_refused) {
		check_pushed(client, endpoint);
	} else {
		warning(client.run, "redirect_untold", { redirect_uri: client.config.redirect_uri });
	}
};

/** The answer to a logout without an ID Token that is to end at this address, if at any, and what it means for the address. */
function ask_logout(client, endpoint, back) {
	const config = plain_config(client.config, "", client.config.redirect_uri);
	config.post_logout_redirect_uri = back;
	const url = rp_logout_logout_address(config, endpoint, "", hash_pkce_pair(64).challenge);
	const answer = get_at_provider(client, url);
	return { answer, verdict: verdict_of(answer, back ?? config.redirect_uri) };
}

/**
 * Notes whether the provider knows the address after a logout. One that refuses it and a logout without any address, or asks for the ID Token,
 * tells nothing.
 */
export function check_logout(client) {
	const endpoint = client.metadata.end_session_endpoint;
	const back = client.config.post_logout_redirect_uri;
	if (endpoint === null || back === null) {
		return;
	}
	const own = ask_logout(client, endpoint, back);
	const told = own.answer !== null ? (own.answer.location ?? "") + own.answer.body : "";
	const wants_token = (index(lower(told), "hint") >= 0);
	const goes_on = (verdict) => verdict === "goes_on" || verdict === "known";
	const status = own.answer !== null ? `${own.answer.status}` : "";
	if (own.verdict === "refused" && !wants_token && goes_on(ask_logout(client, endpoint).verdict)) {
		warning(client.run, "logout_address_refused", { back, status });
	} else if (goes_on(own.verdict) && ask_logout(client, endpoint, invented_address()).verdict === "refused") {
		report_ok(client.run, "logout_address_known");
	} else {
		report_ok(client.run, "logout_address_untold", { back });
	}
};
