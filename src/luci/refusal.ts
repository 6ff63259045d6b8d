/**
 * The findings about a refused test login: those of the check where it has one of that meaning, and a few of its own. No DOM in here.
 */
import { of_failure, of_mismatch } from "../sso_login/check/findings/failure_findings";
import type { Finding, Params } from "../sso_login/check/report";
import type { FindingText } from "../sso_login/check/finding_texts";
import type { TestOutcome } from "../sso_login/login/test/test_result";
import type { Fact, Facts, Message } from "../sso_login/result";

/** The findings that only a test login has, in the language of the page. */
export function refusalTexts(): { [id: string]: FindingText | undefined } {
  return {
    login_refused: {
      text: _("The provider refuses this login: %{words}"),
      advice: _(
        "Compare the client and its scopes at the provider with the settings, and look into the provider's log.",
      ),
    },
    login_code: {
      text: _("The provider refuses the authorization code of this login (%{answer}): %{words}"),
      advice: _("Make the test again. If that fails, too, register exactly redirect_uri at the provider."),
    },
    login_answer: {
      text: _("The provider's answer cannot be used: %{reason}."),
      advice: _("Compare the client at the provider with the settings. The check tries clock, keys and client."),
    },
    login_clock: {
      text: _("The clocks of the router and the login provider differ"),
      advice: _("Let both synchronize their time: ID Tokens from the future are refused."),
    },
    login_demand: {
      text: _("The login at the provider was not what option %{option} demands: %{reason}."),
      advice: _("Let the provider demand such a login, or change the option."),
    },
    login_email: {
      text: _("The e-mail address was not used: the provider does not say that it is verified."),
      advice: _("Let the provider verify it, or use groups or the subject."),
    },
    login_failed: {
      text: _("This router could not finish the test: %{reason}."),
      advice: _("Make the test again. If that fails, too, look into the router's log."),
    },
    roles_fit_none: {
      text: _("The provider knows this user, and no role fits."),
      advice: _("Put the e-mail address, a group or the subject below into a role."),
    },
  };
}

interface Told {
  id: string;
  params: Params;
}

/** A fact as text; of a message the id. */
function textOf(fact: Fact): string {
  return typeof fact === "object" ? fact.id : String(fact ?? "");
}

/** The facts as in the router's log. */
export function factsText(facts: Facts): string {
  const pairs = Object.entries(facts).map(([name, fact]) => [name, textOf(fact)] as const);
  return pairs.map(([name, text]) => `${name}=${/[ "=]/.test(text) ? JSON.stringify(text) : text}`).join(" ");
}

/** Texts of some facts, without those that are absent. */
function joined(separator: string, ...facts: Fact[]): string {
  return facts
    .map(textOf)
    .filter((text) => text !== "")
    .join(separator);
}

/** The error of the provider and its words. */
function wordsOf({ error, idp_error, error_description }: Facts): string {
  return joined(": ", error ?? idp_error, error_description);
}

/** The answer of the token endpoint, or to a pushed request. */
function answerOf(facts: Facts): Params {
  const [status, code] = [textOf(facts.http_status), textOf(facts["error"] ?? facts["idp_error"])];
  const answer: Message =
    code === "" ? { id: "answer_without_code", params: { status } } : { id: "answer_code", params: { status, code } };
  return { answer, words: textOf(facts["error_description"]) || { id: "words_none" } };
}

/** An answer of the provider that cannot be used, and the option that it may be about. */
function unusable(reason: string, option?: string): Told {
  return { id: "login_answer", params: option === undefined ? { reason } : { reason, option } };
}

/** A call to the provider that has failed, or its answer. */
function ofCall(facts: Facts): Told {
  const url = textOf(facts["url"] ?? "token_endpoint");
  if (facts["field"] !== undefined) {
    const id = facts["url"] === undefined ? "endpoint_missing" : "endpoint_not_https";
    return { id, params: { field: textOf(facts["field"]), url } };
  }
  if (typeof facts["reason"] === "object") {
    return { id: facts["reason"].id === "single_jwk" ? "keys_single" : "keys_missing", params: { url } };
  }
  return of_failure(url.slice(url.lastIndexOf("/") + 1), url, facts, "");
}

/** The endpoint for UserInfo answers to the user's token: its statuses mean others than those of a document. */
function ofUserInfo(facts: Facts): Told {
  return facts.http_status === undefined
    ? ofCall(facts)
    : unusable(joined(", ", "userinfo_endpoint", facts.http_status, wordsOf(facts), facts["reason"]));
}

function ofIssuer({ configured, discovered }: Facts): Told {
  return of_mismatch(textOf(configured), textOf(configured), textOf(discovered));
}

/** An error in the provider's answer to the browser, or to a pushed request. */
function ofProvider(facts: Facts): Told {
  if (facts.http_status !== undefined) {
    // Its advice names the address, which this page does not know.
    return { id: "pushed_refused", params: { ...answerOf(facts), redirect_uri: "redirect_uri" } };
  }
  const words = wordsOf(facts);
  return words === "" ? unusable(textOf(facts["reason"])) : { id: "login_refused", params: { words } };
}

