/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lua modules `uci` and `ubus` for bench.ts, one file for both. The
 * box's stand-ins are written in Lua, and what they cost would hide what the
 * service costs. These do next to nothing: `uci` reads a file as the box writes
 * it, `ubus` has sessions only in memory. How the real ones behave is for
 * test/contract to say.
 *
 * BENCH_SESSION=ID token=TOKEN is a session that exists already.
 */
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((visibility("default"))) int luaopen_uci(lua_State *L);
__attribute__((visibility("default"))) int luaopen_ubus(lua_State *L);

/* uci: a cursor is a table with its folder and the packages that it has read.
 */

/* Cuts the next word off, with or without quotes; NULL at the end. Two quoted
 * parts with \' between are one word. */
static char *next_word(char **line)
{
	char *from = *line + strspn(*line, " \t"), *word = from, *to = from;
	int quoted = 0;

	if (*from == '\0' || *from == '\n')
		return NULL;
	for (; *from != '\0' && *from != '\n' && (quoted || strchr(" \t", *from) == NULL); from++) {
		if (*from == '\'')
			quoted = !quoted;
		else if (*from == '\\' && !quoted)
			*to++ = *++from;
		else
			*to++ = *from;
	}
	*line = *from == '\0' ? from : from + 1;
	*to = '\0';
	return word;
}

/* Leaves the section's table on the stack. */
static void open_section(lua_State *L, char *line, int index)
{
	const char *type = next_word(&line);
	const char *name = next_word(&line);

	lua_newtable(L);
	lua_pushstring(L, type);
	lua_setfield(L, -2, ".type");
	lua_pushboolean(L, name == NULL);
	lua_setfield(L, -2, ".anonymous");
	lua_pushinteger(L, index);
	lua_setfield(L, -2, ".index");
	if (name != NULL)
		lua_pushstring(L, name);
	else
		lua_pushfstring(L, "cfg%d", index);
	lua_pushvalue(L, -1);
	lua_setfield(L, -3, ".name");
	lua_pushvalue(L, -2);
	lua_settable(L, -4);
}

static void add_option(lua_State *L, char *line, int is_list)
{
	const char *name = next_word(&line);
	const char *value = next_word(&line);

	if (!is_list) {
		lua_pushstring(L, value);
		lua_setfield(L, -2, name);
		return;
	}
	lua_getfield(L, -1, name);
	if (lua_isnil(L, -1)) {
		lua_pop(L, 1);
		lua_newtable(L);
		lua_pushvalue(L, -1);
		lua_setfield(L, -3, name);
	}
	lua_pushstring(L, value);
	lua_rawseti(L, -2, (int)lua_objlen(L, -2) + 1);
	lua_pop(L, 1);
}

static void read_package(lua_State *L, FILE *file)
{
	char buffer[4096], *line, *word;
	int sections = 0;

	lua_newtable(L);
	lua_pushnil(L); /* the section under way */
	while ((line = fgets(buffer, sizeof(buffer), file)) != NULL) {
		word = next_word(&line);
		if (word == NULL || *word == '#')
			continue;
		if (strcmp(word, "config") == 0) {
			lua_pop(L, 1);
			open_section(L, line, sections++);
		} else {
			add_option(L, line, strcmp(word, "list") == 0);
		}
	}
	lua_pop(L, 1);
}

/* Puts the package's table, or nil, on the stack. */
static void push_package(lua_State *L, const char *name)
{
	char path[1024];
	FILE *file;

	lua_getfield(L, 1, name);
	if (!lua_isnil(L, -1))
		return;
	lua_getfield(L, 1, ".folder");
	snprintf(path, sizeof(path), "%s/%s", lua_tostring(L, -1), name);
	lua_pop(L, 1);
	file = fopen(path, "r");
	if (file == NULL)
		return;
	lua_pop(L, 1);
	read_package(L, file);
	fclose(file);
	lua_pushvalue(L, -1);
	lua_setfield(L, 1, name);
}

/* cursor:get(package, section, option) */
static int uci_get(lua_State *L)
{
	push_package(L, luaL_checkstring(L, 2));
	for (int name = 3; name <= 4 && lua_istable(L, -1); name++)
		lua_getfield(L, -1, luaL_checkstring(L, name));
	if (!lua_isnil(L, -1))
		return 1;
	lua_pushstring(L, "Entry not found");
	return 2;
}

/* cursor:get_all(package) */
static int uci_get_all(lua_State *L)
{
	push_package(L, luaL_checkstring(L, 2));
	return 1;
}

/* cursor:unload(package) */
static int uci_unload(lua_State *L)
{
	lua_pushnil(L);
	lua_setfield(L, 1, luaL_checkstring(L, 2));
	return 0;
}

