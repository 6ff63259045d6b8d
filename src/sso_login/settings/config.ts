/** The configuration as the service uses it. */
import * as strings from "../base/strings";
import type { OptionName } from "./options";
import type { Role } from "./role_sections";

/**
 * The loaded configuration; times are in seconds. What is optional here one that is built by hand may lack: each use
 * says what its absence means. A loaded one lacks only options without a default.
 */
export interface Config {
  /** The section; `default` where absent. */
  provider?: string;
  issuer_url: string;
  internal_issuer_url?: string;
  client_id: string;
  /** "" where the client proves itself by a key. */
  client_secret: string;
  redirect_uri: string;
  scope: string;
  clock_tolerance: number;
  roles: Role[];
  webui_path?: string;
  /** `auto`, `client_secret_basic`, `client_secret_post` or `private_key_jwt`. */
  token_endpoint_auth_method?: string;
  /** `ES256` where absent, and `issuer`. */
  client_assertion_alg?: string;
  client_assertion_audience?: string;
  ca_file?: string;
  http_timeout?: number;
  at_hash_required?: boolean;
  /** RS256 and ES256 when absent. */
  id_token_algs?: string[];
  allow_unverified_email?: boolean;
  /** The claims that hold groups, with the keys of objects; the claim `groups` where absent. */
  groups_claim?: string[];
  email_claim?: string;
  email_claim_trusted?: boolean;
  /** What the provider is asked for, and its ID Token must then say; `max_age` in seconds. */
  acr_values?: string[];
  max_age?: number;
  prompt?: string;
  /** LuCI's own where absent (webui.ts). */
  session_timeout?: number;
  post_logout_redirect_uri?: string;
  /** Whether the provider may end sessions. */
  backchannel_logout?: boolean;
  log_identity?: boolean;
  /** The audience of the access tokens that programs exchange; where it is absent they cannot. */
  api_audience?: string;
  api_session_timeout?: number;
  /** Live sessions of one subject by tokens. */
  api_sessions?: number;
  /** `at+jwt` where absent. */
  api_token_types?: string[];
  /** The clients whose tokens count; all where absent. */
  api_client?: string[];
  /** What a token's scopes must have. */
  api_scope?: string[];
}

/** The values of the options that are right, defaults filled in. */
export type Values = { [option in OptionName]?: string };

/** A value that the rules always give: required, or with a fallback. */
function text_value(values: Values, option: OptionName): string {
  return values[option] ?? "";
}

/** The words of a list; undefined where the option is absent. */
function list_value(values: Values, option: OptionName): string[] | undefined {
  const words = strings.split_words(text_value(values, option), " ");
  return words.length > 0 ? words : undefined;
}

function number_value(values: Values, option: OptionName): number | undefined {
  return strings.parse_integer(text_value(values, option));
}

/** A configuration of values that are right; a missing one without a default is "". */
export function to_config(values: Values, all_roles: Role[]): Config {
  return {
    issuer_url: text_value(values, "issuer_url"),
    internal_issuer_url: values.internal_issuer_url,
    client_id: text_value(values, "client_id"),
    client_secret: text_value(values, "client_secret"),
    redirect_uri: text_value(values, "redirect_uri"),
    scope: text_value(values, "scope"),
    clock_tolerance: number_value(values, "clock_tolerance") ?? 0,
    roles: all_roles,
    webui_path: text_value(values, "webui_path"),
    token_endpoint_auth_method: text_value(values, "token_endpoint_auth_method"),
    client_assertion_alg: values.client_assertion_alg,
    client_assertion_audience: values.client_assertion_audience,
    ca_file: values.ca_file,
    http_timeout: number_value(values, "http_timeout"),
    at_hash_required: values.at_hash === "required",
    id_token_algs: list_value(values, "id_token_algs"),
    allow_unverified_email: values.allow_unverified_email === "1",
    groups_claim: list_value(values, "groups_claim"),
    email_claim: values.email_claim,
    email_claim_trusted: values.email_claim_trusted === "1",
    acr_values: list_value(values, "acr_values"),
    max_age: number_value(values, "max_age"),
    prompt: values.prompt,
    session_timeout: number_value(values, "session_timeout"),
    post_logout_redirect_uri: values.post_logout_redirect_uri,
    backchannel_logout: values.backchannel_logout === "1",
    log_identity: values.log_identity === "1",
    api_audience: values.api_audience,
    api_session_timeout: number_value(values, "api_session_timeout"),
    api_sessions: number_value(values, "api_sessions"),
    api_token_types: list_value(values, "api_token_types"),
    api_client: list_value(values, "api_client"),
    api_scope: list_value(values, "api_scope"),
  };
}
