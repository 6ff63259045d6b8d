/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RS256 (-DVERIFY_RS256) or ES256: any message, any signature, any key, as text
 * or as DER. A signature that is right must stay the only one: with another
 * message it is wrong.
 */
#include "fuzz.h"

#ifdef VERIFY_RS256
#define verify native_verify_rs256
#else
#define verify native_verify_es256
#endif

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
	int wrap = take_byte(&in) & 1;
	struct piece key = take_key(&in, wrap);
	struct piece sig = take_piece(&in);
	struct piece msg = take_bytes(&in, in.size);

	if (verify(msg.data, msg.size, sig.data, sig.size, key.data, key.size) && msg.size > 0) {
		msg.data[0] ^= 1;
		CHECK(!verify(msg.data, msg.size, sig.data, sig.size, key.data, key.size));
		msg.data[0] ^= 1;
		CHECK(!verify(msg.data, msg.size, sig.data, sig.size - 1, key.data, key.size));
	}
	free(msg.data);
	free(sig.data);
	free(key.data);
	return 0;
}
