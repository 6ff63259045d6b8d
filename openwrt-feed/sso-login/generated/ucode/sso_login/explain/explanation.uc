'use strict';
// Generated from src/sso_login/explain/explanation.ts by "make ucode"; do not edit.

/**
 * The explanation of a failure: what the error page says, which finding tells it to administrators, and which option they look at. The
 * table has a row for each kind of failure, with ids alone; error page, check, test login and login history print the same row.
 */

import { array_some, ends_with, has_members, key_of, lower, starts_with } from 'sso_login.ecma';
import { before } from 'sso_login.base.strings';
import { parse_https } from 'sso_login.base.urls';
import { words_of as call_kinds_words_of, is_passing as call_kinds_is_passing, has_answer, first_row, headline_of as call_kinds_headline_of, finding_of as call_kinds_finding_of } from 'sso_login.explain.call_kinds';

/** A fact that is a text or a number; "" for anything else. */
function text_of(fact) {
	return has_members(fact) ? "" : `${fact ?? ""}`;
}

/** The id of a fact that is a message; "" for anything else. */
function id_of(fact) {
	return has_members(fact) ? fact.id : "";
}

/** Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer without it. */
export function is_b2c(address) {
	const url = parse_https(address);
	return url !== null && (ends_with(url.host, ".b2clogin.com") || (index(lower(url.path), "/b2c_1") >= 0));
};

/** Errors of a provider that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). */
const by_user = [
	"access_denied",
	"login_required",
	"interaction_required",
	"account_selection_required",
	"consent_required",
];

/** In the place of a headline or a finding that the kinds of calls have (call_kinds.ts). */
const of_call = "call";

/** The options that decide about claims of an ID Token. */
const claim_options = {
	aud: "client_id",
	auth_time: "max_age",
	azp: "client_id",
	iss: "issuer_url",
};

const tells = (facts, words) => {
	const text = lower(call_kinds_words_of(facts));
	return array_some(words, (word) => (index(text, word) >= 0));
};
const names = (facts, words) => {
	const code = before(lower(call_kinds_words_of(facts)), ": ");
	return array_some(words, (word) => (index(code, word) >= 0));
};
/** Kinds of any code: the provider cannot answer now, whatever was asked, a clock is wrong, or the client is not set up as there. */
const of_any_code = [
	{ is: call_kinds_is_passing, headline: "away" },
	{ is: (facts) => (index(["past", "future"], id_of(facts.reason)) >= 0), headline: "clock" },
	{ is: (facts) => id_of(facts.must) === "offered_method", headline: "setup" },
	// A wrong secret; Keycloak calls that `unauthorized_client`.
	{ is: (facts) => names(facts, ["invalid_client", "unauthorized_client"]), headline: "client" },
];

/** Kinds of calls to the provider for a document. */
const of_document = [
	{ is: (facts) => facts.field !== null && facts.url === null, finding: "endpoint_missing" },
	{ is: (facts) => facts.field !== null, finding: "endpoint_not_https" },
	{ is: (facts) => (index(["single_jwk", "no_jwk_set"], id_of(facts.reason)) >= 0), finding: "keys_absent" },
	{ is: (facts) => id_of(facts.reason) !== "", finding: "keys_missing" },
	{ headline: of_call, finding: of_call },
];

const no_longer_valid = [{ headline: "expired" }];

