/** Module contract `crypto` (specification, "Internal module contracts"): a facade of `jose`. */
import * as hash from "../jose/hash";
import * as jwk from "../jose/jwk";
import * as jwt from "./jwt";

export const constant_time_eq = hash.constant_time_eq;
export const jws_sign = jwt.jws_sign;
export const jws_verify = jwt.jws_verify;
export const jwt_verify = jwt.jwt_verify;
export const random = hash.random;
export const hash_sha256 = hash.hash_sha256;
export const hash_sha256_hex = hash.hash_sha256_hex;
export const pkce_pair = hash.pkce_pair;
export const jwk_to_pem = jwk.jwk_to_pem;
export const safe_id = hash.safe_id;
/** Replaces the crypto backend; undefined returns to the installed one. For tests only. */
export const set_native = hash.set_native;
