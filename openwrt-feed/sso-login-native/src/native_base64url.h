/* SPDX-License-Identifier: Apache-2.0 */
/* Base64URL: of the native crypto contract, and of the PEM in native_key.c. Needs no library. */
#ifndef SSO_LOGIN_NATIVE_BASE64URL_H
#define SSO_LOGIN_NATIVE_BASE64URL_H

#include "native_bytes.h"

/* Characters of the longest input. */
#define NATIVE_BASE64URL_SIZE ((NATIVE_INPUT_MAX * 4 + 2) / 3)

/*
 * Base64URL without padding (RFC 4648 section 5), into `output`, which has room for
 * NATIVE_BASE64URL_SIZE characters; `*len` is how many they are. No NUL follows. Returns an enum
 * native_result.
 */
int native_base64url_encode(struct native_bytes input, char *output, size_t *len);

/*
 * The bytes of such a text of at most NATIVE_TEXT_MAX characters, into `output`, which has room for
 * three quarters of them; `*len` is how many they are. NATIVE_ERR_ARGUMENT for what is not the one
 * encoding of any bytes: another alphabet, padding, a length of 4n+1, bits left over that are not
 * zero.
 */
int native_base64url_decode(struct native_bytes input, uint8_t *output, size_t *len);

#endif
