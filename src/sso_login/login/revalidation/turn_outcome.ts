/**
 * The outcomes of turns that proved nobody. A turn that proved its user has no failure; every other one is in the table, and what is
 * in no row is unanswered. Neither a refusal that may pass nor silence proves anything.
 */
import * as json_values from "../../base/json_values";
import type { Err, Fact, Facts } from "../../result";

/** `refused` ends the session, `doubted` ends it when another turn is refused before the user is proved, `unanswered` nothing. */
export type Outcome = "refused" | "doubted" | "unanswered";

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

interface Row {
  codes: string[];
  outcome: Outcome;
  /** Statuses, all where absent. */
  from?: number;
  to?: number;
  /** Errors in the answer, `any` one; with or without where absent. */
  errors?: string[] | "any";
  /** The claim at fault, of the ID Token or of UserInfo's unsigned answer. */
  claim?: string;
  /** Why the session ends, where the provider has no word for it. */
  reason?: string;
}

/** The first row that fits counts. An error counts in an answer with status 200, too. */
const rows: Row[] = [
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

function has_status(row: Row, status: number | undefined): boolean {
  return row.from === undefined || (status !== undefined && status >= row.from && status <= (row.to ?? row.from));
}

function has_error(row: Row, error: Fact): boolean {
  return (
    row.errors === undefined || (typeof error === "string" && (row.errors === "any" || row.errors.includes(error)))
  );
}

/** A signed answer of UserInfo that does not verify is no word about the user. */
function has_claim(row: Row, facts: Facts): boolean {
  return row.claim === undefined || (row.claim === facts.claim && facts.token === undefined);
}

/** The outcome of a turn by its failure, and the reason for which it may end the session, in the provider's words where it has some. */
export function of_failure(failure: Err): { outcome: Outcome; reason: string } {
  const facts = json_values.facts_of(failure);
  const row = rows.find(
    (one) =>
      one.codes.includes(failure.error) &&
      has_status(one, facts.http_status) &&
      has_error(one, facts.idp_error) &&
      has_claim(one, facts),
  );
  const error = json_values.text_of(facts.idp_error);
  const reason = row !== undefined && row.reason !== undefined ? row.reason : error;
  return { outcome: row !== undefined ? row.outcome : "unanswered", reason: reason !== "" ? reason : "refused" };
}
