/**
 * Configuration: the UCI package `sso-login`, checked by options.ts, and the roles that a user's claims match
 * (specification, "Configuration", "Role sections"). Only `load` and `is_enabled` touch the world.
 */
import { is_array } from "./io/json";
import type { Io, UciSection } from "./io/types";
import {
  max_session_timeout,
  min_session_timeout,
  option_problem,
  option_rules,
  type OptionRule,
  role_name_problem,
} from "./options";
import { err, ok, type Result } from "./result";
import { parse_integer } from "./text";

export { is_enabled } from "./probe";

const uci_package = "sso-login";
/** Seconds. */
export const default_session_timeout = 3600;

export interface Role {
  name: string;
  email: string[];
  group: string[];
  read: string[];
  write: string[];
}

/** The loaded configuration. Times are in seconds. */
export interface Config {
  issuer_url: string;
  internal_issuer_url?: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scope: string;
  clock_tolerance: number;
  roles: Role[];
  webui_path: string;
  /** `auto`, `client_secret_basic` or `client_secret_post`. */
  token_endpoint_auth_method: string;
  ca_file?: string;
  http_timeout: number;
  at_hash_required: boolean;
  allow_unverified_email: boolean;
  session_timeout: number;
  post_logout_redirect_uri?: string;
  auto_redirect: boolean;
  button_label: string;
  log_identity: boolean;
}

/** Claims as far as they decide about roles; each may be anything. */
export interface RoleClaims {
  email?: unknown;
  email_verified?: unknown;
  groups?: unknown;
}

/** What a user may do: the first matching role's name, and the lists of all of them without repetitions. */
export interface RoleMatch {
  role_name: string;
  read: string[];
  write: string[];
  /** The matching roles in file order. */
  roles: Role[];
}

/** The values of the options that are right, defaults filled in. */
export type Values = { [option: string]: string | undefined };

/** What is wrong with an option: "option must …". Never its value. */
export interface OptionProblem {
  option: string;
  must: string;
}

/** A list; a single option counts as a list of one, and empty members are left out. */
function list_option(section: UciSection, option: string): string[] {
  const value = section.options[option];
  const members: string[] = typeof value === "string" ? [value] : (value ?? []);
  return members.filter((member) => member !== "");
}

/** The section that holds the options; undefined when it is missing. */
export function default_section(sections: UciSection[]): UciSection | undefined {
  return sections.find((candidate) => candidate.name === "default" && candidate.type === "oidc");
}

/** What is wrong with an option's value. */
function value_problem(rule: OptionRule, value: string | string[]): string | undefined {
  return typeof value === "string" ? option_problem(rule, value) : "be one value, not a list";
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function judge_values(section: UciSection): { values: Values; problems: OptionProblem[] } {
  const values: Values = {};
  const problems: OptionProblem[] = [];
  for (const rule of option_rules) {
    const value = section.options[rule.name] ?? "";
    const must = value_problem(rule, value);
    if (must !== undefined) {
      problems.push({ option: rule.name, must });
    } else if (typeof value === "string") {
      values[rule.name] = value !== "" ? value : rule.fallback;
    }
  }
  return { values, problems };
}

/** A role section's name and lists, whatever they are. */
export function role_of(section: UciSection): Role {
  return {
    name: section.name,
    email: list_option(section, "email"),
    group: list_option(section, "group"),
    read: list_option(section, "read"),
    write: list_option(section, "write"),
  };
}

/** All role sections in file order; CONFIG_ERROR when one has no name, or a local login's. */
function read_roles(sections: UciSection[], logins: string[]): Result<Role[]> {
  const roles: Role[] = [];
  for (const section of sections) {
    if (section.type === "role") {
      const must = role_name_problem(section.anonymous ? "" : section.name, logins);
      if (must !== undefined) {
        return err("CONFIG_ERROR", { option: "role", role: section.name, must });
      }
      roles.push(role_of(section));
    }
  }
  return ok(roles);
}

/** A value that option_rules always gives: required, or with a fallback. */
function text_of(values: Values, option: string): string {
  return values[option] ?? "";
}

function number_of(values: Values, option: string): number {
  return parse_integer(text_of(values, option)) ?? 0;
}

/** A configuration of values that are right; a missing one without a default is "". */
export function to_config(values: Values, roles: Role[], luci_time?: number): Config {
  return {
    issuer_url: text_of(values, "issuer_url"),
    internal_issuer_url: values.internal_issuer_url,
    client_id: text_of(values, "client_id"),
    client_secret: text_of(values, "client_secret"),
    redirect_uri: text_of(values, "redirect_uri"),
    scope: text_of(values, "scope"),
    clock_tolerance: number_of(values, "clock_tolerance"),
    roles,
    webui_path: text_of(values, "webui_path"),
    token_endpoint_auth_method: text_of(values, "token_endpoint_auth_method"),
    ca_file: values.ca_file,
    http_timeout: number_of(values, "http_timeout"),
    at_hash_required: values.at_hash === "required",
    allow_unverified_email: values.allow_unverified_email === "1",
    session_timeout: parse_integer(text_of(values, "session_timeout")) ?? luci_time ?? default_session_timeout,
    post_logout_redirect_uri: values.post_logout_redirect_uri,
    auto_redirect: values.auto_redirect === "1",
    button_label: text_of(values, "button_label"),
    log_identity: values.log_identity === "1",
  };
}

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent; `logins` are the user names of
 * rpcd's local logins, which no role may have.
 */
export function from_sections(sections: UciSection[], luci_time?: number, logins?: string[]): Result<Config> {
  const section = default_section(sections);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: "default", must: "be a section of type oidc" });
  }
  const judged = judge_values(section);
  const problem = judged.problems[0];
  if (problem !== undefined) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const roles = read_roles(sections, logins ?? []);
  return roles.ok ? ok(to_config(judged.values, roles.data, luci_time)) : roles;
}

