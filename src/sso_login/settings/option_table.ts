/**
 * The options of section `default`, and of those of further providers, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */
import * as ip_addresses from "./ip_addresses";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import type { Problem } from "../base/log_texts";
import * as urls from "../base/urls";
import * as option_bounds from "./option_bounds";
import * as option_forms from "./option_forms";

/** The options by the kind of their values in the configuration (config.ts), whose type follows from here. */
// prettier-ignore
export interface OptionsOfKind {
  required: "issuer_url" | "client_id" | "client_secret" | "redirect_uri" | "scope";
  text: "internal_issuer_url" | "webui_path" | "token_endpoint_auth_method" | "client_assertion_alg" | "client_assertion_audience"
    | "ca_file" | "at_hash" | "email_claim" | "prompt" | "post_logout_redirect_uri" | "api_audience" | "auto_redirect" | "button_label"
    | "password_form" | "password_login" | "label" | "color";
  number: "clock_tolerance" | "http_timeout" | "max_age" | "session_timeout" | "session_max_lifetime" | "session_revalidate"
    | "client_limit" | "api_session_timeout" | "api_sessions";
  flag: "allow_unverified_email" | "email_claim_trusted" | "backchannel_logout" | "log_identity";
  list: "id_token_algs" | "groups_claim" | "acr_values" | "trusted_proxy" | "api_token_types" | "api_client" | "api_scope" | "password_user";
}
export type OptionName = OptionsOfKind[keyof OptionsOfKind];

/** The kind of an option's value: a text where it is absent, one that must be set, a whole number, `0` or `1`, or a list of words. */
type OptionKind =
  | { name: OptionsOfKind["text"]; kind?: undefined }
  | { name: OptionsOfKind["required"]; kind: "required" }
  | { name: OptionsOfKind["number"]; kind: "number" }
  | { name: OptionsOfKind["flag"]; kind: "flag" }
  | { name: OptionsOfKind["list"]; kind: "list" };

/** One option of a section of type `oidc`. A list's members count as the words of one text. */
export type OptionRule = OptionKind & {
  /** Taken when the option is absent or empty; without one the option then has no value. */
  fallback?: string;
  /** Of the router and not of a provider: it is only in section `default`, and counts for all providers. */
  of_router?: true;
  /** Of a non-empty value without control characters; the first that it breaks is named. */
  rules: Problem[];
};

/** Bytes of the address after logout, and of the button's label. */
const max_label = 64;

/** Bytes of all words of a list, and of a claim's name. */
const max_words = 1024;

/** Numbers and words of a rule, which its text names too. */
type RuleParams = { [name: string]: string | undefined };

/** A number of a rule. */
function bound(text: string | undefined): number {
  return strings.parse_integer(text ?? "") ?? 0;
}

function is_whole_number(value: string, params: RuleParams): boolean {
  const parsed = strings.parse_integer(value);
  return parsed !== undefined && parsed >= bound(params.min) && parsed <= bound(params.max);
}

/** The words of a rule. */
function words_of(params: RuleParams): string[] {
  return (params.words ?? "").split(", ");
}

/** The demands of rules on a value, by their ids. A request checks a few values, so the rules themselves are only data. */
const demands: { [id: string]: ((this: void, value: string, params: RuleParams) => boolean) | undefined } = {
  issuer: option_forms.is_issuer,
  https_url: (value) => urls.parse_https(value) !== undefined,
  redirect_uri: option_forms.is_redirect_uri,
  openid_scope: (value) => strings.split_words(value, " ").includes("openid"),
  plain_path: option_forms.is_plain_path,
  no_loop: option_forms.avoids_login,
  absolute_path: (value) => value.startsWith("/"),
  claim_name: (value) => !value.includes(" ") && value.length <= option_forms.max_claim,
  web_address: option_forms.is_web_address,
  addresses: (value) => strings.split_words(value, " ").every((text) => ip_addresses.to_range(text) !== undefined),
  provider_or_switch: (value) => value === public_names.first || option_forms.is_provider_name(value),
  color: option_forms.is_color,
  whole_number: is_whole_number,
  one_of: (value, params) => words_of(params).includes(value),
  some_of: (value, params) => strings.split_words(value, " ").every((word) => words_of(params).includes(word)),
  short: (value, params) => value.length <= bound(params.max),
};

