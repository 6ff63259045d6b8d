/* SPDX-License-Identifier: Apache-2.0 */
/* Values that the functions of this layer take and return. */
#ifndef SSO_LOGIN_NATIVE_BYTES_H
#define SSO_LOGIN_NATIVE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The longest input of any function: message, signature, key, PEM, random output. */
#define NATIVE_INPUT_MAX 16384
/* The longest text to decode: a whole answer of the HTTPS client. */
#define NATIVE_TEXT_MAX 262144

/* A string of bytes that the caller owns. */
struct native_bytes {
	const uint8_t *data;
	size_t len;
};

/* The bytes of a C string; none of NULL. */
static inline struct native_bytes native_text(const char *text)
{
	return (struct native_bytes){(const uint8_t *)text, text != NULL ? strlen(text) : 0};
}

/* Results of the functions that return an int. */
enum native_result {
	NATIVE_OK = 0,
	NATIVE_ERR_ARGUMENT = -1, /* a pointer is missing, or a length is outside its limits */
	NATIVE_ERR_KEY = -2,      /* the numbers are no public key that this layer accepts */
	NATIVE_ERR_BACKEND = -3,  /* the library or the kernel failed */
};

#endif
