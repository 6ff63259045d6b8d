/* SPDX-License-Identifier: Apache-2.0 */
/* Base64URL: the digits are added up bit by bit, and what is left over at the end is zero. */
#include "native_base64url.h"

/* The digits by their values. */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

int native_base64url_encode(struct native_bytes input, char *output, size_t *len)
{
	unsigned int bits = 0, count = 0; /* those that wait for more, and how many */

	*len = 0;
	if (input.len > NATIVE_INPUT_MAX || (input.data == NULL && input.len > 0))
		return NATIVE_ERR_ARGUMENT;
	for (size_t i = 0; i < input.len; i++) {
		bits = (bits & 0xff) << 8 | input.data[i];
		for (count += 8; count >= 6; count -= 6)
			output[(*len)++] = digits[bits >> (count - 6) & 63];
	}
	if (count > 0)
		output[(*len)++] = digits[bits << (6 - count) & 63];
	return NATIVE_OK;
}

int native_base64url_decode(struct native_bytes input, uint8_t *output, size_t *len)
{
	unsigned int bits = 0, count = 0;

	*len = 0;
	if (input.len > NATIVE_TEXT_MAX || (input.data == NULL && input.len > 0))
		return NATIVE_ERR_ARGUMENT;
	for (size_t i = 0; i < input.len; i++) {
		const char *digit = memchr(digits, input.data[i], sizeof(digits) - 1);

		if (digit == NULL)
			return NATIVE_ERR_ARGUMENT;
		bits = (bits & 0xff) << 6 | (unsigned int)(digit - digits);
		count += 6;
		if (count >= 8) {
			count -= 8;
			output[(*len)++] = (uint8_t)(bits >> count);
		}
	}
	/* A whole digit is left over of 4n+1, and the others' rest is zero. */
	return count < 6 && (bits & ((1U << count) - 1)) == 0 ? NATIVE_OK : NATIVE_ERR_ARGUMENT;
}
