/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module bridge: runs a C module for ucode that was built with ucode/module.h beside this file.
 *
 *   load(path) -> table of functions and strings, as the module has registered them
 *   end_program()  what the end of a program does; then the number of values that nobody has
 * released
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
	union {
		bool boolean;
		int64_t integer;
		double number;
		uc_cfn_ptr_t function;
		struct {
			size_t len;
			char *bytes; /* of its own size, so that AddressSanitizer sees its end */
		} string;
		struct {
			size_t count;
			struct member *members;
		} list;
		struct {
			void (*end)(void *data);
			void *data;
		} resource;
	} as;
};

struct uc_resource_type {
	void (*end)(void *data);
	uc_value_t *prototype;
};

struct uc_vm {
	uc_value_t *stack[ARGUMENTS_MAX];
	size_t count;
	uc_value_t *registry;
	uc_resource_type_t *types[ARGUMENTS_MAX];
	size_t type_count;
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

static bool is_short(uc_value_t *value)
{
	return ((uintptr_t)value & TAG_MASK) == UC_STRING;
}

static void release(uc_value_t *value)
{
	if (value == NULL || is_short(value))
		return;
	living--;
	if (value->type == UC_STRING)
		free(value->as.string.bytes);
	if (value->type == UC_RESOURCE && value->as.resource.end != NULL)
		value->as.resource.end(value->as.resource.data);
	if (value->type == UC_ARRAY || value->type == UC_OBJECT) {
		for (size_t i = 0; i < value->as.list.count; i++) {
			free(value->as.list.members[i].key);
			release(value->as.list.members[i].value);
		}
		free(value->as.list.members);
	}
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

	value->as.boolean = boolean;
	return value;
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
	value->as.string.len = len;
	value->as.string.bytes = allocate(len + 1);
	memcpy(value->as.string.bytes, bytes, len);
	return value;
}

size_t ucv_string_length(uc_value_t *value)
{
	if (is_short(value))
		return ((uintptr_t)value & 0xff) >> 2;
	return ucv_type(value) == UC_STRING ? value->as.string.len : 0;
}

char *_ucv_string_get(uc_value_t **value)
{
	if (is_short(*value))
		return (char *)value + 1;
	return ucv_type(*value) == UC_STRING ? (*value)->as.string.bytes : NULL;
}

uc_value_t *ucv_int64_new(int64_t number)
{
	uc_value_t *value = new_value(UC_INTEGER);

	value->as.integer = number;
	return value;
}

double ucv_double_get(uc_value_t *value)
{
	if (ucv_type(value) == UC_INTEGER)
		return (double)value->as.integer;
	return ucv_type(value) == UC_DOUBLE ? value->as.number : 0;
}

uc_value_t *ucv_array_get(uc_value_t *array, size_t index)
{
	return index < ucv_array_length(array) ? array->as.list.members[index].value : NULL;
}

size_t ucv_array_length(uc_value_t *array)
{
	return ucv_type(array) == UC_ARRAY ? array->as.list.count : 0;
}

static void append(uc_value_t *list, const char *key, uc_value_t *value)
{
	size_t count = list->as.list.count;
	struct member *members = realloc(list->as.list.members, (count + 1) * sizeof(*members));

	if (members == NULL)
		abort();
	members[count].key = NULL;
	members[count].value = value;
	if (key != NULL) {
		members[count].key = allocate(strlen(key) + 1);
		strcpy(members[count].key, key);
	}
	list->as.list.members = members;
	list->as.list.count = count + 1;
}

uc_value_t *ucv_object_new(uc_vm_t *unused)
{
	(void)unused;
	return new_value(UC_OBJECT);
}

uc_value_t *ucv_object_get(uc_value_t *object, const char *key, bool *found)
{
	for (size_t i = 0; ucv_type(object) == UC_OBJECT && i < object->as.list.count; i++) {
		if (strcmp(object->as.list.members[i].key, key) == 0) {
			if (found != NULL)
				*found = true;
			return object->as.list.members[i].value;
		}
	}
	if (found != NULL)
		*found = false;
	return NULL;
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
	value->as.function = function;
	return value;
}

uc_resource_type_t *ucv_resource_type_add(uc_vm_t *state, const char *name, uc_value_t *prototype,
					  void (*end)(void *data))
{
	uc_resource_type_t *type = allocate(sizeof(*type));

	(void)name;
	type->prototype = prototype;
	type->end = end;
	if (state->type_count == ARGUMENTS_MAX)
		abort();
	state->types[state->type_count++] = type;
	return type;
}

uc_value_t *ucv_resource_new(uc_resource_type_t *type, void *data)
{
	uc_value_t *value = new_value(UC_RESOURCE);

	value->as.resource.end = type != NULL ? type->end : NULL;
	value->as.resource.data = data;
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

static uc_value_t *number_to_ucode(double number)
{
	uc_value_t *value;

	if (number >= -0x1p53 && number <= 0x1p53 && number == (double)(int64_t)number)
		return ucv_int64_new((int64_t)number);
	value = new_value(UC_DOUBLE);
	value->as.number = number;
	return value;
}

static uc_value_t *table_to_ucode(lua_State *L, int index)
{
	size_t count = lua_objlen(L, index);
	uc_value_t *value;

	lua_pushnil(L);
	if (count > 0 || lua_next(L, index) == 0) {
		value = new_value(UC_ARRAY);
		for (size_t i = 1; i <= count; i++) {
			lua_rawgeti(L, index, (int)i);
			append(value, NULL, to_ucode(L, lua_gettop(L)));
			lua_pop(L, 1);
		}
		lua_settop(L, lua_gettop(L) - (count > 0));
		return value;
	}
	value = new_value(UC_OBJECT);
	do {
		append(value, lua_tostring(L, -2), to_ucode(L, lua_gettop(L)));
		lua_pop(L, 1);
	} while (lua_next(L, index) != 0);
	return value;
}

static uc_value_t *to_ucode(lua_State *L, int index)
{
	size_t len;
	const char *bytes;

	luaL_checkstack(L, 8, "a value is nested too deeply");
	switch (lua_type(L, index)) {
	case LUA_TNIL:
		return NULL;
	case LUA_TBOOLEAN:
		return ucv_boolean_new(lua_toboolean(L, index));
	case LUA_TNUMBER:
		return number_to_ucode((double)lua_tonumber(L, index));
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
		lua_pushboolean(L, value->as.boolean);
		break;
	case UC_INTEGER:
		lua_pushnumber(L, (lua_Number)value->as.integer);
		break;
	case UC_STRING:
		lua_pushlstring(L, _ucv_string_get(&value), ucv_string_length(value));
		break;
	case UC_OBJECT:
		lua_newtable(L);
		for (size_t i = 0; i < value->as.list.count; i++) {
			push_value(L, value->as.list.members[i].value);
			lua_setfield(L, -2, value->as.list.members[i].key);
		}
		break;
	case UC_CFUNCTION:
		*(uc_cfn_ptr_t *)lua_newuserdata(L, sizeof(uc_cfn_ptr_t)) = value->as.function;
		lua_pushcclosure(L, call, 1);
		break;
	default:
		lua_pushnil(L);
		break;
	}
}

/* Gives the exception that the module has raised, if there is one. */
static void raise_exception(lua_State *L)
{
	if (vm.exception[0] != '\0') {
		lua_pushstring(L, vm.exception);
		vm.exception[0] = '\0';
		lua_error(L);
	}
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
	push_value(L, result);
	release(result);
	raise_exception(L);
	return 1;
}

/* Lua has loaded this library for itself alone; modules look for ucode's functions here. */
static void show_functions(void)
{
	Dl_info self;

	if (dladdr(&vm, &self) == 0 ||
	    dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL) == NULL)
		abort();
}

typedef void module_entry(uc_vm_t *, uc_value_t *);

static int push_module(lua_State *L, module_entry *entry)
{
	uc_value_t *scope = ucv_object_new(&vm);

	entry(&vm, scope);
	push_value(L, scope);
	release(scope);
	raise_exception(L);
	return 1;
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
	vm.registry = NULL;
	while (vm.type_count > 0) {
		uc_resource_type_t *type = vm.types[--vm.type_count];

		release(type->prototype);
		free(type);
	}
	lua_pushnumber(L, (lua_Number)living);
	return 1;
}

int luaopen_bridge(lua_State *L);

int luaopen_bridge(lua_State *L)
{
	show_functions();
	lua_newtable(L);
	lua_pushcfunction(L, bridge_load);
	lua_setfield(L, -2, "load");
	lua_pushcfunction(L, bridge_end);
	lua_setfield(L, -2, "end_program");
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