function ofToken(facts: Facts): Told {
  if (facts["cause"] === "temporary" || facts["location"] !== undefined) {
    return ofCall(facts);
  }
  const isRefusal = facts.http_status !== 200 || wordsOf(facts) !== "";
  return isRefusal ? { id: "client_refused", params: answerOf(facts) } : unusable(textOf(facts["reason"]));
}

function ofAlgorithm({ alg, hint }: Facts): Told {
  const allowed = typeof hint === "object" ? hint.params?.["allowed"] : undefined;
  return allowed === undefined
    ? unusable(`alg ${textOf(alg)}`)
    : { id: "algorithm_unsupported", params: { offered: textOf(alg), allowed } };
}

/** The options that claims of the ID Token are compared with. */
const optionsOfClaims: { [claim: string]: string | undefined } = {
  aud: "client_id",
  azp: "client_id",
  iss: "issuer_url",
};

/** A date of the ID Token that has passed, or has not come. */
const clocksDiffer: Told = { id: "login_clock", params: { option: "clock_tolerance" } };

function ofIdToken({ claim, reason }: Facts): Told {
  if (typeof reason !== "object") {
    return unusable(joined(" ", claim, reason), optionsOfClaims[textOf(claim)]);
  }
  // The address of the keys is not among the facts.
  return claim === undefined ? { id: "keys_missing", params: { url: "jwks_uri" } } : clocksDiffer;
}

function ofOption({ option, must, reason, config }: Facts): Told {
  const { offered, alg } = (typeof must === "object" ? must.params : undefined) ?? {};
  if (offered !== undefined) {
    return { id: "auth_method_none", params: { offered } };
  }
  if (alg !== undefined) {
    return { id: "key_missing", params: { alg } };
  }
  if (option !== undefined) {
    return { id: "option_wrong", params: { option: textOf(option) } };
  }
  return { id: config === "rpcd" ? "rpcd_unreadable" : "config_unreadable", params: { reason: textOf(reason) } };
}

const byCode: { [code: string]: ((facts: Facts) => Told) | undefined } = {
  INVALID_REQUEST: ({ reason, parameter }) => unusable(joined(" ", reason, parameter)),
  IDP_ERROR: ofProvider,
  TOKEN_EXCHANGE_FAILED: ofToken,
  OIDC_INVALID_GRANT: (facts) => ({ id: "login_code", params: answerOf(facts) }),
  UNSUPPORTED_ALGORITHM: ofAlgorithm,
  NONCE_MISMATCH: ({ reason }) => unusable(joined(" ", "nonce", reason)),
  AT_HASH_MISMATCH: ({ reason }) =>
    reason === "absent" ? { id: "at_hash_unknown", params: {} } : unusable("at_hash different"),
  ID_TOKEN_VERIFICATION_FAILED: ofIdToken,
  USER_NOT_AUTHORIZED: () => ({ id: "roles_fit_none", params: {} }),
  ROLE_WITHOUT_PAGE: ({ role }) => ({ id: "roles_without_page", params: { roles: textOf(role) } }),
  AUTHENTICATION_TOO_WEAK: ({ acr, reason }) => ({
    id: "login_demand",
    params: { option: "acr_values", reason: joined(" ", "acr", acr || reason) },
  }),
  AUTHENTICATION_TOO_OLD: ({ claim, reason }) =>
    typeof reason === "object"
      ? clocksDiffer
      : { id: "login_demand", params: { option: "max_age", reason: joined(" ", claim, reason) } },
  OIDC_DISCOVERY_FAILED: ofCall,
  DISCOVERY_ISSUER_MISMATCH: ofIssuer,
  JWKS_FETCH_FAILED: ofCall,
  TOKEN_ENDPOINT_NETWORK_ERROR: ofCall,
  USERINFO_NETWORK_ERROR: ofUserInfo,
  SSL_INIT_FAILED: ofCall,
  CONFIG_ERROR: ofOption,
};

/** The options that decide whether an e-mail address is used, by the advice of the refusal. */
const emailOptions: { [hint: string]: string | undefined } = {
  unverified_email: "allow_unverified_email",
  untrusted_email_claim: "email_claim_trusted",
};

/** The finding about the e-mail address, where a refusal names it. */
function ofEmail({ hint }: Facts): Told[] {
  if (typeof hint !== "object") {
    return [];
  }
  const option = emailOptions[hint.id];
  return [{ id: "login_email", params: option === undefined ? {} : { option } }];
}

/** The findings about a refusal; none where the login would be granted. */
export function refusalFindings({ code, facts = {}, provider }: TestOutcome): Finding[] {
  if (code === undefined) {
    return [];
  }
  const failed: Told = { id: "login_failed", params: { reason: textOf(facts["reason"] ?? code) } };
  const told = [byCode[code]?.(facts) ?? failed, ...(code === "USER_NOT_AUTHORIZED" ? ofEmail(facts) : [])];
  return told.map((one) => ({ ...one, provider, level: "error", text: "", advice: "" }));
}
