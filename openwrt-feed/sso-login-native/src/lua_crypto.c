/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module sso_login.native_crypto: the contract of native_crypto.h as plain functions over
 * strings of bytes. An argument of another type is treated like a bad value: no function raises an
 * error. Numbers cross as lua_Number, because OpenWrt's lua_Integer has only 32 bits.
 *
 *   verify_rs256(msg, sig, pem)  boolean
 *   verify_es256(msg, sig, pem)  boolean
 *   sha256(s)                    32 bytes | nil, reason
 *   hmac_sha256(key, msg)        32 bytes | nil, reason
 *   random(len)                  len bytes | nil, reason      (len from 1 to 16384)
 *   jwk_rsa_to_pem(n, e)         PEM | nil, reason            (big-endian bytes)
 *   jwk_ec_p256_to_pem(x, y)     PEM | nil, reason
 *   constant_time_eq(a, b)       boolean
 *   backend                      "mbedtls" | "openssl"
 *   interface                    the number of native_interface.h
 */
#include "native_backend.h"
#include "native_interface.h"

#include <lauxlib.h>
#include <lua.h>
#include <string.h>

/* The string at `index`; numbers are not strings here. False, and no data, for anything else. */
static bool get_bytes(lua_State *L, int index, const uint8_t **data, size_t *len)
{
	*data = NULL;
	*len = 0;
	if (lua_type(L, index) != LUA_TSTRING)
		return false;
	*data = (const uint8_t *)lua_tolstring(L, index, len);
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

typedef bool verify_fn(const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len,
		       const uint8_t *key_pem, size_t key_len);

static int verify(lua_State *L, verify_fn *check)
{
	const uint8_t *msg, *sig, *pem;
	size_t msg_len, sig_len, pem_len;
	bool ok = get_bytes(L, 1, &msg, &msg_len) && get_bytes(L, 2, &sig, &sig_len) &&
		  get_bytes(L, 3, &pem, &pem_len) &&
		  check(msg, msg_len, sig, sig_len, pem, pem_len);

	lua_pushboolean(L, ok);
	return 1;
}

static int crypto_verify_rs256(lua_State *L)
{
	return verify(L, native_verify_rs256);
}

static int crypto_verify_es256(lua_State *L)
{
	return verify(L, native_verify_es256);
}

static int crypto_sha256(lua_State *L)
{
	const uint8_t *input;
	size_t input_len;
	uint8_t hash[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_bytes(L, 1, &input, &input_len))
		result = native_sha256(input, input_len, hash);
	return push_result(L, result, hash, sizeof(hash));
}

static int crypto_hmac_sha256(lua_State *L)
{
	const uint8_t *key, *msg;
	size_t key_len, msg_len;
	uint8_t mac[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_bytes(L, 1, &key, &key_len) && get_bytes(L, 2, &msg, &msg_len))
		result = native_hmac_sha256(key, key_len, msg, msg_len, mac);
	return push_result(L, result, mac, sizeof(mac));
}

static int crypto_random(lua_State *L)
{
	uint8_t buf[NATIVE_INPUT_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (lua_type(L, 1) == LUA_TNUMBER)
		len = native_random_length((double)lua_tonumber(L, 1));
	if (len > 0)
		result = native_random(buf, len);
	return push_result(L, result, buf, len);
}

static int crypto_jwk_rsa_to_pem(lua_State *L)
{
	const uint8_t *n, *e;
	size_t n_len, e_len;
	char pem[NATIVE_RSA_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (get_bytes(L, 1, &n, &n_len) && get_bytes(L, 2, &e, &e_len))
		result = native_jwk_rsa_to_pem(n, n_len, e, e_len, pem, sizeof(pem));
	return push_result(L, result, pem, strlen(pem));
}

static int crypto_jwk_ec_p256_to_pem(lua_State *L)
{
	const uint8_t *x, *y;
	size_t x_len, y_len;
	char pem[NATIVE_EC_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (get_bytes(L, 1, &x, &x_len) && get_bytes(L, 2, &y, &y_len))
		result = native_jwk_ec_p256_to_pem(x, x_len, y, y_len, pem, sizeof(pem));
	return push_result(L, result, pem, strlen(pem));
}

static int crypto_constant_time_eq(lua_State *L)
{
	const uint8_t *a, *b;
	size_t a_len, b_len;
	bool same = get_bytes(L, 1, &a, &a_len) && get_bytes(L, 2, &b, &b_len) &&
		    native_constant_time_eq(a, a_len, b, b_len);

	lua_pushboolean(L, same);
	return 1;
}

static int crypto_gc(lua_State *L)
{
	(void)L;
	native_crypto_deinit();
	return 0;
}

/* Lives in the registry; its end is the end of the Lua state. */
static void deinit_with_state(lua_State *L)
{
	static char anchor; /* its address is the key */

	lua_pushlightuserdata(L, &anchor);
	lua_newuserdata(L, 1);
	lua_createtable(L, 0, 1);
	lua_pushcfunction(L, crypto_gc);
	lua_setfield(L, -2, "__gc");
	lua_setmetatable(L, -2);
	lua_rawset(L, LUA_REGISTRYINDEX);
}

static const luaL_Reg functions[] = {
	{"verify_rs256", crypto_verify_rs256},
	{"verify_es256", crypto_verify_es256},
	{"sha256", crypto_sha256},
	{"hmac_sha256", crypto_hmac_sha256},
	{"random", crypto_random},
	{"jwk_rsa_to_pem", crypto_jwk_rsa_to_pem},
	{"jwk_ec_p256_to_pem", crypto_jwk_ec_p256_to_pem},
	{"constant_time_eq", crypto_constant_time_eq},
	{NULL, NULL},
};

__attribute__((visibility("default"))) int luaopen_sso_login_native_crypto(lua_State *L);

int luaopen_sso_login_native_crypto(lua_State *L)
{
	if (native_crypto_init() != NATIVE_OK)
		return luaL_error(L, "%s crypto backend: cannot start", native_backend_name);
	deinit_with_state(L);

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
