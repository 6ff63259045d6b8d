/** The findings about a refused test login: those of the check where it has one of that meaning. No DOM in here. */
import { of_failure, of_mismatch } from "../../sso_login/check/findings/failure_findings";
import type { Finding, Params } from "../../sso_login/check/report";
import type { FindingText } from "../../sso_login/check/finding_texts";
import type { TestOutcome } from "../../sso_login/login/test/test_result";
import type { Fact, Facts } from "../../sso_login/result";

/** The findings that only a test login has, a row each, in English: the page translates them (report.ts). */
export const ownFindings: { [id: string]: FindingText | undefined } = {
  login_refused: {
    text: "The provider refuses this login: %{words}",
    advice: "Compare the client and its scopes at the provider with the settings, and look into the provider's log.",
  },
  login_cancelled: {
    text: "The login was cancelled at the provider: %{words}",
    advice: "Make the test again, and log in there.",
  },
  login_denied: {
    text: "The provider says no to this login: %{words}",
    advice:
      "If you cancelled it yourself, nothing is wrong. Otherwise let the provider admit this user to this router's client.",
  },
  login_code: {
    text: "The provider refuses the authorization code of this login (%{answer}): %{words}",
    advice: "Make the test again. If that fails, too, register exactly redirect_uri at the provider.",
  },
  login_answer: {
    text: "The provider's answer cannot be used: %{reason}.",
    advice: "Compare the client at the provider with the settings. The check tries clock, keys and client.",
  },
  login_clock: {
    text: "The clocks of the router and the login provider differ",
    advice: "Let both synchronize their time: ID Tokens from the future are refused.",
    option: "clock_tolerance",
  },
  login_demand: {
    text: "The login at the provider was not what option %{option} demands: %{reason}.",
    advice: "Let the provider demand such a login, or change the option.",
  },
  login_email: {
    text: "The e-mail address was not used: the provider does not say that it is verified.",
    advice: "Let the provider verify it, or use groups or the user ID.",
  },
  login_groups: {
    text: "A role lists groups, and the provider sent none.",
    advice: "Let the provider send them: some need a scope, a claim mapper, or another claim here.",
    option: "groups_claim",
  },
  login_failed: {
    text: "This router could not finish the test: %{reason}.",
    advice: "Make the test again. If that fails, too, look into the router's log.",
  },
  roles_fit_none: {
    text: "The provider knows this user, and no role fits.",
    advice: "Put the e-mail address, a group or the user ID below into a role.",
  },
};

/** A finding by its id, with what its text says beyond the facts. */
type Told = [id: string, said?: Params];

/** A fact as text; of a message the id. */
function textOf(fact: Fact): string {
  return typeof fact === "object" ? fact.id : String(fact ?? "");
}

export function factsText(facts: Facts): string {
  const pairs = Object.entries(facts).map(([name, fact]) => [name, textOf(fact)] as const);
  return pairs.map(([name, text]) => `${name}=${/[ "=]/.test(text) ? JSON.stringify(text) : text}`).join(" ");
}

/** Texts of some facts, without those that are absent. */
function joined(separator: string, ...facts: Fact[]): string {
  const texts = facts.map(textOf);
  return texts.filter((text) => text !== "").join(separator);
}

function wordsOf({ error, idp_error, error_description }: Facts): string {
  return joined(": ", error ?? idp_error, error_description);
}

function paramsOf(fact: Fact): Params {
  return (typeof fact === "object" && fact.params) || {};
}

/** Parameters for the texts of all findings. The page does not know the address of the keys, nor the redirect URI. */
function paramsFor(facts: Facts): Params {
  const texts = Object.entries(facts).map(([name, fact]): [string, string] => [name, textOf(fact)]);
  const [status, code] = [textOf(facts.http_status), textOf(facts["error"] ?? facts["idp_error"])];
  return {
    ...{ url: "jwks_uri", redirect_uri: "redirect_uri" },
    ...Object.fromEntries(texts),
    ...paramsOf(facts["must"]),
    ...paramsOf(facts["hint"]),
    answer: { id: code === "" ? "answer_without_code" : "answer_code", params: { status, code } },
    words: textOf(facts["error_description"]) || { id: "words_none" },
  };
}

function unusable(...reasons: Fact[]): Told {
  return ["login_answer", { reason: joined(" ", ...reasons) }];
}

/** Findings by the reason for which an answer has no keys. */
const keyFindings: { [reason: string]: string | undefined } = { single_jwk: "keys_single", no_jwk_set: "keys_absent" };

/** A call to the provider that has failed, or its answer. */
function ofCall(facts: Facts): Told {
  const url = textOf(facts["url"] ?? "token_endpoint");
  if (facts["field"] !== undefined) {
    return [facts["url"] === undefined ? "endpoint_missing" : "endpoint_not_https"];
  }
  if (typeof facts["reason"] === "object") {
    return [keyFindings[facts["reason"].id] ?? "keys_missing", { url }];
  }
  const { id, params } = of_failure(url.slice(url.lastIndexOf("/") + 1), url, facts, "");
  return [id, params];
}

