'use strict';
// Generated from src/sso_login/login/revalidation/turn_outcome.ts by "make ucode"; do not edit.

/**
 * The outcomes of turns that proved nobody. A turn that proved its user has no failure; every other one is in the table, and what is
 * in no row is unanswered. Neither a refusal that may pass nor silence proves anything.
 */

import { array_find } from 'sso_login.ecma';
import { facts_of as json_values_facts_of, text_of } from 'sso_login.base.json_values';

/** Errors about this client, the administrator's fault (RFC 6749 section 5.2). */
const of_client = ["invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope"];

/** Errors that pass. `server_error` with a client error (4xx) is a refusal: some servers have no other word. */
const passing = ["temporarily_unavailable", "slow_down", "too_many_requests", "RESOURCE_EXHAUSTED"];

/** Errors that only a new login overcomes (RFC 6749 section 5.2, RFC 6750 section 3.1, OpenID Connect Core section 3.1.2.6). */
const final = [
	"invalid_grant",
	"access_denied",
	"interaction_required",
	"login_required",
	"consent_required",
	"invalid_token",
];

/** The failures of the token endpoint's answers, of UserInfo's, of an ID Token's or UserInfo's claims, and of roles. */
const token_codes = ["OIDC_INVALID_GRANT", "TOKEN_EXCHANGE_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR"];
const userinfo_codes = ["USERINFO_NETWORK_ERROR"];
const claim_codes = ["ID_TOKEN_VERIFICATION_FAILED"];
const role_codes = ["USER_NOT_AUTHORIZED"];

/** The reason of a user who has lost a role. */
export const by_roles = "roles";

/** The first row that fits counts. An error counts in an answer with status 200, too. */
const rows = [
	{ codes: claim_codes, claim: "sub", outcome: "refused", reason: "other_subject" },
	{ codes: claim_codes, claim: "iss", outcome: "refused", reason: "other_issuer" },
	{ codes: role_codes, outcome: "refused", reason: by_roles },
	{ codes: token_codes, from: 500, to: 599, outcome: "unanswered" },
	{ codes: token_codes, from: 408, to: 408, outcome: "unanswered" },
	{ codes: token_codes, from: 425, to: 425, outcome: "unanswered" },
	{ codes: token_codes, from: 429, to: 429, outcome: "unanswered" },
	{ codes: token_codes, from: 200, to: 499, errors: of_client, outcome: "unanswered" },
	{ codes: token_codes, from: 200, to: 499, errors: passing, outcome: "unanswered" },
	{ codes: token_codes, from: 200, to: 200, errors: final, outcome: "refused" },
	{ codes: token_codes, from: 200, to: 200, errors: "any", outcome: "doubted" },
	{ codes: token_codes, from: 400, to: 499, errors: final, outcome: "refused" },
	{ codes: token_codes, from: 401, to: 401, errors: "any", outcome: "refused" },
	{ codes: token_codes, from: 403, to: 403, errors: "any", outcome: "refused" },
	{ codes: token_codes, from: 400, to: 499, outcome: "doubted" },
	{ codes: userinfo_codes, from: 401, to: 401, outcome: "doubted" },
	{ codes: userinfo_codes, from: 403, to: 403, outcome: "doubted" },
];

function has_status(row, status) {
	return row.from === null || (status !== null && status >= row.from && status <= (row.to ?? row.from));
}

function has_error(row, error) {
	return (
		row.errors === null || (type(error) == "string" && (row.errors === "any" || (index(row.errors, error) >= 0)))
	);
}

/** A signed answer of UserInfo that does not verify is no word about the user. */
function has_claim(row, facts) {
	return row.claim === null || (row.claim === facts.claim && facts.token === null);
}

/** The outcome of a turn by its failure, and the reason for which it may end the session, in the provider's words where it has some. */
export function of_failure(failure) {
	const facts = json_values_facts_of(failure);
	const row = array_find(rows, (one) => (index(one.codes, failure.error) >= 0) &&
			has_status(one, facts.http_status) &&
			has_error(one, facts.idp_error) &&
			has_claim(one, facts));
	const error = text_of(facts.idp_error);
	const reason = row !== null && row.reason !== null ? row.reason : error;
	return { outcome: row !== null ? row.outcome : "unanswered", reason: reason !== "" ? reason : "refused" };
};
