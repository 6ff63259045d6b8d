/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bindings: any function with up to five arguments of any type. It never raises an error and
 * returns what its description in lua_crypto.c or ucode_crypto.c says. ucode's runs behind the
 * stand-in of ucode's headers (test/native/ucode-api/).
 */
#include "fuzz.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#ifdef UCODE
int luaopen_linked_module(lua_State *L);
#define OPEN luaopen_linked_module
#else
int luaopen_sso_login_native_crypto(lua_State *L);
#define OPEN luaopen_sso_login_native_crypto
#endif

static lua_State *L;

static const struct {
	const char *name;
	int boolean; /* or else: string, or nil and a reason; in ucode error() has it */
} functions[] = {
	{"verify", 1},
	{"constant_time_eq", 1},
	{"sha256", 0},
	{"hmac_sha256", 0},
	{"random", 0},
	{"jwk_to_pem", 0},
	{"alg_hash", 0},
	{"verify_rs256", 1},
	{"verify_es256", 1},
	{"jwk_rsa_to_pem", 0},
	{"jwk_ec_p256_to_pem", 0},
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	L = luaL_newstate();
	CHECK(L != NULL);
	luaL_openlibs(L);
	lua_pushcfunction(L, OPEN);
	CHECK(lua_pcall(L, 0, 1, 0) == 0);
	return 0;
}

static int raise_error(lua_State *state)
{
	return luaL_error(state, "metamethod");
}

static void push_hostile(void)
{
	static const char *const events[] = {"__index", "__len", "__eq", "__tostring", "__call"};

	lua_newtable(L);
	lua_newtable(L);
	for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		lua_pushcfunction(L, raise_error);
		lua_setfield(L, -2, events[i]);
	}
	lua_setmetatable(L, -2);
}

static void push_argument(struct input *in)
{
	struct piece piece;
	double number = 0;

	switch (take_byte(in) % 12) {
	case 0:
		lua_pushnil(L);
		break;
	case 1:
		lua_pushboolean(L, take_byte(in) & 1);
		break;
	case 2:
		piece = take_bytes(in, sizeof(number));
		memcpy(&number, piece.data, piece.size);
		free(piece.data);
		lua_pushnumber(L, number);
		break;
	case 3:
		lua_pushnumber(L, (double)take_byte(in) * 65 - 100);
		break;
	case 4:
		lua_newtable(L);
		break;
	case 5:
		push_hostile();
		break;
	case 6:
		lua_newuserdata(L, take_byte(in));
		break;
	case 7:
		lua_pushlightuserdata(L, L);
		break;
	case 8:
		lua_newthread(L);
		break;
	default:
		piece = take_piece(in);
		lua_pushlstring(L, (const char *)piece.data, piece.size);
		free(piece.data);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	size_t which = take_byte(&in) % (sizeof(functions) / sizeof(functions[0]));
	int count = take_byte(&in) % 6;

	lua_getfield(L, 1, functions[which].name);
	for (int i = 0; i < count; i++)
		push_argument(&in);
	CHECK(lua_pcall(L, count, LUA_MULTRET, 0) == 0);
#ifdef UCODE
	if (lua_isnil(L, 2)) {
		lua_getfield(L, 1, "error");
		CHECK(lua_pcall(L, 0, 1, 0) == 0);
	}
#endif

	if (functions[which].boolean)
		CHECK(lua_gettop(L) == 2 && lua_isboolean(L, 2));
	else if (lua_gettop(L) == 2)
		CHECK(lua_type(L, 2) == LUA_TSTRING);
	else
		CHECK(lua_gettop(L) == 3 && lua_isnil(L, 2) && lua_type(L, 3) == LUA_TSTRING);
	lua_settop(L, 1);
	lua_gc(L, LUA_GCCOLLECT, 0); /* else libFuzzer suspects leaks */
	return 0;
}
