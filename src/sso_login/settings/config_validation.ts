/** Configurations of the sections of the package, by the rules of option_table.ts and those between sections. Pure functions. */
import * as json from "io/json";
import type { UciSection } from "../base/io";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import type { Problem } from "../base/log_texts";
import * as json_values from "../base/json_values";
import { err, ok, type Result } from "../result";
import * as compiled_config from "./compiled_config";
import * as provider_config from "./provider_config";
import type { Config, OptionValues } from "./provider_config";
import * as option_forms from "./option_forms";
import * as option_table from "./option_table";
import type { OptionRule } from "./option_table";
import * as role_sections from "./role_sections";
import * as package_sections from "./package_sections";

/** An option whose value breaks a rule. Never the value itself. */
export interface OptionProblem {
  option: string;
  must: Problem;
}

/** Problems of the options for programs with each other: a login's token must not pass for a program's. */
function exchange_problems(values: OptionValues): OptionProblem[] {
  const audience = values.api_audience;
  if (audience === undefined) {
    return [];
  }
  const problems: OptionProblem[] = [];
  if (audience === values.client_id) {
    problems.push({ option: "api_audience", must: { id: "not_client_id" } });
  }
  const types = strings.words_of(values.api_token_types);
  if (types.includes("JWT") && values.api_client === undefined) {
    problems.push({ option: "api_client", must: { id: "set_with_jwt" } });
  }
  return problems;
}

/** Options that are right, and the problems of the others. */
interface Validation {
  values: OptionValues;
  problems: OptionProblem[];
}

/** The problem of an option of a section, whose value is "" where it is absent. */
function problem_of(section: UciSection, rule: OptionRule, value: string | undefined): Problem | undefined {
  if (value === undefined) {
    return { id: "one_value" };
  }
  if (section.name !== public_names.first && value !== "" && rule.scope !== undefined) {
    return { id: "of_first" };
  }
  const has_key = section.options.token_endpoint_auth_method === "private_key_jwt";
  const is_spared = value === "" && has_key && rule.name === "client_secret";
  return is_spared ? undefined : option_table.option_problem(rule, value, section.name);
}

/** The values of the known options that are set; those with problems are left out. */
function validate_values(section: UciSection): Validation {
  const values: OptionValues = {};
  const problems: OptionProblem[] = [];
  const saved = section.options;
  for (const rule of option_table.option_rules) {
    const option = rule.name;
    const given = saved[option] ?? "";
    // Most options are absent, and a request must not pay for each.
    if (saved[option] !== undefined || rule.kind === "required") {
      const value = typeof given === "string" ? given : rule.kind === "list" ? given.join(" ") : undefined;
      const must = problem_of(section, rule, value);
      if (must !== undefined) {
        problems.push({ option, must });
      } else if (value !== "") {
        values[option] = value;
      }
    }
  }
  return { values, problems: problems.concat(exchange_problems(values)) };
}

/** Problems of a further provider's section beside its options: its name, or another's issuer. */
function section_problems(sections: UciSection[], section: UciSection): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (section.anonymous || !option_forms.is_provider_name(section.name)) {
    problems.push({ option: "oidc", must: { id: "provider_name" } });
  }
  // The first provider goes first, then those that come before it.
  const all = package_sections.provider_sections(sections);
  const first = all.filter((other) => other.name === public_names.first);
  const issuer = json_values.text_of(section.options.issuer_url);
  const same = first.concat(all).find((other) => other.options.issuer_url === issuer);
  if (same !== undefined && same.name !== section.name && issuer !== "") {
    problems.push({ option: "issuer_url", must: { id: "other_issuer", params: { provider: same.name } } });
  }
  return problems;
}

/** The values of a provider, with those of the router, and the problems of its section and of the router's options. */
export function validate_section(sections: UciSection[], section: UciSection): Validation {
  const validated = validate_values(section);
  if (section.name === public_names.first) {
    return validated;
  }
  const first = package_sections.section_of(sections, public_names.first);
  const router = first !== undefined ? validate_values(first) : { values: {}, problems: [] };
  const of_router = option_table.option_rules.filter((rule) => rule.scope === "router");
  for (const rule of of_router) {
    validated.values[rule.name] = router.values[rule.name];
  }
  const shared = router.problems.filter((problem) => of_router.some((rule) => rule.name === problem.option));
  return { values: validated.values, problems: section_problems(sections, section).concat(validated.problems, shared) };
}

/** The configuration of a provider. CONFIG_ERROR with the option and what it must be. */
export function from_sections(sections: UciSection[], name: string): Result<Config> {
  const section = package_sections.section_of(sections, name);
  if (section === undefined) {
    return err("CONFIG_ERROR", { option: name, must: { id: "oidc_section" } });
  }
  const validated = validate_section(sections, section);
  const problem = validated.problems[0];
  if (problem !== undefined) {
    return err("CONFIG_ERROR", { option: problem.option, must: problem.must });
  }
  const loaded = provider_config.to_config(validated.values, role_sections.of_sections(sections).roles, name);
  loaded.log_name = package_sections.log_name(sections, name);
  return ok(loaded);
}

/** The configurations of all providers that are right, as compiled_config.ts finds them. */
export function compile(sections: UciSection[]): string {
  const configs: { [provider: string]: Config } = {};
  for (const section of package_sections.provider_sections(sections)) {
    const loaded = from_sections(sections, section.name);
    if (loaded.ok) {
      loaded.data.client_secret = "";
      configs[section.name] = loaded.data;
    }
  }
  return compiled_config.fingerprint(sections) + json.encode(configs);
}
