/** `sso-login key`: the keys for private_key_jwt. */
import * as console from "io/console";
import * as json from "io/json";
import type { Io } from "../../base/io";
import * as client_keys from "../../jose/client_keys";
import { ok, type Result } from "../../result";
import * as command_outcome from "./command_outcome";

/** Makes the change of the operands, `new` with an algorithm, or `retire`; undefined for others. */
function change(io: Io, operands: string[]): Result<unknown> | undefined {
  if (operands[0] === "new" && operands.length <= 2) {
    return client_keys.make(io, operands[1] ?? "ES256");
  }
  if (operands[0] === "retire" && operands.length === 1) {
    return client_keys.retire(io);
  }
  return operands.length === 0 ? ok(0) : undefined;
}

/** Prints the public keys, after a change where the operands ask for one. */
export function run(io: Io, operands: string[]): number {
  const done = change(io, operands);
  if (done === undefined) {
    return command_outcome.wrong_usage("key takes new, with ES256 or RS256, or retire");
  }
  if (!done.ok) {
    return command_outcome.fail(done);
  }
  const keys = client_keys.public_set(io);
  if (keys === undefined) {
    console.print_error("sso-login: there is no key; sso-login key new makes one");
    return command_outcome.failure;
  }
  console.print(json.encode(keys));
  return command_outcome.success;
}
