/**
 * The configuration: the UCI package `sso-login`, validated by the rules of options.ts (specification, "Configuration").
 * Only `load` and `saved_sections` use `io`.
 */
import type { Io, UciSection } from "../base/io";
import * as strings from "../base/strings";
import * as names from "../base/names";
import type { Problem } from "../base/texts";
import { err, ok, type Result } from "../result";
import * as config from "./config";
import type { Config, Values } from "./config";
import * as options from "./options";
import type { OptionRule } from "./options";
import * as role_sections from "./role_sections";
import * as package_sections from "./sections";

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
function single_text(rule: OptionRule, value: string | string[]): string | undefined {
  if (typeof value === "string") {
    return value;
  }
  return rule.is_list === true ? value.join(" ") : undefined;
}

/** What the options for programs demand of each other: a login's token must not pass for a program's. */
function exchange_problems(values: Values): OptionProblem[] {
  const audience = values.api_audience;
  if (audience === undefined) {
    return [];
  }
  const problems: OptionProblem[] = [];
  if (audience === values.client_id) {
    problems.push({ option: "api_audience", must: { id: "not_client_id" } });
  }
  const types = strings.split_words(values.api_token_types ?? "", " ");
  if (types.includes("JWT") && values.api_client === undefined) {
    problems.push({ option: "api_client", must: { id: "set_with_jwt" } });
  }
  return problems;
}

/** The values of all known options, and what is wrong with the others, which are left out. */
export function validate_values(section: UciSection): { values: Values; problems: OptionProblem[] } {
  const values: Values = {};
  const problems: OptionProblem[] = [];
  const has_key = section.options.token_endpoint_auth_method === "private_key_jwt";
  for (const rule of options.option_rules) {
    const given = section.options[rule.name];
    const value = given !== undefined ? single_text(rule, given) : "";
    let must: Problem | undefined = value === undefined ? { id: "one_value" } : undefined;
    const is_required = rule.required && !(has_key && rule.name === "client_secret");
    if (value !== undefined && (value !== "" || is_required)) {
      must = options.option_problem(rule, value);
    }
    if (must !== undefined) {
      problems.push({ option: rule.name, must });
    } else {
      values[rule.name] = value !== "" ? value : rule.fallback;
    }
  }
  return { values, problems: problems.concat(exchange_problems(values)) };
}

/**
 * The configuration that the sections of the package make, or CONFIG_ERROR with the option and what it must be.
 * `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
 */
export function from_sections(sections: UciSection[], luci_timeout?: number): Result<Config> {
  const section = default_section(sections);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: "default", must: { id: "oidc_section" } });
  }
  const validated = validate_values(section);
  const problem = validated.problems[0];
  if (problem !== undefined) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const all_roles = role_sections.of_sections(sections);
  return all_roles.ok ? ok(config.to_config(validated.values, all_roles.data, luci_timeout)) : all_roles;
}

/** LuCI's session time-out in seconds within the bounds of `session_timeout`; undefined when it has none. */
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

/** The sections of the package; CONFIG_ERROR when it cannot be read or is empty. */
export function saved_sections(io: Io): Result<UciSection[]> {
  return package_sections.read(io, names.package_name);
}

/** Loads and checks the configuration; CONFIG_ERROR with the option at fault otherwise. */
export function load(io: Io): Result<Config> {
  const saved = saved_sections(io);
  return saved.ok ? from_sections(saved.data, luci_session_time(io)) : saved;
}
