/**
 * The configuration: the UCI package `sso-login`, validated by the rules of options.ts (specification, "Configuration").
 * Only `load` and `saved_sections` touch the world.
 */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as names from "../base/names";
import type { Problem } from "../base/texts";
import { err, ok, type Result } from "../result";
import * as options from "./options";
import type { OptionRule } from "./options";
import * as roles from "./roles";
import type { Role } from "./roles";

/** Seconds. */
const default_session_timeout = 3600;

/**
 * The loaded configuration; times are in seconds. What is optional here one that is built by hand may lack: each use
 * says what its absence means. A loaded one lacks only options without a default.
 */
export interface Config {
  issuer_url: string;
  internal_issuer_url?: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scope: string;
  clock_tolerance: number;
  roles: Role[];
  webui_path?: string;
  /** `auto`, `client_secret_basic` or `client_secret_post`. */
  token_endpoint_auth_method?: string;
  ca_file?: string;
  http_timeout?: number;
  at_hash_required?: boolean;
  /** RS256 and ES256 when absent. */
  id_token_algs?: string[];
  allow_unverified_email?: boolean;
  /** The claims that hold groups, with the keys of objects; the claim `groups` where absent. */
  groups_claim?: string[];
  email_claim?: string;
  /** What the provider is asked for, and its ID Token must then say; `max_age` in seconds. */
  acr_values?: string[];
  max_age?: number;
  prompt?: string;
  session_timeout?: number;
  post_logout_redirect_uri?: string;
  /** Whether the provider may end sessions. */
  backchannel_logout?: boolean;
  log_identity?: boolean;
}

/** The values of the options that are right, defaults filled in. */
export type Values = { [option: string]: string | undefined };

/** An option whose value breaks a rule. Never the value itself. */
export interface OptionProblem {
  option: string;
  must: Problem;
}

/** The section that holds the options; undefined when it is missing. */
export function default_section(sections: UciSection[]): UciSection | undefined {
  return sections.find((candidate) => candidate.name === "default" && candidate.type === "oidc");
}

/** An option's value as one text, where it may have it. */
function text_of(rule: OptionRule, value: string | string[]): string | undefined {
  if (typeof value === "string") {
    return value;
  }
  return rule.is_list === true ? value.join(" ") : undefined;
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function validate_values(section: UciSection): { values: Values; problems: OptionProblem[] } {
  const values: Values = {};
  const problems: OptionProblem[] = [];
  for (const rule of options.option_rules) {
    const value = text_of(rule, section.options[rule.name] ?? "");
    const must: Problem | undefined = value !== undefined ? options.option_problem(rule, value) : { id: "one_value" };
    if (must !== undefined) {
      problems.push({ option: rule.name, must });
    } else {
      values[rule.name] = value !== "" ? value : rule.fallback;
    }
  }
  return { values, problems };
}

/** A value that the rules always give: required, or with a fallback. */
function text_value(values: Values, option: string): string {
  return values[option] ?? "";
}

/** The words of a list; undefined where the option is absent. */
function list_value(values: Values, option: string): string[] | undefined {
  const words = strings.split_words(text_value(values, option), " ");
  return words.length > 0 ? words : undefined;
}

function number_value(values: Values, option: string): number | undefined {
  return strings.parse_integer(text_value(values, option));
}

/** A configuration of values that are right; a missing one without a default is "". */
export function to_config(values: Values, all_roles: Role[], luci_time?: number): Config {
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
    ca_file: values.ca_file,
    http_timeout: number_value(values, "http_timeout"),
    at_hash_required: values.at_hash === "required",
    id_token_algs: list_value(values, "id_token_algs"),
    allow_unverified_email: values.allow_unverified_email === "1",
    groups_claim: list_value(values, "groups_claim"),
    email_claim: values.email_claim,
    acr_values: list_value(values, "acr_values"),
    max_age: number_value(values, "max_age"),
    prompt: values.prompt,
    session_timeout: number_value(values, "session_timeout") ?? luci_time ?? default_session_timeout,
    post_logout_redirect_uri: values.post_logout_redirect_uri,
    backchannel_logout: values.backchannel_logout === "1",
    log_identity: values.log_identity === "1",
  };
}

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
 */
export function from_sections(sections: UciSection[], luci_time?: number): Result<Config> {
  const section = default_section(sections);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } });
  }
  const validated = validate_values(section);
  const problem = validated.problems[0];
  if (problem !== undefined) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const all_roles = roles.of_sections(sections);
  return all_roles.ok ? ok(to_config(validated.values, all_roles.data, luci_time)) : all_roles;
}

/** LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none. */
function luci_session_time(io: Io): number | undefined {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  if (!option.ok || typeof option.data !== "string") {
    return undefined;
  }
  const seconds = strings.parse_integer(option.data);
  return seconds !== undefined && seconds > 0
    ? Math.max(options.min_session_timeout, Math.min(options.max_session_timeout, seconds))
    : undefined;
}

/** The sections of the package; CONFIG_ERROR when UCI cannot read them. */
export function saved_sections(io: Io): Result<UciSection[]> {
  const sections = io.uci_sections(names.package_name);
  return sections.ok ? sections : err("CONFIG_ERROR", sections.details);
}

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io: Io): Result<Config> {
  const sections = saved_sections(io);
  return sections.ok ? from_sections(sections.data, luci_session_time(io)) : sections;
}
