/* SPDX-License-Identifier: Apache-2.0 */
/* JSON of others, written anew so that both runtimes read the same value from it. */
#ifndef SSO_LOGIN_NATIVE_JSON_H
#define SSO_LOGIN_NATIVE_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a text: four times the largest body. */
#define NATIVE_JSON_MAX 1048576

/* Room for what is written of `len` bytes. */
#define NATIVE_JSON_ROOM(len) (4 * (len) + 32)

/*
 * Writes a JSON text (RFC 8259; `1.` and `-.5` are numbers, too) anew into `out`, which has
 * NATIVE_JSON_ROOM bytes, and returns how many they are; 0 for what is no JSON, has a NUL or is
 * longer than NATIVE_JSON_MAX. A NUL follows `text`, and none what is written. Time and room are
 * linear in the length.
 *
 * Written are no white space, no elements of arrays that are null, whole numbers of up to 2^53 as
 * digits and larger ones with an exponent, and U+FFFF for NUL in the name of a member.
 *
 * A runtime cannot represent half a surrogate pair, a number that is no finite double, and an array
 * or object on a level below NATIVE_JSON_DEPTH. With `repairs` the first becomes NUL, the second
 * false, the third null, whatever is in it; without it they are no JSON.
 */
#define NATIVE_JSON_DEPTH 31

size_t native_json_rewrite(const char *text, size_t len, bool repairs, char *out);

#endif
