/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The native crypto contract: what the service needs from a TLS library, and nothing else.
 *
 * Every size is in bytes. Every number (modulus, exponent, coordinate) is unsigned and big-endian.
 * The caller owns every buffer; no function keeps a pointer or allocates anything that the caller
 * must free. A pointer may be NULL only where its length is 0. Input and output must not overlap.
 *
 * All limits below are checked before the library sees anything, in native_crypto.c, so that every
 * backend decides alike. Nothing here is safe to call from two threads before native_crypto_init()
 * has returned; afterwards there is no shared state.
 */
#ifndef SSO_LOGIN_NATIVE_CRYPTO_H
#define SSO_LOGIN_NATIVE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest input of any function: message, signature, key, PEM, random output. */
#define NATIVE_INPUT_MAX 16384

/* Sizes of outputs; a buffer smaller than this is refused, whatever would really be written. */
#define NATIVE_SHA256_SIZE  32
#define NATIVE_RSA_PEM_SIZE 4096
#define NATIVE_EC_PEM_SIZE  2048

/* What a key may look like. The exponent is odd, at least 3 and at most 64 bits long. */
#define NATIVE_RSA_BITS_MIN      2048
#define NATIVE_RSA_BITS_MAX      4096
#define NATIVE_RSA_EXPONENT_SIZE 8
#define NATIVE_P256_SIZE         32
#define NATIVE_ES256_SIG_SIZE    64

/* What the functions that return an int return. */
enum native_result {
	NATIVE_OK = 0,
	NATIVE_ERR_ARGUMENT = -1, /* a pointer is missing, or a length is outside its limits */
	NATIVE_ERR_KEY = -2,      /* the numbers are no public key that this layer accepts */
	NATIVE_ERR_BACKEND = -3,  /* the library or the kernel failed */
};

/*
 * Prepares the library and makes sure that the kernel has a random number generator.
 * To be called once, before anything else. Returns NATIVE_OK or NATIVE_ERR_BACKEND.
 */
int native_crypto_init(void);

/* Releases what native_crypto_init() acquired. Harmless without it, and when called again. */
void native_crypto_deinit(void);

/*
 * RS256 (RSASSA-PKCS1-v1_5 with SHA-256, RFC 7518 section 3.3): is `sig` a signature of `msg`?
 *
 * key_pem: one public key, as native_jwk_rsa_to_pem() writes it; key_len does not count a NUL.
 *          Line breaks may be LF or CRLF and anywhere in the base64; there may be any number of
 *          them at the end; everything else must be exact. Any other key, or anything around it,
 *          gives false.
 * sig:     as long as the modulus, else false.
 */
bool native_verify_rs256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len);

/*
 * ES256 (ECDSA on P-256 with SHA-256, RFC 7518 section 3.4): is `sig` a signature of `msg`?
 *
 * key_pem: as above, in the form of native_jwk_ec_p256_to_pem(): named curve, uncompressed point.
 * sig:     r and s, 32 bytes each; any other length gives false.
 *
 * Everything that is compared is public; the comparison is the library's own.
 */
bool native_verify_es256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len);

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

/* Whether two strings are the same; takes time by the length alone, never by where they differ. */
bool native_constant_time_eq(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len);

/* What an enum native_result says, for people. */
const char *native_reason(int result);

/* Overwrites `len` bytes with zeros in a way that the compiler cannot leave out. */
void native_memzero(void *p, size_t len);

/*
 * Writes the RSA public key with modulus `n` and exponent `e` as PEM (SubjectPublicKeyInfo, 64
 * columns, LF, a NUL at the end), byte by byte what `openssl pkey -pubin -pubout` writes.
 * Leading zero bytes of `n` and `e` do not count. `out_len` is the size of `out`, at least
 * NATIVE_RSA_PEM_SIZE. Returns an enum native_result; after an error `out` is the empty string,
 * however small it is.
 */
int native_jwk_rsa_to_pem(const uint8_t *n, size_t n_len, const uint8_t *e, size_t e_len, char *out,
			  size_t out_len);

/*
 * The same for the point (x, y) on P-256. Both coordinates must be exactly 32 bytes long, which is
 * checked first, and the point must be on the curve. `out_len` is at least NATIVE_EC_PEM_SIZE.
 */
int native_jwk_ec_p256_to_pem(const uint8_t *x, size_t x_len, const uint8_t *y, size_t y_len,
			      char *out, size_t out_len);

#endif
