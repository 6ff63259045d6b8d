/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ucode module sso_login.native_crypto: the contract of native_crypto.h as plain functions over
 * strings of bytes. An argument of another type is treated like a bad value: no function raises an
 * exception.
 *
 *   verify(alg, msg, sig, pem)        boolean
 *   verify_rs256(msg, sig, pem)       the same by RS256
 *   verify_es256(msg, sig, pem)       the same by ES256
 *   make_key(alg)                     private key | null
 *   sign(alg, msg, key)               signature | null
 *   alg_hash(alg, s)                  32, 48 or 64 bytes | null
 *   sha256(s)                         32 bytes | null
 *   hmac_sha256(key, msg)             32 bytes | null
 *   base64url_encode(s)               text | null
 *   base64url_decode(text)            bytes | null
 *   random(len)                       len bytes | null      (len from 1 to 16384)
 *   jwk_to_pem(type, first, second)   PEM | null            (big-endian bytes)
 *   jwk_rsa_to_pem(n, e)              the same of RSA
 *   jwk_ec_p256_to_pem(x, y)          the same of P-256
 *   constant_time_eq(a, b)            boolean
 *   error()                           why the last of these gave null; null after a success
 *   backend                           "mbedtls" | "openssl"
 *   interface                         the number of native_interface.h
 */
#include "native_backend.h"
#include "native_interface.h"
#include "ucode_value.h"

#include <stdlib.h>
#include <string.h>

/* Of the last function that may fail; a program has one virtual machine and one thread. */
static const char *last_reason;

/* Returns the buffer as a string, or null; the buffer is wiped either way. */
static uc_value_t *give_result(int result, void *buf, size_t len)
{
	uc_value_t *value = result == NATIVE_OK ? ucv_string_new_length(buf, len) : NULL;

	last_reason = result == NATIVE_OK ? NULL : native_reason(result);
	native_memzero(buf, len);
	return value;
}

/* The arguments of a call. `bytes` may point into `values`; see struct ucode_bytes. */
struct strings {
	struct ucode_bytes values[4];
	struct native_bytes bytes[4];
};

/*
 * The first arguments, so that there are `count` strings: one fewer when `text`, which then is the
 * first of them, is not NULL. False if one is no string.
 */
static bool get_strings(uc_vm_t *vm, size_t nargs, const char *text, size_t count,
			struct strings *strings)
{
	size_t given = text != NULL;

	strings->bytes[0] = native_text(text);
	for (size_t i = given; i < count; i++) {
		struct ucode_bytes *value = &strings->values[i];

		if (!ucode_bytes(uc_fn_arg(i - given), value))
			return false;
		strings->bytes[i] = (struct native_bytes){value->data, value->len};
	}
	return true;
}

/* msg, sig, pem, with `alg` before them if it is NULL here. */
static uc_value_t *verify(uc_vm_t *vm, size_t nargs, const char *alg)
{
	struct strings args;
	bool ok = get_strings(vm, nargs, alg, 4, &args) &&
		  native_verify(args.bytes[0], args.bytes[1], args.bytes[2], args.bytes[3]);

	return ucv_boolean_new(ok);
}

static uc_value_t *crypto_verify(uc_vm_t *vm, size_t nargs)
{
	return verify(vm, nargs, NULL);
}

static uc_value_t *crypto_verify_rs256(uc_vm_t *vm, size_t nargs)
{
	return verify(vm, nargs, "RS256");
}

static uc_value_t *crypto_verify_es256(uc_vm_t *vm, size_t nargs)
{
	return verify(vm, nargs, "ES256");
}

static uc_value_t *crypto_make_key(uc_vm_t *vm, size_t nargs)
{
	struct strings args;
	uint8_t key[NATIVE_PRIVATE_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 1, &args))
		result = native_make_key(args.bytes[0], key, &len);
	return give_result(result, key, len);
}

static uc_value_t *crypto_sign(uc_vm_t *vm, size_t nargs)
{
	struct strings args; /* alg, msg, key */
	uint8_t sig[NATIVE_SIGNATURE_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 3, &args))
		result = native_sign(args.bytes[0], args.bytes[1], args.bytes[2], sig, &len);
	return give_result(result, sig, len);
}

static uc_value_t *crypto_alg_hash(uc_vm_t *vm, size_t nargs)
{
	struct strings args; /* alg, s */
	uint8_t hash[NATIVE_HASH_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 2, &args))
		result = native_alg_hash(args.bytes[0], args.bytes[1], hash, &len);
	return give_result(result, hash, len);
}

static uc_value_t *crypto_sha256(uc_vm_t *vm, size_t nargs)
{
	struct strings args;
	uint8_t hash[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 1, &args))
		result = native_sha256(args.bytes[0].data, args.bytes[0].len, hash);
	return give_result(result, hash, sizeof(hash));
}

