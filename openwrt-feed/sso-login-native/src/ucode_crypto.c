/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ucode module sso_login.native_crypto: the contract of native_crypto.h as plain functions over
 * strings of bytes. An argument of another type is treated like a bad value: no function raises an
 * exception.
 *
 *   verify_rs256(msg, sig, pem)  boolean
 *   verify_es256(msg, sig, pem)  boolean
 *   sha256(s)                    32 bytes | null
 *   hmac_sha256(key, msg)        32 bytes | null
 *   random(len)                  len bytes | null      (len from 1 to 16384)
 *   jwk_rsa_to_pem(n, e)         PEM | null            (big-endian bytes)
 *   jwk_ec_p256_to_pem(x, y)     PEM | null
 *   constant_time_eq(a, b)       boolean
 *   error()                      why the last of these gave null; null after a success
 *   backend                      "mbedtls" | "openssl"
 *   interface                    the number of native_interface.h
 */
#include "native_backend.h"
#include "native_interface.h"
#include "ucode_value.h"

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

typedef bool verify_fn(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
		       const uint8_t *key_pem, size_t key_len);

static uc_value_t *verify(uc_vm_t *vm, size_t nargs, verify_fn *check)
{
	struct ucode_bytes msg, sig, pem;
	bool ok = ucode_bytes(uc_fn_arg(0), &msg) && ucode_bytes(uc_fn_arg(1), &sig) &&
		  ucode_bytes(uc_fn_arg(2), &pem) &&
		  check(msg.data, msg.len, sig.data, sig.len, pem.data, pem.len);

	return ucv_boolean_new(ok);
}

static uc_value_t *crypto_verify_rs256(uc_vm_t *vm, size_t nargs)
{
	return verify(vm, nargs, native_verify_rs256);
}

static uc_value_t *crypto_verify_es256(uc_vm_t *vm, size_t nargs)
{
	return verify(vm, nargs, native_verify_es256);
}

static uc_value_t *crypto_sha256(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes input;
	uint8_t hash[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (ucode_bytes(uc_fn_arg(0), &input))
		result = native_sha256(input.data, input.len, hash);
	return give_result(result, hash, sizeof(hash));
}

static uc_value_t *crypto_hmac_sha256(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes key, msg;
	uint8_t mac[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (ucode_bytes(uc_fn_arg(0), &key) && ucode_bytes(uc_fn_arg(1), &msg))
		result = native_hmac_sha256(key.data, key.len, msg.data, msg.len, mac);
	return give_result(result, mac, sizeof(mac));
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

static uc_value_t *crypto_jwk_rsa_to_pem(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes n, e;
	char pem[NATIVE_RSA_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (ucode_bytes(uc_fn_arg(0), &n) && ucode_bytes(uc_fn_arg(1), &e))
		result = native_jwk_rsa_to_pem(n.data, n.len, e.data, e.len, pem, sizeof(pem));
	return give_result(result, pem, strlen(pem));
}

static uc_value_t *crypto_jwk_ec_p256_to_pem(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes x, y;
	char pem[NATIVE_EC_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (ucode_bytes(uc_fn_arg(0), &x) && ucode_bytes(uc_fn_arg(1), &y))
		result = native_jwk_ec_p256_to_pem(x.data, x.len, y.data, y.len, pem, sizeof(pem));
	return give_result(result, pem, strlen(pem));
}

static uc_value_t *crypto_constant_time_eq(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes a, b;
	bool same = ucode_bytes(uc_fn_arg(0), &a) && ucode_bytes(uc_fn_arg(1), &b) &&
		    native_constant_time_eq(a.data, a.len, b.data, b.len);

	return ucv_boolean_new(same);
}

static uc_value_t *crypto_error(uc_vm_t *vm, size_t nargs)
{
	(void)vm;
	(void)nargs;
	return last_reason != NULL ? ucv_string_new(last_reason) : NULL;
}

static const uc_function_list_t functions[] = {
	{"verify_rs256", crypto_verify_rs256},
	{"verify_es256", crypto_verify_es256},
	{"sha256", crypto_sha256},
	{"hmac_sha256", crypto_hmac_sha256},
	{"random", crypto_random},
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
