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
import * as option_forms from "./option_forms";
import * as options from "./options";
import type { OptionRule } from "./options";
import * as role_sections from "./role_sections";
import * as package_sections from "./sections";

/** An option whose value breaks a rule. Never the value itself. */
export interface OptionProblem {
  option: string;
  must: Problem;
}

/** The sections of providers, in file order. */
export function provider_sections(sections: UciSection[]): UciSection[] {
  return sections.filter((candidate) => candidate.type === "oidc");
}

/** The section of a provider; undefined when it is missing. */
export function section_of(sections: UciSection[], provider: string): UciSection | undefined {
  return sections.find((candidate) => candidate.name === provider && candidate.type === "oidc");
}

/** The section of the first provider, which holds the options of the router, too; undefined when it is missing. */
export function default_section(sections: UciSection[]): UciSection | undefined {
  return section_of(sections, names.first);
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

/** Options that are right, and what is wrong with the others. */
interface Validated {
  values: Values;
  problems: OptionProblem[];
}

/** What is wrong with an option of a section, whose value is "" where it is absent. */
function problem_of(section: UciSection, rule: OptionRule, value: string | undefined): Problem | undefined {
  if (value === undefined) {
    return { id: "one_value" };
  }
  if (section.name !== names.first && value !== "" && options.is_of_first(rule)) {
    return { id: "of_first" };
  }
  const has_key = section.options.token_endpoint_auth_method === "private_key_jwt";
  const is_spared = value === "" && has_key && rule.name === "client_secret";
  return is_spared ? undefined : options.option_problem(rule, value, section.name);
}

/** The values of all known options, and what is wrong with the others, which are left out. */
function validate_values(section: UciSection): Validated {
  const values: Values = {};
  const problems: OptionProblem[] = [];
  const saved = section.options;
  for (const rule of options.option_rules) {
    const option = rule.name;
    const given = saved[option];
    // Most options are absent, and a request must not pay for each.
    if (given === undefined && rule.required === undefined) {
      values[option] = rule.fallback;
    } else {
      const value = single_text(rule, given ?? "");
      const must = problem_of(section, rule, value);
      if (must !== undefined) {
        problems.push({ option, must });
      } else {
        values[option] = value !== "" ? value : rule.fallback;
      }
    }
  }
  return { values, problems: problems.concat(exchange_problems(values)) };
}

/** What a further provider's section has wrong beside its options: its name, or another's issuer. */
function section_problems(sections: UciSection[], section: UciSection): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (section.anonymous || !option_forms.is_provider_name(section.name)) {
    problems.push({ option: "oidc", must: { id: "provider_name" } });
  }
  // The first provider goes first, then those that come before it.
  const all = provider_sections(sections);
  const first = all.filter((other) => other.name === names.first);
  const issuer = section.options.issuer_url ?? "";
  const same = first.concat(all).find((other) => other.options.issuer_url === issuer);
  if (same !== undefined && same.name !== section.name && issuer !== "") {
    problems.push({ option: "issuer_url", must: { id: "other_issuer", params: { provider: same.name } } });
  }
  return problems;
}

/** The values of a provider, with those of the router, and what is wrong with its section and with what it has of the router. */
export function validate_section(sections: UciSection[], section: UciSection): Validated {
  const validated = validate_values(section);
  if (section.name === names.first) {
    return validated;
  }
  const first = default_section(sections);
  const router = first !== undefined ? validate_values(first) : { values: {}, problems: [] };
  const of_router = options.option_rules.filter((rule) => rule.of_router === true);
  for (const rule of of_router) {
    validated.values[rule.name] = router.values[rule.name];
  }
  const shared = router.problems.filter((problem) => of_router.some((rule) => rule.name === problem.option));
  return { values: validated.values, problems: section_problems(sections, section).concat(validated.problems, shared) };
}

/**
 * The configuration of a provider, of the first where none is named, that the sections of the package make, or CONFIG_ERROR with
 * the option and what it must be. `luci_time` is LuCI's own session time-out, used where `session_timeout` is absent.
 */
export function from_sections(sections: UciSection[], luci_timeout?: number, provider?: string): Result<Config> {
  const name = provider ?? names.first;
  const section = section_of(sections, name);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: name, must: { id: "oidc_section" } });
  }
  const validated = validate_section(sections, section);
  const problem = validated.problems[0];
  if (problem !== undefined) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const all_roles = role_sections.of_sections(sections);
  if (!all_roles.ok) {
    return all_roles;
  }
  const loaded = config.to_config(validated.values, all_roles.data, luci_timeout);
  loaded.provider = name;
  return ok(loaded);
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

/**
 * Loads and checks the configuration of a provider, of the first where none is named; CONFIG_ERROR with the option at fault
 * otherwise. Where there are several, log lines name it from now on.
 */
export function load(io: Io, provider?: string): Result<Config> {
  const saved = saved_sections(io);
  if (!saved.ok) {
    return saved;
  }
  io.has_one_provider = provider_sections(saved.data).length < 2;
  if (!io.has_one_provider) {
    io.provider = provider ?? names.first;
  }
  return from_sections(saved.data, luci_session_time(io), provider);
}

/** The names of the providers' sections in file order; none where the package cannot be read. */
export function providers(io: Io): string[] {
  const saved = saved_sections(io);
  return saved.ok ? provider_sections(saved.data).map((section) => section.name) : [];
}

/** The names of the providers that are on and have a value for an option, this one where it is given. */
export function providers_with(io: Io, option: string, value?: string): string[] {
  const saved = saved_sections(io);
  const all = saved.ok ? provider_sections(saved.data) : [];
  const found = all.filter((section) => {
    const given = section.options[option] ?? "";
    return section.options.enabled === "1" && (value === undefined ? given !== "" : given === value);
  });
  return found.map((section) => section.name);
}

/** The first provider that is on and has this issuer; undefined where there is none. */
export function of_issuer(io: Io, issuer: string): string | undefined {
  const found = providers_with(io, "issuer_url", issuer);
  return found.includes(names.first) ? names.first : found[0];
}
