/**
 * Hashes, random values and PKCE on top of the native backend. A backend that fails to hash or to give random bytes ends
 * the request: nothing safe could follow.
 */
import * as bytes from "io/bytes";
import * as native from "io/native";
import type { NativeCrypto } from "io/native";

// Loaded at its first use, and replaced in tests.
let backend: NativeCrypto | undefined; // eslint-disable-line no-restricted-syntax

/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export function set_native(replacement: NativeCrypto | undefined): void {
  backend = replacement;
}

/** The backend in use, loaded at its first call. */
export function native_backend(): NativeCrypto {
  if (backend === undefined) {
    backend = native.load_crypto();
  }
  return backend;
}

/** Whether two strings are equal, in a time that does not depend on where they differ. */
export function constant_time_eq(a: string, b: string): boolean {
  return native_backend().constant_time_eq(a, b);
}

/** `len` bytes of the backend's CSPRNG; 1 to 16 384. */
export function random(len: number): string {
  const drawn = native_backend().random(len);
  if (drawn === undefined || drawn.length !== len) {
    return native.panic("no random numbers");
  }
  return drawn;
}

/** SHA-256 (FIPS 180-4) as 32 raw bytes; input of at most 16 384 bytes. */
export function hash_sha256(input: string): string {
  const digest = native_backend().sha256(input);
  if (digest === undefined || digest.length !== 32) {
    return native.panic("no SHA-256");
  }
  return digest;
}

/** The hash that a signature algorithm names (OpenID Connect Core section 3.1.3.6), as raw bytes; undefined for another one. */
export function hash_by_alg(alg: string, input: string): string | undefined {
  return native_backend().alg_hash(alg, input);
}

/** SHA-256 as 64 lowercase hexadecimal characters. */
export function hash_sha256_hex(input: string): string {
  return bytes.hex_encode(hash_sha256(input));
}

/** A name for a secret value in log lines: the first 8 hexadecimal characters of its SHA-256. */
export function safe_id(token: string): string {
  return bytes.hex_encode(hash_sha256(token).substring(0, 4));
}

/**
 * A PKCE pair (RFC 7636): a random verifier of `len` characters, 43 to 128, and its S256 challenge. A `len` outside
 * is taken to the nearer bound.
 */
export function pkce_pair(len: number): { verifier: string; challenge: string } {
  const length = Math.max(43, Math.min(128, len));
  const verifier = bytes.base64url_encode(random(Math.ceil((length * 3) / 4))).substring(0, length);
  return { verifier, challenge: bytes.base64url_encode(hash_sha256(verifier)) };
}
