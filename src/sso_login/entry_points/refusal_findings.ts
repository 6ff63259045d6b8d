/** The findings about the refusal of a test login, or of a login in the log: those of the check where it has one of that meaning. */
import * as log_texts from "../base/log_texts";
import * as strings from "../base/strings";
import * as failure_findings from "../check/findings/failure_findings";
import * as report from "../check/report";
import type { Finding, Params } from "../check/report";
import type { TestOutcome } from "../login/test/test_result";
import type { Fact, Facts } from "../result";

/** The id of the finding about a refusal; adds to `said` what its words need beyond the facts. */
type Explain = (this: void, facts: Facts, said: Params) => string;

function text_of(fact: Fact): string {
  return typeof fact === "object" ? log_texts.in_english(fact) : `${fact ?? ""}`;
}

/** An answer that cannot be used, for these reasons as far as they are there. */
function unusable(said: Params, reasons: string[]): string {
  said.reason = reasons.filter((reason) => reason !== "").join(" ");
  return "login_answer";
}

/** Adds the parameters of a finding or of a message; its id. */
function take(said: Params, found: { id: string; params?: Params }): string {
  const params = found.params ?? {};
  for (const name of strings.sorted_keys(params)) {
    said[name] = params[name] ?? "";
  }
  return found.id;
}

/** Findings by the reason for which an answer has no keys. */
const key_findings: { [reason: string]: string | undefined } = { single_jwk: "keys_single", no_jwk_set: "keys_absent" };

/** A call to the provider that has failed, or its answer. */
function of_call(facts: Facts, said: Params): string {
  if (facts.field !== undefined) {
    return facts.url === undefined ? "endpoint_missing" : "endpoint_not_https";
  }
  if (typeof facts.reason === "object") {
    return key_findings[facts.reason.id] ?? "keys_missing";
  }
  const url = text_of(facts.url ?? "token_endpoint");
  const path = url.split("/");
  return take(said, failure_findings.of_failure(path[path.length - 1] ?? url, url, facts, ""));
}

/** The options that decide about claims of an ID Token. */
const claim_options: { [claim: string]: string | undefined } = {
  aud: "client_id",
  auth_time: "max_age",
  azp: "client_id",
  iss: "issuer_url",
};

function of_id_token(facts: Facts, said: Params): string {
  if (typeof facts.reason === "object") {
    return facts.claim === undefined ? "keys_missing" : "login_clock";
  }
  const claim = text_of(facts.claim);
  const option = claim_options[claim];
  if (option !== undefined) {
    said.option = option;
  }
  return unusable(said, [claim, text_of(facts.reason)]);
}

/** A wrong option, or one that the provider or the router's key does not fit. */
function of_option(facts: Facts, said: Params): string {
  if (facts.option === undefined) {
    return facts.config === "rpcd" ? "rpcd_unreadable" : "config_unreadable";
  }
  if (said.alg !== undefined) {
    return "key_missing";
  }
  return said.offered !== "" ? "auth_method_none" : "option_wrong";
}

/** The provider's refusal of a login or of a pushed request; the words may say that it was the user's. */
function of_provider(facts: Facts, said: Params): string {
  const words = failure_findings.words_of(facts);
  const told = words.toLowerCase();
  const code = strings.before(told, ": ");
  if (facts.http_status !== undefined) {
    return "pushed_refused";
  }
  said.words = words;
  if (told.includes("cancel") || told.includes("abort")) {
    return "login_cancelled";
  }
  if (code.includes("denied") || code.includes("declined")) {
    return "login_denied";
  }
  return words !== "" ? "login_refused" : unusable(said, [text_of(facts.reason)]);
}

function of_token_answer(facts: Facts, said: Params): string {
  if (facts.cause === "temporary" || facts.location !== undefined) {
    return of_call(facts, said);
  }
  // A proxy's own page is no word about the client.
  const is_of_client = failure_findings.words_of(facts) !== "" || facts.reason === undefined;
  return is_of_client ? "client_refused" : unusable(said, [text_of(facts.reason)]);
}

