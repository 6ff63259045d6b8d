'use strict';
// Generated from src/sso_login/check/provider.ts by "make ucode"; do not edit.

/** The part of the check that asks the provider: discovery document, JWK Set, and an exchange of an invented code. */

import { array_includes, array_some, key_of } from 'sso_login.ecma';
import * as client_authentication from 'sso_login.protocol.client_authentication';
import * as back_channel from 'sso_login.protocol.back_channel';
import * as keys_ from 'sso_login.check.keys';
import * as document from 'sso_login.check.document';
import * as report from 'sso_login.check.report';
import * as metadata from 'sso_login.protocol.metadata';
import * as clock from 'sso_login.io.clock';
import * as token from 'sso_login.protocol.token';
import * as hash from 'sso_login.jose.hash';
import * as strings from 'sso_login.base.strings';
import * as values from 'sso_login.base.values';
import * as urls from 'sso_login.base.urls';

/** Findings by the reason why there is no answer (HttpFailure). */
const failures = {
	resolve: "host_unknown",
	connect: "connection_refused",
	certificate: "certificate_untrusted",
	tls: "tls_failed",
	timeout: "no_answer",
	too_large: "answer_too_large",
};

/** Seconds that a clock may be ahead before it is called an error: ID Tokens live for some minutes. */
const token_lifetime = 300;

function facts_of(failure) {
	return (type(failure.details) == "object" || type(failure.details) == "array") ? failure.details : {};
}

/** Why a call did not give what it should; `endpoint` is its name in the discovery document. */
function note_failure(run, endpoint, url, failure) {
	const facts = facts_of(failure);
	const parsed = urls.parse_https(url);
	const params = {
		endpoint,
		url,
		host: parsed !== null ? parsed.host : url,
		reason: values.text_of(facts.reason),
		status: `${facts.http_status ?? ""}`,
	};
	const answered = facts.http_status == 200 ? "answer_not_json" : "answer_status";
	const id = facts.http_status !== null ? answered : (failures[key_of(values.text_of(facts.cause))] ?? "connection_broken");
	report.error(run, id, params, failure.error);
}

/** Compares the router's clock with the provider's, which is undefined when it did not tell. */
function check_clock(run, config, date) {
	const now = run.io.time();
	if (date === null) {
		report.ok(run, "clock_unknown", { now: clock.format_time(now) });
		return;
	}
	const seconds = `${max(now - date, date - now)}`;
	const params = { seconds, tolerance: `${config.clock_tolerance}` };
	if (date - now > config.clock_tolerance) {
		report.error(run, "clock_behind", params);
	} else if (now - date > config.clock_tolerance) {
		const level = now - date > config.clock_tolerance + token_lifetime ? "error" : "warning";
		report.note(run, level, "clock_ahead", params);
	} else {
		report.ok(run, "clock_ok", params);
	}
}

/** GETs a JSON object past all caches; undefined, and a finding, when there is none. */
function fetch(run, endpoint, url, code) {
	const answer = back_channel.send(run.io, { method: "GET", url, headers: [back_channel.accept_json] }, code);
	if (!answer.ok) {
		note_failure(run, endpoint, url, answer);
		return null;
	}
	const body = back_channel.read_json(answer.data, url, code);
	if (!body.ok) {
		note_failure(run, endpoint, url, body);
		return null;
	}
	return { body: body.data, date: answer.data.date };
}

/** What the token endpoint said, as far as it cannot hold a secret: an error code of RFC 6749 is lower case. */
function describe_answer(facts) {
	const status = `${facts.http_status ?? 200}`;
	const code = values.text_of(facts.idp_error);
	if (code === "") {
		return { id: "answer_without_code", params: { status } };
	}
	const plain = length(code) <= 40 && strings.consists_of(code, "abcdefghijklmnopqrstuvwxyz_");
	return plain ? { id: "answer_code", params: { status, code } } : { id: "answer_unusual_code", params: { status } };
}

