/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the fuzz targets share: cutting the input into pieces, each in a buffer
 * of its own and of exactly its size, so that AddressSanitizer sees every byte
 * read beyond it.
 */
#ifndef SSO_LOGIN_FUZZ_H
#define SSO_LOGIN_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "native_crypto.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

struct input {
	const uint8_t *data;
	size_t size;
};

struct piece {
	uint8_t *data;
	size_t size;
};

static inline uint8_t take_byte(struct input *in)
{
	if (in->size == 0)
		return 0;
	in->size--;
	return *in->data++;
}

static inline struct piece make_piece(const uint8_t *data, size_t size)
{
	struct piece piece = {malloc(size > 0 ? size : 1), size};

	CHECK(piece.data != NULL);
	if (size > 0)
		memcpy(piece.data, data, size);
	return piece;
}

/* `size` bytes, or what is left. */
static inline struct piece take_bytes(struct input *in, size_t size)
{
	struct piece piece;

	if (size > in->size)
		size = in->size;
	piece = make_piece(in->data, size);
	in->data += size;
	in->size -= size;
	return piece;
}

/* Two bytes of length, then as many bytes. */
static inline struct piece take_piece(struct input *in)
{
	size_t high = take_byte(in);

	return take_bytes(in, high << 8 | take_byte(in));
}

/*
 * A key for a verification: the rest of the input as PEM text, or as DER
 * wrapped into PEM, which the fuzzer would hardly find its way through by
 * itself.
 */
static inline struct piece take_key(struct input *in, int wrap)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	static const char begin[] = "-----BEGIN PUBLIC KEY-----\n";
	static const char end[] = "\n-----END PUBLIC KEY-----\n";
	struct piece der = take_piece(in), pem;
	char *text, *p;

	if (!wrap)
		return der;
	p = text = malloc(sizeof(begin) + sizeof(end) + der.size * 4 / 3 + 4);
	CHECK(text != NULL);
	p = strcpy(p, begin) + strlen(begin);
	for (size_t i = 0; i < der.size; i += 3) {
		uint32_t bits = (uint32_t)der.data[i] << 16;

		bits |= i + 1 < der.size ? (uint32_t)der.data[i + 1] << 8 : 0;
		bits |= i + 2 < der.size ? der.data[i + 2] : 0;
		*p++ = digits[bits >> 18];
		*p++ = digits[bits >> 12 & 63];
		*p++ = i + 1 < der.size ? digits[bits >> 6 & 63] : '=';
		*p++ = i + 2 < der.size ? digits[bits & 63] : '=';
	}
	p = strcpy(p, end) + strlen(end);
	pem = make_piece((const uint8_t *)text, (size_t)(p - text));
	free(text);
	free(der.data);
	return pem;
}

#endif
