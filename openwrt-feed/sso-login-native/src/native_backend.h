/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that a TLS library has to provide: crypto_mbedtls.c, crypto_openssl.c. Keys,
 * lengths and pointers have been checked by native_crypto.c; no pointer is NULL. native_memzero()
 * is the library's too.
 */
#ifndef SSO_LOGIN_NATIVE_BACKEND_H
#define SSO_LOGIN_NATIVE_BACKEND_H

#include "native_crypto.h"
#include "native_key.h"

/* "mbedtls" or "openssl". */
extern const char native_backend_name[];

/* 0 on success. */
int native_backend_init(void);
/* SHA-2 of `bits` 256, 384 or 512 to bits / 8 bytes at `output`. */
int native_backend_sha(int bits, struct native_bytes input, uint8_t *output);
int native_backend_hmac_sha256(struct native_bytes key, struct native_bytes msg, uint8_t *output);

/* PKCS#1 v1.5, or PSS with MGF1 of the same hash and a salt of its length. `hash` has bits / 8
 * bytes, `sig` has key->n_len. */
bool native_backend_rsa_verify(const struct native_rsa_key *key, bool pss, int bits,
			       const uint8_t *hash, const uint8_t *sig);

/* Coordinates below the field's prime, and the point on the curve, which the library has. */
bool native_backend_ec_check(const struct native_ec_key *key);

/* `hash` has bits / 8 bytes, `sig` two coordinates. Includes native_backend_ec_check(). */
bool native_backend_ec_verify(const struct native_ec_key *key, int bits, const uint8_t *hash,
			      const uint8_t *sig);

/* Private keys in the form of native_make_key(). */
bool native_backend_rsa_make(uint8_t *key);
bool native_backend_ec_make(uint8_t *key);

/* PKCS#1 v1.5, and ECDSA on P-256, with SHA-256; `d` is as long as the modulus, or 32 bytes, and
 * perhaps not that of `key`: the caller verifies what comes out. */
bool native_backend_rsa_sign(const struct native_rsa_key *key, const uint8_t *d,
			     const uint8_t *hash, uint8_t *sig);
bool native_backend_ec_sign(const struct native_ec_key *key, const uint8_t *d, const uint8_t *hash,
			    uint8_t *sig);

/* Ed25519 (RFC 8032), `sig` of 64 bytes; false where the library lacks it. */
bool native_backend_ed_verify(const struct native_ec_key *key, struct native_bytes msg,
			      const uint8_t *sig);

#endif
