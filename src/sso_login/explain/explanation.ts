/**
 * The explanation of a failure: what the error page says, which finding tells it to administrators, and which option they look at. The
 * table has a row for each kind of failure, with ids alone; error page, check, test login and login history print the same row.
 */
import * as strings from "../base/strings";
import * as urls from "../base/urls";
import type { Fact, Facts } from "../result";
import * as call_kinds from "./call_kinds";
import type { Call, Row } from "./call_kinds";

/** The part of an explanation for administrators. */
export interface Explanation {
  /** Ids in check/finding_texts; a second one is by the advice. */
  findings: string[];
  /** Whether they are those of a call. */
  is_call: boolean;
  /** The beginning of the reason in a finding's words, and the facts that complete it, `words` for the provider's. */
  subject?: string;
  reasons: string[];
  option?: string;
}

/** A fact that is a text or a number; "" for anything else. */
function text_of(fact: Fact): string {
  return typeof fact === "object" ? "" : `${fact ?? ""}`;
}

/** The id of a fact that is a message; "" for anything else. */
function id_of(fact: Fact): string {
  return typeof fact === "object" ? fact.id : "";
}

/** A fact, or a parameter of one that is a message, as text; "" for none. */
function told(facts: Facts, name: string): string {
  let found = text_of(facts[name]);
  for (const other of strings.sorted_keys(facts)) {
    const fact = facts[other];
    found = typeof fact === "object" && found === "" ? ((fact.params ?? {})[name] ?? "") : found;
  }
  return found;
}

/** Whether an address is of Azure AD B2C, which publishes metadata below a path with the policy, and by default an issuer without it. */
export function is_b2c(address: string): boolean {
  const url = urls.parse_https(address);
  return url !== undefined && (url.host.endsWith(".b2clogin.com") || url.path.toLowerCase().includes("/b2c_1"));
}

/** Codes of calls to the provider. */
const call_codes = ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR", "SSL_INIT_FAILED"];

/** Errors of a provider that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). */
const by_user = [
  "access_denied",
  "login_required",
  "interaction_required",
  "account_selection_required",
  "consent_required",
];

/** The options that decide about claims of an ID Token. */
const claim_options: { [claim: string]: string | undefined } = {
  aud: "client_id",
  auth_time: "max_age",
  azp: "client_id",
  iss: "issuer_url",
};

const tells = (facts: Facts, words: string[]): boolean => {
  const text = call_kinds.words_of(facts).toLowerCase();
  return words.some((word) => text.includes(word));
};
const names = (facts: Facts, words: string[]): boolean => {
  const code = strings.before(call_kinds.words_of(facts).toLowerCase(), ": ");
  return words.some((word) => code.includes(word));
};
const is_discovered = (facts: Facts, start: string): boolean =>
  text_of(facts.discovered).toLowerCase().startsWith(start);

/** A code whose failures are of one kind. */
function always(code: string, headline: string, finding?: string): Row {
  return { codes: [code], headline, finding };
}

/**
 * The kinds of all failures. The first row that fits and has words of the page tells the page, and the first that fits and has a finding the
 * finding: people are told less than administrators, so many rows have a finding alone.
 */
