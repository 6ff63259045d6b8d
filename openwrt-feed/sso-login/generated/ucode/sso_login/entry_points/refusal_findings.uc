'use strict';
// Generated from src/sso_login/entry_points/refusal_findings.ts by "make ucode"; do not edit.

/** The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning. */

import { has_members, key_of, lower } from 'sso_login.ecma';
import { in_english as log_texts_in_english } from 'sso_login.base.log_texts';
import { sorted_keys, before } from 'sso_login.base.strings';
import { of_failure, words_of as failure_findings_words_of, of_mismatch } from 'sso_login.check.findings.failure_findings';
import { finding_of } from 'sso_login.check.report';

function text_of(fact) {
	return has_members(fact) ? log_texts_in_english(fact) : `${fact ?? ""}`;
}

/** An answer that cannot be used, for these reasons as far as they are there. */
function unusable(said, reasons) {
	said.reason = join(" ", filter(reasons, (reason) => reason !== ""));
	return "login_answer";
}

/** Adds the parameters of a finding or of a message; its id. */
function take(said, found) {
	const params = found.params ?? {};
	for (let name in sorted_keys(params)) {
		said[key_of(name)] = params[key_of(name)] ?? "";
	}
	return found.id;
}

/** Findings by the reason for which an answer has no keys. */
const key_findings = { single_jwk: "keys_single", no_jwk_set: "keys_absent" };

/** A call to the provider that has failed, or its answer. */
function of_call(facts, said) {
	if (facts.field !== null) {
		return facts.url === null ? "endpoint_missing" : "endpoint_not_https";
	}
	if (has_members(facts.reason)) {
		return key_findings[key_of(facts.reason.id)] ?? "keys_missing";
	}
	const url = text_of(facts.url ?? "token_endpoint");
	const path = split(url, "/");
	return take(said, of_failure(path[length(path) - 1] ?? url, url, facts, ""));
}

/** The options that decide about claims of an ID Token. */
const claim_options = {
	aud: "client_id",
	auth_time: "max_age",
	azp: "client_id",
	iss: "issuer_url",
};

function of_id_token(facts, said) {
	if (has_members(facts.reason)) {
		return facts.claim === null ? "keys_missing" : "login_clock";
	}
	const claim = text_of(facts.claim);
	const option = claim_options[key_of(claim)];
	if (option !== null) {
		said.option = option;
	}
	return unusable(said, [claim, text_of(facts.reason)]);
}

/** A wrong option, or one that the provider or the router's key does not fit. */
function of_option(facts, said) {
	if (facts.option === null) {
		return facts.config === "rpcd" ? "rpcd_unreadable" : "config_unreadable";
	}
	if (said.alg !== null) {
		return "key_missing";
	}
	return said.offered !== "" ? "auth_method_none" : "option_wrong";
}

/** The provider's refusal of a login or of a pushed request; the words may say that it was the user's. */
function of_provider(facts, said) {
	const words = failure_findings_words_of(facts);
	const told = lower(words);
	const code = before(told, ": ");
	if (facts.http_status !== null) {
		return "pushed_refused";
	}
	said.words = words;
	if ((index(told, "cancel") >= 0) || (index(told, "abort") >= 0)) {
		return "login_cancelled";
	}
	if ((index(code, "denied") >= 0) || (index(code, "declined") >= 0)) {
		return "login_denied";
	}
	return words !== "" ? "login_refused" : unusable(said, [text_of(facts.reason)]);
}

function of_token_answer(facts, said) {
	if (facts.cause === "temporary" || facts.location !== null) {
		return of_call(facts, said);
	}
	// A proxy's own page is no word about the client.
	const is_of_client = failure_findings_words_of(facts) !== "" || facts.reason === null;
	return is_of_client ? "client_refused" : unusable(said, [text_of(facts.reason)]);
}

