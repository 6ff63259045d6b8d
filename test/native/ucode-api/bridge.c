/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module bridge: runs a C module for ucode that was built with ucode/module.h beside this file.
 *
 *   load(path)     table of functions, strings and numbers, as the module has registered them
 *   end_program()  what the end of a program does; then the number of values never released
 *   flock(fd)      flock(2), exclusive, without waiting, which luaposix lacks; whether
 *                  it was free
 *
 * Lua values become ucode's: a table with a first element or without any is an array, any other an
 * object; what ucode does not have is a resource. A hostile table's metamethods are not run.
 */
#define _GNU_SOURCE /* dladdr() */
#include "ucode/module.h"

#include <dlfcn.h>
#include <lauxlib.h>
#include <lua.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

/* Places of ucode's own tagged pointers: the type in the lowest bits, the length above them. */
enum {
	TAG_MASK = 3,
	SHORT_MAX = sizeof(void *) - 1,
	ARGUMENTS_MAX = 8,
};

struct member {
	char *key; /* NULL in an array */
	uc_value_t *value;
};

struct uc_value {
	uc_type_t type;
	bool boolean;
	double number; /* of an integer, too */
	uc_cfn_ptr_t function;
	size_t count;           /* bytes of a string, members of an array or an object */
	char *bytes;            /* of their own size, so that AddressSanitizer sees their end */
	struct member *members; /* or NULL */
	void (*end)(void *data);
	void *data; /* of a resource */
};

struct uc_resource_type {
	void (*end)(void *data);
	uc_value_t *prototype;
};

struct uc_vm {
	uc_value_t *stack[ARGUMENTS_MAX];
	size_t count;
	uc_value_t *registry;
	uc_resource_type_t type; /* a module of ours has one */
	char exception[256];
};

static uc_vm_t vm;
static long living;

static void *allocate(size_t size)
{
	void *memory = calloc(1, size > 0 ? size : 1);

	if (memory == NULL)
		abort();
	return memory;
}

static uc_value_t *new_value(uc_type_t type)
{
	uc_value_t *value = allocate(sizeof(*value));

	living++;
	value->type = type;
	return value;
}

static uc_value_t *new_number(uc_type_t type, double number)
{
	uc_value_t *value = new_value(type);

	value->number = number;
	return value;
}

static bool is_short(uc_value_t *value)
{
	return ((uintptr_t)value & TAG_MASK) == UC_STRING;
}

static void release(uc_value_t *value)
{
	if (value == NULL || is_short(value))
		return;
	living--;
	if (value->end != NULL)
		value->end(value->data);
	for (size_t i = 0; value->members != NULL && i < value->count; i++) {
		free(value->members[i].key);
		release(value->members[i].value);
	}
	free(value->members);
	free(value->bytes);
	free(value);
}

/* ucode's functions. */

uc_type_t ucv_type(uc_value_t *value)
{
	if (is_short(value))
		return UC_STRING;
	return value != NULL ? value->type : UC_NULL;
}

uc_value_t *ucv_boolean_new(bool boolean)
{
	uc_value_t *value = new_value(UC_BOOLEAN);

	value->boolean = boolean;
	return value;
}

bool ucv_boolean_get(uc_value_t *value)
{
	return ucv_type(value) == UC_BOOLEAN && value->boolean;
}

uc_value_t *ucv_string_new(const char *text)
{
	return ucv_string_new_length(text, strlen(text));
}

uc_value_t *ucv_string_new_length(const char *bytes, size_t len)
{
	uc_value_t *value;

	if (len < SHORT_MAX) {
		uintptr_t packed = UC_STRING | len << 2;

		memcpy((char *)&packed + 1, bytes, len);
		return (uc_value_t *)packed;
	}
	value = new_value(UC_STRING);
	value->count = len;
	value->bytes = allocate(len + 1);
	memcpy(value->bytes, bytes, len);
	return value;
}

size_t ucv_string_length(uc_value_t *value)
{
	if (is_short(value))
		return ((uintptr_t)value & 0xff) >> 2;
	return ucv_type(value) == UC_STRING ? value->count : 0;
}

char *_ucv_string_get(uc_value_t **value)
{
	if (is_short(*value))
		return (char *)value + 1;
	return ucv_type(*value) == UC_STRING ? (*value)->bytes : NULL;
}

uc_value_t *ucv_int64_new(int64_t number)
{
	return new_number(UC_INTEGER, (double)number);
}