const kinds: Row[] = [
  // The provider cannot answer now, whatever was asked.
  { is: call_kinds.is_passing, headline: "away" },
  { is: (facts) => ["past", "future"].includes(id_of(facts.reason)), headline: "clock" },
  { is: (facts) => id_of(facts.must) === "offered_method", headline: "setup" },
  // A wrong secret; Keycloak calls that `unauthorized_client`.
  { is: (facts) => names(facts, ["invalid_client", "unauthorized_client"]), headline: "client" },
  { codes: ["TOKEN_EXCHANGE_FAILED"], is: (facts) => facts.http_status === 401, headline: "client" },
  {
    codes: ["MISSING_HANDSHAKE_COOKIE"],
    is: (facts) => facts.hint === undefined && typeof facts.redirect_host === "string",
    headline: "other_name",
  },

  // The provider's answer to the browser, or to a pushed request.
  { codes: ["IDP_ERROR"], is: (facts) => (facts.http_status ?? 0) >= 500, headline: "away" },
  { codes: ["IDP_ERROR"], is: (facts) => facts.cause === "expired", headline: "expired" },
  { codes: ["IDP_ERROR"], is: (facts) => by_user.includes(text_of(facts.error)), headline: "refused" },
  { codes: ["IDP_ERROR"], is: (facts) => typeof facts.error === "string", headline: "setup" },
  { codes: ["IDP_ERROR"], is: call_kinds.has_answer, finding: "pushed_refused" },
  { codes: ["IDP_ERROR"], is: (facts) => tells(facts, ["cancel", "abort"]), finding: "login_cancelled" },
  { codes: ["IDP_ERROR"], is: (facts) => names(facts, ["denied", "declined"]), finding: "login_denied" },
  { codes: ["IDP_ERROR"], is: (facts) => call_kinds.words_of(facts) !== "", finding: "login_refused" },
  { codes: ["IDP_ERROR"], headline: "failed", finding: "login_answer", reasons: ["reason"] },
  {
    codes: ["INVALID_REQUEST"],
    headline: "expired",
    finding: "login_answer",
    reasons: ["reason", "parameter"],
  },

  // The token endpoint.
  {
    codes: ["TOKEN_EXCHANGE_FAILED"],
    is: (facts) => call_kinds.is_passing(facts) || facts.location !== undefined,
    by_call: "finding",
  },
  // A proxy's own page is no word about the client.
  {
    codes: ["TOKEN_EXCHANGE_FAILED"],
    is: (facts) => call_kinds.words_of(facts) !== "" || facts.reason === undefined,
    finding: "client_refused",
  },
  { codes: ["TOKEN_EXCHANGE_FAILED"], headline: "setup", finding: "login_answer", reasons: ["reason"] },
  always("OIDC_INVALID_GRANT", "failed", "login_code"),

  // The ID Token.
  {
    codes: ["UNSUPPORTED_ALGORITHM"],
    is: (facts) => told(facts, "allowed") !== "",
    finding: "algorithm_unsupported",
  },
  {
    codes: ["UNSUPPORTED_ALGORITHM"],
    headline: "setup",
    finding: "login_answer",
    subject: "alg",
    reasons: ["alg"],
  },
  {
    codes: ["NONCE_MISMATCH"],
    headline: "failed",
    finding: "login_answer",
    subject: "nonce",
    reasons: ["reason"],
  },
  { codes: ["AT_HASH_MISMATCH"], is: (facts) => facts.reason === "absent", finding: "at_hash_unknown" },
  { codes: ["AT_HASH_MISMATCH"], headline: "setup", finding: "login_answer", subject: "at_hash different" },
  {
    codes: ["ID_TOKEN_VERIFICATION_FAILED"],
    is: (facts) => id_of(facts.reason) !== "" && facts.claim === undefined,
    finding: "keys_missing",
  },
  {
    codes: ["ID_TOKEN_VERIFICATION_FAILED", "AUTHENTICATION_TOO_OLD"],
    is: (facts) => id_of(facts.reason) !== "",
    finding: "login_clock",
  },
  {
    codes: ["ID_TOKEN_VERIFICATION_FAILED"],
    headline: "failed",
    finding: "login_answer",
    reasons: ["claim", "reason"],
  },
  {
    codes: ["AUTHENTICATION_TOO_OLD"],
    headline: "too_old",
    finding: "login_demand",
    reasons: ["claim", "reason"],
  },
  {
    codes: ["AUTHENTICATION_TOO_WEAK"],
    is: (facts) => text_of(facts.acr) !== "",
    finding: "login_demand",
    subject: "acr",
    reasons: ["acr"],
    option: "acr_values",
  },
  {
    codes: ["AUTHENTICATION_TOO_WEAK"],
    headline: "too_weak",
    finding: "login_demand",
    subject: "acr",
    reasons: ["reason"],
    option: "acr_values",
  },
  always("USER_NOT_AUTHORIZED", "not_allowed", "roles_fit_none"),
  always("ROLE_WITHOUT_PAGE", "no_page", "roles_without_page"),

  // Calls to the provider; the statuses of UserInfo mean others than those of a document.
  {
    codes: ["USERINFO_NETWORK_ERROR"],
    is: call_kinds.has_answer,
    finding: "login_answer",
    subject: "userinfo_endpoint",
    reasons: ["http_status", "words", "reason"],
  },
  { codes: ["USERINFO_NETWORK_ERROR"], by_call: "both" },
  {
    codes: call_codes,
    is: (facts) => facts.field !== undefined && facts.url === undefined,
    finding: "endpoint_missing",
  },
  {
    codes: call_codes,
    is: (facts) => facts.field !== undefined,
    finding: "endpoint_not_https",
  },
  { codes: call_codes, is: (facts) => id_of(facts.reason) === "single_jwk", finding: "keys_single" },
  { codes: call_codes, is: (facts) => id_of(facts.reason) === "no_jwk_set", finding: "keys_absent" },
  { codes: call_codes, is: (facts) => id_of(facts.reason) !== "", finding: "keys_missing" },
  { codes: call_codes, by_call: "both" },
  { codes: ["DISCOVERY_ISSUER_MISMATCH"], is: (facts) => text_of(facts.discovered) === "", finding: "issuer_missing" },
  {
    codes: ["DISCOVERY_ISSUER_MISMATCH"],
    is: (facts) => text_of(facts.discovered).includes("{"),
    finding: "issuer_template",
  },
  {
    codes: ["DISCOVERY_ISSUER_MISMATCH"],
    is: (facts) => is_b2c(text_of(facts.configured)) || is_b2c(text_of(facts.discovered)),
    finding: "issuer_b2c",
  },
  { codes: ["DISCOVERY_ISSUER_MISMATCH"], is: (facts) => is_discovered(facts, "http://"), finding: "issuer_http" },
  always("DISCOVERY_ISSUER_MISMATCH", "setup", "issuer_mismatch"),

  // The router: a wrong option, or one that the provider or the router's key does not fit.
  {
    codes: ["CONFIG_ERROR"],
    is: (facts) => facts.option === undefined && facts.config === "rpcd",
    finding: "rpcd_unreadable",
  },
  { codes: ["CONFIG_ERROR"], is: (facts) => facts.option === undefined, finding: "config_unreadable" },
  { codes: ["CONFIG_ERROR"], is: (facts) => told(facts, "alg") !== "", finding: "key_missing" },
  { codes: ["CONFIG_ERROR"], is: (facts) => told(facts, "offered") !== "", finding: "auth_method_none" },
  always("CONFIG_ERROR", "not_available", "option_wrong"),
  always("MISSING_HANDSHAKE_COOKIE", "expired"),
  always("STATE_NOT_FOUND", "expired"),
  always("STATE_PARAMETER_MISMATCH", "expired"),
  always("TOKEN_REPLAYED", "failed"),
  always("CSRF_TOKEN_INVALID", "logout_link"),
  always("HTTPS_REQUIRED", "no_https"),
  always("NOT_FOUND", "not_found"),
  always("METHOD_NOT_ALLOWED", "not_found"),
  { codes: ["RATE_LIMITED"], is: (facts) => facts.option !== undefined, headline: "busy_address" },
  always("RATE_LIMITED", "busy"),
  always("INPUT_TOO_LARGE", "too_large"),
  always("SSO_DISABLED", "switched_off"),
  { headline: "router", finding: "login_failed" },
];