/** Exchanges an invented code: the error tells whether the provider knew the client first (RFC 6749 section 5.2). */
function check_secret(run, config, discovery, method) {
	const invented = hash.pkce_pair(64);
	const grant = { code: invented.challenge, verifier: invented.verifier, session_id: "check" };
	const outcome = token.exchange_code(run.io, config, discovery, grant, back_channel.send);
	if (outcome.ok) {
		report.warning(run, "secret_unclear", { answer: { id: "answer_to_invented_code" } });
		return;
	}
	const facts = facts_of(outcome);
	const params = { method, answer: describe_answer(facts) };
	if (outcome.error === "OIDC_INVALID_GRANT") {
		report.ok(run, "secret_ok", params);
	} else if (outcome.error !== "TOKEN_EXCHANGE_FAILED") {
		note_failure(run, "token_endpoint", discovery.token_endpoint, outcome);
	} else if (facts.http_status == 401 || facts.idp_error === "invalid_client") {
		report.error(run, "secret_wrong", params);
	} else if (facts.idp_error === "unauthorized_client") {
		report.error(run, "client_refused", params);
	} else {
		report.warning(run, "secret_unclear", params);
	}
}

/** How the client proves itself; undefined, and a finding, when there is no way. */
function check_method(run, config, discovery) {
	const offered = discovery.token_endpoint_auth_methods_supported ?? [];
	const method = client_authentication.choose_method(config, discovery);
	const list = join(", ", offered);
	if (!method.ok) {
		report.error(run, "auth_method_none", { offered: list });
		return null;
	}
	if (length(offered) > 0 && !array_includes(offered, method.data)) {
		report.warning(run, "auth_method_not_offered", { method: method.data, offered: list });
	} else {
		report.ok(run, "auth_method_ok", { method: method.data });
	}
	return method.data;
}

/** Authentication method and secret, as far as the options allow; the answer is whether the secret was tried. */
function check_client(run, config, discovery, wrong, sendable) {
	const method = array_includes(wrong, "token_endpoint_auth_method") ? null : check_method(run, config, discovery);
	if (!sendable) {
		report.warning(run, "secret_not_sent");
		return true;
	}
	const known = !array_some(["client_id", "client_secret", "redirect_uri"], (option) => array_includes(wrong, option));
	if (method !== null && known) {
		check_secret(run, config, discovery, method);
		return true;
	}
	return false;
}

/** Asks the provider; the answer is what could not be tried. */
function ask_provider(run, config, wrong, sendable) {
	const origin = metadata.internal_origin(config.internal_issuer_url);
	const url = metadata.document_url(config.issuer_url, origin);
	const answer = fetch(run, "openid-configuration", url, "OIDC_DISCOVERY_FAILED");
	if (answer === null) {
		return ["jwks_uri", "token_endpoint"];
	}
	const published = answer.body;
	const host = urls.parse_https(url);
	report.ok(run, "connection_ok", { host: host !== null ? host.host : url });
	check_clock(run, config, answer.date);
	const trusted = document.check_metadata(run, config, published, { url, origin });
	keys_.check_algorithms(run, published);
	const issuer = values.text_of(published.issuer);
	const read = metadata.read_document(published, issuer);
	if (!read.ok) {
		return ["jwks_uri", "token_endpoint"];
	}
	const discovery = metadata.with_internal_origin(read.data, origin);
	const set = fetch(run, "jwks_uri", discovery.jwks_uri, "JWKS_FETCH_FAILED");
	if (set !== null) {
		keys_.check_keys(run, discovery.jwks_uri, set.body);
	}
	return trusted && check_client(run, config, discovery, wrong, sendable) ? [] : ["token_endpoint"];
}

/**
 * Asks the provider what a login would ask. `wrong` are the options that cannot be used; the client secret is sent only
 * when it is `sendable`, and only to the provider whose issuer is the configured one, as a login does.
 */
export function check_provider(run, config, wrong, sendable) {
	const no_address = array_includes(wrong, "issuer_url") || array_includes(wrong, "internal_issuer_url");
	const steps = no_address ? ["discovery", "jwks_uri", "token_endpoint"] : ask_provider(run, config, wrong, sendable);
	if (length(steps) > 0) {
		report.warning(run, "not_tried", { steps: join(", ", steps) });
	}
};
