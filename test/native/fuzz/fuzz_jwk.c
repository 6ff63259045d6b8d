/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JWK conversion, RSA (-DJWK_RSA) or EC: any two numbers. What is written can
 * be read again and holds the same numbers; what is refused leaves an empty
 * string.
 */
#include "fuzz.h"
#include "native_key.h"

#ifdef JWK_RSA
#define convert    native_jwk_rsa_to_pem
#define OUTPUT_MIN NATIVE_RSA_PEM_SIZE
#else
#define convert    native_jwk_ec_p256_to_pem
#define OUTPUT_MIN NATIVE_EC_PEM_SIZE
#endif

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	CHECK(native_crypto_init() == NATIVE_OK);
	return 0;
}

static void check_pem(const char *pem, struct piece first, struct piece second)
{
	const uint8_t *text = (const uint8_t *)pem;
#ifdef JWK_RSA
	struct native_rsa_key key;

	CHECK(native_rsa_key_read_pem(&key, text, strlen(pem)) == NATIVE_OK);
	CHECK(key.n_len <= first.size && key.e_len <= second.size);
	CHECK(memcmp(key.n, first.data + first.size - key.n_len, key.n_len) == 0);
	CHECK(memcmp(key.e, second.data + second.size - key.e_len, key.e_len) == 0);
#else
	struct native_ec_key key;

	CHECK(first.size == NATIVE_P256_SIZE && second.size == NATIVE_P256_SIZE);
	CHECK(native_ec_key_read_pem(&key, text, strlen(pem)) == NATIVE_OK);
	CHECK(memcmp(key.point + 1, first.data, NATIVE_P256_SIZE) == 0);
	CHECK(memcmp(key.point + 1 + NATIVE_P256_SIZE, second.data, NATIVE_P256_SIZE) == 0);
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	/* Mostly the smallest buffer allowed, sometimes a smaller one. */
	size_t out_len = take_byte(&in) == 255 ? OUTPUT_MIN - 1 : OUTPUT_MIN;
	struct piece first = take_piece(&in);
	struct piece second = take_bytes(&in, in.size);
	char *out = malloc(out_len);
	int result;

	CHECK(out != NULL);
	out[0] = 'x';
	result = convert(first.data, first.size, second.data, second.size, out, out_len);
	if (result == NATIVE_OK) {
		CHECK(out_len == OUTPUT_MIN);
		check_pem(out, first, second);
	} else {
		CHECK(result == NATIVE_ERR_ARGUMENT || result == NATIVE_ERR_KEY);
		CHECK(out[0] == '\0');
	}
	free(out);
	free(second.data);
	free(first.data);
	return 0;
}
