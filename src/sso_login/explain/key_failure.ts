/** The reasons why a signature is refused: its algorithm, or none of the provider's keys verifies it. */
import type { JsonObject } from "io/json";
import * as jwk from "../jose/jwk";
import { err, type Err, type Fact } from "../result";
import * as option_bounds from "../settings/option_bounds";

/** Bytes of a `kid` that the log shows. */
const max_kid = 64;

/** ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own. */
export function explain(keys: JsonObject[], header: JsonObject, alg: string): Err {
  const kid = header.kid;
  const shown_kid = typeof kid === "string" ? kid.substring(0, max_kid) : undefined;
  const failed = (reason: Fact, hint?: string, count?: number): Err => {
    const advice = hint !== undefined ? { id: hint } : undefined;
    return err("ID_TOKEN_VERIFICATION_FAILED", { alg, kid: shown_kid, reason, keys: count, hint: advice });
  };
  const tried = jwk.candidates(keys, alg, kid);
  const is_named = kid !== undefined && keys.some((key) => key.kid === kid);
  const matching = jwk.matching(keys, alg, kid).length;
  if (keys.length === 0) {
    return failed({ id: "no_signing_key" });
  }
  if (kid !== undefined && typeof kid !== "string") {
    return failed("the token's kid is not a text", "kid_as_text");
  }
  if (kid !== undefined && !is_named) {
    const are_named = keys.some((key) => typeof key.kid === "string");
    const are_nameless = keys.every((key) => key.kid === undefined);
    const hint = are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text";
    return failed("no key of the provider has the token's kid", hint);
  }
  if (matching === 0) {
    const of_kid = "the key of this kid is not for this algorithm";
    return failed(is_named ? of_kid : "no key of the provider fits the algorithm", "signing_key");
  }
  if (tried.every((key) => !jwk.jwk_to_pem(key).ok)) {
    return failed("the key cannot be used", "usable_key");
  }
  if (matching > tried.length) {
    return failed(`no key of the first ${tried.length} that fit verifies the signature`, "name_keys", matching);
  }
  const of_kid = "the key of this kid does not verify the signature";
  return failed(kid !== undefined ? of_kid : "no key that fits verifies the signature", "own_keys");
}

/** UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm. */
export function explain_alg(alg: string, allowed: string[]): Err {
  const see_algs = { id: "see_algs", params: { allowed: allowed.join(" ") } };
  const hint = option_bounds.algorithms.includes(alg) ? see_algs : undefined;
  return err("UNSUPPORTED_ALGORITHM", { alg: alg.substring(0, 32), hint });
}