/** Findings by the advice of a failure, beside that about its kind. */
const by_advice: { [hint: string]: { finding: string; option?: string } | undefined } = {
  unverified_email: { finding: "login_email", option: "allow_unverified_email" },
  unverified_further: { finding: "login_email" },
  untrusted_email_claim: { finding: "login_email", option: "email_claim_trusted" },
  groups_absent: { finding: "login_groups" },
  groups_in_one_text: { finding: "login_groups_text" },
};

/** The words of the error page about a failure, an id in web/words. */
export function headline_of(code: string, facts: Facts): string {
  const call = { endpoint: "", body: "" };
  const row = call_kinds.first_row(
    kinds,
    code,
    facts,
    call,
    (kind) => kind.headline !== undefined || kind.by_call === "both",
  );
  return row.headline ?? call_kinds.headline_of(facts);
}

/** The finding about a failure; `call` where it may be of a call. */
export function explain(code: string, facts: Facts, call: Call): Explanation {
  const row = call_kinds.first_row(kinds, code, facts, call, (kind) => (kind.finding ?? kind.by_call) !== undefined);
  const advised = by_advice[id_of(facts.hint)];
  const finding = row.finding ?? call_kinds.finding_of(facts, call);
  const reasons = row.reasons ?? [];
  const option = row.option ?? (reasons.includes("claim") ? claim_options[text_of(facts.claim)] : undefined);
  return {
    findings: advised !== undefined ? [finding, advised.finding] : [finding],
    is_call: row.finding === undefined,
    subject: row.subject,
    reasons,
    option: advised !== undefined ? (advised.option ?? option) : option,
  };
}
