/** Module contract `config` (specification, "Internal module contracts"): a facade of `settings`. */
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import type { Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";

export const is_enabled = enabled.is_enabled;
export const find_roles_for_user = role_matching.find_roles_for_user;

/** The configuration, or CONFIG_ERROR with the option at fault. */
export function load(io: Io): Result<Config> {
  return saved_config.load(io, public_names.first);
}
