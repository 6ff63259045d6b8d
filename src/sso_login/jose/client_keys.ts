/**
 * The keys of the router's own by which this client may prove itself (`private_key_jwt`): private JWKs (RFC 7517, RFC 7518
 * section 6) in one file outside of UCI, the newest first. Of each algorithm there may be two, during a change.
 */
import * as bytes from "io/bytes";
import * as json from "io/json";
import type { JsonObject } from "io/json";
import type { Io } from "../base/io";
import * as store from "../base/store";
import * as json_values from "../base/json_values";
import * as hash from "./hash";
import { err, ok, type Result } from "../result";

/** The members of a private key in the order of the native backend, and the bytes of each number. */
const shapes: { [alg: string]: { members: string[]; size: number } | undefined } = {
  ES256: { members: ["x", "y", "d"], size: 32 },
  RS256: { members: ["n", "d"], size: 256 },
};

function folder(io: Io): string {
  return io.paths.etc_dir + "/keys";
}

export function path_of(io: Io): string {
  return folder(io) + "/client.json";
}

/** The private keys, the newest first; none where there is no file, or one that is damaged. */
function read(io: Io): JsonObject[] {
  const stored = store.read(io, path_of(io)) ?? {};
  return json_values.objects_of(stored.keys) ?? [];
}

function save(io: Io, keys: JsonObject[]): Result<true> {
  const has_folder = io.make_dir(io.paths.etc_dir) !== "failed" && io.make_dir(folder(io)) !== "failed";
  return has_folder && io.write_file(path_of(io), json.encode({ keys: json.list(keys) }))
    ? ok(true)
    : err("INTERNAL_ERROR", { reason: "cannot write", path: path_of(io) });
}

/** The name of a public key (RFC 7638): the hash of the members that a key must have, in their order. */
function thumbprint(key: JsonObject): string {
  const required = key.kty === "RSA" ? ["e", "kty", "n"] : ["crv", "kty", "x", "y"];
  const members = required.map((name) => '"' + name + '":"' + json_values.text_of(key[name]) + '"');
  return bytes.base64url_encode(hash.hash_sha256("{" + members.join(",") + "}"));
}

/** The public keys as a JWK Set (RFC 7517 section 5), for providers; undefined where there is none. */
export function public_set(io: Io): object | undefined {
  const keys: JsonObject[] = [];
  for (const key of read(io)) {
    const shown: JsonObject = {};
    for (const name of ["kty", "crv", "x", "y", "n", "e", "alg", "use", "kid"]) {
      shown[name] = key[name];
    }
    keys.push(shown);
  }
  return keys.length > 0 ? { keys: json.list(keys) } : undefined;
}

/** The newest key of an algorithm. */
export function newest(io: Io, alg: string): JsonObject | undefined {
  return read(io).find((key) => key.alg === alg);
}

/** Makes a key for ES256 or RS256, which is used at once. INVALID_REQUEST for another algorithm, and where there are two already. */
export function make(io: Io, alg: string): Result<true> {
  const keys = read(io);
  const shape = shapes[alg];
  if (shape === undefined) {
    return err("INVALID_REQUEST", { reason: "a key is for ES256 or RS256" });
  }
  if (keys.filter((key) => key.alg === alg).length > 1) {
    return err("INVALID_REQUEST", { reason: "there are two keys: retire the older one first", alg });
  }
  const numbers = hash.native_backend().make_key(alg);
  if (numbers === undefined) {
    return err("INTERNAL_ERROR", { reason: "no key could be made" });
  }
  const key: JsonObject =
    alg === "RS256" ? { kty: "RSA", e: "AQAB", alg, use: "sig" } : { kty: "EC", crv: "P-256", alg, use: "sig" };
  let from = 0;
  for (const name of shape.members) {
    key[name] = bytes.base64url_encode(numbers.substring(from, from + shape.size));
    from = from + shape.size;
  }
  key.kid = thumbprint(key);
  return save(io, [key].concat(keys));
}

/** Removes the keys for which there is a newer one of their algorithm, and returns their number. */
export function retire(io: Io): Result<number> {
  const keys = read(io);
  const kept = keys.filter((key) => keys.find((other) => other.alg === key.alg) === key);
  const saved = kept.length < keys.length ? save(io, kept) : ok(true);
  return saved.ok ? ok(keys.length - kept.length) : saved;
}

/** A JWT (RFC 7519) with this header's type and these claims, signed by the newest key of an algorithm; CONFIG_ERROR without one. */
export function sign(io: Io, alg: string, typ: string, claims: object): Result<string> {
  const key = newest(io, alg);
  const shape = shapes[alg];
  if (key === undefined || shape === undefined) {
    return err("CONFIG_ERROR", { option: "token_endpoint_auth_method", must: { id: "with_key", params: { alg } } });
  }
  const header = json.encode({ alg, kid: key.kid, typ });
  const input = bytes.base64url_encode(header) + "." + bytes.base64url_encode(json.encode(claims));
  const numbers = shape.members.map((name) => bytes.base64url_decode(json_values.text_of(key[name])) ?? "").join("");
  const signature = hash.native_backend().sign(alg, input, numbers);
  return signature !== undefined
    ? ok(input + "." + bytes.base64url_encode(signature))
    : err("CONFIG_ERROR", { reason: "the key is damaged", path: path_of(io) });
}