/** LuCI's session time-out in seconds within the bounds of our own option; undefined when it has none. */
function luci_session_time(io: Io): number | undefined {
  const option = io.uci_get("luci", "sauth", "sessiontime");
  if (!option.ok || typeof option.data !== "string") {
    return undefined;
  }
  const seconds = parse_integer(option.data);
  return seconds !== undefined && seconds > 0
    ? Math.max(min_session_timeout, Math.min(max_session_timeout, seconds))
    : undefined;
}

/** The user names of rpcd's login sections, without those that this service keeps for its roles (rpcd_logins.ts). */
export function local_logins(io: Io): string[] {
  const sections = io.uci_sections("rpcd");
  const names: string[] = [];
  for (const section of sections.ok ? sections.data : []) {
    const username = section.options.username;
    if (section.type === "login" && typeof username === "string" && !section.name.startsWith("sso_login_")) {
      names.push(username);
    }
  }
  return names;
}

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io: Io): Result<Config> {
  const sections = io.uci_sections(uci_package);
  return sections.ok
    ? from_sections(sections.data, luci_session_time(io), local_logins(io))
    : err("CONFIG_ERROR", sections.details);
}

/** The roles alone, whatever the state of the other options; CONFIG_ERROR when one of them cannot be. */
export function load_roles(io: Io): Result<Role[]> {
  const sections = io.uci_sections(uci_package);
  return sections.ok ? read_roles(sections.data, local_logins(io)) : err("CONFIG_ERROR", sections.details);
}

/** Whether the e-mail may count: `email_verified` false (or the text "false") forbids it unless the option allows. */
function email_counts(config: Config, claims: RoleClaims): boolean {
  const refused = claims.email_verified === false || claims.email_verified === "false";
  return typeof claims.email === "string" && (config.allow_unverified_email || !refused);
}

/** The groups claim as a list: an array's strings, or a single string. */
export function group_names(groups: unknown): string[] {
  if (typeof groups === "string") {
    return [groups];
  }
  if (!is_array(groups)) {
    return [];
  }
  const names: string[] = [];
  for (const group of groups) {
    if (typeof group === "string") {
      names.push(group);
    }
  }
  return names;
}

/** A role with all its lists: one built by hand may lack some. */
function complete_role(role: { name: string; email?: string[]; group?: string[]; read?: string[]; write?: string[] }) {
  return {
    name: role.name,
    email: role.email ?? [],
    group: role.group ?? [],
    read: role.read ?? [],
    write: role.write ?? [],
  };
}

/** E-mail addresses compare without regard to ASCII case, groups exactly. */
function role_matches(role: Role, email: string | undefined, groups: string[]): boolean {
  for (const allowed of role.email) {
    if (email !== undefined && allowed.toLowerCase() === email) {
      return true;
    }
  }
  return role.group.some((allowed) => groups.includes(allowed));
}

function add_missing(target: string[], items: string[]): void {
  for (const item of items) {
    if (!target.includes(item)) {
      target.push(item);
    }
  }
}

/**
 * The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
 * is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
 */
export function find_roles_for_user(config: Config, claims: RoleClaims): Result<RoleMatch> {
  const counts = email_counts(config, claims);
  const email = counts && typeof claims.email === "string" ? claims.email.toLowerCase() : undefined;
  const groups = group_names(claims.groups);
  const roles = config.roles.map((role) => complete_role(role)).filter((role) => role_matches(role, email, groups));
  const first = roles[0];
  if (first === undefined) {
    const unverified = typeof claims.email === "string" && !counts;
    return err("USER_NOT_AUTHORIZED", {
      reason: "matched no roles",
      hint: unverified ? "e-mail is not verified, see option allow_unverified_email" : undefined,
    });
  }
  const read: string[] = [];
  const write: string[] = [];
  for (const role of roles) {
    add_missing(read, role.read);
    add_missing(write, role.write);
  }
  return ok({ role_name: first.name, read, write, roles });
}
