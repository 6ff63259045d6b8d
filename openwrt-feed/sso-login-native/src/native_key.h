/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Public keys as checked numbers, and their one accepted form as PEM. Needs no library.
 */
#ifndef SSO_LOGIN_NATIVE_KEY_H
#define SSO_LOGIN_NATIVE_KEY_H

#include "native_crypto.h"

/* No leading zeros in either number; within the limits of native_crypto.h; both odd. */
struct native_rsa_key {
	uint8_t n[NATIVE_RSA_BITS_MAX / 8];
	size_t n_len;
	uint8_t e[NATIVE_RSA_EXPONENT_SIZE];
	size_t e_len;
};

/* Uncompressed point, 4 || x || y. Whether it is on the curve is for the backend to say. */
struct native_ec_key {
	uint8_t point[1 + 2 * NATIVE_P256_SIZE];
};

/* Each of these returns an enum native_result; a key that was refused is left undefined. */
int native_rsa_key_set(struct native_rsa_key *key, const uint8_t *n, size_t n_len, const uint8_t *e,
		       size_t e_len);
int native_ec_key_set(struct native_ec_key *key, const uint8_t *x, size_t x_len, const uint8_t *y,
		      size_t y_len);

int native_rsa_key_read_pem(struct native_rsa_key *key, const uint8_t *pem, size_t pem_len);
int native_ec_key_read_pem(struct native_ec_key *key, const uint8_t *pem, size_t pem_len);

/* `out` holds NATIVE_RSA_PEM_SIZE or NATIVE_EC_PEM_SIZE bytes, far more than either needs. */
void native_rsa_key_write_pem(const struct native_rsa_key *key, char *out);
void native_ec_key_write_pem(const struct native_ec_key *key, char *out);

#endif