static uc_value_t *crypto_hmac_sha256(uc_vm_t *vm, size_t nargs)
{
	struct strings args; /* key, msg */
	uint8_t mac[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 2, &args))
		result = native_hmac_sha256(args.bytes[0].data, args.bytes[0].len,
					    args.bytes[1].data, args.bytes[1].len, mac);
	return give_result(result, mac, sizeof(mac));
}

static uc_value_t *crypto_base64url_encode(uc_vm_t *vm, size_t nargs)
{
	struct strings args;
	char text[NATIVE_BASE64URL_SIZE];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, NULL, 1, &args))
		result = native_base64url_encode(args.bytes[0], text, &len);
	return give_result(result, text, len);
}

static uc_value_t *crypto_base64url_decode(uc_vm_t *vm, size_t nargs)
{
	struct strings args;
	uint8_t *bytes = NULL;
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;
	uc_value_t *value;

	if (get_strings(vm, nargs, NULL, 1, &args)) {
		bytes = malloc(args.bytes[0].len + 1);
		result = bytes == NULL ? NATIVE_ERR_BACKEND
				       : native_base64url_decode(args.bytes[0], bytes, &len);
	}
	value = give_result(result, bytes, len);
	free(bytes);
	return value;
}

static uc_value_t *crypto_random(uc_vm_t *vm, size_t nargs)
{
	uint8_t buf[NATIVE_INPUT_MAX];
	double wanted;
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (ucode_number(uc_fn_arg(0), &wanted))
		len = native_random_length(wanted);
	if (len > 0)
		result = native_random(buf, len);
	return give_result(result, buf, len);
}

/* first, second, with `type` before them if it is NULL here. */
static uc_value_t *jwk_to_pem(uc_vm_t *vm, size_t nargs, const char *type)
{
	struct strings args;
	char pem[NATIVE_RSA_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(vm, nargs, type, 3, &args))
		result = native_jwk_to_pem(args.bytes[0], args.bytes[1], args.bytes[2], pem,
					   sizeof(pem));
	return give_result(result, pem, strlen(pem));
}

static uc_value_t *crypto_jwk_to_pem(uc_vm_t *vm, size_t nargs)
{
	return jwk_to_pem(vm, nargs, NULL);
}

static uc_value_t *crypto_jwk_rsa_to_pem(uc_vm_t *vm, size_t nargs)
{
	return jwk_to_pem(vm, nargs, "RSA");
}

static uc_value_t *crypto_jwk_ec_p256_to_pem(uc_vm_t *vm, size_t nargs)
{
	return jwk_to_pem(vm, nargs, "P-256");
}

static uc_value_t *crypto_constant_time_eq(uc_vm_t *vm, size_t nargs)
{
	struct strings args;
	bool same = get_strings(vm, nargs, NULL, 2, &args) &&
		    native_constant_time_eq(args.bytes[0].data, args.bytes[0].len,
					    args.bytes[1].data, args.bytes[1].len);

	return ucv_boolean_new(same);
}

static uc_value_t *crypto_error(uc_vm_t *vm, size_t nargs)
{
	(void)vm;
	(void)nargs;
	return last_reason != NULL ? ucv_string_new(last_reason) : NULL;
}

static const uc_function_list_t functions[] = {
	{"verify", crypto_verify},
	{"verify_rs256", crypto_verify_rs256},
	{"verify_es256", crypto_verify_es256},
	{"make_key", crypto_make_key},
	{"sign", crypto_sign},
	{"alg_hash", crypto_alg_hash},
	{"sha256", crypto_sha256},
	{"hmac_sha256", crypto_hmac_sha256},
	{"base64url_encode", crypto_base64url_encode},
	{"base64url_decode", crypto_base64url_decode},
	{"random", crypto_random},
	{"jwk_to_pem", crypto_jwk_to_pem},
	{"jwk_rsa_to_pem", crypto_jwk_rsa_to_pem},
	{"jwk_ec_p256_to_pem", crypto_jwk_ec_p256_to_pem},
	{"constant_time_eq", crypto_constant_time_eq},
	{"error", crypto_error},
};

/* The library's own state ends with the process. */
void uc_module_init(uc_vm_t *vm, uc_value_t *scope)
{
	if (native_crypto_init() != NATIVE_OK) {
		uc_vm_raise_exception(vm, EXCEPTION_RUNTIME, "%s crypto backend: cannot start",
				      native_backend_name);
		return;
	}
	uc_function_list_register(scope, functions);
	ucv_object_add(scope, "backend", ucv_string_new(native_backend_name));
	ucv_object_add(scope, "interface", ucv_int64_new(NATIVE_INTERFACE));
}
