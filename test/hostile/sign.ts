/** Compact JWS of exactly the text that a test wants, signed in every wrong way. */
import { constants, createHmac, sign, type KeyObject } from "node:crypto";
import type { Jwt } from "../box/provider/keys.ts";

export type Signer = (input: Buffer) => Buffer;

function part(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

/** Header and payload, as objects or as JSON text, with the signature of a signer. */
export function compact(header: unknown, payload: unknown, signer: Signer): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signer(Buffer.from(input)).toString("base64url")}`;
}

export const rs256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign("sha256", input, key);

export const ps256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign("sha256", input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });

export const es256 =
  (key: KeyObject, dsaEncoding: "ieee-p1363" | "der" = "ieee-p1363"): Signer =>
  (input) =>
    sign("sha256", input, { key, dsaEncoding });

export const mac =
  (secret: string | Buffer, hash = "sha256"): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest();

export const bytes =
  (signature: Buffer): Signer =>
  () =>
    signature;

export const unsigned: Signer = bytes(Buffer.alloc(0));

/** Signs as the provider does for the token's own algorithm, then spoils the signature. */
export function spoiled(given: Jwt, key: KeyObject, spoil: (signature: Buffer) => Buffer): string {
  const signer = given.header["alg"] === "ES256" ? es256(key) : rs256(key);
  return compact(given.header, given.payload, (input) => spoil(Buffer.from(signer(input))));
}

/** The text of a JSON object with some members placed, as text, before or after all others. */
export function jsonAround(object: object, before: string, after = ""): string {
  const inner = JSON.stringify(object).slice(1, -1);
  return `{${[before, inner, after].filter((text) => text !== "").join(",")}}`;
}

/** RSASSA-PKCS1-v1_5's padded SHA-256 (RFC 8017 section 9.2), which is the signature itself where e is 1. */
export function paddedHash(digest: Buffer, length: number): Buffer {
  const info = Buffer.concat([Buffer.from("3031300d060960864801650304020105000420", "hex"), digest]);
  const fill = Buffer.alloc(length - info.length - 3, 0xff);
  return Buffer.concat([Buffer.from([0, 1]), fill, Buffer.from([0]), info]);
}