double ucv_double_get(uc_value_t *value)
{
	return ucv_type(value) == UC_INTEGER || ucv_type(value) == UC_DOUBLE ? value->number : 0;
}

uc_value_t *ucv_array_get(uc_value_t *array, size_t index)
{
	return index < ucv_array_length(array) ? array->members[index].value : NULL;
}

size_t ucv_array_length(uc_value_t *array)
{
	return ucv_type(array) == UC_ARRAY ? array->count : 0;
}

static void append(uc_value_t *list, const char *key, uc_value_t *value)
{
	list->members = realloc(list->members, (list->count + 1) * sizeof(*list->members));
	if (list->members == NULL)
		abort();
	list->members[list->count++] = (struct member){key != NULL ? strdup(key) : NULL, value};
}

uc_value_t *ucv_object_new(uc_vm_t *unused)
{
	(void)unused;
	return new_value(UC_OBJECT);
}

uc_value_t *ucv_object_get(uc_value_t *object, const char *key, bool *found)
{
	uc_value_t *value = NULL;
	size_t at = 0, count = ucv_type(object) == UC_OBJECT ? object->count : 0;

	while (at < count && strcmp(object->members[at].key, key) != 0)
		at++;
	if (at < count)
		value = object->members[at].value;
	if (found != NULL)
		*found = at < count;
	return value;
}

bool ucv_object_add(uc_value_t *object, const char *key, uc_value_t *value)
{
	if (ucv_type(object) != UC_OBJECT)
		return false;
	append(object, key, value);
	return true;
}

uc_value_t *ucv_cfunction_new(const char *name, uc_cfn_ptr_t function)
{
	uc_value_t *value = new_value(UC_CFUNCTION);

	(void)name;
	value->function = function;
	return value;
}

uc_resource_type_t *ucv_resource_type_add(uc_vm_t *state, const char *name, uc_value_t *prototype,
					  void (*end)(void *data))
{
	(void)name;
	if (state->type.prototype != NULL)
		abort();
	state->type = (uc_resource_type_t){end, prototype};
	return &state->type;
}

uc_value_t *ucv_resource_new(uc_resource_type_t *type, void *data)
{
	uc_value_t *value = new_value(UC_RESOURCE);

	value->end = type != NULL ? type->end : NULL;
	value->data = data;
	return value;
}

void uc_vm_registry_set(uc_vm_t *state, const char *key, uc_value_t *value)
{
	if (state->registry == NULL)
		state->registry = ucv_object_new(state);
	ucv_object_add(state->registry, key, value);
}

void uc_vm_raise_exception(uc_vm_t *state, uc_exception_type_t type, const char *format, ...)
{
	va_list arguments;

	(void)type;
	va_start(arguments, format);
	vsnprintf(state->exception, sizeof(state->exception), format, arguments);
	va_end(arguments);
}

uc_value_t *uc_vm_stack_peek(uc_vm_t *state, size_t from_top)
{
	return from_top < state->count ? state->stack[state->count - from_top - 1] : NULL;
}

/* Between Lua and ucode. */

static uc_value_t *to_ucode(lua_State *L, int index);

static uc_value_t *table_to_ucode(lua_State *L, int index)
{
	size_t count = lua_objlen(L, index);
	uc_value_t *value = new_value(UC_ARRAY);

	for (size_t i = 1; i <= count; i++) {
		lua_rawgeti(L, index, (int)i);
		append(value, NULL, to_ucode(L, lua_gettop(L)));
		lua_pop(L, 1);
	}
	lua_pushnil(L);
	while (count == 0 && lua_next(L, index) != 0) {
		value->type = UC_OBJECT;
		append(value, lua_tostring(L, -2), to_ucode(L, lua_gettop(L)));
		lua_pop(L, 1);
	}
	lua_settop(L, lua_gettop(L) - (count > 0));
	return value;
}

