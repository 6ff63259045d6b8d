/**
 * The handshake record (specification, "Handshake record"): made at the start of a login, consumed by its callback. This
 * module defines its format.
 */
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as public_names from "../base/public_names";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "../jose/hash";
import type { Handshake } from "../protocol/authorization_request";
import { err, ok, type Err, type Result } from "../result";
import type { Config } from "../settings/provider_config";

const record_version = 1;
export const file_prefix = "handshake_";
export const file_suffix = ".json";

/** The record of a state token. Its name is a hash, so that no value of a request becomes part of a path. */
export function path_of(io: Io, token: string): string {
  return store.path_of(io, file_prefix + hash.hash_sha256_hex(token) + file_suffix);
}

/** The stored form of a handshake, with the host (and port) at which the login began. Names of members stay: `proof` is the hash of the settings. */
export function to_record(handshake: Handshake, now: number, host?: string): JsonObject {
  return {
    version: record_version,
    state: handshake.state,
    nonce: handshake.nonce,
    code_verifier: handshake.code_verifier,
    return_to: handshake.return_to,
    cookie_hash: handshake.cookie_hash,
    issuer: handshake.issuer,
    iss_expected: handshake.iss_expected,
    proof: handshake.settings_hash,
    own_site: handshake.is_own_site,
    anew: handshake.is_anew,
    refused: handshake.refused,
    again: handshake.is_again,
    host,
    created_at: now,
    expires_at: now + store.handshake_lifetime,
  };
}

/** The text of a member, where it has one. */
function text_in(record: JsonObject, member: string): string | undefined {
  const value = record[member];
  return typeof value === "string" ? value : undefined;
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
  const return_to = text_in(record, "return_to");
  const created_at = record.created_at as number;
  // A hash that is no text is one that no cookie has.
  const cookie_hash = record.cookie_hash !== undefined ? json_values.text_of(record.cookie_hash) : undefined;
  const issuer = record.issuer !== undefined ? json_values.text_of(record.issuer) : undefined;
  const iss_expected = record.iss_expected === true ? true : undefined;
  return is_valid && hash.constant_time_eq(stored, state)
    ? {
        state: stored,
        nonce,
        code_verifier,
        created_at,
        return_to,
        cookie_hash,
        issuer,
        iss_expected,
        settings_hash: text_in(record, "proof"),
        is_own_site: record.own_site === true ? true : undefined,
        is_anew: record.anew === true ? true : undefined,
        refused: text_in(record, "refused"),
        is_again: record.again === true ? true : undefined,
      }
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
export function consume(io: Io, state: string): Result<true> {
  const stored = store.take(io, path_of(io, state));
  if (stored === undefined) {
    return err("STATE_NOT_FOUND");
  }
  const handshake = read_record(stored, state, io.time());
  return handshake !== undefined ? ok(true) : err("STATE_NOT_FOUND", { reason: "expired or damaged" });
}

/** Consumes the record of a login that has failed, and returns the failure; STATE_NOT_FOUND where another request has consumed it. */
export function consume_failed(io: Io, handshake: Handshake, failure: Err): Err {
  const consumed = consume(io, handshake.state);
  return consumed.ok ? failure : consumed;
}

/** Removes what there is of a record that is not valid, and returns the refusal; also where a corrected clock has made it valid since. */
export function discard(io: Io, state: string): Err {
  const consumed = consume(io, state);
  return consumed.ok ? err("STATE_NOT_FOUND") : consumed;
}

/** Whether a login began at this provider; one of a version with one provider, which kept no issuer, did at the first. */
export function is_of_provider(handshake: Handshake, config: Config): boolean {
  return handshake.issuer !== undefined
    ? handshake.issuer === config.issuer_url
    : config.provider === public_names.first;
}

/**
 * The host (with port) at which the login of a state began, and the page of LuCI that it was for; also of another browser's, or of one
 * that has expired.
 */
export function place_of(io: Io, state: string): { host?: string; return_to?: string } {
  const record = store.read(io, path_of(io, state)) ?? {};
  return { host: text_in(record, "host"), return_to: text_in(record, "return_to") };
}