const by_code: { [code: string]: Explain | undefined } = {
  INVALID_REQUEST: (facts, said) => unusable(said, [text_of(facts.reason), text_of(facts.parameter)]),
  IDP_ERROR: of_provider,
  TOKEN_EXCHANGE_FAILED: of_token_answer,
  OIDC_INVALID_GRANT: () => "login_code",
  UNSUPPORTED_ALGORITHM: (facts, said) =>
    said.allowed !== undefined ? "algorithm_unsupported" : unusable(said, ["alg", text_of(facts.alg)]),
  NONCE_MISMATCH: (facts, said) => unusable(said, ["nonce", text_of(facts.reason)]),
  AT_HASH_MISMATCH: (facts, said) =>
    facts.reason === "absent" ? "at_hash_unknown" : unusable(said, ["at_hash", "different"]),
  ID_TOKEN_VERIFICATION_FAILED: of_id_token,
  USER_NOT_AUTHORIZED: () => "roles_fit_none",
  ROLE_WITHOUT_PAGE: () => "roles_without_page",
  AUTHENTICATION_TOO_WEAK: (facts, said) => {
    const acr = text_of(facts.acr);
    unusable(said, ["acr", acr !== "" ? acr : text_of(facts.reason)]);
    said.option = "acr_values";
    return "login_demand";
  },
  AUTHENTICATION_TOO_OLD: (facts, said) =>
    of_id_token(facts, said) === "login_clock" ? "login_clock" : "login_demand",
  OIDC_DISCOVERY_FAILED: of_call,
  DISCOVERY_ISSUER_MISMATCH: (facts, said) => {
    const configured = text_of(facts.configured);
    return take(said, failure_findings.of_mismatch(configured, configured, text_of(facts.discovered)));
  },
  JWKS_FETCH_FAILED: of_call,
  TOKEN_ENDPOINT_NETWORK_ERROR: of_call,
  // The statuses of this endpoint mean others than those of a document.
  USERINFO_NETWORK_ERROR: (facts, said) => {
    const reasons = [text_of(facts.http_status), failure_findings.words_of(facts), text_of(facts.reason)];
    return facts.http_status === undefined
      ? of_call(facts, said)
      : unusable(said, ["userinfo_endpoint"].concat(reasons));
  },
  SSL_INIT_FAILED: of_call,
  CONFIG_ERROR: of_option,
};

/** Findings by the advice of a refusal, beside that no role fits. */
const by_hint: { [hint: string]: { id: string; params?: Params } | undefined } = {
  unverified_email: { id: "login_email", params: { option: "allow_unverified_email" } },
  unverified_further: { id: "login_email" },
  untrusted_email_claim: { id: "login_email", params: { option: "email_claim_trusted" } },
  groups_absent: { id: "login_groups" },
};

/** The findings about an outcome, or about a refusal that the log tells; of a login that would be granted, what it lacks. */
export function of_refusal(outcome: TestOutcome): Finding[] {
  const code = outcome.code;
  const facts = outcome.facts ?? {};
  if (code === undefined) {
    const lacks_token = (outcome.notes ?? {}).refresh_token === "absent";
    return lacks_token ? [report.finding_of("warning", "refresh_token_missing", {}, undefined, outcome.provider)] : [];
  }
  const error = text_of(facts.error ?? facts.idp_error);
  const answer = error === "" ? "answer_without_code" : "answer_code";
  const words = text_of(facts.error_description);
  const said: Params = {
    answer: { id: answer, params: { status: text_of(facts.http_status), code: error } },
    offered: text_of(facts.alg),
    reason: code,
    redirect_uri: outcome.redirect_uri ?? "redirect_uri",
    roles: text_of(facts.role),
    url: "jwks_uri",
    words: words !== "" ? words : { id: "words_none" },
  };
  for (const name of strings.sorted_keys(facts)) {
    const fact = facts[name];
    said[name] = name === "must" && typeof fact === "object" ? fact : text_of(fact);
    if (typeof fact === "object") {
      take(said, fact);
    }
  }
  const explain = by_code[code];
  const ids = [explain !== undefined ? explain(facts, said) : "login_failed"];
  const more = typeof facts.hint === "object" ? by_hint[facts.hint.id] : undefined;
  if (more !== undefined) {
    ids.push(take(said, more));
  }
  return ids.map((id) => report.finding_of("error", id, said, code, outcome.provider));
}