const optionsOfClaims: { [claim: string]: string | undefined } = {
  aud: "client_id",
  azp: "client_id",
  iss: "issuer_url",
};

function ofIdToken({ claim, reason }: Facts): Told {
  if (typeof reason === "object") {
    return [claim === undefined ? "keys_missing" : "login_clock"];
  }
  const option = optionsOfClaims[textOf(claim)];
  const [id, said] = unusable(claim, reason);
  return [id, option === undefined ? said : { ...said, option }];
}

function ofOption({ option, must, config }: Facts): Told {
  const { offered, alg } = paramsOf(must);
  if (offered !== undefined || alg !== undefined) {
    return [offered === undefined ? "key_missing" : "auth_method_none"];
  }
  const unreadable = config === "rpcd" ? "rpcd_unreadable" : "config_unreadable";
  return [option === undefined ? unreadable : "option_wrong"];
}

const byCode: { [code: string]: ((facts: Facts) => Told) | undefined } = {
  INVALID_REQUEST: ({ reason, parameter }) => unusable(reason, parameter),
  IDP_ERROR: (facts) => {
    const words = wordsOf(facts);
    const asked = words.toLowerCase();
    if (["cancel", "abort"].some((word) => asked.includes(word))) {
      return ["login_cancelled", { words }];
    }
    if (["denied", "declined"].some((word) => asked.split(": ")[0]?.includes(word))) {
      return ["login_denied", { words }];
    }
    const refused: Told = words === "" ? unusable(facts["reason"]) : ["login_refused", { words }];
    return facts.http_status === undefined ? refused : ["pushed_refused"];
  },
  TOKEN_EXCHANGE_FAILED: (facts) => {
    if (facts["cause"] === "temporary" || facts["location"] !== undefined) {
      return ofCall(facts);
    }
    // A proxy's own page is no word about the client.
    return wordsOf(facts) !== "" || facts["reason"] === undefined ? ["client_refused"] : unusable(facts["reason"]);
  },
  OIDC_INVALID_GRANT: () => ["login_code"],
  UNSUPPORTED_ALGORITHM: ({ alg, hint }) =>
    "allowed" in paramsOf(hint) ? ["algorithm_unsupported", { offered: textOf(alg) }] : unusable("alg", alg),
  NONCE_MISMATCH: ({ reason }) => unusable("nonce", reason),
  AT_HASH_MISMATCH: ({ reason }) => (reason === "absent" ? ["at_hash_unknown"] : unusable("at_hash different")),
  ID_TOKEN_VERIFICATION_FAILED: ofIdToken,
  USER_NOT_AUTHORIZED: () => ["roles_fit_none"],
  ROLE_WITHOUT_PAGE: ({ role }) => ["roles_without_page", { roles: textOf(role) }],
  AUTHENTICATION_TOO_WEAK: ({ acr, reason }) => [
    "login_demand",
    { option: "acr_values", reason: joined(" ", "acr", acr || reason) },
  ],
  AUTHENTICATION_TOO_OLD: ({ claim, reason }) =>
    typeof reason === "object"
      ? ["login_clock"]
      : ["login_demand", { option: "max_age", reason: joined(" ", claim, reason) }],
  OIDC_DISCOVERY_FAILED: ofCall,
  DISCOVERY_ISSUER_MISMATCH: ({ configured, discovered }) => {
    const { id, params } = of_mismatch(textOf(configured), textOf(configured), textOf(discovered));
    return [id, params];
  },
  JWKS_FETCH_FAILED: ofCall,
  TOKEN_ENDPOINT_NETWORK_ERROR: ofCall,
  // The statuses of this endpoint mean others than those of a document.
  USERINFO_NETWORK_ERROR: (facts) =>
    facts.http_status === undefined
      ? ofCall(facts)
      : [
          "login_answer",
          { reason: joined(", ", "userinfo_endpoint", facts.http_status, wordsOf(facts), facts["reason"]) },
        ],
  SSL_INIT_FAILED: ofCall,
  CONFIG_ERROR: ofOption,
};

/** The options that decide whether an e-mail address is used, by the advice of the refusal. */
const emailOptions: { [hint: string]: string | undefined } = {
  unverified_email: "allow_unverified_email",
  untrusted_email_claim: "email_claim_trusted",
};

/** The findings about a refusal; none where the login would be granted. */
export function refusalFindings({ code, facts = {}, provider }: TestOutcome): Finding[] {
  if (code === undefined) {
    return [];
  }
  const told: Told[] = [byCode[code]?.(facts) ?? ["login_failed", { reason: textOf(facts["reason"] ?? code) }]];
  const hint = code === "USER_NOT_AUTHORIZED" ? textOf(facts["hint"]) : "";
  if (/^un(verified|trusted)_/.test(hint)) {
    const option = emailOptions[hint];
    told.push(["login_email", option === undefined ? {} : { option }]);
  } else if (hint === "groups_absent") {
    told.push(["login_groups"]);
  }
  const params = paramsFor(facts);
  return told.map(([id, said]) => ({
    id,
    params: { ...params, ...said },
    provider,
    level: "error",
    text: "",
    advice: "",
  }));
}
