/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The native crypto contract: what the service needs from a TLS library, and nothing else.
 *
 * Every size is in bytes. Every number (modulus, exponent, coordinate) is unsigned and big-endian.
 * The caller owns every buffer; no function keeps a pointer or allocates anything that the caller
 * must free. A pointer may be NULL only where its length is 0. Input and output must not overlap.
 *
 * All limits here and in native_key.h are checked before the library sees anything, in
 * native_crypto.c, so that every backend decides alike. Nothing here is safe to call from two
 * threads before native_crypto_init() has returned; afterwards there is no shared state.
 */
#ifndef SSO_LOGIN_NATIVE_CRYPTO_H
#define SSO_LOGIN_NATIVE_CRYPTO_H

#include "native_base64url.h"

#include <stdbool.h>

/* Sizes of outputs; a buffer smaller than this is refused, whatever would really be written. */
#define NATIVE_SHA256_SIZE   32
#define NATIVE_HASH_MAX      64 /* SHA-512 */
#define NATIVE_RSA_PEM_SIZE  4096
#define NATIVE_EC_PEM_SIZE   2048
#define NATIVE_SIGNATURE_MAX 256 /* of native_sign() */

/* Private keys: RSA of 2048 bits, P-256. */
#define NATIVE_RSA_PRIVATE_SIZE 512
#define NATIVE_EC_PRIVATE_SIZE  96
#define NATIVE_PRIVATE_MAX      NATIVE_RSA_PRIVATE_SIZE

/*
 * Prepares the library and makes sure that the kernel has a random number generator.
 * To be called once, before anything else. Returns NATIVE_OK or NATIVE_ERR_BACKEND.
 */
int native_crypto_init(void);

/* Does nothing: the libraries release what they hold when the process ends. */
void native_crypto_deinit(void);

/*
 * Is `sig` a signature of `msg` by the algorithm `alg` (RFC 7518 section 3.1, RFC 8037)? One of
 *   RS256 RS384 RS512   RSASSA-PKCS1-v1_5
 *   PS256 PS384 PS512   RSASSA-PSS; MGF1 with the same hash, and a salt as long as the hash
 *   ES256 ES384 ES512   ECDSA on P-256, P-384, P-521
 *   EdDSA               Ed25519; a backend without it gives false
 *
 * key_pem is one public key, as native_jwk_to_pem() writes it, without a NUL. Line breaks may be LF
 * or CRLF and anywhere in the base64; there may be any number of them at the end; everything else
 * must be exact. Any other key, or anything around it, gives false.
 *
 * sig is as long as the modulus, or r and s (EdDSA: R and S), each as long as a coordinate.
 *
 * Everything that is compared is public; the comparison is the library's own.
 */
bool native_verify(struct native_bytes alg, struct native_bytes msg, struct native_bytes sig,
		   struct native_bytes key_pem);

/*
 * Makes a private key for `alg` to `output`, which has room for NATIVE_PRIVATE_MAX bytes; `*len` is
 * how many they are:
 *
 *   ES256   on P-256: the coordinates x and y, and the private number, 32 bytes each
 *   RS256   modulus and private exponent, 256 bytes each; the public exponent is 65537
 *
 * Returns an enum native_result; NATIVE_ERR_ARGUMENT for another algorithm. After an error there is
 * nothing at `output`.
 */
int native_make_key(struct native_bytes alg, uint8_t *output, size_t *len);

/*
 * Signs `msg` by ES256 (r and s, 32 bytes each) or RS256 with such a key, to `output`, which has
 * room for NATIVE_SIGNATURE_MAX bytes; `*len` is how many they are. The signature is verified with
 * the public part before it is given away, as one that was computed wrong can tell the key.
 * Returns an enum native_result; NATIVE_ERR_KEY for a key whose parts do not belong together.
 */
int native_sign(struct native_bytes alg, struct native_bytes msg, struct native_bytes key,
		uint8_t *output, size_t *len);

/* native_verify() by RS256 and by ES256. */
bool native_verify_rs256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len);
bool native_verify_es256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len);

/*
 * The hash that belongs to an algorithm of native_verify() (OpenID Connect Core section 3.1.3.6:
 * at_hash), of EdDSA SHA-512, to `output`, which has room for NATIVE_HASH_MAX bytes; `*len` is how
 * many they are. Returns an enum native_result; NATIVE_ERR_ARGUMENT for another algorithm.
 */
int native_alg_hash(struct native_bytes alg, struct native_bytes input, uint8_t *output,
		    size_t *len);

/* SHA-256 of `input` to the 32 bytes at `output`. Returns an enum native_result. */
int native_sha256(const uint8_t *input, size_t input_len, uint8_t *output);

/* HMAC-SHA-256 to the 32 bytes at `output`. Returns an enum native_result. */
int native_hmac_sha256(const uint8_t *key, size_t key_len, const uint8_t *msg, size_t msg_len,
		       uint8_t *output);

/*
 * Fills `buf` with 1 to NATIVE_INPUT_MAX bytes from the kernel's random number generator, which is
 * waited for until it has been seeded. Returns an enum native_result; after an error `buf` is all
 * zero and must not be used.
 */
int native_random(uint8_t *buf, size_t len);

/* A length for native_random() as a number of the caller's language; 0 when it is none. */
size_t native_random_length(double wanted);

/* Whether two strings are the same; takes time only by the length, never by where they differ. */
bool native_constant_time_eq(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len);

/*
 * Overwrites the value of a variable of the environment where the kernel shows it to others
 * (/proc/<pid>/environ); what this process starts later finds it empty. False where there is none.
 */
bool native_forget_variable(struct native_bytes name);

/* The meaning of an enum native_result, for people. */
const char *native_reason(int result);

/* Overwrites `len` bytes with zeros in a way that the compiler cannot leave out. */
void native_memzero(void *p, size_t len);

/*
 * Writes a public key as PEM (SubjectPublicKeyInfo, 64 columns, LF, a NUL at the end), byte by byte
 * what `openssl pkey -pubin -pubout` writes. `type` says what the numbers are:
 *
 *   RSA                   modulus and exponent; leading zero bytes do not count
 *   P-256, P-384, P-521   the coordinates x and y; the point must be on the curve
 *   Ed25519               x and nothing; refused by a backend without it
 *
 * A coordinate is exactly as long as the curve's field, which is checked first. `out_len` is the
 * size of `out`, at least NATIVE_RSA_PEM_SIZE. Returns an enum native_result; after an error `out`
 * is the empty string, however small it is.
 */
int native_jwk_to_pem(struct native_bytes type, struct native_bytes first,
		      struct native_bytes second, char *out, size_t out_len);

/* native_jwk_to_pem() of RSA and of P-256; for the latter `out_len` is at least NATIVE_EC_PEM_SIZE.
 */
int native_jwk_rsa_to_pem(const uint8_t *n, size_t n_len, const uint8_t *e, size_t e_len, char *out,
			  size_t out_len);
int native_jwk_ec_p256_to_pem(const uint8_t *x, size_t x_len, const uint8_t *y, size_t y_len,
			      char *out, size_t out_len);

#endif
