-- Generated from src/sso_login/rights/acl.ts by "make lua"; do not edit.
--- Access groups and their grants by the rules of rpcd's session.c, so that a session gets exactly the grants of rpcd's own
-- `session login`. Each function names the C function that it follows.
--
-- rpcd reads its files with a lenient parser (comments, trailing commas), as this service does in ucode; the parser in Lua is strict. A
-- file that cannot be read as rpcd reads it grants nothing here, is logged, and what it may define is unknown (`may_define`).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local strings = require("sso_login.base.strings")
local permissions = require("sso_login.rights.permissions")
local access_group_scope = "access-group"

--- The largest files of rpcd have some 10 KB; rpcd itself has no limit.
local max_file_bytes = 1048576

--- The scopes of a permission of a group; none where it is no JSON object (rpc_login_setup_acl_file).
local function permission_of(group, permission)
	local scopes = group[permission]
	return json.is_object(scopes) and scopes or {}
end

local function groups_of(file)
	local groups = {}
	for _, name in ipairs(strings.sorted_keys(file)) do
		local group = file[name]
		if json.is_object(group) then
			groups[#groups + 1] = {
				name = name,
				description = type(group.description) == "string" and group.description or "",
				read = permission_of(group, "read"),
				write = permission_of(group, "write")
			}
		end
	end
	return groups
end

--- The files of a folder that match `*.json`, without hidden ones, in the order of glob(3), as `decode` reads them.
function M.read_definitions(io, folder, max_bytes, decode)
	local names = lib.ArrayFilter(
		io.list_dir(folder) or {},
		function(_, name) return lib.StringEndsWith(name, ".json") and not lib.StringStartsWith(name, ".") end
	)
	return lib.ArrayMap(names, function(_, name)
		local text = io.read_file(folder .. "/" .. name, max_bytes)
		local file = text ~= nil and decode(text) or nil
		return {name = name, text = text, content = file ~= nil and file.ok and file.data or nil}
	end)
end

--- All access groups of the router, file by file, and the files without content (rpc_login_setup_acls, rpc_login_setup_acl_file).
function M.read_groups(io)
	local files = M.read_definitions(io, io.paths.acl_dir, max_file_bytes, json.decode_as_rpcd)
	local groups = {}
	for _, file in ipairs(files) do
		for _, group in ipairs(groups_of(file.content or {})) do
			groups[#groups + 1] = group
		end
	end
	return {groups = groups, ignored = lib.ArrayFilter(files, function(_, file) return file.content == nil end)}
end

--- Whether rpcd may read a group of this name in a file that cannot be read here; an escape may stand for any character.
function M.may_define(file, name)
	local text = file.text
	return text == nil or lib.ArraySome(
		{"\\", "\"" .. name .. "\"", "'" .. name .. "'"},
		function(_, part) return lib.StringIncludes(text, part) end
	)
end

--- All access groups of the router, and the files that are left out, which are logged.
function M.load_groups(io)
	local read = M.read_groups(io)
	for _, file in ipairs(read.ignored) do
		log.event(io, "warning", "ACL_FILE_IGNORED", {
			{"file", file.name},
			{"reason", file.text ~= nil and "not a JSON object" or "cannot be read"}
		})
	end
	return read
end

--- The names of a record's members, in any order.
local function names_in(record)
	return lib.ObjectKeys(record)
end

--- Adds a scope in either notation: an array of objects, whose function is the permission, or a table
-- `"object": ["function", …]`; only strings count (rpc_login_setup_acl_scope).
local function add_scope(____pairs, definition, permission)
	if json.is_array(definition) then
		for _, object in ipairs(definition) do
			if type(object) == "string" then
				____pairs[object .. "\n" .. permission] = {object, permission}
			end
		end
	elseif json.is_object(definition) then
		for _, object in ipairs(names_in(definition)) do
			local functions = definition[object]
			for _, name in ipairs(json.is_array(functions) and functions or {}) do
				if type(name) == "string" then
					____pairs[(object .. "\n") .. name] = {object, name}
				end
			end
		end
	end
end

--- Adds all scopes of a permission and, if it has any, the group itself in the scope `access-group` (rpc_login_setup_acl_file).
local function add_permission(tree, group, permission)
	local scopes = group[permission]
	local names = names_in(scopes)
	for _, scope in ipairs(names) do
		local ____pairs = tree[scope] or {}
		tree[scope] = ____pairs
		add_scope(____pairs, scopes[scope], permission)
	end
	if #names > 0 then
		local groups = tree[access_group_scope] or {}
		groups[group.name .. "\n" .. permission] = {group.name, permission}
		tree[access_group_scope] = groups
	end
end

local function to_grants(tree)
	local grants = {}
	for _, scope in ipairs(strings.sorted_keys(tree)) do
		local by_text = tree[scope] or {}
		local ____pairs = {}
		for _, text in ipairs(strings.sorted_keys(by_text)) do
			____pairs[#____pairs + 1] = by_text[text]
		end
		if #____pairs > 0 then
			grants[scope] = ____pairs
		end
	end
	return grants
end

--- The names of the access groups among grants.
function M.groups_in(grants)
	return lib.ArrayMap(grants[access_group_scope] or {}, function(_, pair) return pair[1] end)
end

--- The grants of a permission of a group.
function M.granted_by(group, permission)
	local tree = {}
	add_permission(tree, group, permission)
	return to_grants(tree)
end

--- The grants of those permissions of groups for which `permits` says so.
function M.grants_where(groups, permits)
	local tree = {}
	for _, group in ipairs(groups) do
		for _, permission in ipairs(permissions.kinds) do
			if permits(permission, group.name) then
				add_permission(tree, group, permission)
			end
		end
	end
	return to_grants(tree)
end

--- The grants of `session login` for a login section with a role's lists and `list read 'unauthenticated'`, which LuCI needs
-- (rpc_login_setup_acls). Of several roles each is granted by itself, so a `!` of one never takes from another.
function M.grants_of_lists(io, groups, roles)
	return M.grants_where(
		groups,
		function(permission, name) return lib.ArraySome(
			roles,
			function(_, role) return permissions.permits(io, role, permission, name) end
		) end
	)
end

local function writable_groups(groups)
	return lib.ArrayFilter(
		groups,
		function(_, group) return #strings.sorted_keys(M.granted_by(group, "write")) > 0 end
	)
end

--- The names of access groups with something to write, with which no role may write.
function M.groups_beyond(io, groups, roles)
	local lists = lib.ArrayMap(roles, function(_, role) return {read = {}, write = role.write or {}} end)
	local names = {}
	for _, group in ipairs(writable_groups(groups)) do
		if not lib.ArraySome(
			lists,
			function(_, list) return permissions.permits(io, list, "write", group.name) end
		) then
			strings.add_missing(names, {group.name})
		end
	end
	return names
end

--- Whether roles together may write with every access group of the router that has something to write; there must be one.
function M.change_everything(io, groups, roles)
	return #writable_groups(groups) > 0 and #M.groups_beyond(io, groups, roles) == 0
end

return M
