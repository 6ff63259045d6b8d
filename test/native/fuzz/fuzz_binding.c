/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bindings: any function with up to five arguments of any type. It never raises an error and
 * returns what crypto_functions.h says of it. ucode's runs behind the stand-in of ucode's headers
 * (test/native/ucode-api/).
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

/* Those before sha256 return a boolean; the others a string, or nil and a reason, which in ucode
 * error() has. The order is that of seeds.ts. */
static const char *const functions[] = {
	"verify",
	"constant_time_eq",
	"verify_rs256",
	"verify_es256",
	"sha256",
	"hmac_sha256",
	"random",
	"jwk_to_pem",
	"alg_hash",
	"jwk_rsa_to_pem",
	"jwk_ec_p256_to_pem",
	"base64url_encode",
	"base64url_decode",
	"sign",
};
enum { SHA256 = 4 };

enum { MODULE = 1, VALUES };

/* Values by what stands for them in the input. */
static const char values[] =
	"local function fail() error('metamethod') end "
	"local events = {__index = fail, __len = fail, __eq = fail, __tostring = fail, __call = "
	"fail} "
	"return {true, [4] = {}, [5] = setmetatable({}, events), [6] = newproxy(), "
	"[7] = ..., [8] = coroutine.create(fail), [12] = false, [13] = fail}";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	L = luaL_newstate();
	CHECK(L != NULL);
	luaL_openlibs(L);
	lua_pushcfunction(L, OPEN);
	CHECK(lua_pcall(L, 0, 1, 0) == 0);
	CHECK(luaL_loadstring(L, values) == 0);
	lua_pushlightuserdata(L, L);
	CHECK(lua_pcall(L, 1, 1, 0) == 0);
	return 0;
}

static void push_argument(struct input *in)
{
	uint8_t kind = take_byte(in) % 14;
	struct piece piece;
	double number = 0;

	if (kind == 2) {
		piece = take_bytes(in, sizeof(number));
		memcpy(&number, piece.data, piece.size);
		free(piece.data);
		lua_pushnumber(L, number);
	} else if (kind == 3) {
		lua_pushnumber(L, (double)take_byte(in) * 65 - 100);
	} else if (kind >= 9 && kind <= 11) {
		piece = take_piece(in);
		lua_pushlstring(L, (const char *)piece.data, piece.size);
		free(piece.data);
	} else {
		lua_rawgeti(L, VALUES, kind);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	size_t which = take_byte(&in) % (sizeof(functions) / sizeof(functions[0]));
	int count = take_byte(&in) % 6;

	lua_getfield(L, MODULE, functions[which]);
	for (int i = 0; i < count; i++)
		push_argument(&in);
	CHECK(lua_pcall(L, count, LUA_MULTRET, 0) == 0);
#ifdef UCODE
	if (lua_isnil(L, VALUES + 1)) {
		lua_getfield(L, MODULE, "error");
		CHECK(lua_pcall(L, 0, 1, 0) == 0);
	}
#endif

	if (which < SHA256)
		CHECK(lua_gettop(L) == VALUES + 1 && lua_isboolean(L, -1));
	else if (lua_gettop(L) == VALUES + 1)
		CHECK(lua_type(L, -1) == LUA_TSTRING);
	else
		CHECK(lua_gettop(L) == VALUES + 2 && lua_isnil(L, VALUES + 1) &&
		      lua_type(L, -1) == LUA_TSTRING);
	lua_settop(L, VALUES);
	lua_gc(L, LUA_GCCOLLECT, 0); /* else libFuzzer suspects leaks */
	return 0;
}
