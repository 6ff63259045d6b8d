/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Public keys as checked numbers, and their one accepted form as PEM. Needs no library.
 */
#ifndef SSO_LOGIN_NATIVE_KEY_H
#define SSO_LOGIN_NATIVE_KEY_H

#include "native_bytes.h"

#include <stdbool.h>

/* Limits of a key. The exponent is odd, at least 3 and at most 64 bits long. */
#define NATIVE_RSA_BITS_MIN      2048
#define NATIVE_RSA_BITS_MAX      4096
#define NATIVE_RSA_EXPONENT_SIZE 8
#define NATIVE_COORDINATE_MAX    66 /* of P-521 */

/* No leading zeros in either number; within these limits; both odd. */
struct native_rsa_key {
	uint8_t n[NATIVE_RSA_BITS_MAX / 8];
	size_t n_len;
	uint8_t e[NATIVE_RSA_EXPONENT_SIZE];
	size_t e_len;
};

/* The curves, in the order of native_curves. */
enum native_curve_id { NATIVE_P256, NATIVE_P384, NATIVE_P521, NATIVE_ED25519, NATIVE_CURVES };

struct native_curve {
	const char *name; /* as `crv` of a JWK */
	enum native_curve_id id;
	size_t coordinate; /* bytes of a coordinate, and of each half of a signature */
	size_t numbers;    /* coordinates of a public key: Ed25519 has only x */
	/* SubjectPublicKeyInfo up to the coordinates. */
	size_t prefix_len;
	uint8_t prefix[27];
};

extern const struct native_curve native_curves[NATIVE_CURVES];

/* Whether it is on the curve is for the backend to say. */
struct native_ec_key {
	const struct native_curve *curve;
	/* 4 || x || y: the uncompressed point; of Ed25519 the x is what its key is. */
	uint8_t point[1 + 2 * NATIVE_COORDINATE_MAX];
};

/* Takes coordinates of the curve's length; `y` is not read where there is only x. */
void native_ec_key_set(struct native_ec_key *key, const struct native_curve *curve,
		       const uint8_t *x, const uint8_t *y);

/* Each of these returns an enum native_result; a key that was refused is left undefined. */
int native_rsa_key_set(struct native_rsa_key *key, struct native_bytes n, struct native_bytes e);
int native_rsa_key_read_pem(struct native_rsa_key *key, struct native_bytes pem);
int native_ec_key_read_pem(struct native_ec_key *key, struct native_bytes pem);

/* `out` holds NATIVE_RSA_PEM_SIZE or NATIVE_EC_PEM_SIZE bytes, far more than either needs. */
void native_rsa_key_write_pem(const struct native_rsa_key *key, char *out);
void native_ec_key_write_pem(const struct native_ec_key *key, char *out);

#endif
