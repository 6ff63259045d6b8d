/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The algorithms of RSA (-DVERIFY_RSA) or of curves: any message, any signature,
 * any key, as text or as DER. A signature that is right must stay the only one:
 * with another message it is wrong.
 */
#include "fuzz.h"

#ifdef VERIFY_RSA
static const char *const names[] = {"RS256", "RS384", "RS512", "PS256", "PS384", "PS512"};
#else
static const char *const names[] = {"ES256", "ES384", "ES512", "EdDSA"};
#endif

static bool verify(const char *alg, struct piece msg, const uint8_t *sig, size_t sig_size,
		   struct piece key)
{
	return native_verify(native_text(alg), (struct native_bytes){msg.data, msg.size},
			     (struct native_bytes){sig, sig_size},
			     (struct native_bytes){key.data, key.size});
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	CHECK(native_crypto_init() == NATIVE_OK);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	uint8_t choice = take_byte(&in);
	const char *alg = names[(choice >> 1) % (sizeof(names) / sizeof(names[0]))];
	struct piece key = take_key(&in, choice & 1);
	struct piece sig = take_piece(&in);
	struct piece msg = take_bytes(&in, in.size);

	if (verify(alg, msg, sig.data, sig.size, key) && msg.size > 0) {
		msg.data[0] ^= 1;
		CHECK(!verify(alg, msg, sig.data, sig.size, key));
		msg.data[0] ^= 1;
		CHECK(!verify(alg, msg, sig.data, sig.size - 1, key));
	}
	free(msg.data);
	free(sig.data);
	free(key.data);
	return 0;
}
