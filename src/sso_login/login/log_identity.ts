/** Who a log line is about: the e-mail and subject themselves, or with `log_identity` off only hashes of them. */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as log from "../base/log";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import * as values from "../base/values";
import type { Config } from "../settings/load";
import * as claim_rules from "../settings/claims";
import * as roles from "../settings/roles";
import * as hash from "../jose/hash";

/** Bytes of the longest input of a hash. */
const max_hashed = 16384;

/** The name of an identity. UserInfo may give a longer text than can be hashed. */
function log_id(identity: string): string {
  return hash.safe_id(identity.substring(0, max_hashed));
}

/** What the configuration says of it, however wrong it is otherwise. */
export function rule(io: Io): Pick<Config, "log_identity"> {
  const option = io.uci_get(names.package_name, "default", "log_identity");
  return { log_identity: !option.ok || option.data !== "0" };
}

/** The pairs of a log line that say who it is about; "" stands for a user without e-mail. */
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

/** The same of claims, whatever they are; an e-mail that does not count is called so. */
export function of_claims(config: Config, claims: JsonObject): LogPair[] {
  const email = values.text_of(claim_rules.email_of(config, claims));
  const unverified = email !== "" && roles.counting_email(config, claims) === undefined;
  return pairs(config, email, values.text_of(claims.sub), unverified);
}

/** The line of a user's log-out; `ended` are the values of the session, `remote` the user's address. */
export function log_logout(io: Io, config: Pick<Config, "log_identity">, remote: string, ended: JsonObject): void {
  const facts: LogPair[] = [["remote", remote]];
  const identity = pairs(config, values.text_of(ended.sso_email), values.text_of(ended.sso_sub));
  log.event(io, "notice", "LOGOUT", facts.concat(identity, [["role", values.text_of(ended.username)]]));
}
