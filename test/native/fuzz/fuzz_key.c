/* SPDX-License-Identifier: Apache-2.0 */
/*
 * With -DVERIFY, the algorithms NAMES: any message, any signature, any key, as text or as DER. A
 * signature that is right must stay the only one: with another message it is wrong.
 *
 * Without, conversion of JWKs of the types NAMES: any two numbers. What is written can be read
 * again and holds the same numbers; what is refused leaves an empty string.
 */
#include "fuzz.h"
#include "native_key.h"

static const char *const names[] = {NAMES};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	CHECK(native_crypto_init() == NATIVE_OK);
	return 0;
}

#ifdef VERIFY
static bool verify(const char *alg, struct piece msg, struct piece sig, struct piece key)
{
	return native_verify(native_text(alg), bytes_of(msg), bytes_of(sig), bytes_of(key));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	uint8_t choice = take_byte(&in);
	const char *alg = names[(choice >> 1) % (sizeof(names) / sizeof(names[0]))];
	struct piece key = take_piece(&in);
	struct piece sig = take_piece(&in);
	struct piece msg = take_bytes(&in, in.size);

	if (choice & 1)
		key = wrap(key, "-----BEGIN PUBLIC KEY-----\n", "\n-----END PUBLIC KEY-----\n");
	if (verify(alg, msg, sig, key) && msg.size > 0) {
		msg.data[0] ^= 1;
		CHECK(!verify(alg, msg, sig, key));
		msg.data[0] ^= 1;
		sig.size--;
		CHECK(!verify(alg, msg, sig, key));
	}
	free(msg.data);
	free(sig.data);
	free(key.data);
	return 0;
}
#else
static void check_rsa(const char *pem, struct piece n, struct piece e)
{
	struct native_rsa_key key;

	CHECK(native_rsa_key_read_pem(&key, native_text(pem)) == NATIVE_OK);
	CHECK(key.n_len <= n.size && key.e_len <= e.size);
	CHECK(memcmp(key.n, n.data + n.size - key.n_len, key.n_len) == 0);
	CHECK(memcmp(key.e, e.data + e.size - key.e_len, key.e_len) == 0);
}

static void check_ec(const char *pem, struct piece x, struct piece y)
{
	struct native_ec_key key;

	CHECK(native_ec_key_read_pem(&key, native_text(pem)) == NATIVE_OK);
	CHECK(x.size == key.curve->coordinate);
	CHECK(y.size == (key.curve->numbers - 1) * x.size);
	CHECK(memcmp(key.point + 1, x.data, x.size) == 0);
	CHECK(memcmp(key.point + 1 + x.size, y.data, y.size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	/* Mostly the smallest buffer allowed, sometimes a smaller one. */
	uint8_t choice = take_byte(&in);
	size_t out_len = choice == 255 ? NATIVE_RSA_PEM_SIZE - 1 : NATIVE_RSA_PEM_SIZE;
	const char *type = names[choice % (sizeof(names) / sizeof(names[0]))];
	struct piece first = take_piece(&in);
	struct piece second = take_bytes(&in, in.size);
	char *out = malloc(out_len);
	int result;

	CHECK(out != NULL);
	out[0] = 'x';
	result = native_jwk_to_pem(native_text(type), bytes_of(first), bytes_of(second), out,
				   out_len);
	if (result == NATIVE_OK) {
		CHECK(out_len == NATIVE_RSA_PEM_SIZE);
		(strcmp(type, "RSA") == 0 ? check_rsa : check_ec)(out, first, second);
	} else {
		CHECK(result == NATIVE_ERR_ARGUMENT || result == NATIVE_ERR_KEY);
		CHECK(out[0] == '\0');
	}
	free(out);
	free(second.data);
	free(first.data);
	return 0;
}
#endif
