/* SPDX-License-Identifier: Apache-2.0 */
/* ucode module sso_login.native_crypto; see crypto_functions.h. */
#include "crypto_functions.h"
#include "ucode_value.h"

#include <stdlib.h>

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

/*
 * The first `count` arguments, which may point into `values`; see struct ucode_bytes. False if one
 * is no string.
 */
static bool get_strings(uc_vm_t *vm, size_t nargs, size_t count, struct ucode_bytes *values,
			struct native_bytes *strings)
{
	for (size_t i = 0; i < count; i++) {
		if (!ucode_bytes(uc_fn_arg(i), &values[i]))
			return false;
		strings[i] = (struct native_bytes){values[i].data, values[i].len};
	}
	return true;
}

/* The first argument as a number; 0 if it is none. */
static double get_number(uc_vm_t *vm, size_t nargs)
{
	double number;

	return ucode_number(uc_fn_arg(0), &number) ? number : 0;
}

#define NUMBER get_number(vm, nargs)

#define DEFINE_BOOLEAN(name, count, call) \
	static uc_value_t *crypto_##name(uc_vm_t *vm, size_t nargs) \
	{ \
		struct ucode_bytes values[CRYPTO_ARGUMENTS]; \
		struct native_bytes args[CRYPTO_ARGUMENTS]; \
\
		return ucv_boolean_new(get_strings(vm, nargs, count, values, args) && (call)); \
	}

#define DEFINE_BYTES(name, count, size, call) \
	static uc_value_t *crypto_##name(uc_vm_t *vm, size_t nargs) \
	{ \
		struct ucode_bytes values[CRYPTO_ARGUMENTS]; \
		struct native_bytes args[CRYPTO_ARGUMENTS]; \
		uint8_t out[size]; \
		size_t len = 0; \
		int result = get_strings(vm, nargs, count, values, args) ? (call) \
									 : NATIVE_ERR_ARGUMENT; \
\
		return give_result(result, out, len); \
	}

CRYPTO_FUNCTIONS(DEFINE_BOOLEAN, DEFINE_BYTES)

/* json_rewrite(text, repairs): native_json_rewrite(), or null. */
static uc_value_t *crypto_json_rewrite(uc_vm_t *vm, size_t nargs)
{
	struct ucode_bytes text;
	uc_value_t *value = NULL;
	char *out = ucode_bytes(uc_fn_arg(0), &text) ? malloc(NATIVE_JSON_ROOM(text.len)) : NULL;
	size_t len = 0;

	if (out != NULL)
		len = native_json_rewrite((const char *)text.data, text.len,
					  ucv_boolean_get(uc_fn_arg(1)), out);
	if (len > 0)
		value = ucv_string_new_length(out, len);
	free(out);
	return value;
}

static uc_value_t *crypto_error(uc_vm_t *vm, size_t nargs)
{
	(void)vm;
	(void)nargs;
	return last_reason != NULL ? ucv_string_new(last_reason) : NULL;
}

/* Ends the process as os.exit of Lua does: ucode's own exit() frees each value first. */
static uc_value_t *crypto_exit(uc_vm_t *vm, size_t nargs)
{
	exit((int)NUMBER);
}

#define LIST(name, ...) {#name, crypto_##name},

static const uc_function_list_t functions[] = {
	CRYPTO_FUNCTIONS(LIST, LIST){"json_rewrite", crypto_json_rewrite},
	{"error", crypto_error},
	{"exit", crypto_exit},
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
