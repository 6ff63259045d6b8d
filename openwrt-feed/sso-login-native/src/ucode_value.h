/* SPDX-License-Identifier: Apache-2.0 */
/* Values of ucode as the two bindings take them: by their own type, never converted. */
#ifndef SSO_LOGIN_UCODE_VALUE_H
#define SSO_LOGIN_UCODE_VALUE_H

/* ucode's headers are not written for our warnings. */
#pragma GCC system_header

#include <stdbool.h>
#include <stdint.h>

/* The header defines the module's entry. */
#pragma GCC visibility push(default)
#include <ucode/module.h>
#pragma GCC visibility pop

/*
 * A string of bytes. ucode keeps up to seven of them within the pointer to the value, so `data` may
 * point into this structure: it is not to be copied, and has to live as long as the bytes.
 */
struct ucode_bytes {
	uc_value_t *value;
	const uint8_t *data;
	size_t len;
};

/* False, and no data, for any other type. */
static inline bool ucode_bytes(uc_value_t *value, struct ucode_bytes *bytes)
{
	*bytes = (struct ucode_bytes){.value = value};
	if (ucv_type(value) != UC_STRING)
		return false;
	bytes->data = (const uint8_t *)_ucv_string_get(&bytes->value);
	bytes->len = ucv_string_length(value);
	return true;
}

/* An integer or a double. */
static inline bool ucode_number(uc_value_t *value, double *number)
{
	uc_type_t type = ucv_type(value);

	if (type != UC_INTEGER && type != UC_DOUBLE)
		return false;
	*number = ucv_double_get(value);
	return true;
}

#endif
