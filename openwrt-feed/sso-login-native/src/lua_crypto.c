/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module sso_login.native_crypto: the contract of native_crypto.h as plain functions over
 * strings of bytes. An argument of another type is treated like a bad value: no function raises an
 * error. Numbers cross as lua_Number, because OpenWrt's lua_Integer has only 32 bits.
 *
 *   verify(alg, msg, sig, pem)        boolean
 *   verify_rs256(msg, sig, pem)       the same by RS256
 *   verify_es256(msg, sig, pem)       the same by ES256
 *   make_key(alg)                     private key | nil, reason
 *   sign(alg, msg, key)               signature | nil, reason
 *   alg_hash(alg, s)                  32, 48 or 64 bytes | nil, reason
 *   sha256(s)                         32 bytes | nil, reason
 *   hmac_sha256(key, msg)             32 bytes | nil, reason
 *   base64url_encode(s)               text | nil, reason
 *   base64url_decode(text)            bytes | nil, reason
 *   random(len)                       len bytes | nil, reason      (len from 1 to 16384)
 *   jwk_to_pem(type, first, second)   PEM | nil, reason            (big-endian bytes)
 *   jwk_rsa_to_pem(n, e)              the same of RSA
 *   jwk_ec_p256_to_pem(x, y)          the same of P-256
 *   constant_time_eq(a, b)            boolean
 *   backend                           "mbedtls" | "openssl"
 *   interface                         the number of native_interface.h
 */
#include "native_backend.h"
#include "native_interface.h"

#include <lauxlib.h>
#include <lua.h>
#include <string.h>

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

/* The arguments are msg, sig, pem, with `alg` before them if it is NULL here. */
static int verify(lua_State *L, const char *alg)
{
	struct native_bytes args[4] = {native_text(alg)};
	int given = alg != NULL;
	bool ok = get_strings(L, 4 - given, args + given) &&
		  native_verify(args[0], args[1], args[2], args[3]);

	lua_pushboolean(L, ok);
	return 1;
}

static int crypto_verify(lua_State *L)
{
	return verify(L, NULL);
}

static int crypto_verify_rs256(lua_State *L)
{
	return verify(L, "RS256");
}

static int crypto_verify_es256(lua_State *L)
{
	return verify(L, "ES256");
}

static int crypto_make_key(lua_State *L)
{
	struct native_bytes alg;
	uint8_t key[NATIVE_PRIVATE_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 1, &alg))
		result = native_make_key(alg, key, &len);
	return push_result(L, result, key, len);
}

static int crypto_sign(lua_State *L)
{
	struct native_bytes args[3]; /* alg, msg, key */
	uint8_t sig[NATIVE_SIGNATURE_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 3, args))
		result = native_sign(args[0], args[1], args[2], sig, &len);
	return push_result(L, result, sig, len);
}

static int crypto_alg_hash(lua_State *L)
{
	struct native_bytes args[2]; /* alg, s */
	uint8_t hash[NATIVE_HASH_MAX];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 2, args))
		result = native_alg_hash(args[0], args[1], hash, &len);
	return push_result(L, result, hash, len);
}

static int crypto_sha256(lua_State *L)
{
	struct native_bytes input;
	uint8_t hash[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 1, &input))
		result = native_sha256(input.data, input.len, hash);
	return push_result(L, result, hash, sizeof(hash));
}

static int crypto_hmac_sha256(lua_State *L)
{
	struct native_bytes args[2]; /* key, msg */
	uint8_t mac[NATIVE_SHA256_SIZE] = {0};
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 2, args))
		result = native_hmac_sha256(args[0].data, args[0].len, args[1].data, args[1].len,
					    mac);
	return push_result(L, result, mac, sizeof(mac));
}

static int crypto_base64url_encode(lua_State *L)
{
	struct native_bytes input;
	char text[NATIVE_BASE64URL_SIZE];
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 1, &input))
		result = native_base64url_encode(input, text, &len);
	return push_result(L, result, text, len);
}

static int crypto_base64url_decode(lua_State *L)
{
	struct native_bytes text;
	uint8_t *bytes = NULL;
	size_t len = 0;
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 1, &text)) {
		bytes = lua_newuserdata(L, text.len);
		result = native_base64url_decode(text, bytes, &len);
	}
	return push_result(L, result, bytes, len);
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

/* The arguments are first, second, with `type` before them if it is NULL here. */
static int jwk_to_pem(lua_State *L, const char *type)
{
	struct native_bytes args[3] = {native_text(type)};
	int given = type != NULL;
	char pem[NATIVE_RSA_PEM_SIZE] = "";
	int result = NATIVE_ERR_ARGUMENT;

	if (get_strings(L, 3 - given, args + given))
		result = native_jwk_to_pem(args[0], args[1], args[2], pem, sizeof(pem));
	return push_result(L, result, pem, strlen(pem));
}

static int crypto_jwk_to_pem(lua_State *L)
{
	return jwk_to_pem(L, NULL);
}

static int crypto_jwk_rsa_to_pem(lua_State *L)
{
	return jwk_to_pem(L, "RSA");
}

static int crypto_jwk_ec_p256_to_pem(lua_State *L)
{
	return jwk_to_pem(L, "P-256");
}

static int crypto_constant_time_eq(lua_State *L)
{
	struct native_bytes args[2];
	bool same = get_strings(L, 2, args) &&
		    native_constant_time_eq(args[0].data, args[0].len, args[1].data, args[1].len);

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
	{"verify", crypto_verify},
	{"verify_rs256", crypto_verify_rs256},
	{"verify_es256", crypto_verify_es256},
	{"make_key", crypto_make_key},
	{"sign", crypto_sign},
	{"alg_hash", crypto_alg_hash},
	{"sha256", crypto_sha256},
	{"hmac_sha256", crypto_hmac_sha256},
	{"base64url_encode", crypto_base64url_encode},
	{"base64url_decode", crypto_base64url_decode},
	{"random", crypto_random},
	{"jwk_to_pem", crypto_jwk_to_pem},
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
