/** What went wrong, as a person is told: one cause for codes and facts that call for the same words and the same ways on. */
import * as values from "../base/values";
import type { Err, Fact, Facts } from "../result";

/** The causes of codes whose facts do not matter. */
const by_code: { [code: string]: string | undefined } = {
  INVALID_REQUEST: "expired",
  STATE_NOT_FOUND: "expired",
  STATE_PARAMETER_MISMATCH: "expired",
  OIDC_INVALID_GRANT: "failed",
  ID_TOKEN_VERIFICATION_FAILED: "failed",
  NONCE_MISMATCH: "failed",
  TOKEN_REPLAYED: "failed",
  TOKEN_EXCHANGE_FAILED: "setup",
  UNSUPPORTED_ALGORITHM: "setup",
  AT_HASH_MISMATCH: "setup",
  DISCOVERY_ISSUER_MISMATCH: "setup",
  SSL_INIT_FAILED: "certificate",
  USER_NOT_AUTHORIZED: "not_allowed",
  ROLE_WITHOUT_PAGE: "no_page",
  AUTHENTICATION_TOO_WEAK: "too_weak",
  AUTHENTICATION_TOO_OLD: "too_old",
  CSRF_TOKEN_INVALID: "logout_link",
  HTTPS_REQUIRED: "no_https",
  NOT_FOUND: "not_found",
  METHOD_NOT_ALLOWED: "not_found",
  RATE_LIMITED: "busy",
  INPUT_TOO_LARGE: "too_large",
  SSO_DISABLED: "switched_off",
};

/** Codes of calls to the provider, whose facts say why there was no answer, or none of use. */
const calls = ["OIDC_DISCOVERY_FAILED", "JWKS_FETCH_FAILED", "TOKEN_ENDPOINT_NETWORK_ERROR", "USERINFO_NETWORK_ERROR"];

/** Why a call fails that may succeed later. */
const passing = ["resolve", "connect", "timeout", "tls", "network"];

/** What a provider reports that the user may mend (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6). */
const by_user = [
  "access_denied",
  "login_required",
  "interaction_required",
  "account_selection_required",
  "consent_required",
];
const by_provider = ["server_error", "temporarily_unavailable"];

/** Messages that speak of clocks (base/texts). */
const of_clocks = ["past", "future"];

function id_of(fact: Fact): string {
  return typeof fact === "object" ? fact.id : "";
}

/** Whether the reason speaks of clocks. */
function is_clock(facts: Facts): boolean {
  return of_clocks.includes(id_of(facts.reason));
}

/** Why a call to the provider failed: nothing answers, its certificate is not trusted, or what is there is not what was set up. */
function cause_of_call(facts: Facts): string {
  const status = facts.http_status ?? 0;
  const text = facts.cause;
  if (text === "certificate") {
    return "certificate";
  }
  const passes = (typeof text === "string" && passing.includes(text)) || status >= 500 || status === 429;
  return passes ? "unreachable" : "setup";
}

/** What the provider reported instead of a code. */
function cause_of_report(facts: Facts): string {
  const reported = facts.error;
  if (typeof reported !== "string") {
    return "failed";
  }
  if (by_provider.includes(reported)) {
    return "unreachable";
  }
  return by_user.includes(reported) ? "refused" : "setup";
}

/** The cause of a failure, an id in `words`. */
export function cause_of(failure: Err): string {
  const facts = values.facts_of(failure);
  const code = failure.error;
  if (code === "MISSING_HANDSHAKE_COOKIE") {
    return facts.hint === undefined && typeof facts.redirect_host === "string" ? "other_name" : "expired";
  }
  if (is_clock(facts)) {
    return "clock";
  }
  if (code === "IDP_ERROR") {
    return cause_of_report(facts);
  }
  if (code === "CONFIG_ERROR") {
    return id_of(facts.must) === "offered_method" ? "setup" : "not_available";
  }
  return calls.includes(code) ? cause_of_call(facts) : (by_code[code] ?? "router");
}
