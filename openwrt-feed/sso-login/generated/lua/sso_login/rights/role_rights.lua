-- Generated from src/sso_login/rights/role_rights.ts by "make lua"; do not edit.
--- The rights that a session and rpcd's section get of a role. A role that is not proved to have full control lists no folder in which
-- rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in the place of LuCI's
-- `luci-base`. A session gets other groups without such grants; rpcd's section, which cannot divide a group, does not have them.
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

--- Whether a grant of the scope `file` shows session ids: it lists a folder in which rpcd names files by them.
local function shows_sessions(io, pair)
	return access_level.lists_sessions(io, pair[1], pair[2])
end

--- The names of the groups that have such a grant, in any of their files; rpcd's section cannot leave it out of them.
local function groups_that_show_sessions(io, groups)
	local list = lib.ArrayFilter(
		groups,
		function(_, group) return lib.ArraySome(
			permissions.kinds,
			function(_, permission) return lib.ArraySome(
				acl.granted_by(group, permission).file or {},
				function(_, pair) return shows_sessions(io, pair) end
			) end
		) end
	)
	return lib.ArrayMap(list, function(_, group) return group.name end)
end

function M.judge(io, groups, role)
	local lists = {read = role.read or {}, write = role.write or {}}
	return {name = role.name, lists = lists, is_full = full_control.has_full_control(io, groups, lists)}
end

--- The permissions that a role's lists give of each group, by names, never patterns, which would match a group that a package brings later. Groups whose
-- names look like patterns are left out; `is_full` says whether `luci-base` stands for itself.
local function permissions_by_group(io, groups, lists, is_full)
	local found = {}
	local seen = {}
	for _, group in ipairs(groups) do
		if seen[group.name] == nil and is_plain(group.name) and group.name ~= public_names.reduced_luci_group then
			seen[group.name] = true
			found[#found + 1] = {
				name = group.name == public_names.luci_group and not is_full and public_names.reduced_luci_group or group.name,
				reads = permissions.permits(io, lists, "read", group.name),
				writes = permissions.permits(io, lists, "write", group.name)
			}
		end
	end
	return found
end

--- A judged role as rpcd's section has it.
function M.section_of(io, groups, role)
	local without = role.is_full and {} or groups_that_show_sessions(io, groups)
	local section = {name = role.name, read = {}, write = {}}
	for _, group in ipairs(permissions_by_group(io, groups, role.lists, role.is_full)) do
		local is_given = not lib.ArrayIncludes(without, group.name)
		local reads = is_given and group.reads
		local writes = is_given and group.writes
		-- Without an entry in `read` the section reads what its list `write` names, and the public group, which each section lists. An entry is
		-- needed where the role differs: the name adds the group, and the name with `!`, which wins wherever it stands, takes it away.
		local reads_without_entry = writes or group.name == permissions.public_group
		if reads ~= reads_without_entry then
			local ____section_read_0 = section.read
			____section_read_0[#____section_read_0 + 1] = reads and group.name or "!" .. group.name
		end
		if writes then
			local ____section_write_1 = section.write
			____section_write_1[#____section_write_1 + 1] = group.name
		end
	end
	return section
end

function M.of_role(io, groups, role)
	return M.section_of(io, groups, M.judge(io, groups, role))
end

--- The same of all roles, by the router's access groups.
function M.of_roles(io, roles)
	local groups = acl.read_groups(io).groups
	return lib.ArrayMap(roles, function(_, role) return M.of_role(io, groups, role) end)
end

local function without_session_ids(io, grants)
	local kept = {}
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local ____pairs = lib.ArrayFilter(
			grants[scope] or {},
			function(_, pair) return scope ~= "file" or not shows_sessions(io, pair) end
		)
		if #____pairs > 0 then
			kept[scope] = ____pairs
		end
	end
	return kept
end

--- The grants of a session of judged roles; of several roles each is granted by itself, so a `!` of one never takes from another. Without a
-- role of full control no grant lists a folder in which rpcd names files by session ids.
function M.grants_of_judged(io, groups, roles)
	local is_full = lib.ArraySome(roles, function(_, role) return role.is_full end)
	local read = {}
	local write = {}
	for _, role in ipairs(roles) do
		for _, group in ipairs(permissions_by_group(io, groups, role.lists, is_full)) do
			read[group.name] = read[group.name] == true or group.reads
			write[group.name] = write[group.name] == true or group.writes
		end
	end
	local grants = acl.grants_where(groups, function(permission, name)
		local ____temp_2
		if permission == "read" then
			____temp_2 = read[name]
		else
			____temp_2 = write[name]
		end
		return ____temp_2 == true
	end)
	return is_full and grants or without_session_ids(io, grants)
end

--- The same of roles as they are configured.
function M.grants_of_roles(io, groups, roles)
	return M.grants_of_judged(
		io,
		groups,
		lib.ArrayMap(roles, function(_, role) return M.judge(io, groups, role) end)
	)
end

return M