const of_code = {
	// The provider's answer to the browser, or to a pushed request.
	IDP_ERROR: [
		{ is: (facts) => facts.cause === "expired", headline: "expired" },
		{ is: (facts) => (index(by_user, text_of(facts.error)) >= 0), headline: "refused" },
		{ is: (facts) => type(facts.error) == "string", headline: "setup" },
		{ is: has_answer, finding: "pushed_refused" },
		{
			is: (facts) => names(facts, ["denied", "declined"]) || tells(facts, ["cancel", "abort"]),
			finding: "login_denied",
		},
		{ is: (facts) => call_kinds_words_of(facts) !== "", finding: "login_refused" },
		{ headline: "failed", finding: "login_answer", reasons: ["reason"] },
	],
	INVALID_REQUEST: [{ headline: "expired", finding: "login_answer", reasons: ["reason", "parameter"] }],
	MISSING_HANDSHAKE_COOKIE: [
		{ is: (facts) => facts.hint === null && type(facts.redirect_host) == "string", headline: "other_name" },
		{ headline: "expired" },
	],
	STATE_NOT_FOUND: no_longer_valid,
	STATE_PARAMETER_MISMATCH: no_longer_valid,

	// The token endpoint.
	TOKEN_EXCHANGE_FAILED: [
		{ is: (facts) => facts.http_status == 401, headline: "client" },
		{ is: (facts) => call_kinds_is_passing(facts) || facts.location !== null, finding: of_call },
		// A proxy's own page is no word about the client.
		{ is: (facts) => call_kinds_words_of(facts) !== "" || facts.reason === null, finding: "client_refused" },
		{ headline: "setup", finding: "login_answer", reasons: ["reason"] },
	],
	OIDC_INVALID_GRANT: [{ headline: "failed", finding: "login_code" }],

	// The ID Token.
	UNSUPPORTED_ALGORITHM: [
		{ is: (facts) => id_of(facts.hint) === "see_algs", finding: "algorithm_unsupported" },
		{ headline: "setup", finding: "login_answer", subject: "alg", reasons: ["alg"] },
	],
	NONCE_MISMATCH: [{ headline: "failed", finding: "login_answer", subject: "nonce", reasons: ["reason"] }],
	AT_HASH_MISMATCH: [
		{ is: (facts) => facts.reason === "absent", finding: "at_hash_unknown" },
		{ headline: "setup", finding: "login_answer", subject: "at_hash different" },
	],
	ID_TOKEN_VERIFICATION_FAILED: [
		{ is: (facts) => id_of(facts.reason) !== "" && facts.claim === null, finding: "keys_missing" },
		{ is: (facts) => id_of(facts.reason) !== "", finding: "login_clock" },
		{ headline: "failed", finding: "login_answer", reasons: ["claim", "reason"] },
	],
	AUTHENTICATION_TOO_OLD: [
		{ is: (facts) => id_of(facts.reason) !== "", finding: "login_clock" },
		{ headline: "too_old", finding: "login_demand", reasons: ["claim", "reason"] },
	],
	AUTHENTICATION_TOO_WEAK: [
		{ headline: "too_weak", finding: "login_demand", subject: "acr", reasons: ["acr", "reason"], option: "acr_values" },
	],
	TOKEN_REPLAYED: [{ headline: "failed" }],
	USER_NOT_AUTHORIZED: [{ headline: "not_allowed", finding: "roles_fit_none" }],
	ROLE_WITHOUT_PAGE: [{ headline: "no_page", finding: "roles_without_page" }],

	// Calls to the provider; the statuses of UserInfo mean others than those of a document.
	USERINFO_NETWORK_ERROR: [
		{
			is: has_answer,
			finding: "login_answer",
			subject: "userinfo_endpoint",
			reasons: ["http_status", "words", "reason"],
		},
		{ headline: of_call, finding: of_call },
	],
	OIDC_DISCOVERY_FAILED: of_document,
	JWKS_FETCH_FAILED: of_document,
	TOKEN_ENDPOINT_NETWORK_ERROR: of_document,
	SSL_INIT_FAILED: of_document,
	DISCOVERY_ISSUER_MISMATCH: [
		{ is: (facts) => text_of(facts.discovered) === "", finding: "issuer_missing" },
		{ is: (facts) => (index(text_of(facts.discovered), "{") >= 0), finding: "issuer_template" },
		{ is: (facts) => is_b2c(text_of(facts.configured)) || is_b2c(text_of(facts.discovered)), finding: "issuer_b2c" },
		{ is: (facts) => starts_with(lower(text_of(facts.discovered)), "http://"), finding: "issuer_http" },
		{ headline: "setup", finding: "issuer_mismatch" },
	],

	// The router: a wrong option, or one that the provider or the router's key does not fit.
	CONFIG_ERROR: [
		{ is: (facts) => facts.option === null && facts.config === "rpcd", finding: "rpcd_unreadable" },
		{ is: (facts) => facts.option === null, finding: "config_unreadable" },
		{ is: (facts) => id_of(facts.must) === "with_key", finding: "key_missing" },
		{ is: (facts) => id_of(facts.must) === "offered_method", finding: "auth_method_none" },
		{ headline: "not_available", finding: "option_wrong" },
	],
	CSRF_TOKEN_INVALID: [{ headline: "logout_link" }],
	HTTPS_REQUIRED: [{ headline: "no_https" }],
	NOT_FOUND: [{ headline: "not_found" }],
	METHOD_NOT_ALLOWED: [{ headline: "not_found" }],
	RATE_LIMITED: [{ is: (facts) => facts.option !== null, headline: "busy_address" }, { headline: "busy" }],
	INPUT_TOO_LARGE: [{ headline: "too_large" }],
	SSO_DISABLED: [{ headline: "switched_off" }],
};

/** The kind of what no other row fits. */
const otherwise = [{ headline: "router", finding: "login_failed" }];

/**
 * The kinds of a failure. The first row that fits and has words of the page tells the page, and the first that fits and has a finding the
 * finding: people are told less than administrators, so many rows have a finding alone.
 */
function kinds_of(code) {
	return [...of_any_code, ...of_code[key_of(code)] ?? [], ...otherwise];
}

/** Findings by the advice of a failure, beside that about its kind. */
const by_advice = {
	unverified_email: { finding: "login_email", option: "allow_unverified_email" },
	unverified_further: { finding: "login_email" },
	untrusted_email_claim: { finding: "login_email", option: "email_claim_trusted" },
	groups_absent: { finding: "login_groups" },
	groups_in_one_text: { finding: "login_groups_text" },
};

/** The words of the error page about a failure, an id in web/words. */
export function headline_of(code, facts) {
	const call = { endpoint: "", body: "" };
	const headline = first_row(kinds_of(code), "headline", facts, call).headline ?? "";
	return headline === of_call ? call_kinds_headline_of(facts) : headline;
};

/** The finding about a failure; `call` where it may be of a call. */
export function explain(code, facts, call) {
	const row = first_row(kinds_of(code), "finding", facts, call);
	const advised = by_advice[key_of(id_of(facts.hint))];
	const is_call = row.finding === of_call;
	const finding = is_call ? call_kinds_finding_of(facts, call) : (row.finding ?? "");
	const reasons = row.reasons ?? [];
	const option = row.option ?? ((index(reasons, "claim") >= 0) ? claim_options[key_of(text_of(facts.claim))] : null);
	return {
		findings: advised !== null ? [finding, advised.finding] : [finding],
		is_call,
		subject: row.subject,
		reasons,
		option: advised !== null ? (advised.option ?? option) : option,
	};
};
