/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The contract of native_crypto.h: every check, then one call of the backend. native_memzero() is
 * in the backend's own file, since each library has its own.
 */
#include "native_backend.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

/* Libraries are not asked what they think of a NULL pointer, even with length 0. */
static const uint8_t nothing[1];

static bool input_ok(const uint8_t **data, size_t len)
{
	if (len > NATIVE_INPUT_MAX)
		return false;
	if (*data == NULL && len == 0)
		*data = nothing;
	return *data != NULL;
}

const char *native_reason(int result)
{
	switch (result) {
	case NATIVE_OK:
		return "no error";
	case NATIVE_ERR_ARGUMENT:
		return "invalid argument";
	case NATIVE_ERR_KEY:
		return "unacceptable key";
	default:
		return "backend failure";
	}
}

int native_crypto_init(void)
{
	uint8_t probe;

	if (native_backend_init() != 0)
		return NATIVE_ERR_BACKEND;
	return native_random(&probe, sizeof(probe));
}

void native_crypto_deinit(void)
{
	native_backend_deinit();
}

bool native_verify_rs256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len)
{
	struct native_rsa_key key;
	uint8_t hash[NATIVE_SHA256_SIZE];

	if (!input_ok(&msg, msg_len) || !input_ok(&sig, sig_len) || !input_ok(&key_pem, key_len))
		return false;
	if (native_rsa_key_read_pem(&key, key_pem, key_len) != NATIVE_OK)
		return false;
	if (sig_len != key.n_len)
		return false;
	if (native_backend_sha256(msg, msg_len, hash) != 0)
		return false;
	return native_backend_rsa_verify(&key, hash, sig);
}

bool native_verify_es256(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
			 const uint8_t *key_pem, size_t key_len)
{
	struct native_ec_key key;
	uint8_t hash[NATIVE_SHA256_SIZE];

	if (!input_ok(&msg, msg_len) || !input_ok(&sig, sig_len) || !input_ok(&key_pem, key_len))
		return false;
	if (sig_len != NATIVE_ES256_SIG_SIZE)
		return false;
	if (native_ec_key_read_pem(&key, key_pem, key_len) != NATIVE_OK)
		return false;
	if (native_backend_sha256(msg, msg_len, hash) != 0)
		return false;
	return native_backend_ec_verify(&key, hash, sig);
}

int native_sha256(const uint8_t *input, size_t input_len, uint8_t *output)
{
	if (output == NULL || !input_ok(&input, input_len))
		return NATIVE_ERR_ARGUMENT;
	return native_backend_sha256(input, input_len, output) == 0 ? NATIVE_OK
								    : NATIVE_ERR_BACKEND;
}

int native_hmac_sha256(const uint8_t *key, size_t key_len, const uint8_t *msg, size_t msg_len,
		       uint8_t *output)
{
	if (output == NULL || !input_ok(&key, key_len) || !input_ok(&msg, msg_len))
		return NATIVE_ERR_ARGUMENT;
	return native_backend_hmac_sha256(key, key_len, msg, msg_len, output) == 0
		       ? NATIVE_OK
		       : NATIVE_ERR_BACKEND;
}

int native_random(uint8_t *buf, size_t len)
{
	size_t done = 0;

	if (buf == NULL || len == 0 || len > NATIVE_INPUT_MAX)
		return NATIVE_ERR_ARGUMENT;

	while (done < len) {
		ssize_t got = getrandom(buf + done, len - done, 0);

		if (got > 0) {
			done += (size_t)got;
		} else if (got == 0 || errno != EINTR) {
			native_memzero(buf, len);
			return NATIVE_ERR_BACKEND;
		}
	}
	return NATIVE_OK;
}

int native_jwk_rsa_to_pem(const uint8_t *n, size_t n_len, const uint8_t *e, size_t e_len, char *out,
			  size_t out_len)
{
	struct native_rsa_key key;

	if (out != NULL && out_len > 0)
		out[0] = '\0';
	if (out == NULL || out_len < NATIVE_RSA_PEM_SIZE)
		return NATIVE_ERR_ARGUMENT;
	if (!input_ok(&n, n_len) || !input_ok(&e, e_len))
		return NATIVE_ERR_ARGUMENT;
	if (native_rsa_key_set(&key, n, n_len, e, e_len) != NATIVE_OK)
		return NATIVE_ERR_KEY;
	native_rsa_key_write_pem(&key, out);
	return NATIVE_OK;
}

int native_jwk_ec_p256_to_pem(const uint8_t *x, size_t x_len, const uint8_t *y, size_t y_len,
			      char *out, size_t out_len)
{
	struct native_ec_key key;

	if (out != NULL && out_len > 0)
		out[0] = '\0';
	if (x_len != NATIVE_P256_SIZE || y_len != NATIVE_P256_SIZE)
		return NATIVE_ERR_KEY;
	if (out == NULL || out_len < NATIVE_EC_PEM_SIZE)
		return NATIVE_ERR_ARGUMENT;
	if (x == NULL || y == NULL)
		return NATIVE_ERR_ARGUMENT;
	if (native_ec_key_set(&key, x, x_len, y, y_len) != NATIVE_OK)
		return NATIVE_ERR_KEY;
	if (!native_backend_ec_check(&key))
		return NATIVE_ERR_KEY;
	native_ec_key_write_pem(&key, out);
	return NATIVE_OK;
}

size_t native_random_length(double wanted)
{
	/* Also refuses NaN, and keeps the conversion inside its range. */
	if (wanted >= 1 && wanted <= NATIVE_INPUT_MAX && wanted == (double)(size_t)wanted)
		return (size_t)wanted;
	return 0;
}

bool native_constant_time_eq(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
	volatile uint8_t difference = 0;

	if (a_len != b_len)
		return false;
	for (size_t i = 0; i < a_len; i++)
		difference = (uint8_t)(difference | (a[i] ^ b[i]));
	return difference == 0;
}
