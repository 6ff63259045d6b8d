/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua module sso_login.native_https: the client of native_https.h, which has the options, and the
 * members of answers and certificates.
 *
 *   request(options)  a table with the answer's members that are there, or nil, kind, message
 *   peer(options)     a table with the members of the server's own certificate, `last` and
 *                     `trusted`; nil where it is not told
 *   interface         the number of native_interface.h
 *
 * No function raises an error for bad input, and none runs a metamethod.
 */
#include "native_https.h"
#include "native_interface.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>

/* Whether the value on top of the stack has a type; nil is absence. */
static enum native_option option_type(lua_State *L, int type)
{
	if (lua_isnil(L, -1))
		return NATIVE_OPTION_ABSENT;
	return lua_type(L, -1) == type ? NATIVE_OPTION_GIVEN : NATIVE_OPTION_WRONG;
}

static void push_option(lua_State *L, const char *name)
{
	lua_pushstring(L, name);
	lua_rawget(L, 1);
}

/* Pops a string, which stays valid because a table holds it. */
static enum native_option pop_text(lua_State *L, const char **value, size_t *len)
{
	enum native_option option = option_type(L, LUA_TSTRING);

	if (option == NATIVE_OPTION_GIVEN)
		*value = lua_tolstring(L, -1, len);
	lua_pop(L, 1);
	return option;
}

static enum native_option get_text(void *L, const char *name, const char **value, size_t *len)
{
	push_option(L, name);
	return pop_text(L, value, len);
}

static enum native_option get_number(void *L, const char *name, double *value)
{
	enum native_option option;

	push_option(L, name);
	option = option_type(L, LUA_TNUMBER);
	if (option == NATIVE_OPTION_GIVEN)
		*value = (double)lua_tonumber(L, -1);
	lua_pop((lua_State *)L, 1);
	return option;
}

static enum native_option get_item(void *L, const char *name, size_t index, const char **value,
				   size_t *len)
{
	enum native_option option;

	push_option(L, name);
	option = option_type(L, LUA_TTABLE);
	if (option == NATIVE_OPTION_GIVEN) {
		lua_rawgeti(L, -1, (int)index + 1);
		option = pop_text(L, value, len);
	}
	lua_pop((lua_State *)L, 1);
	return option;
}

static void push_answer(lua_State *L, const struct native_https_answer *answer)
{
	lua_createtable(L, 0, 4);
	if (answer->date != -1) {
		lua_pushnumber(L, (lua_Number)answer->date);
		lua_setfield(L, -2, "date");
	}
	if (answer->location != NULL) {
		lua_pushstring(L, answer->location);
		lua_setfield(L, -2, "location");
	}
	if (answer->retry_after != 0) {
		lua_pushnumber(L, (lua_Number)answer->retry_after);
		lua_setfield(L, -2, "retry_after");
	}
	if (answer->renewed) {
		lua_pushboolean(L, 1);
		lua_setfield(L, -2, "renewed");
	}
	lua_pushnumber(L, (lua_Number)answer->status);
	lua_setfield(L, -2, "status");
	lua_pushstring(L, answer->content_type);
	lua_setfield(L, -2, "content_type");
	lua_pushlstring(L, answer->body, answer->body_len);
	lua_setfield(L, -2, "body");
}

/* The first argument's; false when it is no table. */
static bool get_options(lua_State *L, struct native_https_options *options)
{
	*options = (struct native_https_options){
		.context = L,
		.text = get_text,
		.number = get_number,
		.item = get_item,
	};
	lua_settop(L, 1);
	return lua_istable(L, 1);
}

static void push_certificate(lua_State *L, const struct native_https_certificate *certificate)
{
	lua_createtable(L, 0, 5); /* two more for the own one */
	lua_pushstring(L, certificate->subject);
	lua_setfield(L, -2, "subject");
	lua_pushstring(L, certificate->issuer);
	lua_setfield(L, -2, "issuer");
	lua_pushlstring(L, (const char *)certificate->der, certificate->der_len);
	lua_setfield(L, -2, "der");
}

static int https_peer(lua_State *L)
{
	struct native_https_options options;
	struct native_https_peer peer;

	if (!native_https_peer(get_options(L, &options) ? &options : NULL, &peer))
		return 0;
	push_certificate(L, &peer.own);
	push_certificate(L, &peer.last);
	lua_setfield(L, -2, "last");
	lua_pushboolean(L, peer.trusted);
	lua_setfield(L, -2, "trusted");
	return 1;
}

static int https_request(lua_State *L)
{
	struct native_https *client =
		*(struct native_https **)lua_touserdata(L, lua_upvalueindex(1));
	struct native_https_options options;
	struct native_https_answer answer;

	answer = native_https_request(client, get_options(L, &options) ? &options : NULL);
	if (answer.kind != NULL) {
		lua_pushnil(L);
		lua_pushstring(L, answer.kind);
		lua_pushstring(L, answer.message);
		return 3;
	}
	push_answer(L, &answer);
	native_https_forget(client);
	return 1;
}

static int https_gc(lua_State *L)
{
	native_https_free(*(struct native_https **)lua_touserdata(L, 1));
	return 0;
}

static const luaL_Reg functions[] = {
	{"request", https_request},
	{"peer", https_peer},
	{NULL, NULL},
};

__attribute__((visibility("default"))) int luaopen_sso_login_native_https(lua_State *L);

int luaopen_sso_login_native_https(lua_State *L)
{
	struct native_https **client;

	lua_newtable(L);
	client = lua_newuserdata(L, sizeof(*client));
	*client = NULL;
	lua_createtable(L, 0, 1);
	lua_pushcfunction(L, https_gc);
	lua_setfield(L, -2, "__gc");
	lua_setmetatable(L, -2);
	*client = native_https_open();
	if (*client == NULL)
		return luaL_error(L, "libcurl cannot start");

	for (const luaL_Reg *f = functions; f->name != NULL; f++) {
		lua_pushvalue(L, -1);
		lua_pushcclosure(L, f->func, 1);
		lua_setfield(L, -3, f->name);
	}
	lua_pop(L, 1);
	lua_pushnumber(L, NATIVE_INTERFACE);
	lua_setfield(L, -2, "interface");
	return 1;
}
