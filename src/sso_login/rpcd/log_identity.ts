/** The user in a log line: e-mail and subject, or hashes of them where `log_identity` is off. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as public_names from "../base/public_names";
import * as json_values from "../base/json_values";
import type { Config } from "../settings/provider_config";
import * as package_sections from "../settings/package_sections";
import * as rpcd_sessions from "./rpcd_sessions";
import * as hash from "../jose/hash";

/** Bytes of an identity that are hashed. UserInfo may have longer ones than a hash takes. */
const max_hashed = 16384;

function log_id(identity: string): string {
  return hash.safe_id(identity.substring(0, max_hashed));
}

/** The option `log_identity`, also where other options are wrong. */
export function setting(io: Io): Pick<Config, "log_identity"> {
  return { log_identity: package_sections.option_of(io, "log_identity") !== "0" };
}

/** The pairs of a log line for a user; `unverified` shows in the name of the pair. The e-mail is "" for a user without one. */
export function pairs(
  config: Pick<Config, "log_identity">,
  email: string,
  sub: string,
  unverified?: boolean,
): LogPair[] {
  const name = unverified === true ? "email_unverified" : "email";
  return config.log_identity !== false
    ? [
        [name, email],
        ["sub", sub],
      ]
    : [
        [name + "_id", log_id(email)],
        ["sub_id", log_id(sub)],
      ];
}

/** The pair for the actor of a session: e-mail, else subject, or their hash; a local login has its user name. */
export function actor_pair(config: Pick<Config, "log_identity">, entry: rpcd_sessions.SsoSession): LogPair {
  const actor = [entry.email, entry.sub].find((text) => text !== "") ?? entry.role;
  return config.log_identity === false && entry.issuer !== "" ? ["by_id", log_id(actor)] : ["by", actor];
}

/** The pairs of a log line for a user, by claims. */
export function pairs_of_claims(config: Config, claims: JsonObject): LogPair[] {
  const claim_rules = require("../rights/claim_rules") as typeof import("../rights/claim_rules");
  const role_matching = require("../rights/role_matching") as typeof import("../rights/role_matching");
  const email = json_values.text_of(claim_rules.email_of(config, claims));
  const unverified = email !== "" && role_matching.verified_email(config, claims) === undefined;
  return pairs(config, email, json_values.text_of(claims.sub), unverified);
}

/** The option, or a whole configuration, which says whether there are several providers, too. */
type IdentityConfig = Pick<Config, "log_identity" | "log_name" | "provider">;

/** Whether there are several providers. Only a whole configuration has its provider; without it the sections are read. */
function has_several(io: Io, config: IdentityConfig): boolean {
  const saved_config = require("../settings/saved_config") as typeof import("../settings/saved_config");
  return config.log_name !== undefined || (config.provider === undefined && saved_config.providers(io).length > 1);
}

/** The pair that says whose a session was, where there are several providers. */
export function provider_pairs(io: Io, config: IdentityConfig, provider: string): LogPair[] {
  return provider !== public_names.first || has_several(io, config) ? [["provider", provider]] : [];
}

/**
 * Logs the end of a session: the first fact of the cause (the user's address, or what ended it), the user, and the other facts. `code` is
 * `LOGOUT` where absent. A session without an id is not named.
 */
export function log_logout(
  io: Io,
  config: IdentityConfig,
  cause: LogPair[],
  ended: rpcd_sessions.SsoSession,
  code?: string,
): void {
  const identity = pairs(config, ended.email, ended.sub);
  const facts: LogPair[] = [
    ["role", rpcd_sessions.role_names(ended)],
    ["session", ended.sid !== "" ? hash.safe_id(ended.sid) : undefined],
  ];
  const provider = provider_pairs(io, config, ended.provider);
  const pairs_of_user = identity.concat(provider, facts);
  log.event(io, "notice", code ?? "LOGOUT", cause.slice(0, 1).concat(pairs_of_user, cause.slice(1)));
}
