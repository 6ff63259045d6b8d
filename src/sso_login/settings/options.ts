/**
 * The options of section `default`, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */
import * as addresses from "../base/addresses";
import * as names from "../base/names";
import * as strings from "../base/strings";
import type { Problem } from "../base/texts";
import * as urls from "../base/urls";

/** Bounds of a session's time-out, in seconds. */
export const min_session_timeout = 60;
export const max_session_timeout = 604800;

/** Bounds of a session's whole life, in seconds, and of a client's requests in a minute. */
export const min_session_lifetime = 300;
export const max_session_lifetime = 2592000;
export const min_client_limit = 5;
export const max_client_limit = 50;

/** What a value has to match, and what is wrong with one that does not. */
interface Rule extends Problem {
  matches: (this: void, value: string) => boolean;
}

// prettier-ignore
export type OptionName =
  | "issuer_url" | "internal_issuer_url" | "client_id" | "client_secret" | "redirect_uri" | "scope"
  | "clock_tolerance" | "webui_path" | "token_endpoint_auth_method" | "ca_file" | "http_timeout" | "at_hash"
  | "id_token_algs" | "allow_unverified_email" | "groups_claim" | "email_claim" | "email_claim_trusted" | "acr_values"
  | "max_age" | "prompt" | "session_timeout" | "post_logout_redirect_uri" | "session_max_lifetime" | "client_limit"
  | "trusted_proxy" | "backchannel_logout" | "auto_redirect" | "button_label" | "password_form" | "password_login"
  | "password_user" | "log_identity" | "api_audience" | "api_session_timeout" | "api_sessions" | "api_token_types"
  | "api_client" | "api_scope" | "client_assertion_alg" | "client_assertion_audience";

/** One option of section `default`. */
export interface OptionRule {
  name: OptionName;
  required: boolean;
  /** Taken when the option is absent or empty; without one the option then has no value. */
  fallback?: string;
  /** Whether it may be a list, whose members count as the words of one text. */
  is_list?: boolean;
  /** Of a non-empty value without control characters; the first that it breaks is named. */
  rules: Rule[];
}

/** Signature algorithms (RFC 7518 section 3.1, RFC 8037) that may be allowed; never HMAC or none. */
export const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** Bytes of the address after logout, and of the button's label. */
const max_web_address = 1024;
const max_label = 64;

/** Bytes of a path to return to. */
const max_return = 512;

/** Bytes of all words of a list, and of a claim's name. */
const max_words = 1024;
const max_claim = 256;

function rule(id: Problem["id"], matches: Rule["matches"], params?: Problem["params"]): Rule {
  return { matches, id, params };
}

/** Whole numbers within bounds. */
function whole_number(min: number, max: number): Rule {
  const matches = (value: string): boolean => {
    const parsed = strings.parse_integer(value);
    return parsed !== undefined && parsed >= min && parsed <= max;
  };
  return rule("whole_number", matches, { min: `${min}`, max: `${max}` });
}

function one_of(words: string[]): Rule {
  return rule("one_of", (value) => words.includes(value), { words: words.join(", ") });
}

/** Words of a list, each one of these. */
function some_of(words: string[]): Rule {
  const matches = (value: string): boolean => strings.split_words(value, " ").every((word) => words.includes(word));
  return rule("some_of", matches, { words: words.join(", ") });
}

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
function is_issuer(value: string): boolean {
  const url = urls.parse_https(value);
  return url !== undefined && url.query === undefined;
}

function is_https_url(value: string): boolean {
  return urls.parse_https(value) !== undefined;
}

function is_redirect_uri(value: string): boolean {
  const url = urls.parse_https(value);
  return url !== undefined && url.path === names.callback_path && url.query === undefined;
}

function has_openid(value: string): boolean {
  return strings.split_words(value, " ").includes("openid");
}

/** A path that cannot lead off this host. */
function is_plain_path(value: string): boolean {
  const closed = value + "/";
  const plain = value.startsWith("/") && !value.includes("//") && strings.consists_of(value, "path");
  return plain && !closed.includes("/../") && !closed.includes("/./");
}

/** Not back to the landing page, nor to the login. */
function avoids_login(value: string): boolean {
  const closed = value + "/";
  return !closed.startsWith("/cgi-bin/webui/") && !closed.startsWith("/cgi-bin/sso-login/");
}

/**
 * Whether a login may end at this page of the web interface, which is at `webui_path`: a plain path below it, of at most 512
 * bytes, and never its logout.
 */