/** Whole numbers within bounds. */
function whole_number(min: number, max: number): Problem {
  return { id: "whole_number", params: { min: `${min}`, max: `${max}` } };
}

function one_of(words: string): Problem {
  return { id: "one_of", params: { words } };
}

const zero_or_one = [one_of("0, 1")];
const short_words: Problem[] = [{ id: "short", params: { max: `${max_words}` } }];
const short_label: Problem[] = [{ id: "short", params: { max: `${max_label}` } }];

/** The comment before an option says what it means, for docs/configuration.md. */
export const option_rules: OptionRule[] = [
  /** the issuer, character for character as the provider's discovery document has it */
  { name: "issuer_url", kind: "required", rules: [{ id: "issuer" }] },
  /** where the router reaches the provider instead: only scheme, host and port count */
  { name: "internal_issuer_url", rules: [{ id: "https_url" }] },
  /** the confidential client that is registered at the provider */
  { name: "client_id", kind: "required", rules: [] },
  /** its secret; LuCI's page can replace it and is never told it */
  { name: "client_secret", kind: "required", rules: [] },
  /** as registered at the provider */
  {
    name: "redirect_uri",
    kind: "required",
    rules: [{ id: "redirect_uri", params: { path: public_names.callback_path } }],
  },
  /** scopes to ask for */
  { name: "scope", kind: "required", rules: [{ id: "openid_scope" }] },
  /** seconds by which the clocks of router and provider may differ */
  { name: "clock_tolerance", kind: "number", fallback: "60", rules: [whole_number(0, 3600)] },
  /** where a login ends */
  { name: "webui_path", of_router: true, fallback: "/cgi-bin/luci/", rules: [{ id: "plain_path" }, { id: "no_loop" }] },
  /** how the router proves that it is the client ([below](#the-provider)) */
  {
    name: "token_endpoint_auth_method",
    fallback: "auto",
    rules: [one_of("auto, client_secret_basic, client_secret_post, private_key_jwt")],
  },
  /** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
  { name: "client_assertion_alg", fallback: "ES256", rules: [one_of("ES256, RS256")] },
  /** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
  { name: "client_assertion_audience", fallback: "issuer", rules: [one_of("issuer, token_endpoint")] },
  /** PEM file that replaces the system's trust store for calls to the provider */
  { name: "ca_file", rules: [{ id: "absolute_path" }] },
  /** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
  { name: "http_timeout", kind: "number", fallback: "10", rules: [whole_number(1, 20)] },
  /** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
  { name: "at_hash", fallback: "required", rules: [one_of("required, optional")] },
  /** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
  {
    name: "id_token_algs",
    fallback: "RS256 ES256",
    kind: "list",
    rules: [{ id: "some_of", params: { words: option_bounds.algorithms.join(", ") } }],
  },
  /** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
  { name: "allow_unverified_email", kind: "flag", fallback: "0", rules: zero_or_one },
  /** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
  { name: "groups_claim", kind: "list", rules: short_words },
  /** the claim that holds the address, named as in `groups_claim` */
  {
    name: "email_claim",
    fallback: "email",
    rules: [{ id: "claim_name", params: { max: `${option_forms.max_claim}` } }],
  },
  /** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
  { name: "email_claim_trusted", kind: "flag", fallback: "0", rules: zero_or_one },
  /** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
  { name: "acr_values", kind: "list", rules: short_words },
  /** the greatest age in seconds of the login at the provider ([below](#second-factor-and-freshness)) */
  { name: "max_age", kind: "number", rules: [whole_number(0, 604800)] },
  /** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
  { name: "prompt", rules: [one_of("login, select_account, consent")] },
  /** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
  {
    name: "session_timeout",
    kind: "number",
    rules: [whole_number(option_bounds.min_session_timeout, option_bounds.max_session_timeout)],
  },
  /** where the provider may send the browser after logout; register it there */
  {
    name: "post_logout_redirect_uri",
    rules: [{ id: "web_address", params: { max: `${option_forms.max_web_address}` } }],
  },
  /** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
  {
    name: "session_max_lifetime",
    kind: "number",
    of_router: true,
    rules: [whole_number(option_bounds.min_session_lifetime, option_bounds.max_session_lifetime)],
  },
  /** seconds between two questions to the provider whether the user still has the session's roles ([below](#the-end-of-sessions)) */
  { name: "session_revalidate", kind: "number", rules: [whole_number(300, 86400)] },
  /** requests a minute of one address ([below](#requests-of-one-client)); without it one address may make all 50, or 25 while passwords are off */
  {
    name: "client_limit",
    kind: "number",
    of_router: true,
    rules: [whole_number(option_bounds.min_client_limit, option_bounds.max_client_limit)],
  },
  /** list of addresses and ranges that have no limit of their own ([below](#requests-of-one-client)) */
  { name: "trusted_proxy", of_router: true, kind: "list", rules: [{ id: "addresses" }] },
  /** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
  { name: "backchannel_logout", kind: "flag", fallback: "0", rules: zero_or_one },
  /** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
  { name: "api_audience", rules: short_words },
  /** seconds of inactivity until a program's session ends */
  {
    name: "api_session_timeout",
    kind: "number",
    fallback: "300",
    rules: [whole_number(option_bounds.min_session_timeout, 86400)],
  },
  /** live sessions that one subject may have by tokens; older ones end */
  { name: "api_sessions", kind: "number", fallback: "10", rules: [whole_number(1, 100)] },
  /** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
  {
    name: "api_token_types",
    fallback: "at+jwt",
    kind: "list",
    rules: [{ id: "some_of", params: { words: "at+jwt, JWT" } }],
  },
  /** list of the provider's clients whose tokens count; absent: all */
  { name: "api_client", kind: "list", rules: short_words },
  /** list of scopes that a token must have */
  { name: "api_scope", kind: "list", rules: short_words },
  /** `1`, or a provider's section: the login page goes to the first provider, or to that one, by itself ([below](#login-page)) */
  { name: "auto_redirect", of_router: true, fallback: "0", rules: [{ id: "provider_or_switch" }] },
  /** text of the link on the login page; the default is translated */
  { name: "button_label", of_router: true, fallback: "Login with SSO", rules: short_label },
  /** `hidden`: the login page hides the password form, except at `?local=1` */
  { name: "password_form", of_router: true, fallback: "shown", rules: [one_of("shown, hidden")] },
  /** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
  { name: "password_login", of_router: true, fallback: "on", rules: [one_of("on, off")] },
  /** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
  { name: "password_user", of_router: true, kind: "list", rules: short_words },
  /** text of the provider's button on the login page, where there are several; absent: `button_label`, or the section's name */
  { name: "label", rules: short_label },
  /** colour of the mark on that button, `#rrggbb` */
  { name: "color", rules: [{ id: "color" }] },
  /** `0`: the log names users only by a hash */
  { name: "log_identity", kind: "flag", of_router: true, fallback: "1", rules: zero_or_one },
];

/** The names of all options that a provider's section may have. */
export function known_names(): string[] {
  return option_rules.map((rule): string => rule.name).concat(["enabled"]);
}

/** Whether an option may be only in section `default`; an e-mail at a further provider counts only where it is verified. */
export function is_of_first(option: OptionRule): boolean {
  return option.of_router === true || option.name === "allow_unverified_email";
}

/**
 * The first rule that a value of an option breaks, in the section of a provider (`default` where that is absent); undefined for a
 * right value. "" is an absent one.
 */
export function option_problem(option: OptionRule, value: string, provider?: string): Problem | undefined {
  if (value === "") {
    return option.kind === "required" ? { id: "set" } : undefined;
  }
  if (strings.has_control(value)) {
    return { id: "no_control_characters" };
  }
  for (const rule of option.rules) {
    const params = rule.id === "redirect_uri" ? { path: option_forms.callback_path(provider) } : rule.params;
    const demand = demands[rule.id];
    if (demand === undefined || !demand(value, params ?? {})) {
      return { id: rule.id, params };
    }
  }
  return undefined;
}
