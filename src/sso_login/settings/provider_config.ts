/** The configuration as the service uses it. */
import * as strings from "../base/strings";
import * as option_table from "./option_table";
import type { NameOfKind, OptionName, OptionRule } from "./option_table";
import type { Role } from "./role_sections";

/** The options of a kind as members, which may be absent. */
type Members<Kind extends "text" | "number" | "flag" | "list", Value> = { [option in NameOfKind<Kind>]?: Value };
type Required = { [option in NameOfKind<"required">]: string };
type Optional = Members<"text", string> &
  Members<"number", number> &
  Members<"flag", boolean> &
  Members<"list", string[]>;

/**
 * The loaded configuration of a provider, with the options' names as members; times are in seconds. One that is built by hand may lack
 * optional members: each use says the meaning of absence. A loaded one lacks only options without a default.
 */
export interface Config extends Required, Optional {
  clock_tolerance: number;
  roles: Role[];
  /** The section. */
  provider: string;
  /** The section in log lines and names of files; undefined for the only provider. */
  log_name?: string;
  /** The folder of the provider's files; the run directory where absent. */
  folder?: string;
  /** Whether no request waits for the calls to it; false where absent. */
  in_background?: boolean;
  /** Parameters of the authorization request that are options. */
  sent?: [string, string][];
}

/** The values of the options that are set and right. */
export type OptionValues = { [option in OptionName]?: string };

/** An option's value in the configuration; undefined for an absent text, number or list. */
function value_of(rule: OptionRule, text: string | undefined): unknown {
  if (rule.kind === "required") {
    return text ?? "";
  }
  if (rule.kind === "flag") {
    return text === "1";
  }
  if (text === undefined || rule.kind === "text") {
    return text;
  }
  if (rule.kind === "number") {
    return strings.parse_integer(text);
  }
  const words = strings.split_words(text, " ");
  return words.length > 0 ? words : undefined;
}

/** The configuration of a provider by values that are right; a missing one is the default, or "" where it is required. */
export function to_config(values: OptionValues, roles: Role[], provider: string): Config {
  const config: { [member: string]: unknown } = { roles, provider };
  const sent: [string, string][] = [];
  for (const rule of option_table.option_rules) {
    const text = values[rule.name] ?? rule.fallback;
    const value = value_of(rule, text);
    config[rule.name] = value;
    if (rule.sent === true && value !== undefined) {
      sent.push([rule.name, rule.kind === "list" ? (value as string[]).join(" ") : `${value as string | number}`]);
    }
  }
  config.sent = sent.length > 0 ? sent : undefined;
  return config as unknown as Config;
}