export function is_return_path(path: string, webui_path: string): boolean {
  const base = webui_path.endsWith("/") ? webui_path : webui_path + "/";
  const below = path.length <= max_return && path.startsWith(base) && !(path + "/").includes("/admin/logout/");
  return below && is_plain_path(path) && avoids_login(path);
}

/** Where the provider may send the browser after logout; it compares the text with what is registered. */
function is_web_address(value: string): boolean {
  const lower = value.toLowerCase();
  const web = lower.startsWith("https://") || lower.startsWith("http://");
  return web && value.length <= max_web_address && !value.includes(" ") && !value.includes("#");
}

/** At most so many bytes. */
function at_most_bytes(max: number): Rule {
  return rule("short", (value) => value.length <= max, { max: `${max}` });
}

function is_claim_name(value: string): boolean {
  return !value.includes(" ") && value.length <= max_claim;
}

function are_addresses(value: string): boolean {
  return strings.split_words(value, " ").every((text) => addresses.to_hex(text) !== undefined);
}

function is_absolute_path(value: string): boolean {
  return value.startsWith("/");
}

/** The comment before an option says what it means, for docs/configuration.md. */
export const option_rules: OptionRule[] = [
  /** the issuer, character for character as the provider's discovery document has it */
  { name: "issuer_url", required: true, rules: [rule("issuer", is_issuer)] },
  /** where the router reaches the provider instead: only scheme, host and port count */
  { name: "internal_issuer_url", required: false, rules: [rule("https_url", is_https_url)] },
  /** the confidential client that is registered at the provider */
  { name: "client_id", required: true, rules: [] },
  /** its secret; LuCI's page can replace it and is never told it */
  { name: "client_secret", required: true, rules: [] },
  /** as registered at the provider */
  {
    name: "redirect_uri",
    required: true,
    rules: [rule("redirect_uri", is_redirect_uri, { path: names.callback_path })],
  },
  /** scopes to ask for */
  { name: "scope", required: true, rules: [rule("openid_scope", has_openid)] },
  /** seconds by which the clocks of router and provider may differ */
  { name: "clock_tolerance", required: false, fallback: "60", rules: [whole_number(0, 3600)] },
  /** where a login ends */
  {
    name: "webui_path",
    required: false,
    fallback: "/cgi-bin/luci/",
    rules: [rule("plain_path", is_plain_path), rule("no_loop", avoids_login)],
  },
  /** how the router proves that it is the client ([below](#the-provider)) */
  {
    name: "token_endpoint_auth_method",
    required: false,
    fallback: "auto",
    rules: [one_of(["auto", "client_secret_basic", "client_secret_post", "private_key_jwt"])],
  },
  /** the algorithm of the router's key for `private_key_jwt`, `ES256` or `RS256` ([below](#a-key-instead-of-a-secret)) */
  { name: "client_assertion_alg", required: false, fallback: "ES256", rules: [one_of(["ES256", "RS256"])] },
  /** whom the assertion of `private_key_jwt` is for: `issuer`, or `token_endpoint` for older providers */
  {
    name: "client_assertion_audience",
    required: false,
    fallback: "issuer",
    rules: [one_of(["issuer", "token_endpoint"])],
  },
  /** PEM file that replaces the system's trust store for calls to the provider */
  { name: "ca_file", required: false, rules: [rule("absolute_path", is_absolute_path)] },
  /** seconds for one call to the provider, connecting half of it; all calls of a request end within 25 */
  { name: "http_timeout", required: false, fallback: "10", rules: [whole_number(1, 20)] },
  /** `optional` takes ID Tokens without `at_hash` (GitLab, Kanidm, Entra ID and others); a present one must match */
  { name: "at_hash", required: false, fallback: "required", rules: [one_of(["required", "optional"])] },
  /** list: what may sign ID Tokens, UserInfo and logout tokens; EdDSA needs `sso-login-native-openssl` */
  { name: "id_token_algs", required: false, fallback: "RS256 ES256", is_list: true, rules: [some_of(algorithms)] },
  /** `1`: an e-mail counts although the provider says that it is not verified ([roles](roles.md#who-has-a-role)) */
  { name: "allow_unverified_email", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
  /** list of claims that hold groups ([roles](roles.md#groups-from-other-claims)); absent: `groups` */
  { name: "groups_claim", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
  /** the claim that holds the address, named as in `groups_claim` */
  {
    name: "email_claim",
    required: false,
    fallback: "email",
    rules: [rule("claim_name", is_claim_name, { max: `${max_claim}` })],
  },
  /** `1`: roles by e-mail count with another `email_claim`, too ([roles](roles.md#the-e-mail-in-another-claim)) */
  { name: "email_claim_trusted", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
  /** list of which the ID Token's `acr` must be one ([below](#second-factor-and-freshness)) */
  { name: "acr_values", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
  /** seconds that the login at the provider may be ago ([below](#second-factor-and-freshness)) */
  { name: "max_age", required: false, rules: [whole_number(0, 604800)] },
  /** what the provider is to ask for at every login ([below](#second-factor-and-freshness)) */
  { name: "prompt", required: false, rules: [one_of(["login", "select_account", "consent"])] },
  /** seconds of inactivity until a session ends; absent: LuCI's `sauth.sessiontime`, else 3600 */
  { name: "session_timeout", required: false, rules: [whole_number(min_session_timeout, max_session_timeout)] },
  /** where the provider may send the browser after logout; register it there */
  {
    name: "post_logout_redirect_uri",
    required: false,
    rules: [rule("web_address", is_web_address, { max: `${max_web_address}` })],
  },
  /** seconds after which a session ends even while it is used ([below](#the-end-of-sessions)) */
  {
    name: "session_max_lifetime",
    required: false,
    rules: [whole_number(min_session_lifetime, max_session_lifetime)],
  },
  /** requests a minute of one address ([below](#requests-of-one-client)); absent: the 50 of all */
  { name: "client_limit", required: false, rules: [whole_number(min_client_limit, max_client_limit)] },
  /** list of addresses that have no limit of their own ([below](#requests-of-one-client)) */
  { name: "trusted_proxy", required: false, is_list: true, rules: [rule("addresses", are_addresses)] },
  /** `1`: the provider may end sessions ([below](#the-end-of-sessions)) */
  { name: "backchannel_logout", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
  /** the audience of access tokens that programs may exchange ([below](#programs)); absent: they cannot */
  { name: "api_audience", required: false, rules: [at_most_bytes(max_words)] },
  /** seconds of inactivity until a program's session ends */
  { name: "api_session_timeout", required: false, fallback: "300", rules: [whole_number(min_session_timeout, 86400)] },
  /** live sessions that one subject may have by tokens; older ones end */
  { name: "api_sessions", required: false, fallback: "10", rules: [whole_number(1, 100)] },
  /** list of types of access tokens; `JWT` demands `api_client` ([below](#programs)) */
  { name: "api_token_types", required: false, fallback: "at+jwt", is_list: true, rules: [some_of(["at+jwt", "JWT"])] },
  /** list of the provider's clients whose tokens count; absent: all */
  { name: "api_client", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
  /** list of scopes that a token must have */
  { name: "api_scope", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
  /** `1`: the login page goes to the provider by itself ([below](#login-page)) */
  { name: "auto_redirect", required: false, fallback: "0", rules: [one_of(["0", "1"])] },
  /** text of the link on the login page; the default is translated */
  {
    name: "button_label",
    required: false,
    fallback: "Login with SSO",
    rules: [at_most_bytes(max_label)],
  },
  /** `hidden`: the login page hides the password form, except at `?local=1` */
  { name: "password_form", required: false, fallback: "shown", rules: [one_of(["shown", "hidden"])] },
  /** `off`: no password opens a session; set only by `sso-login password-login` ([below](#only-single-sign-on)) */
  { name: "password_login", required: false, fallback: "on", rules: [one_of(["on", "off"])] },
  /** list of rpcd's user names whose passwords count even so ([below](#only-single-sign-on)) */
  { name: "password_user", required: false, is_list: true, rules: [at_most_bytes(max_words)] },
  /** `0`: the log names users only by a hash */
  { name: "log_identity", required: false, fallback: "1", rules: [one_of(["0", "1"])] },
];

/** What is wrong with a value of an option; undefined when nothing is. "" counts as absent. */
export function option_problem(option: OptionRule, value: string): Problem | undefined {
  if (value === "") {
    return option.required ? { id: "set" } : undefined;
  }
  if (strings.has_control(value)) {
    return { id: "no_control_characters" };
  }
  const violated = option.rules.find((candidate) => !candidate.matches(value));
  return violated !== undefined ? { id: violated.id, params: violated.params } : undefined;
}

/** Whether a name is that of root, LuCI's user on every router. */
export function is_reserved(name: string): boolean {
  return name === "root";
}

/**
 * What is wrong with a role's section name; "" means a section without a name. `logins` are the user names of
 * rpcd's local logins: a role of that name would get their rights when rpcd reloads.
 */
export function role_name_problem(name: string, logins?: string[]): Problem | undefined {
  if (name === "") {
    return { id: "role_name" };
  }
  return is_reserved(name) || (logins ?? []).includes(name) ? { id: "no_local_login" } : undefined;
}
