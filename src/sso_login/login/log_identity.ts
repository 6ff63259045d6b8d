/** Who a log line is about: the e-mail and subject themselves, or with `log_identity` off only hashes of them. */
import type { Io } from "../base/io";
import type { LogPair } from "../base/log";
import * as names from "../base/names";
import type { Config } from "../settings/load";
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
export function pairs(config: Pick<Config, "log_identity">, email: string, sub: string): LogPair[] {
  return config.log_identity !== false
    ? [
        ["email", email],
        ["sub", sub],
      ]
    : [
        ["email_id", log_id(email)],
        ["sub_id", log_id(sub)],
      ];
}
