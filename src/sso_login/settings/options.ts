/**
 * The options of section `default`, each with its default and its rule: the one source for loading the configuration,
 * for the settings page and for docs/configuration.md.
 */
import * as names from "../base/names";
import * as strings from "../base/strings";
import * as urls from "../base/urls";

/** Bounds of a session's time-out, in seconds. */
export const min_session_timeout = 60;
export const max_session_timeout = 604800;

/** One option of section `default`. */
export interface OptionRule {
  name: string;
  required: boolean;
  /** Taken when the option is absent or empty; without one the option then has no value. */
  fallback?: string;
  /** Given a non-empty value without control characters: what it must be, or undefined when it is right. */
  problem: (this: void, value: string) => string | undefined;
}

const path_characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~/-";

function anything(_value: string): string | undefined {
  return undefined;
}

/** A rule for whole numbers within bounds. */
function whole_number(min: number, max: number): (this: void, value: string) => string | undefined {
  return (value) => {
    const parsed = strings.parse_integer(value);
    return parsed !== undefined && parsed >= min && parsed <= max
      ? undefined
      : `be a whole number from ${min} to ${max}`;
  };
}

/** A rule for one of several words. */
function one_of(words: string[]): (this: void, value: string) => string | undefined {
  return (value) => (words.includes(value) ? undefined : "be one of " + words.join(", "));
}

/** An issuer (OpenID Connect Discovery section 2); the URL parser refuses fragments. */
function issuer(value: string): string | undefined {
  const url = urls.parse_https(value);
  return url !== undefined && url.query === undefined ? undefined : "be an https:// URL without query and fragment";
}

function https_url(value: string): string | undefined {
  return urls.parse_https(value) !== undefined ? undefined : "be an https:// URL";
}

function redirect_uri(value: string): string | undefined {
  const url = urls.parse_https(value);
  return url !== undefined && url.path === names.callback_path && url.query === undefined
    ? undefined
    : "be https://<router>" + names.callback_path;
}

function scope(value: string): string | undefined {
  return strings.split_words(value, " ").includes("openid") ? undefined : "contain openid";
}

/** A path that cannot lead off this host, nor back to the landing page itself. */
function webui_path(value: string): string | undefined {
  const closed = value + "/";
  const plain = value.startsWith("/") && !value.includes("//") && strings.consists_of(value, path_characters);
  const dotted = closed.includes("/../") || closed.includes("/./");
  if (!plain || dotted) {
    return "be a path of A-Z a-z 0-9 . _ ~ / - with one leading slash";
  }
  const loop = closed.startsWith("/cgi-bin/webui/") || closed.startsWith("/cgi-bin/sso-login/");
  return loop ? "not be the landing page or the login itself" : undefined;
}

/** Where the provider may send the browser after logout; it compares the text with what is registered. */
function web_address(value: string): string | undefined {
  const lower = value.toLowerCase();
  const web = lower.startsWith("https://") || lower.startsWith("http://");
  const plain = value.length <= 1024 && !value.includes(" ") && !value.includes("#");
  return web && plain ? undefined : "be an http:// or https:// URL without fragment, of at most 1024 bytes";
}

function absolute_path(value: string): string | undefined {
  return value.startsWith("/") ? undefined : "be an absolute path";
}

function label(value: string): string | undefined {
  return value.length <= 64 ? undefined : "be at most 64 bytes";
}

export const option_rules: OptionRule[] = [
  { name: "issuer_url", required: true, problem: issuer },
  { name: "internal_issuer_url", required: false, problem: https_url },
  { name: "client_id", required: true, problem: anything },
  { name: "client_secret", required: true, problem: anything },
  { name: "redirect_uri", required: true, problem: redirect_uri },
  { name: "scope", required: true, problem: scope },
  { name: "clock_tolerance", required: false, fallback: "60", problem: whole_number(0, 3600) },
  { name: "webui_path", required: false, fallback: "/cgi-bin/luci/", problem: webui_path },
  {
    name: "token_endpoint_auth_method",
    required: false,
    fallback: "auto",
    problem: one_of(["auto", "client_secret_basic", "client_secret_post"]),
  },
  { name: "ca_file", required: false, problem: absolute_path },
  { name: "http_timeout", required: false, fallback: "10", problem: whole_number(1, 20) },
  { name: "at_hash", required: false, fallback: "required", problem: one_of(["required", "optional"]) },
  { name: "allow_unverified_email", required: false, fallback: "0", problem: one_of(["0", "1"]) },
  { name: "session_timeout", required: false, problem: whole_number(min_session_timeout, max_session_timeout) },
  { name: "post_logout_redirect_uri", required: false, problem: web_address },
  { name: "auto_redirect", required: false, fallback: "0", problem: one_of(["0", "1"]) },
  { name: "button_label", required: false, fallback: "Login with SSO", problem: label },
  { name: "log_identity", required: false, fallback: "1", problem: one_of(["0", "1"]) },
];

/** What is wrong with a value of an option, worded "must …"; undefined when nothing is. "" counts as absent. */
export function option_problem(rule: OptionRule, value: string): string | undefined {
  if (value === "") {
    return rule.required ? "be set" : undefined;
  }
  return strings.has_control(value) ? "not hold control characters" : rule.problem(value);
}

/**
 * What is wrong with a role's section name; "" stands for a section without a name. `logins` are the user names of
 * rpcd's local logins: a role of that name would get their rights when rpcd reloads.
 */
export function role_name_problem(name: string, logins?: string[]): string | undefined {
  if (name === "") {
    return "have a name: config role 'name'";
  }
  return name === "root" || (logins ?? []).includes(name) ? "not have the name of a local login of rpcd" : undefined;
}