/* uci.cursor(folder) */
static int uci_cursor(lua_State *L)
{
	static const luaL_Reg methods[] = {
		{"get", uci_get}, {"get_all", uci_get_all}, {"unload", uci_unload}, {NULL, NULL}};

	lua_newtable(L);
	lua_pushvalue(L, 1);
	lua_setfield(L, -2, ".folder");
	luaL_register(L, NULL, methods);
	return 1;
}

int luaopen_uci(lua_State *L)
{
	lua_newtable(L);
	lua_pushcfunction(L, uci_cursor);
	lua_setfield(L, -2, "cursor");
	return 1;
}

/* ubus: a connection is a table of sessions by their ids. */

static const char fresh_id[] = "0123456789abcdef0123456789abcdef";

/* { ubus_rpc_session = id } */
static void push_id(lua_State *L, const char *id)
{
	lua_createtable(L, 0, 2);
	lua_pushstring(L, id);
	lua_setfield(L, -2, "ubus_rpc_session");
}

static int session_create(lua_State *L)
{
	lua_newtable(L);
	lua_setfield(L, 1, fresh_id);
	push_id(L, fresh_id);
	return 1;
}

/* The id is at 5, the arguments at 4. */
static int session_set(lua_State *L)
{
	lua_getfield(L, 1, lua_tostring(L, 5));
	lua_getfield(L, 4, "values");
	for (lua_pushnil(L); lua_next(L, 7) != 0;) {
		lua_pushvalue(L, -2);
		lua_insert(L, -2);
		lua_settable(L, 6);
	}
	return 0;
}

static int session_get(lua_State *L)
{
	lua_createtable(L, 0, 1);
	lua_getfield(L, 1, lua_tostring(L, 5));
	lua_setfield(L, -2, "values");
	return 1;
}

/* One reply a session. */
static int session_list(lua_State *L)
{
	int replies = 0;

	for (lua_pushnil(L); lua_next(L, 1) != 0;) {
		const char *id = lua_tostring(L, -2);

		if (lua_istable(L, -1) && strlen(id) == sizeof(fresh_id) - 1) {
			push_id(L, id);
			lua_pushvalue(L, -2);
			lua_setfield(L, -2, "data");
			lua_insert(L, 6 + replies++);
		}
		lua_pop(L, 1);
	}
	return replies;
}

static int session_destroy(lua_State *L)
{
	lua_pushnil(L);
	lua_setfield(L, 1, lua_tostring(L, 5));
	return 0;
}

static int session_grant(lua_State *L)
{
	(void)L;
	return 0;
}

static const luaL_Reg session_methods[] = {
	{"create", session_create},
	{"set", session_set},
	{"grant", session_grant},
	{"get", session_get},
	{"list", session_list},
	{"destroy", session_destroy},
	{NULL, NULL},
};

/* connection:call(object, method, arguments); nil and 4 for what is not there.
 */
static int ubus_call(lua_State *L)
{
	const char *method = luaL_checkstring(L, 3);

	lua_settop(L, 4);
	lua_getfield(L, 4, "ubus_rpc_session");
	if (strcmp(luaL_checkstring(L, 2), "session") == 0) {
		int known = !lua_isstring(L, 5);

		if (!known) {
			lua_getfield(L, 1, lua_tostring(L, 5));
			known = lua_istable(L, -1);
			lua_settop(L, 5);
		}
		for (const luaL_Reg *found = session_methods; known && found->name != NULL;
		     found++) {
			if (strcmp(found->name, method) == 0)
				return found->func(L);
		}
	}
	lua_pushnil(L);
	lua_pushinteger(L, 4);
	return 2;
}

/* connection:signatures(object): not empty, so that no one waits for a reload
 * of rpcd. */
static int ubus_signatures(lua_State *L)
{
	lua_newtable(L);
	return 1;
}

/* The session that BENCH_SESSION tells of. */
static void add_session(lua_State *L, const char *text)
{
	char id[64], token[64];

	if (text == NULL || sscanf(text, "%63s token=%63s", id, token) != 2)
		return;
	lua_newtable(L);
	lua_pushstring(L, token);
	lua_setfield(L, -2, "token");
	lua_pushstring(L, "admin");
	lua_setfield(L, -2, "username");
	lua_setfield(L, -2, id);
}

static int ubus_connect(lua_State *L)
{
	static const luaL_Reg methods[] = {
		{"call", ubus_call}, {"signatures", ubus_signatures}, {NULL, NULL}};

	lua_newtable(L);
	luaL_register(L, NULL, methods);
	add_session(L, getenv("BENCH_SESSION"));
	return 1;
}

int luaopen_ubus(lua_State *L)
{
	lua_newtable(L);
	lua_pushcfunction(L, ubus_connect);
	lua_setfield(L, -2, "connect");
	return 1;
}
