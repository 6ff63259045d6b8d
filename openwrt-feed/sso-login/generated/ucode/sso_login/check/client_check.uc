'use strict';
// Generated from src/sso_login/check/client_check.ts by "make ucode"; do not edit.

/** The part of the check that tries client id, secret and authentication method at the token endpoint. */

import { array_find, array_some, lower } from 'sso_login.ecma';
import { note_failure as failed_calls_note_failure } from 'sso_login.check.failed_calls';
import { error, ok as report_ok, warning, note as report_note } from 'sso_login.check.report';
import { judge as invented_codes_judge, as_refresh, without_encoding, describe as invented_codes_describe, shown as invented_codes_shown, has_key, without_authentication, refuses_code, prove, failure_of } from 'sso_login.check.invented_codes';
import { needs_no_encoding, alg_of as client_authentication_alg_of, choose_method } from 'sso_login.protocol.client_authentication';

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** Whether the provider says that the secret has expired, and not the code, nor that it may have; Entra ID has a number for it. */
function tells_expired(words) {
	const text = lower(words);
	const is_told = (index(text, "secret") >= 0) && (index(text, "expired") >= 0) && !(index(text, "or expired") >= 0);
	return is_told || (index(words, "AADSTS7000222") >= 0);
}

/** Whether the endpoint has taken what the client proves, whatever it says of the grant. */
function proves(judged) {
	return judged.verdict === "taken" || judged.verdict === "barred";
}

/** The finding about a secret that is refused by a method: perhaps the other method is right, or not the secret is the reason. */
function secret_finding(client, method, other, answer) {
	const is_taken = (way, change) => proves(invented_codes_judge(client, way, change));
	if (tells_expired(answer.words)) {
		return "secret_expired";
	}
	if (is_taken(method, as_refresh)) {
		return "exchange_refused";
	}
	if (is_taken(other)) {
		return "secret_other_method";
	}
	const is_encoded = method === "client_secret_basic" && !needs_no_encoding(client.config);
	return is_encoded && is_taken(method, without_encoding(client.config))
		? "secret_not_decoded"
		: "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(client, other) {
	if (proves(invented_codes_judge(client, other))) {
		return "assertion_audience";
	}
	const has_wrong_clock = array_some(client.run.findings, (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead");
	return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

/** The way and the answer, as the findings tell them. */
function told(client, way, attempt) {
	const answer = attempt.outcome.ok
		? { id: "answer_to_invented_code" }
		: invented_codes_describe(`${attempt.status ?? ""}`, attempt.code);
	const redirect_uri = client.config.redirect_uri;
	return { method: way, answer, words: invented_codes_shown(attempt.words), redirect_uri };
}

function note_refusal(client, way, attempt) {
	const by_key = has_key(client);
	const other = array_find((by_key ? ["issuer", "token_endpoint"] : secret_methods), (name) => name !== way) ?? way;
	const params = told(client, way, attempt);
	params.other = other;
	params.alg = client_authentication_alg_of(client.config);
	const id = by_key ? assertion_finding(client, other) : secret_finding(client, way, other, attempt);
	error(client.run, id, params);
}

/**
 * Asks again with an invented refresh token, where the answer to a code does not tell the secret: some providers judge a code before it. One
 * that refuses the token alike with an invented secret and without one has a client that needs none.
 */
function check_by_refresh(client, way, by_code) {
	const judged = invented_codes_judge(client, way, as_refresh);
	if (proves(judged)) {
		report_ok(client.run, "secret_ok", told(client, way, judged.answer));
	} else if (judged.verdict === "refused") {
		note_refusal(client, way, judged.answer);
	} else {
		const without = without_authentication(client.config);
		const is_public = refuses_code(judged.answer) &&
			refuses_code(prove(client, way, false, without));
		warning(client.run, is_public ? "client_public" : "client_untold", told(client, way, by_code));
	}
}

/** Judges the client by its exchange of an invented code. */
function check_way(client, way) {
	const by_key = has_key(client);
	const judged = invented_codes_judge(client, way);
	const answer = judged.answer;
	const failure = failure_of(answer);
	if (judged.verdict === "taken") {
		report_ok(client.run, by_key ? "assertion_ok" : "secret_ok", told(client, way, answer));
	} else if (judged.verdict === "barred") {
		error(client.run, "exchange_refused", told(client, way, answer));
	} else if (judged.verdict === "refused") {
		note_refusal(client, way, answer);
	} else if (failure !== null) {
		failed_calls_note_failure(client.run, "token_endpoint", client.metadata.token_endpoint, failure, answer.body);
	} else if (!by_key) {
		check_by_refresh(client, way, answer);
	} else {
		warning(client.run, "client_untold", told(client, way, answer));
	}
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(client) {
	const offered = client.metadata.token_endpoint_auth_methods_supported ?? [];
	const method = choose_method(client.run.io, client.config, client.metadata);
	const list = join(", ", offered);
	if (has_key(client) && !method.ok) {
		error(client.run, "key_missing", { alg: client_authentication_alg_of(client.config) });
	} else if (
		!has_key(client) &&
		length(offered) > 0 &&
		!array_some(offered, (name) => (index(secret_methods, name) >= 0))
	) {
		// A method that an option names is tried nevertheless.
		report_note(client.run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
	} else if (method.ok && length(offered) > 0 && !(index(offered, method.data) >= 0)) {
		warning(client.run, "auth_method_not_offered", { method: method.data, offered: list });
	} else if (method.ok) {
		report_ok(client.run, "auth_method_ok", { method: method.data });
	}
	return method.ok ? method.data : null;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(client, wrong, sendable) {
	const method = (index(wrong, "token_endpoint_auth_method") >= 0) ? null : check_method(client);
	// A secret that is absent has a finding already.
	if (!sendable && !(index(wrong, "client_secret") >= 0)) {
		warning(client.run, "client_not_sent");
		return true;
	}
	const known = !array_some(["client_id", "client_secret", "redirect_uri"], (option) => (index(wrong, option) >= 0));
	if (method !== null && known) {
		check_way(client, has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method);
		return true;
	}
	return false;
};
