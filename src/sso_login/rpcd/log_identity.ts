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

/** The option `log_identity`, also where other options are wrong; off where it is, and where it cannot be read. */
export function setting(io: Io): Pick<Config, "log_identity"> {
  const saved = package_sections.read(io, public_names.package_name);
  const section = saved.ok ? package_sections.section_of(saved.data, public_names.first) : undefined;
  const option = section !== undefined ? section.options.log_identity : undefined;
  return { log_identity: saved.ok && (option ?? "1") === "1" };
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

/** The e-mail address of claims, and whether it does not count; "" without one. */
function email_of(config: Config, claims: JsonObject): { email: string; unverified: boolean } {
  const claim_rules = require("../rights/claim_rules") as typeof import("../rights/claim_rules");
  const role_matching = require("../rights/role_matching") as typeof import("../rights/role_matching");
  const email = json_values.text_of(claim_rules.email_of(config, claims));
  return { email, unverified: email !== "" && role_matching.verified_email(config, claims) === undefined };
}

/** The pairs of a log line for a user, by claims. */
export function pairs_of_claims(config: Config, claims: JsonObject): LogPair[] {
  const address = email_of(config, claims);
  return pairs(config, address.email, json_values.text_of(claims.sub), address.unverified);
}

/** The e-mail address of claims that does not count, as far as it may be named; undefined where `log_identity` is off, or without one. */
export function unverified_email(config: Config, claims: JsonObject): string | undefined {
  const address = email_of(config, claims);
  return address.unverified && config.log_identity !== false ? address.email : undefined;
}

/**
 * Logs an event of a session under a code: the first of `facts` (the user's IP address, or what ended it), the user, and the other facts.
 * A session without an id is not named. Without the configuration of the provider, `config`, the sections are read for it.
 */
export function log_session(
  io: Io,
  entry: rpcd_sessions.SsoSession,
  facts: LogPair[],
  code: string,
  config?: Config,
): void {
  const saved_config = require("../settings/saved_config") as typeof import("../settings/saved_config");
  const identity = pairs(config ?? setting(io), entry.email, entry.sub);
  const is_further = entry.provider !== public_names.first;
  const has_several = (): boolean =>
    config !== undefined ? config.log_name !== undefined : saved_config.providers(io).length > 1;
  const own: LogPair[] = [
    ["provider", is_further || has_several() ? entry.provider : undefined],
    ["role", rpcd_sessions.role_names(entry)],
    ["session", entry.sid !== "" ? hash.safe_id(entry.sid) : undefined],
  ];
  log.event(io, "notice", code, facts.slice(0, 1).concat(identity.concat(own), facts.slice(1)));
}
