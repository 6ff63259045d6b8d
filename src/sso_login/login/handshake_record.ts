/**
 * The handshake record (specification, "Handshake record"): made at the start of a login, consumed by its callback. This
 * module defines its format.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as encoding from "../base/encoding";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import { err, ok, type Result } from "../result";

const record_version = 1;
const verifier_length = 64;
const file_prefix = "handshake_";
const file_suffix = ".json";

/** Facts about a login that begins. */
export interface LoginContext extends Pick<Handshake, "return_to" | "cookie_hash" | "issuer" | "iss_expected"> {
  /** How its state begins. */
  state_prefix?: string;
}

/** A handshake with fresh values: state and nonce of 32 random bytes each, and a PKCE verifier. */
export function create(context: LoginContext): Handshake {
  return {
    state: (context.state_prefix ?? "") + encoding.base64url_encode(hash.random(32)),
    nonce: encoding.base64url_encode(hash.random(32)),
    code_verifier: hash.pkce_pair(verifier_length).verifier,
    return_to: context.return_to,
    cookie_hash: context.cookie_hash,
    issuer: context.issuer,
    iss_expected: context.iss_expected,
  };
}

/** The record of a state token. Its name is a hash, so that no value of a request becomes part of a path. */
function path_of(io: Io, token: string): string {
  return store.path_of(io, file_prefix + hash.hash_sha256_hex(token) + file_suffix);
}

/**
 * The start of the login whose state's hash begins with these digits, in Unix seconds; undefined when `files`, the names in
 * the run directory, have no record of it.
 */
export function started_at(io: Io, files: string[], digits: string): number | undefined {
  const name = files.find((file) => file.startsWith(file_prefix + digits) && file.endsWith(file_suffix));
  const info = name !== undefined ? io.file_info(store.path_of(io, name)) : undefined;
  return info !== undefined ? info.mtime : undefined;
}

/** The stored form of a handshake. */
export function to_record(handshake: Handshake, now: number): JsonObject {
  return {
    version: record_version,
    state: handshake.state,
    nonce: handshake.nonce,
    code_verifier: handshake.code_verifier,
    return_to: handshake.return_to,
    cookie_hash: handshake.cookie_hash,
    issuer: handshake.issuer,
    iss_expected: handshake.iss_expected,
    created_at: now,
    expires_at: now + store.handshake_lifetime,
  };
}

/** Stores a handshake, and the host (with port) at which the login began; false when it cannot be written. */
export function save(io: Io, handshake: Handshake, host: string): boolean {
  const record = to_record(handshake, io.time());
  record.host = host;
  return store.write(io, path_of(io, handshake.state), record);
}

/** The host at which a login began, and the page of LuCI that it was for. */
interface RecordPlace {
  host?: string;
  return_to?: string;
}

/** The place of the login of a state, also of another browser's, or of one that has expired. */
export function place_of(io: Io, state: string): RecordPlace {
  const record = store.read(io, path_of(io, state)) ?? {};
  const host = record.host;
  const return_to = record.return_to;
  return {
    host: typeof host === "string" ? host : undefined,
    return_to: typeof return_to === "string" ? return_to : undefined,
  };
}

/** A record's content as a handshake, or undefined when it is damaged, expired or of another state. */
export function read_record(record: JsonObject, state: string, now: number): Handshake | undefined {
  const stored = record.state;
  const nonce = record.nonce;
  const code_verifier = record.code_verifier;
  if (typeof stored !== "string" || typeof nonce !== "string" || typeof code_verifier !== "string") {
    return undefined;
  }
  const same_version = record.version === record_version;
  const is_valid = same_version && store.is_fresh(record.created_at, now, store.handshake_lifetime);
  const return_to = typeof record.return_to === "string" ? record.return_to : undefined;
  const created_at = record.created_at as number;
  // A hash that is no text is one that no cookie has.
  const cookie_hash = record.cookie_hash !== undefined ? json_values.text_of(record.cookie_hash) : undefined;
  const issuer = record.issuer !== undefined ? json_values.text_of(record.issuer) : undefined;
  const iss_expected = record.iss_expected === true ? true : undefined;
  return is_valid && hash.constant_time_eq(stored, state)
    ? { state: stored, nonce, code_verifier, created_at, return_to, cookie_hash, issuer, iss_expected }
    : undefined;
}

/** The record of a state, which stays; undefined when there is no valid one. */
export function look(io: Io, state: string): Handshake | undefined {
  const stored = store.read(io, path_of(io, state));
  return stored !== undefined ? read_record(stored, state, io.time()) : undefined;
}

/**
 * Consumes the record of a state: of two requests at once only one succeeds. STATE_NOT_FOUND when there is no valid record.
 */
export function consume(io: Io, state: string): Result<Handshake> {
  const stored = store.take(io, path_of(io, state));
  if (stored === undefined) {
    return err("STATE_NOT_FOUND");
  }
  const handshake = read_record(stored, state, io.time());
  return handshake !== undefined ? ok(handshake) : err("STATE_NOT_FOUND", { reason: "expired or damaged" });
}
