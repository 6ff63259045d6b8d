/** The configuration as the service uses it. */
import * as strings from "../base/strings";
import * as option_table from "./option_table";
import type { OptionName, OptionRule, OptionsOfKind } from "./option_table";
import type { Role } from "./role_sections";

type Members<Name extends OptionName, Value> = { [option in Name]?: Value };
type Required = { [option in OptionsOfKind["required"]]: string };
type Optional = Members<OptionsOfKind["text"], string> &
  Members<OptionsOfKind["number"], number> &
  Members<OptionsOfKind["flag"], boolean> &
  Members<OptionsOfKind["list"], string[]>;

/**
 * The loaded configuration of a provider, with the options' names as members; times are in seconds. One that is built by hand may lack
 * optional members: each use says the meaning of absence. A loaded one lacks only options without a default.
 */
export interface Config extends Required, Optional {
  clock_tolerance: number;
  roles: Role[];
  /** The section; `default` where absent. */
  provider?: string;
  /** The section in log lines and names of files; undefined for the only provider. */
  log_name?: string;
  /** The folder of the provider's files; the run directory where absent. */
  folder?: string;
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
  if (text === undefined || rule.kind === undefined) {
    return text;
  }
  if (rule.kind === "number") {
    return strings.parse_integer(text);
  }
  const words = strings.split_words(text, " ");
  return words.length > 0 ? words : undefined;
}

/** A configuration of values that are right; a missing one is the default, or "" where it is required. */
export function to_config(values: OptionValues, roles: Role[]): Config {
  const config: { [member: string]: unknown } = { roles };
  for (const rule of option_table.option_rules) {
    config[rule.name] = value_of(rule, values[rule.name] ?? rule.fallback);
  }
  return config as unknown as Config;
}
