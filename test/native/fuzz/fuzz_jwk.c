/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JWK conversion, RSA (-DJWK_RSA) or EC: any two numbers. What is written can
 * be read again and holds the same numbers; what is refused leaves an empty
 * string.
 */
#include "fuzz.h"
#include "native_key.h"

#ifdef JWK_RSA
static const char *const types[] = {"RSA"};
#else
static const char *const types[] = {"P-256", "P-384", "P-521", "Ed25519"};
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

	CHECK(native_ec_key_read_pem(&key, text, strlen(pem)) == NATIVE_OK);
	CHECK(first.size == key.curve->coordinate);
	CHECK(second.size == (key.curve->numbers - 1) * first.size);
	CHECK(memcmp(key.point + 1, first.data, first.size) == 0);
	CHECK(memcmp(key.point + 1 + first.size, second.data, second.size) == 0);
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	/* Mostly the smallest buffer allowed, sometimes a smaller one. */
	uint8_t choice = take_byte(&in);
	size_t out_len = choice == 255 ? NATIVE_RSA_PEM_SIZE - 1 : NATIVE_RSA_PEM_SIZE;
	const char *type = types[choice % (sizeof(types) / sizeof(types[0]))];
	struct piece first = take_piece(&in);
	struct piece second = take_bytes(&in, in.size);
	char *out = malloc(out_len);
	int result;

	CHECK(out != NULL);
	out[0] = 'x';
	result = native_jwk_to_pem(native_text(type), (struct native_bytes){first.data, first.size},
				   (struct native_bytes){second.data, second.size}, out, out_len);
	if (result == NATIVE_OK) {
		CHECK(out_len == NATIVE_RSA_PEM_SIZE);
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