const by_code = {
	INVALID_REQUEST: (facts, said) => unusable(said, [text_of(facts.reason), text_of(facts.parameter)]),
	IDP_ERROR: of_provider,
	TOKEN_EXCHANGE_FAILED: of_token_answer,
	OIDC_INVALID_GRANT: () => "login_code",
	UNSUPPORTED_ALGORITHM: (facts, said) => said.allowed !== null ? "algorithm_unsupported" : unusable(said, ["alg", text_of(facts.alg)]),
	NONCE_MISMATCH: (facts, said) => unusable(said, ["nonce", text_of(facts.reason)]),
	AT_HASH_MISMATCH: (facts, said) => facts.reason === "absent" ? "at_hash_unknown" : unusable(said, ["at_hash", "different"]),
	ID_TOKEN_VERIFICATION_FAILED: of_id_token,
	USER_NOT_AUTHORIZED: () => "roles_fit_none",
	ROLE_WITHOUT_PAGE: () => "roles_without_page",
	AUTHENTICATION_TOO_WEAK: (facts, said) => {
		const acr = text_of(facts.acr);
		unusable(said, ["acr", acr !== "" ? acr : text_of(facts.reason)]);
		said.option = "acr_values";
		return "login_demand";
	},
	AUTHENTICATION_TOO_OLD: (facts, said) => of_id_token(facts, said) === "login_clock" ? "login_clock" : "login_demand",
	OIDC_DISCOVERY_FAILED: of_call,
	DISCOVERY_ISSUER_MISMATCH: (facts, said) => {
		const configured = text_of(facts.configured);
		return take(said, of_mismatch(configured, configured, text_of(facts.discovered)));
	},
	JWKS_FETCH_FAILED: of_call,
	TOKEN_ENDPOINT_NETWORK_ERROR: of_call,
	// The statuses of this endpoint mean others than those of a document.
	USERINFO_NETWORK_ERROR: (facts, said) => {
		const reasons = [text_of(facts.http_status), failure_findings_words_of(facts), text_of(facts.reason)];
		return facts.http_status === null
			? of_call(facts, said)
			: unusable(said, [...["userinfo_endpoint"], ...reasons]);
	},
	SSL_INIT_FAILED: of_call,
	CONFIG_ERROR: of_option,
};

/** Findings by the advice of a refusal, beside that no role fits. */
const by_hint = {
	unverified_email: { id: "login_email", params: { option: "allow_unverified_email" } },
	unverified_further: { id: "login_email" },
	untrusted_email_claim: { id: "login_email", params: { option: "email_claim_trusted" } },
	groups_absent: { id: "login_groups" },
};

/** The findings about an outcome, or about a refusal that the log tells; of a login that would be granted, what it lacks. */
export function of_refusal(outcome) {
	const code = outcome.code;
	const facts = outcome.facts ?? {};
	if (code === null) {
		const lacks_token = (outcome.notes ?? {}).refresh_token === "absent";
		return lacks_token ? [finding_of("warning", "refresh_token_missing", {}, null, outcome.provider)] : [];
	}
	const error = text_of(facts.error ?? facts.idp_error);
	const answer = error === "" ? "answer_without_code" : "answer_code";
	const words = text_of(facts.error_description);
	const said = {
		answer: { id: answer, params: { status: text_of(facts.http_status), code: error } },
		offered: text_of(facts.alg),
		reason: code,
		redirect_uri: outcome.redirect_uri ?? "redirect_uri",
		roles: text_of(facts.role),
		url: "jwks_uri",
		words: words !== "" ? words : { id: "words_none" },
	};
	for (let name in sorted_keys(facts)) {
		const fact = facts[key_of(name)];
		said[key_of(name)] = name === "must" && has_members(fact) ? fact : text_of(fact);
		if (has_members(fact)) {
			take(said, fact);
		}
	}
	const explain = by_code[key_of(code)];
	const ids = [explain !== null ? explain(facts, said) : "login_failed"];
	const more = has_members(facts.hint) ? by_hint[key_of(facts.hint.id)] : null;
	if (more !== null) {
		push(ids, take(said, more));
	}
	return map(ids, (id) => finding_of("error", id, said, code, outcome.provider));
};
