/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */
import * as public_names from "../base/public_names";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import { err, ok, type Result } from "../result";

/** Cookies by name. */
export type Cookies = { [name: string]: string | undefined };

/** The name of the cookie of a state's login. */
export function name_of(state: string): string {
  return public_names.cookie_prefix + hash.safe_id(state);
}

/** The proof that a browser made the login of a state, with the value of the login's own cookie; "" where that is absent. */
export function proof_of(cookies: Cookies, state: string): string {
  const own = cookies[name_of(state)] ?? "";
  return own !== "" ? hash.safe_id(state) + own : "";
}

/** The hash in a proof, as the login's session keeps it; "" without one. */
export function hash_in(proof: string): string {
  return proof !== "" ? hash.hash_sha256_hex(proof.substring(hash.safe_id("").length)) : "";
}

/** The hashes by which a browser may prove that it made the login of a state: its callback's answer may have been lost, or not. */
export function proofs(cookies: Cookies, state: string): string[] {
  const kept = cookies[public_names.proof_cookie] ?? "";
  const all = [proof_of(cookies, state), kept.startsWith(hash.safe_id(state)) ? kept : ""];
  return all.filter((proof) => proof !== "").map((proof) => hash_in(proof));
}

/**
 * Whether the login of a state began in the browser that sent these cookies. `handshake` is its record, where there is one: with a
 * hash in it, the login's own cookie must match that, and the specified cookie does not matter; else the specified cookie must be
 * the state. Fails with MISSING_HANDSHAKE_COOKIE or STATE_PARAMETER_MISMATCH.
 */
export function check(cookies: Cookies, state: string, handshake: Handshake | undefined): Result<true> {
  const own_hash = handshake !== undefined ? handshake.cookie_hash : undefined;
  const value = cookies[own_hash !== undefined ? name_of(state) : public_names.state_cookie] ?? "";
  if (value === "") {
    return err("MISSING_HANDSHAKE_COOKIE");
  }
  const matches =
    own_hash !== undefined
      ? hash.constant_time_eq(hash.hash_sha256_hex(value), own_hash)
      : hash.constant_time_eq(value, state);
  return matches ? ok(true) : err("STATE_PARAMETER_MISMATCH");
}
