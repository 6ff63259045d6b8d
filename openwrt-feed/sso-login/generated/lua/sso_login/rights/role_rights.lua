-- Generated from src/sso_login/rights/role_rights.ts by "make lua"; do not edit.
--- The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
-- rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
-- `luci-base`. A session gets other groups without such lists; rpcd's section, which cannot divide a group, does not have them.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local access_level = require("sso_login.rights.access_level")
local acl = require("sso_login.rights.acl")
local full_control = require("sso_login.rights.full_control")
local permissions = require("sso_login.rights.permissions")

--- Whether a name, as an entry of a list, matches only itself.
local function is_plain(name)
	return not strings.has_control(name) and not lib.ArraySome(
		{"*", "?", "[", "\\", "!"},
		function(_, char) return lib.StringIncludes(name, char) end
	)
end

--- Whether a grant of the scope `file` lists a folder in which rpcd names files by session ids.
local function lists_sessions(io, pair)
	return access_level.lists_sessions(io, pair[1], pair[2])
end

--- The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them.
local function groups_that_list(io, groups)
	local list = lib.ArrayFilter(
		groups,
		function(_, group) return lib.ArraySome(
			permissions.kinds,
			function(_, permission) return lib.ArraySome(
				acl.grants_of(group, permission).file or {},
				function(_, pair) return lists_sessions(io, pair) end
			) end
		) end
	)
	return lib.ArrayMap(list, function(_, group) return group.name end)
end

local function own_lists(role)
	return {read = role.read or {}, write = role.write or {}}
end

--- The names of the groups that lists give, never patterns, which would match a group that a package brings later. Groups whose names look
-- like patterns are left out.
local function written_out(io, groups, role, extent)
	local lists = {read = {}, write = {}}
	local without = extent == "without groups that list" and groups_that_list(io, groups) or {}
	for _, group in ipairs(
		lib.ArrayFilter(
			groups,
			function(_, one) return is_plain(one.name) and one.name ~= public_names.base_group end
		)
	) do
		local is_base = group.name == public_names.luci_group and extent ~= "all"
		local name = is_base and public_names.base_group or group.name
		local is_given = is_base or not lib.ArrayIncludes(without, group.name)
		local writes = is_given and permissions.permits(io, role, "write", group.name)
		local reads = is_given and permissions.permits(io, role, "read", group.name)
		-- The list `write` gives `read`, too, and everybody has the public group.
		local is_implied = writes or name == permissions.public_group
		if reads ~= is_implied then
			strings.add_missing(lists.read, {reads and name or "!" .. name})
		end
		if writes then
			strings.add_missing(lists.write, {name})
		end
	end
	return lists
end

--- A role as rpcd's section has it.
function M.of_role(io, groups, role)
	local own = own_lists(role)
	local extent = full_control.has_full_control(io, groups, own) and "all" or "without groups that list"
	local lists = written_out(io, groups, own, extent)
	return {name = role.name, read = lists.read, write = lists.write}
end

--- The same of all roles, by the router's access groups.
function M.of_roles(io, roles)
	local groups = acl.read_groups(io).groups
	return lib.ArrayMap(roles, function(_, role) return M.of_role(io, groups, role) end)
end

--- The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a role of
-- full control no grant lists a folder in which rpcd names files by session ids.
function M.grants_for(io, groups, roles)
	local own = lib.ArrayMap(roles, function(_, role) return own_lists(role) end)
	local is_full = lib.ArraySome(
		own,
		function(_, lists) return full_control.has_full_control(io, groups, lists) end
	)
	local extent = is_full and "all" or "without lists"
	local grants = acl.grants_for(
		io,
		groups,
		lib.ArrayMap(own, function(_, lists) return written_out(io, groups, lists, extent) end)
	)
	if is_full then
		return grants
	end
	local kept = {}
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local ____pairs = lib.ArrayFilter(
			grants[scope] or {},
			function(_, pair) return scope ~= "file" or not lists_sessions(io, pair) end
		)
		if #____pairs > 0 then
			kept[scope] = ____pairs
		end
	end
	return kept
end

return M
