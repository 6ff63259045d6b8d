-- Generated from src/sso_login/rights/role_rights.ts by "make lua"; do not edit.
--- The rights that a session and rpcd's section get of a role. A role below full control gets LuCI's group `luci-base` without its
-- lists of folders, as rpcd names files by session ids (docs/security.md, "What rpcd shows"): a group of this package stands in its
-- place.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local access_level = require("sso_login.rights.access_level")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")

--- Whether a name, as an entry of a list, matches only itself.
local function is_plain(name)
	return not strings.has_control(name) and not lib.ArraySome(
		{"*", "?", "[", "\\", "!"},
		function(_, char) return lib.StringIncludes(name, char) end
	)
end

--- A role as rpcd gets it: the names of the groups that its lists give, never patterns, which would match a group that a package brings
-- later. Groups whose names look like patterns are left out.
function M.of_role(io, groups, role)
	local own = {read = role.read or {}, write = role.write or {}}
	local is_full = access_level.is_full_control(io, groups, own)
	local rights = {name = role.name, read = {}, write = {}}
	for _, group in ipairs(
		lib.ArrayFilter(
			groups,
			function(_, one) return is_plain(one.name) and one.name ~= public_names.base_group end
		)
	) do
		local name = group.name == public_names.luci_group and not is_full and public_names.base_group or group.name
		local writes = permissions.permits(io, own, "write", group.name)
		local reads = permissions.permits(io, own, "read", group.name)
		-- The list `write` gives `read`, too, and everybody has the public group.
		local is_implied = writes or name == permissions.public_group
		if reads ~= is_implied then
			strings.add_missing(rights.read, {reads and name or "!" .. name})
		end
		if writes then
			strings.add_missing(rights.write, {name})
		end
	end
	return rights
end

--- The same of all roles, by the router's access groups.
function M.of_roles(io, roles)
	local groups = acl.read_groups(io).groups
	return lib.ArrayMap(roles, function(_, role) return M.of_role(io, groups, role) end)
end

--- The grants of a session of roles; of several roles each is granted by itself, so a `!` of one never takes from another.
function M.grants_for(io, groups, roles)
	return acl.grants_for(
		io,
		groups,
		lib.ArrayMap(roles, function(_, role) return M.of_role(io, groups, role) end)
	)
end

return M
