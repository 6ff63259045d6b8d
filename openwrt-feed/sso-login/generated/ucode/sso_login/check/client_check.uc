'use strict';
// Generated from src/sso_login/check/client_check.ts by "make ucode"; do not edit.

/** The part of the check that tries client id, secret and authentication method at the token endpoint. */

import { array_find, array_some, lower } from 'sso_login.ecma';
import { note_failure as failed_calls_note_failure } from 'sso_login.check.failed_calls';
import { error, warning, ok as report_ok, note as report_note } from 'sso_login.check.report';
import { is_taken, without_encoding, describe_answer, shown as invented_codes_shown, has_key, without_authentication, refuses_code, prove, refuses_client, as_refresh, failure_of, is_page } from 'sso_login.check.invented_codes';
import { needs_no_encoding, alg_of as client_authentication_alg_of, choose_method } from 'sso_login.protocol.client_authentication';

/** The methods that a client with a secret may use here. */
const secret_methods = ["client_secret_basic", "client_secret_post"];

/** Whether the provider says that the secret has expired, and not the code, nor that it may have; Entra ID has a number for it. */
function tells_expired(words) {
	const text = lower(words);
	const is_told = (index(text, "secret") >= 0) && (index(text, "expired") >= 0) && !(index(text, "or expired") >= 0);
	return is_told || (index(words, "AADSTS7000222") >= 0);
}

/** The finding about a secret that is refused by a method: perhaps the other method is right. */
function secret_finding(run, client, method, other, attempt) {
	if (tells_expired(attempt.words)) {
		return "secret_expired";
	}
	if (is_taken(run, client, other)) {
		return "secret_other_method";
	}
	const is_encoded = method === "client_secret_basic" && !needs_no_encoding(client.config);
	if (is_encoded && is_taken(run, client, method, without_encoding(client.config))) {
		return "secret_not_decoded";
	}
	const is_unauthorized = attempt.status != 401 && attempt.code === "unauthorized_client";
	return is_unauthorized ? "client_refused" : "secret_wrong";
}

/** The finding about an assertion that is refused: perhaps the other audience is right, or a clock is wrong. */
function assertion_finding(run, client, other) {
	if (is_taken(run, client, other)) {
		return "assertion_audience";
	}
	const has_wrong_clock = array_some(run.findings, (finding) => finding.id === "clock_behind" || finding.id === "clock_ahead");
	return has_wrong_clock ? "assertion_expired" : "assertion_refused";
}

/** The way and the answer, as the findings tell them. */
function told(way, attempt) {
	const answer = describe_answer(attempt);
	return { method: way, answer, words: invented_codes_shown(attempt.words) };
}

function note_refusal(run, client, way, attempt) {
	const by_key = has_key(client);
	const other = array_find((by_key ? ["issuer", "token_endpoint"] : secret_methods), (name) => name !== way) ?? way;
	const params = told(way, attempt);
	params.other = other;
	params.alg = client_authentication_alg_of(client.config);
	const id = by_key ? assertion_finding(run, client, other) : secret_finding(run, client, way, other, attempt);
	error(run, id, params);
}

/** Notes that an invented secret is no worse than the right one: perhaps the client needs none. */
function note_untold(run, client, way, control) {
	const without = without_authentication(client.config);
	const is_public = !has_key(client) &&
		refuses_code(prove(run, client, way, false, without));
	warning(run, is_public ? "client_public" : "client_untold", told(way, control));
}

/**
 * Whether the endpoint may have taken the client: it refuses the code, or the request by another word (Kanidm, Pocket ID). Its answer
 * to a client that proves nothing tells, unless it may have stumbled over the encoding of this secret alone.
 */
function may_be_taken(client, way, attempt) {
	const outcome = attempt.outcome;
	const is_passing = !outcome.ok && outcome.cause === "passing";
	const is_bad_request = attempt.status == 400 && !is_passing && attempt.code !== "";
	const is_plain = way !== "client_secret_basic" || needs_no_encoding(client.config);
	return (
		refuses_code(attempt) || (is_bad_request && is_plain && !refuses_client(attempt))
	);
}

/** Asks again with an invented refresh token, where the answer to the code does not tell; a refusal of that grant tells nothing. */
function check_by_refresh(run, client, way, control) {
	const attempt = prove(run, client, way, false, as_refresh);
	if (refuses_client(attempt) && attempt.code !== "unauthorized_client") {
		note_refusal(run, client, way, attempt);
	} else if (!refuses_code(attempt)) {
		warning(run, "client_untold", told(way, control));
	} else if (refuses_client(prove(run, client, way, true, as_refresh))) {
		report_ok(run, "secret_ok", told(way, attempt));
	} else {
		note_untold(run, client, way, control);
	}
}

/**
 * Exchanges an invented code. The endpoint must refuse the request of this client, and then a client that proves nothing: only
 * both together tell that secret or key are right.
 */
function check_way(run, client, way) {
	const by_key = has_key(client);
	const attempt = prove(run, client, way, false);
	const failure = failure_of(attempt);
	const control = may_be_taken(client, way, attempt) ? prove(run, client, way, true) : null;
	if (control !== null && refuses_client(control)) {
		report_ok(run, by_key ? "assertion_ok" : "secret_ok", told(way, attempt));
	} else if (control !== null && refuses_code(attempt)) {
		const ask = by_key ? note_untold : check_by_refresh;
		ask(run, client, way, control);
	} else if (refuses_client(attempt) && !is_page(attempt)) {
		note_refusal(run, client, way, attempt);
	} else if (failure !== null) {
		failed_calls_note_failure(run, "token_endpoint", client.metadata.token_endpoint, failure, attempt.body);
	} else {
		warning(run, "client_untold", told(way, attempt));
	}
}

/** The way in which the client proves itself; undefined, and a finding, where there is none. */
function check_method(run, client) {
	const offered = client.metadata.token_endpoint_auth_methods_supported ?? [];
	const method = choose_method(run.io, client.config, client.metadata);
	const list = join(", ", offered);
	if (has_key(client) && !method.ok) {
		error(run, "key_missing", { alg: client_authentication_alg_of(client.config) });
	} else if (
		!has_key(client) &&
		length(offered) > 0 &&
		!array_some(offered, (name) => (index(secret_methods, name) >= 0))
	) {
		// A method that an option names is tried nevertheless.
		report_note(run, method.ok ? "warning" : "error", "auth_method_none", { offered: list });
	} else if (method.ok && length(offered) > 0 && !(index(offered, method.data) >= 0)) {
		warning(run, "auth_method_not_offered", { method: method.data, offered: list });
	} else if (method.ok) {
		report_ok(run, "auth_method_ok", { method: method.data });
	}
	return method.ok ? method.data : null;
}

/** Checks authentication method and secret as far as the options are right; returns whether the secret was judged. */
export function check_client(run, client, wrong, sendable) {
	const method = (index(wrong, "token_endpoint_auth_method") >= 0) ? null : check_method(run, client);
	// A secret that is absent has a finding already.
	if (!sendable && !(index(wrong, "client_secret") >= 0)) {
		warning(run, "client_not_sent");
		return true;
	}
	const known = !array_some(["client_id", "client_secret", "redirect_uri"], (option) => (index(wrong, option) >= 0));
	if (method !== null && known) {
		check_way(
			run,
			client,
			has_key(client) ? (client.config.client_assertion_audience ?? "issuer") : method
		);
		return true;
	}
	return false;
};
