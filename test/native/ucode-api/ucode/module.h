/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stand-in for ucode's headers: what the two bindings use of them, with ucode's names, types and
 * rules of ownership, written from its documentation. Its functions are in ../bridge.c. A module
 * that is built with this header runs in the bridge alone.
 */
#ifndef STAND_IN_UCODE_MODULE_H
#define STAND_IN_UCODE_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
	UC_NULL,
	UC_INTEGER,
	UC_BOOLEAN,
	UC_STRING,
	UC_DOUBLE,
	UC_ARRAY,
	UC_OBJECT,
	UC_REGEXP,
	UC_CFUNCTION,
	UC_CLOSURE,
	UC_UPVALUE,
	UC_RESOURCE,
} uc_type_t;

typedef enum { EXCEPTION_NONE, EXCEPTION_SYNTAX, EXCEPTION_RUNTIME } uc_exception_type_t;

typedef struct uc_value uc_value_t;
typedef struct uc_vm uc_vm_t;
typedef struct uc_resource_type uc_resource_type_t;
typedef uc_value_t *(*uc_cfn_ptr_t)(uc_vm_t *vm, size_t nargs);

typedef struct {
	const char *name;
	uc_cfn_ptr_t func;
} uc_function_list_t;

/* Values; those that are given to another value or returned belong to the receiver. */
uc_type_t ucv_type(uc_value_t *value);
uc_value_t *ucv_boolean_new(bool boolean);
bool ucv_boolean_get(uc_value_t *value);
uc_value_t *ucv_string_new(const char *text);
uc_value_t *ucv_string_new_length(const char *bytes, size_t len);
size_t ucv_string_length(uc_value_t *value);
/* Strings of up to seven bytes lie within the pointer, so the bytes live as long as *value. */
char *_ucv_string_get(uc_value_t **value);
uc_value_t *ucv_int64_new(int64_t number);
double ucv_double_get(uc_value_t *value); /* of an integer, too */
uc_value_t *ucv_array_get(uc_value_t *array, size_t index);
size_t ucv_array_length(uc_value_t *array);
uc_value_t *ucv_object_new(uc_vm_t *vm);
uc_value_t *ucv_object_get(uc_value_t *object, const char *key, bool *found);
bool ucv_object_add(uc_value_t *object, const char *key, uc_value_t *value);
uc_value_t *ucv_cfunction_new(const char *name, uc_cfn_ptr_t function);

uc_resource_type_t *ucv_resource_type_add(uc_vm_t *vm, const char *name, uc_value_t *prototype,
					  void (*end)(void *data));
uc_value_t *ucv_resource_new(uc_resource_type_t *type, void *data);
void uc_vm_registry_set(uc_vm_t *vm, const char *key, uc_value_t *value);
void __attribute__((format(printf, 3, 4)))
uc_vm_raise_exception(uc_vm_t *vm, uc_exception_type_t type, const char *format, ...);

/* The last argument is on top, at 0. */
uc_value_t *uc_vm_stack_peek(uc_vm_t *vm, size_t from_top);

#define uc_fn_arg(n) ((n) < nargs ? uc_vm_stack_peek(vm, nargs - (n)-1) : NULL)

#define uc_function_list_register(object, list) \
	do { \
		for (size_t at = 0; at < sizeof(list) / sizeof((list)[0]); at++) \
			ucv_object_add(object, (list)[at].name, \
				       ucv_cfunction_new((list)[at].name, (list)[at].func)); \
	} while (0)

void __attribute__((weak)) uc_module_init(uc_vm_t *vm, uc_value_t *scope);
void __attribute__((weak)) uc_module_entry(uc_vm_t *vm, uc_value_t *scope);

void uc_module_entry(uc_vm_t *vm, uc_value_t *scope)
{
	uc_module_init(vm, scope);
}

#endif
