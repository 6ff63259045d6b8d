/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a TLS library has to provide: crypto_mbedtls.c, crypto_openssl.c. Keys, lengths and pointers
 * have been checked by native_crypto.c; no pointer is NULL. native_memzero() is the library's too.
 */
#ifndef SSO_LOGIN_NATIVE_BACKEND_H
#define SSO_LOGIN_NATIVE_BACKEND_H

#include "native_key.h"

/* "mbedtls" or "openssl". */
extern const char native_backend_name[];

/* 0 on success. */
int native_backend_init(void);
void native_backend_deinit(void);
int native_backend_sha256(const uint8_t *input, size_t input_len, uint8_t *output);
int native_backend_hmac_sha256(const uint8_t *key, size_t key_len, const uint8_t *msg,
			       size_t msg_len, uint8_t *output);

/* `hash` has 32 bytes, `sig` has key->n_len. */
bool native_backend_rsa_verify(const struct native_rsa_key *key, const uint8_t *hash,
			       const uint8_t *sig);

/* Coordinates below the field's prime, and the point on the curve. */
bool native_backend_ec_check(const struct native_ec_key *key);

/* `hash` has 32 bytes, `sig` has 64. Includes native_backend_ec_check(). */
bool native_backend_ec_verify(const struct native_ec_key *key, const uint8_t *hash,
			      const uint8_t *sig);

#endif