static uc_value_t *to_ucode(lua_State *L, int index)
{
	size_t len;
	const char *bytes;
	double number;

	luaL_checkstack(L, 8, "a value is nested too deeply");
	switch (lua_type(L, index)) {
	case LUA_TNIL:
		return NULL;
	case LUA_TBOOLEAN:
		return ucv_boolean_new(lua_toboolean(L, index));
	case LUA_TNUMBER:
		number = (double)lua_tonumber(L, index);
		if (number >= -0x1p53 && number <= 0x1p53 && number == (double)(int64_t)number)
			return new_number(UC_INTEGER, number);
		return new_number(UC_DOUBLE, number);
	case LUA_TSTRING:
		bytes = lua_tolstring(L, index, &len);
		return ucv_string_new_length(bytes, len);
	case LUA_TTABLE:
		return table_to_ucode(L, index);
	case LUA_TFUNCTION:
		return new_value(UC_CLOSURE);
	default:
		return ucv_resource_new(NULL, NULL);
	}
}

static int call(lua_State *L);

static void push_value(lua_State *L, uc_value_t *value)
{
	luaL_checkstack(L, 8, "a value is nested too deeply");
	switch (ucv_type(value)) {
	case UC_BOOLEAN:
		lua_pushboolean(L, value->boolean);
		break;
	case UC_INTEGER:
		lua_pushnumber(L, (lua_Number)value->number);
		break;
	case UC_STRING:
		lua_pushlstring(L, _ucv_string_get(&value), ucv_string_length(value));
		break;
	case UC_OBJECT:
		lua_newtable(L);
		for (size_t i = 0; i < value->count; i++) {
			push_value(L, value->members[i].value);
			lua_setfield(L, -2, value->members[i].key);
		}
		break;
	case UC_CFUNCTION:
		*(uc_cfn_ptr_t *)lua_newuserdata(L, sizeof(uc_cfn_ptr_t)) = value->function;
		lua_pushcclosure(L, call, 1);
		break;
	default:
		lua_pushnil(L);
		break;
	}
}

/* A result, or the exception that the module has raised. */
static int give(lua_State *L, uc_value_t *result)
{
	push_value(L, result);
	release(result);
	if (vm.exception[0] == '\0')
		return 1;
	lua_pushstring(L, vm.exception);
	vm.exception[0] = '\0';
	return lua_error(L);
}

static int call(lua_State *L)
{
	uc_cfn_ptr_t function = *(uc_cfn_ptr_t *)lua_touserdata(L, lua_upvalueindex(1));
	int count = lua_gettop(L);
	uc_value_t *result;

	if (count > ARGUMENTS_MAX)
		return luaL_error(L, "too many arguments for the bridge");
	for (int i = 1; i <= count; i++)
		vm.stack[i - 1] = to_ucode(L, i);
	vm.count = (size_t)count;
	result = function(&vm, (size_t)count);
	while (vm.count > 0)
		release(vm.stack[--vm.count]);
	return give(L, result);
}

typedef void module_entry(uc_vm_t *, uc_value_t *);

static int push_module(lua_State *L, module_entry *entry)
{
	uc_value_t *scope = ucv_object_new(&vm);

	entry(&vm, scope);
	return give(L, scope);
}

static int bridge_load(lua_State *L)
{
	const char *path = luaL_checkstring(L, 1);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	module_entry *entry;

	if (library == NULL)
		return luaL_error(L, "%s", dlerror());
	*(void **)&entry = dlsym(library, "uc_module_entry");
	if (entry == NULL)
		return luaL_error(L, "%s: no module for ucode", path);
	return push_module(L, entry);
}

static int bridge_end(lua_State *L)
{
	release(vm.registry);
	release(vm.type.prototype);
	vm.registry = vm.type.prototype = NULL;
	lua_pushnumber(L, (lua_Number)living);
	return 1;
}

static int bridge_flock(lua_State *L)
{
	lua_pushboolean(L, flock((int)luaL_checknumber(L, 1), LOCK_EX | LOCK_NB) == 0);
	return 1;
}

int luaopen_bridge(lua_State *L);

int luaopen_bridge(lua_State *L)
{
	static const luaL_Reg functions[] = {{"load", bridge_load},
					     {"end_program", bridge_end},
					     {"flock", bridge_flock},
					     {NULL, NULL}};
	Dl_info self;

	/* Lua has loaded this library only for itself; modules look for ucode's functions here. */
	if (dladdr(&vm, &self) == 0 ||
	    dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL) == NULL)
		abort();
	lua_newtable(L);
	luaL_register(L, NULL, functions);
	return 1;
}

#ifdef BRIDGE_LINKED
/* The module of the program that this is linked with. */
int luaopen_linked_module(lua_State *L);

int luaopen_linked_module(lua_State *L)
{
	return push_module(L, uc_module_entry);
}
#endif
