-- Generated from src/sso_login/rights/acl.ts by "make lua"; do not edit.
--- Access groups and what they grant, by the rules of rpcd, so that a session can be given exactly what rpcd's own
-- `session login` would give. The rules are those of rpcd's session.c; each function names the one it follows.
--
-- One difference: rpcd reads its files with a lenient parser (comments, trailing commas), this module with a strict
-- one. A file that only rpcd can read is left out and logged, so a session has fewer rights, never more.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local strings = require("sso_login.base.strings")
local permissions = require("sso_login.rights.permissions")
local access_group_scope = "access-group"

--- The largest files of rpcd and of LuCI's menu have some 10 KB.
local max_file_bytes = 262144

--- A permission of a group; what is no JSON object defines nothing (rpc_login_setup_acl_file).
local function permission_of(group, permission)
	local scopes = group[permission]
	return json.is_object(scopes) and scopes or {}
end

local function groups_in(file)
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

--- The files of a folder that the shell pattern `*.json` names, in the order of glob(3); it never names hidden ones.
function M.read_definitions(io, folder)
	local names = lib.ArrayFilter(
		io.list_dir(folder) or {},
		function(_, name) return lib.StringEndsWith(name, ".json") and not lib.StringStartsWith(name, ".") end
	)
	return lib.ArrayMap(names, function(_, name)
		local text = io.read_file(folder .. "/" .. name, max_file_bytes)
		-- No name of rpcd's or LuCI's has a NUL. One search of the text replaces one of each name.
		local file = text ~= nil and not lib.StringIncludes(text, "\\u0000") and json.decode_file(text) or nil
		local content = file ~= nil and file.ok and file.data or nil
		return {name = name, content = content, is_readable = text ~= nil}
	end)
end

--- All access groups of the router, file by file, and the files that are left out because they cannot be read or parsed
-- (rpc_login_setup_acls, rpc_login_setup_acl_file).
function M.read_groups(io)
	local files = M.read_definitions(io, io.paths.acl_dir)
	local groups = {}
	for _, file in ipairs(files) do
		for _, group in ipairs(groups_in(file.content or {})) do
			groups[#groups + 1] = group
		end
	end
	return {groups = groups, ignored = lib.ArrayFilter(files, function(_, file) return file.content == nil end)}
end

--- All access groups of the router; the log names the files that are left out.
function M.load_groups(io)
	local read = M.read_groups(io)
	for _, file in ipairs(read.ignored) do
		log.event(io, "warning", "ACL_FILE_IGNORED", {
			{"file", file.name},
			{"reason", file.is_readable and "not a JSON object" or "cannot be read"}
		})
	end
	return read.groups
end

--- The names of a record's members, in any order: only records are filled by them.
local function names_in(record)
	return lib.ObjectKeys(record)
end

--- A scope in either notation: an array of objects, for which the permission is the function, or a table of objects and
-- their functions, `"object": ["function", …]`; what is no string is skipped (rpc_login_setup_acl_scope).
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

--- All scopes of a permission, and the group itself as an object of the scope `access-group`. A permission without any
-- scope does not count as the group (rpc_login_setup_acl_file).
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

--- What one permission of one group grants.
function M.grants_of(group, permission)
	local tree = {}
	add_permission(tree, group, permission)
	return to_grants(tree)
end

--- What `session login` grants for a login section with a role's lists and `list read 'unauthenticated'`, a group that LuCI
-- cannot do without (rpc_login_setup_acls); of several roles all that any single one is granted, so that a `!` of one
-- never takes from another.
function M.grants_for(io, groups, roles)
	local tree = {}
	for _, group in ipairs(groups) do
		for _, permission in ipairs(permissions.kinds) do
			if lib.ArraySome(
				roles,
				function(_, role) return permissions.permits(io, role, permission, group.name) end
			) then
				add_permission(tree, group, permission)
			end
		end
	end
	return to_grants(tree)
end

return M
