/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */
import * as bytes from "io/bytes";
import * as public_names from "../base/public_names";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import { err, ok, type Result } from "../result";
import type { Cookies } from "../rpcd/rpcd_sessions";

/** The name of the cookie of a state's login. */
export function name_of(state: string): string {
  return public_names.cookie_prefix + hash.safe_id(state);
}

/** A fresh value, and the hash that the record keeps of it. */
export function create(): { value: string; hash: string } {
  const value = bytes.base64url_encode(hash.random(32));
  return { value, hash: hash.hash_sha256_hex(value) };
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
