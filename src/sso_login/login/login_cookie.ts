/**
 * The cookie of one login, beside the specified one, which the next start overwrites: several logins of a browser do not
 * disturb one another, and a callback's address is worth nothing in another browser.
 */
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as public_names from "../base/public_names";
import * as strings from "../base/strings";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import { err, ok, type Result } from "../result";
import * as handshake_record from "./handshake_record";

/** Cookies by name. */
export type Cookies = { [name: string]: string | undefined };

/** Cookies of logins that a browser may have: each request carries them all, and web servers limit a header line. */
const max_cookies = 8;
/** Digits of a state's hash in a cookie's name. */
const id_length = 8;

/** The name of the cookie of a state's login. */
export function name_of(state: string): string {
  return public_names.cookie_prefix + hash.safe_id(state);
}

/** A fresh value, and the hash that the record keeps of it. */
export function create(): { value: string; hash: string } {
  const value = encoding.base64url_encode(hash.random(32));
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

/** The digits in the name of a login's cookie; "" for other cookies. */
function id_of(name: string): string {
  const id = name.substring(public_names.cookie_prefix.length);
  const is_own =
    name.startsWith(public_names.cookie_prefix) && id.length === id_length && strings.consists_of(id, "hex");
  return is_own ? id : "";
}

/**
 * The names of the cookies that a start must clear, so that with the new one the browser has eight at most: those whose record is
 * gone, then the oldest.
 */
export function surplus(io: Io, cookies: Cookies): string[] {
  const all = strings.sorted_keys(cookies).filter((name) => id_of(name) !== "");
  if (all.length < max_cookies) {
    return [];
  }
  const files = io.list_dir(io.paths.run_dir) ?? [];
  const cleared: string[] = [];
  const live: { [began: string]: string } = {};
  for (const name of all) {
    const started_at = handshake_record.started_at(io, files, id_of(name));
    if (started_at === undefined) {
      cleared.push(name);
    } else {
      live[`${started_at} ${name}`] = name;
    }
  }
  const oldest = strings.sorted_keys(live);
  const too_many = Math.max(0, oldest.length + 1 - max_cookies);
  return cleared.concat(oldest.slice(0, too_many).map((began) => live[began] ?? ""));
}
