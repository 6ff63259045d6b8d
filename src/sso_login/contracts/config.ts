/** Module contract `config` (specification, "Internal module contracts"): a facade of `settings`. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import type { Result } from "../result";
import * as enabled from "../settings/enabled";
import * as saved_config from "../settings/saved_config";
import type { Config } from "../settings/provider_config";
import * as role_matching from "../rights/role_matching";
import type { RoleMatch } from "../rights/role_matching";

/** Whether option `enabled` is `1`; CONFIG_ERROR when UCI cannot be read. */
export function is_enabled(io: Io): Result<boolean> {
  return enabled.is_enabled(io);
}

/** The configuration, or CONFIG_ERROR with the option at fault. */
export function load(io: Io): Result<Config> {
  return saved_config.load(io, public_names.first);
}

/** The roles that a user's claims match, or USER_NOT_AUTHORIZED. */
export function find_roles_for_user(config: Config, claims: JsonObject): Result<RoleMatch> {
  return role_matching.find_roles_for_user(config, claims);
}
