/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that the fuzz targets share: cutting the input into pieces, each in a buffer
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

#include <openssl/evp.h>

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

/* `size` bytes, or what is left. */
static inline struct piece take_bytes(struct input *in, size_t size)
{
	struct piece piece = {NULL, size < in->size ? size : in->size};

	piece.data = malloc(piece.size > 0 ? piece.size : 1);
	CHECK(piece.data != NULL);
	if (piece.size > 0)
		memcpy(piece.data, in->data, piece.size);
	in->data += piece.size;
	in->size -= piece.size;
	return piece;
}

/* Two bytes of length, then as many bytes. */
static inline struct piece take_piece(struct input *in)
{
	size_t high = take_byte(in);

	return take_bytes(in, high << 8 | take_byte(in));
}

/* DER as PEM: the fuzzer would hardly find its way through base64 by itself. */
static inline struct piece wrap(struct piece der, const char *begin, const char *end)
{
	size_t size = strlen(begin);
	struct piece pem = {malloc(size + strlen(end) + (der.size + 2) / 3 * 4 + 1), 0};

	CHECK(pem.data != NULL);
	memcpy(pem.data, begin, size);
	size += (size_t)EVP_EncodeBlock(pem.data + size, der.data, (int)der.size);
	memcpy(pem.data + size, end, strlen(end));
	pem.size = size + strlen(end);
	pem.data = realloc(pem.data, pem.size);
	CHECK(pem.data != NULL);
	free(der.data);
	return pem;
}

static inline struct native_bytes bytes_of(struct piece piece)
{
	return (struct native_bytes){piece.data, piece.size};
}

#endif
