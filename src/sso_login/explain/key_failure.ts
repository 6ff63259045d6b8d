/** The reasons why a signature is refused: its algorithm, or none of the provider's keys verifies it. */
import type { JsonObject } from "io/json";
import * as jwk from "../jose/jwk";
import { err, type Err, type Facts } from "../result";
import * as option_bounds from "../settings/option_bounds";

/** Bytes of a `kid` that the log shows. */
const max_kid = 64;

/** ID_TOKEN_VERIFICATION_FAILED where no key verifies, with the reason: each kind of failure has its own. */
export function explain(keys: JsonObject[], header: JsonObject, alg: string): Err {
  const kid = header.kid;
  const tried = jwk.candidates(keys, alg, kid);
  const facts: Facts = { alg, kid: typeof kid === "string" ? kid.substring(0, max_kid) : undefined };
  const is_named = kid !== undefined && keys.some((key) => key.kid === kid);
  const matching = jwk.matching(keys, alg, kid).length;
  if (keys.length === 0) {
    facts.reason = { id: "no_signing_key" };
  } else if (kid !== undefined && typeof kid !== "string") {
    facts.reason = "the token's kid is not a text";
    facts.hint = { id: "kid_as_text" };
  } else if (kid !== undefined && !is_named) {
    const are_named = keys.some((key) => typeof key.kid === "string");
    const are_nameless = keys.every((key) => key.kid === undefined);
    facts.reason = "no key of the provider has the token's kid";
    facts.hint = { id: are_named ? "own_keys" : are_nameless ? "name_keys" : "kid_as_text" };
  } else if (matching === 0) {
    facts.reason = is_named
      ? "the key of this kid is not for this algorithm"
      : "no key of the provider fits the algorithm";
    facts.hint = { id: "signing_key" };
  } else if (tried.every((key) => !jwk.jwk_to_pem(key).ok)) {
    facts.reason = "the key cannot be used";
    facts.hint = { id: "usable_key" };
  } else if (matching > tried.length) {
    facts.reason = `no key of the first ${tried.length} that fit verifies the signature`;
    facts.keys = matching;
    facts.hint = { id: "name_keys" };
  } else {
    facts.reason =
      kid !== undefined
        ? "the key of this kid does not verify the signature"
        : "no key that fits verifies the signature";
    facts.hint = { id: "own_keys" };
  }
  return err("ID_TOKEN_VERIFICATION_FAILED", facts);
}

/** UNSUPPORTED_ALGORITHM, with the option that would permit the algorithm. */
export function explain_alg(alg: string, allowed: string[]): Err {
  const see_algs = { id: "see_algs", params: { allowed: allowed.join(" ") } };
  const hint = option_bounds.algorithms.includes(alg) ? see_algs : undefined;
  return err("UNSUPPORTED_ALGORITHM", { alg: alg.substring(0, 32), hint });
}
