/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module sso_login.native_crypto; see crypto_functions.h. Numbers cross as lua_Number, because
 * OpenWrt's lua_Integer has only 32 bits.
 */
#include "crypto_functions.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>

/* The first `count` arguments; numbers are not strings here. False if one is no string. */
static bool get_strings(lua_State *L, int count, struct native_bytes *strings)
{
	for (int i = 0; i < count; i++) {
		if (lua_type(L, i + 1) != LUA_TSTRING)
			return false;
		strings[i].data = (const uint8_t *)lua_tolstring(L, i + 1, &strings[i].len);
	}
	return true;
}

/* Returns the buffer as a string, or nil and the reason; the buffer is wiped either way. */
static int push_result(lua_State *L, int result, void *buf, size_t len)
{
	if (result == NATIVE_OK)
		lua_pushlstring(L, buf, len);
	native_memzero(buf, len);
	if (result == NATIVE_OK)
		return 1;
	lua_pushnil(L);
	lua_pushstring(L, native_reason(result));
	return 2;
}

#define NUMBER (lua_type(L, 1) == LUA_TNUMBER ? (double)lua_tonumber(L, 1) : 0)

#define DEFINE_BOOLEAN(name, count, call) \
	static int crypto_##name(lua_State *L) \
	{ \
		struct native_bytes args[CRYPTO_ARGUMENTS]; \
\
		lua_pushboolean(L, get_strings(L, count, args) && (call)); \
		return 1; \
	}

#define DEFINE_BYTES(name, count, size, call) \
	static int crypto_##name(lua_State *L) \
	{ \
		struct native_bytes args[CRYPTO_ARGUMENTS]; \
		uint8_t out[size]; \
		size_t len = 0; \
		int result = get_strings(L, count, args) ? (call) : NATIVE_ERR_ARGUMENT; \
\
		return push_result(L, result, out, len); \
	}

CRYPTO_FUNCTIONS(DEFINE_BOOLEAN, DEFINE_BYTES)

/* json_rewrite(text, repairs): native_json_rewrite(), or nil. */
static int crypto_json_rewrite(lua_State *L)
{
	struct native_bytes text;
	char *out = get_strings(L, 1, &text) ? malloc(NATIVE_JSON_ROOM(text.len)) : NULL;
	size_t len = 0;

	if (out != NULL)
		len = native_json_rewrite((const char *)text.data, text.len, lua_toboolean(L, 2),
					  out);
	if (len > 0)
		lua_pushlstring(L, out, len);
	else
		lua_pushnil(L);
	free(out);
	return 1;
}

#define LIST(name, ...) {#name, crypto_##name},

static const luaL_Reg functions[] = {
	CRYPTO_FUNCTIONS(LIST, LIST){"json_rewrite", crypto_json_rewrite}, {NULL, NULL}};

__attribute__((visibility("default"))) int luaopen_sso_login_native_crypto(lua_State *L);

int luaopen_sso_login_native_crypto(lua_State *L)
{
	if (native_crypto_init() != NATIVE_OK)
		return luaL_error(L, "%s crypto backend: cannot start", native_backend_name);

	lua_newtable(L);
	for (const luaL_Reg *f = functions; f->name != NULL; f++) {
		lua_pushcfunction(L, f->func);
		lua_setfield(L, -2, f->name);
	}
	lua_pushstring(L, native_backend_name);
	lua_setfield(L, -2, "backend");
	lua_pushnumber(L, NATIVE_INTERFACE);
	lua_setfield(L, -2, "interface");
	return 1;
}
