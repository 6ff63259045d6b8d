/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions of the module sso_login.native_crypto: the contract of native_crypto.h as plain
 * functions over strings of bytes. lua_crypto.c and ucode_crypto.c define each of them from its
 * row. An argument of another type is treated like a bad value: no function raises an error. One
 * that fails returns nil and the reason in Lua, and null in ucode, where error() has the reason.
 * The modules have more members: `backend` is "mbedtls" or "openssl", `interface` the number of
 * native_interface.h, json_rewrite(text, repairs) that of native_json.h; in ucode exit(status) ends
 * the process, and writes what is buffered.
 */
#ifndef SSO_LOGIN_CRYPTO_FUNCTIONS_H
#define SSO_LOGIN_CRYPTO_FUNCTIONS_H

#include "native_backend.h"
#include "native_interface.h"
#include "native_json.h"

/* The most strings that a function takes. */
#define CRYPTO_ARGUMENTS 4

/* The number of bytes that a number asks for, then those. */
static inline int random_bytes(double wanted, uint8_t *out, size_t *len)
{
	*len = native_random_length(wanted);
	return *len > 0 ? native_random(out, *len) : NATIVE_ERR_ARGUMENT;
}

/* Passes a result on with the length of the text that it is about. */
static inline int with_length(int result, const uint8_t *text, size_t *len)
{
	*len = strlen((const char *)text);
	return result;
}

#define IN(at) args[at].data, args[at].len
#define PEM    (char *)out, sizeof(out)

/*
 * BOOLEAN(name, count, call) and BYTES(name, count, size, call). `call` finds the first `count`
 * arguments in `args`; all are strings, else it is not made. A call of BYTES gives an enum
 * native_result, and has `len` bytes written to `out`, which has room for `size`. NUMBER is the
 * first argument as a number, 0 if it is none.
 */
#define CRYPTO_FUNCTIONS(BOOLEAN, BYTES) \
	BOOLEAN(verify, 4, native_verify(args[0], args[1], args[2], args[3])) \
	BOOLEAN(verify_rs256, 3, native_verify_rs256(IN(0), IN(1), IN(2))) \
	BOOLEAN(verify_es256, 3, native_verify_es256(IN(0), IN(1), IN(2))) \
	BOOLEAN(constant_time_eq, 2, native_constant_time_eq(IN(0), IN(1))) \
	BOOLEAN(forget_variable, 1, native_forget_variable(args[0])) \
	BYTES(make_key, 1, NATIVE_PRIVATE_MAX, native_make_key(args[0], out, &len)) \
	BYTES(sign, 3, NATIVE_SIGNATURE_MAX, native_sign(args[0], args[1], args[2], out, &len)) \
	BYTES(alg_hash, 2, NATIVE_HASH_MAX, native_alg_hash(args[0], args[1], out, &len)) \
	BYTES(sha256, 1, NATIVE_SHA256_SIZE, native_sha256(IN(0), (len = sizeof(out), out))) \
	BYTES(hmac_sha256, 2, NATIVE_SHA256_SIZE, \
	      native_hmac_sha256(IN(0), IN(1), (len = sizeof(out), out))) \
	BYTES(base64url_encode, 1, NATIVE_BASE64URL_SIZE, \
	      native_base64url_encode(args[0], (char *)out, &len)) \
	BYTES(base64url_decode, 1, NATIVE_TEXT_MAX / 4 * 3, \
	      native_base64url_decode(args[0], out, &len)) \
	BYTES(random, 0, NATIVE_INPUT_MAX, random_bytes(NUMBER, out, &len)) \
	BYTES(jwk_to_pem, 3, NATIVE_RSA_PEM_SIZE, \
	      with_length(native_jwk_to_pem(args[0], args[1], args[2], PEM), out, &len)) \
	BYTES(jwk_rsa_to_pem, 2, NATIVE_RSA_PEM_SIZE, \
	      with_length(native_jwk_rsa_to_pem(IN(0), IN(1), PEM), out, &len)) \
	BYTES(jwk_ec_p256_to_pem, 2, NATIVE_EC_PEM_SIZE, \
	      with_length(native_jwk_ec_p256_to_pem(IN(0), IN(1), PEM), out, &len))

#endif
