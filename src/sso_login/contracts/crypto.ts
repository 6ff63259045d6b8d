/** Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`. */
import type { JsonObject } from "io/json";
import type { NativeCrypto } from "io/native";
import * as hash from "../jose/hash";
import * as jwk from "../jose/jwk";
import * as jwt from "./jwt";
import type { JwtOptions } from "./jwt";
import type { Result } from "../result";

export function constant_time_eq(a: string, b: string): boolean {
  return hash.constant_time_eq(a, b);
}

export function jws_sign(payload: object, secret: string): string {
  return jwt.jws_sign(payload, secret);
}

export function jws_verify(token: string, secret: string): Result<JsonObject> {
  return jwt.jws_verify(token, secret);
}

export function jwt_verify(token: string, key: string, options?: JwtOptions): Result<JsonObject> {
  return jwt.jwt_verify(token, key, options);
}

export function random(len: number): string {
  return hash.random(len);
}

export function hash_sha256(input: string): string {
  return hash.hash_sha256(input);
}

export function hash_sha256_hex(input: string): string {
  return hash.hash_sha256_hex(input);
}

export function pkce_pair(len: number): { verifier: string; challenge: string } {
  return hash.pkce_pair(len);
}

export function jwk_to_pem(key: JsonObject): Result<string> {
  return jwk.jwk_to_pem(key);
}

export function safe_id(token: string): string {
  return hash.safe_id(token);
}

/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export function set_native(backend: NativeCrypto | undefined): void {
  hash.set_native(backend);
}
